import PlanActions
import PlanModel
import PlanTerminal

/// A text from an editor, kept in a file until it is safely on the board.
struct Draft {
  let text: String
  private let files: HostFiles
  let path: String

  init(text: String, files: HostFiles, path: String) {
    (self.text, self.files, self.path) = (text, files, path)
  }

  func discard() { files.remove(path) }

  /// Returns a problem with a hint that names the file with the text.
  func keeping(_ error: any Error) -> Problem {
    var problem = Problem(error)
    problem.hints.append(
      "your text is kept in '\(path)'; go on with --draft, or see \(pmgit: "drafts")")
    return problem
  }

  /// Runs `body`, which saves the text, and then removes the file. If `body` throws, the file is
  /// kept, and the thrown problem names it.
  func keepOnFailure(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      throw keeping(error)
    }
    discard()
  }
}

extension Session {
  /// Files in the folder of pmgit in this repository.
  private var files: HostFiles { HostFiles(directory: workspace.folder) }

  /// Lets the person edit a text in git's editor.
  ///
  /// - Parameters:
  ///   - text: The text to begin with.
  ///   - purpose: What the text is for; the file is named after it.
  ///   - draft: The file of an earlier session to resume instead of the text.
  func edit(
    _ text: String, for purpose: DraftPurpose, takingUp draft: StoredDraft? = nil
  ) async throws -> Draft {
    try requireEditorTerminal(for: purpose)
    try files.makeFolder(workspace.folder)
    try files.makeFolder(StoredDraft.folder)
    let path = draft?.path ?? files.path(purpose.path(at: workspace.now))
    let before = if let draft { try files.read(draft.path) } else { Array(text.utf8) }
    if draft == nil { try files.replace(path, with: before) }
    try await openEditor(path, before, keepsUnchanged: draft != nil)
    return try read(path)
  }

  /// Fails if an editor would find no terminal.
  ///
  /// `GIT_EDITOR` names an editor for this run, such as a script or a graphical program, so it
  /// needs no terminal.
  private func requireEditorTerminal(for purpose: DraftPurpose) throws(Problem) {
    let hasTerminal = context.inputIsTerminal && context.terminal.isTerminal
    guard !hasTerminal, context.environment["GIT_EDITOR"]?.isEmpty != false else { return }
    throw Problem(
      code: .editor, message: "there is no terminal for the editor",
      hints: [purpose.withoutEditor, "or name an editor that needs none in GIT_EDITOR"])
  }

  /// Opens a draft again, with another text.
  func edit(_ draft: Draft, again text: String) async throws -> Draft {
    try files.replace(draft.path, with: Array(text.utf8))
    try await openEditor(draft.path, Array(text.utf8), keepsUnchanged: true)
    return try read(draft.path)
  }

  /// Writes a problem at the top of a page's draft, for the person who resumes it. Does nothing if
  /// the draft is not valid UTF-8.
  func write(_ problem: Problem, atTopOf draft: StoredDraft) throws {
    guard let text = String(validating: try files.read(draft.path), as: UTF8.self) else { return }
    try files.replace(draft.path, with: Array(PlanPage.text(text, refusedBy: problem).utf8))
  }

  /// The most times that a page opens again: a script in place of the editor could go on for ever.
  private static let mostTurns = 20

