import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

/// The options of `edit` for texts that could not be saved.
struct DraftOptions: ParsableArguments {
  @Flag(help: "Go on in your editor with a text that could not be saved.")
  var draft = false

  @Flag(help: "List the texts that could not be saved, and how to go on with them.")
  var drafts = false

  @Flag(help: "With --drafts: remove all of them.")
  var clear = false

  func validate() throws {
    guard !draft || !drafts else {
      throw ValidationError("--draft and --drafts exclude each other")
    }
    guard drafts || !clear else { throw ValidationError("--clear belongs to --drafts") }
  }
}

extension Session {
  /// Lists the stored drafts, or removes them.
  func showDrafts(clearing: Bool) throws {
    let drafts = try drafts()
    if clearing {
      let files = HostFiles(directory: workspace.folder)
      for draft in drafts { files.remove(draft.path) }
      report("removed \(CountWords.words(drafts.count, "draft"))")
    }
    let left = clearing ? [] : drafts
    if options.json { return show(Documents.drafts(left.map(\.document))) }
    var commands: Set<String> = []
    for draft in left {
      let isNewest = commands.insert(draft.command(naming: nil)).inserted
      context.output.result(line(draft, isNewest: isNewest) + "\n")
    }
    if left.isEmpty, !clearing { report("there are no drafts") }
  }

  /// Returns a line about a draft. For people, it has the command that resumes the draft, the age
  /// and the title; for programs, the file, the kind, the plan, the time and the title.
  ///
  /// - Parameter isNewest: Whether the command resumes this draft, and not a newer one. The line of
  ///   an older draft has its file.
  private func line(_ draft: StoredDraft, isNewest: Bool) -> String {
    guard context.terminal.isForPeople else {
      let fields = [
        draft.path, draft.purpose.verb, draft.purpose.plan?.text, draft.savedAt.description,
      ]
      return (fields.map { $0 ?? "" } + [draft.title]).map { SafeText(reversibly: $0).string }
        .joined(separator: "\t")
    }
    let since = draft.savedAt.relativeWords(now: workspace.now)
    let command = isNewest ? draft.command(naming: options.board) : draft.path
    let words = "\(command)  \(since)  \(draft.title)"
    return SafeText(words).string
  }
}

extension StoredDraft {
  /// Returns the command that resumes the draft. For the draft of a decision on a conflict, returns
  /// the path of the file, because the values in conflict may have changed.
  fileprivate func command(naming board: String?) -> String {
    if purpose == .resolve { return path }
    let words = ["pmgit", purpose.verb, purpose.plan?.text, "--draft"].compactMap(\.self)
    return words.joined(separator: " ") + (board.map { " --board \($0)" } ?? "")
  }

  fileprivate var document: JSONValue {
    Documents.draft(
      at: path, command: purpose.verb, plan: purpose.plan, savedAt: savedAt, title: title)
  }
}
