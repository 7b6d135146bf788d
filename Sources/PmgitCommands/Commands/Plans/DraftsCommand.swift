import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct DraftsCommand: SessionCommand {
  static let commandName = "drafts"
  static let about = CommandConfiguration(
    abstract: "List unsaved texts from failed edits.", usage: "pmgit drafts [<options>]",
    discussion: """
      A text that could not be saved, because the editor was killed or the plan
      was changed meanwhile, is kept in this clone. Resume the newest one of a plan
      with 'pmgit edit ID --draft' or 'pmgit comment ID --draft', and that of a new
      plan with 'pmgit add --draft'.

      Examples:
        pmgit drafts
        pmgit edit k7m2 --draft
        pmgit drafts --clear
      """)

  @Flag(help: "Remove all of them.")
  var clear = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let drafts = try session.drafts()
    if clear {
      let files = HostFiles(directory: session.workspace.folder)
      for draft in drafts { files.remove(draft.path) }
      session.report("removed \(CountWords.words(drafts.count, "draft"))")
    }
    let left = clear ? [] : drafts
    if options.json { return session.show(Documents.drafts(left.map(\.document))) }
    var commands: Set<String> = []
    for draft in left {
      let isNewest = commands.insert(draft.command(naming: nil)).inserted
      session.context.output.result(try line(draft, isNewest: isNewest, session) + "\n")
    }
    if left.isEmpty, !clear { session.report("there are no drafts") }
  }

  /// Returns a line about a draft. For people, it has the command that resumes the draft, the age
  /// and the title; for programs, the file, the kind, the plan, the time and the title.
  ///
  /// - Parameter isNewest: Whether the command resumes this draft, and not a newer one. The line of
  ///   an older draft has its file.
  private func line(
    _ draft: StoredDraft, isNewest: Bool, _ session: Session
  ) throws -> String {
    guard session.context.terminal.isTerminal else {
      let fields = [
        draft.path, draft.purpose.verb, draft.purpose.plan?.text, draft.savedAt.description,
      ]
      return (fields.map { $0 ?? "" } + [draft.title]).map { SafeText(reversibly: $0).string }
        .joined(separator: "\t")
    }
    let since = draft.savedAt.relativeWords(now: session.workspace.now)
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