  /// Lets the person edit a plan's page in an editor, then saves it.
  ///
  /// At a terminal, a page with a wrong value opens again with the error at its top. If that
  /// happened `mostTurns` times, the page is kept as a draft and the error is thrown. The same
  /// happens without a terminal, for other errors, and if the page was closed unchanged or has the
  /// same error again.
  ///
  /// - Parameter save: Writes the form to the board.
  /// - Returns: Whether the page was saved; false if there was nothing to save.
  func edit(
    _ page: PlanPage, for purpose: DraftPurpose, takingUp stored: StoredDraft? = nil,
    save: (PlanForm) async throws -> Void
  ) async throws -> Bool {
    var draft = try await edit(page.text, for: purpose, takingUp: stored)
    var last: String?
    var turns = 0
    while true {
      do {
        guard let form = try page.form(in: draft.text) else {
          draft.discard()
          return false
        }
        try await save(form)
        draft.discard()
        return true
      } catch {
        let problem = Problem(error)
        let isAboutText = problem.kind == .usage || problem.code == .emptyTitle
        guard context.inputIsTerminal, isAboutText, problem.message != last,
          turns < Self.mostTurns
        else {
          throw draft.keeping(problem)
        }
        (last, turns) = (problem.message, turns + 1)
        let text = PlanPage.text(draft.text, refusedBy: problem)
        let again = try await edit(draft, again: text)
        if again.text == text { throw draft.keeping(problem) }
        draft = again
      }
    }
  }

  private func read(_ path: String) throws -> Draft {
    workspace.participant.readClock()
    guard let edited = String(validating: try files.read(path), as: UTF8.self) else {
      throw Problem(
        code: .editor, message: "the text is not valid UTF-8", hints: ["it is kept in '\(path)'"])
    }
    return Draft(text: edited, files: files, path: path)
  }

  private func openEditor(_ path: String, _ before: [UInt8], keepsUnchanged: Bool) async throws {
    do {
      let command = try await workspace.editor()
      guard !command.isEmpty else {
        throw Problem(
          code: .editor, message: "there is no editor",
          hints: [editorHint])
      }
      try await Editor.edit(fileAt: path, command: command)
    } catch {
      // A killed editor may have saved before.
      let isUnneeded = try !keepsUnchanged && files.read(path) == before
      if isUnneeded { files.remove(path) }
      let kept: [Hint] = isUnneeded ? [] : ["what it saved is kept in '\(path)'"]
      guard let editorError = error as? ShellProgramError else { throw Problem(error) }
      guard !editorError.isInterruption else {
        throw Problem(
          code: .interrupted, message: "the editor was interrupted; nothing was changed",
          hints: kept, kind: .interrupted)
      }
      throw Problem(
        code: .editor, message: "the editor '\(editorError.command)' failed; nothing was changed",
        hints: kept + [editorHint])
    }
  }

  /// How to choose another editor. The variable counts more than the setting.
  private var editorHint: Hint {
    workspace.participant.environment["GIT_EDITOR"] == nil
      ? "choose another one with 'git config --global core.editor EDITOR'"
      : "set another one in the variable GIT_EDITOR, or unset it"
  }
}

/// The purpose of a text in an editor.
enum DraftPurpose: Hashable {
  case add
  /// Editing a plan, with the board's commit at which it was opened.
  case edit(PlanID, commit: String)
  /// A comment on a plan. `edited` marks an existing comment that is edited; see `mark(of:)`.
  case comment(PlanID, edited: String?)
  case resolve

  /// The hint for what to type instead of using an editor.
  var withoutEditor: Hint {
    switch self {
    case .add:
      "give the title and the fields as in \(pmgit: "add", "TITLE", "--body", "TEXT", "--due", "fri")"
    case .edit(let plan, _):
      "say what is to change, as in \(pmgit: "edit", plan, "--title", "TEXT", "--body", "-")"
    case .comment(let plan, nil):
      "give the text as in \(pmgit: "comment", plan, "-m", "TEXT")"
    case .comment(let plan, _?):
      "give the text as in \(pmgit: "comment", plan, "--edit", "NUMBER", "-m", "TEXT")"
    case .resolve: "decide with --take NUMBER or --value TEXT"
    }
  }

  /// Returns the path of a new draft, below pmgit's folder. The last word of its name tells editors
  /// how to show the file.
  func path(at time: Timestamp) -> String {
    let name =
      switch self {
      case .add: "add-PLAN_EDITMSG"
      case .edit(let plan, let commit): "edit-\(plan.text)-\(commit)-PLAN_EDITMSG"
      case .comment(let plan, nil): "comment-\(plan.text)-COMMENT_EDITMSG"
      case .comment(let plan, let mark?): "comment-\(plan.text)-\(mark)-COMMENT_EDITMSG"
      case .resolve: "resolve-RESOLVE_EDITMSG"
      }
    return "\(StoredDraft.folder)/\(time.milliseconds)-\(name)"
  }

  init?(_ words: [Substring]) {
    switch (words.first, words.count) {
    case ("add", 2) where words.last == "PLAN_EDITMSG": self = .add
    case ("edit", 4) where words.last == "PLAN_EDITMSG":
      guard let plan = PlanID(String(words[1])) else { return nil }
      self = .edit(plan, commit: String(words[2]))
    case ("comment", 3) where words.last == "COMMENT_EDITMSG":
      guard let plan = PlanID(String(words[1])) else { return nil }
      self = .comment(plan, edited: nil)
    case ("comment", 4) where words.last == "COMMENT_EDITMSG":
      guard let plan = PlanID(String(words[1])) else { return nil }
      self = .comment(plan, edited: String(words[2]))
    case ("resolve", 2) where words.last == "RESOLVE_EDITMSG": self = .resolve
    default: return nil
    }
  }

  /// Returns a hash of the id of a comment, for the name of a file. The id itself may contain any
  /// characters if it was written by hand.
  static func mark(of comment: Comment) -> String { FNV1a.hex(of: Array(comment.id.utf8)) }

  var plan: PlanID? {
    switch self {
    case .edit(let plan, _), .comment(let plan, _): plan
    case .add, .resolve: nil
    }
  }

  func isEdit(of id: PlanID) -> Bool {
    if case .edit(id, _) = self { true } else { false }
  }

  var verb: String {
    switch self {
    case .add: "add"
    case .edit: "edit"
    case .comment: "comment"
    case .resolve: "resolve"
    }
  }
}

/// A draft from an earlier session, whose text is not on the board yet.
struct StoredDraft {
  static let folder = "drafts"

  /// The full path of the file.
  let path: String
  let savedAt: Timestamp
  let purpose: DraftPurpose
  /// The first line of the text that is not blank and does not begin with `#`; empty if there is
  /// none.
  let title: String
}

extension Session {
  /// Returns the drafts of this repository, newest first.
  func drafts() throws -> [StoredDraft] {
    let files = HostFiles(directory: workspace.folder)
    var drafts: [StoredDraft] = []
    for name in try files.names(in: StoredDraft.folder) {
      let words = name.split(separator: "-", omittingEmptySubsequences: false)
      guard let time = words.first.flatMap({ Int64($0) }),
        let purpose = DraftPurpose(Array(words.dropFirst()))
      else { continue }
      let path = files.path("\(StoredDraft.folder)/\(name)")
      let lines = Lines.split(String(decoding: try files.read(path), as: UTF8.self))
      let title = lines.first { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }
      drafts.append(
        StoredDraft(
          path: path, savedAt: Timestamp(milliseconds: time), purpose: purpose,
          title: title ?? ""))
    }
    return drafts.sorted { ($0.savedAt, $0.path) > ($1.savedAt, $1.path) }
  }

  /// Returns the newest draft of a kind. Throws a problem if there is none.
  ///
  /// - Parameters:
  ///   - plan: The plan of the draft; nil for a draft that names no plan, such as that of a new
  ///     plan.
  ///   - comment: The comment that the draft edits; nil for any comment, including a new one.
  func newestDraft(
    _ verb: String, of plan: PlanID? = nil, editing comment: Comment? = nil
  ) throws -> StoredDraft {
    let mark = comment.map { DraftPurpose.mark(of: $0) }
    let found = try drafts().first { draft in
      guard draft.purpose.verb == verb, draft.purpose.plan == plan else { return false }
      guard let mark, case .comment(_, let edited) = draft.purpose else { return mark == nil }
      return edited == mark
    }
    guard let found else {
      throw Problem.usage(
        "there is no draft for '\(verb)'" + (plan.map { " of '\($0)'" } ?? ""),
        hints: ["see what there is with \(pmgit: "drafts")"])
    }
    return found
  }
}
