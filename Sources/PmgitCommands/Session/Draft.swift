import PlanActions
import PlanModel
import PlanTerminal

/// A text from an editor, kept in a file until it is safely on the board.
struct Draft {
  let text: String
  let purpose: DraftPurpose
  let path: String
  private let files: HostFiles

  init(text: String, for purpose: DraftPurpose, files: HostFiles, path: String) {
    (self.text, self.purpose, self.files, self.path) = (text, purpose, files, path)
  }

  func discard() { files.remove(path) }

  /// Returns a problem with hints that name the file with the text and the command that resumes it.
  func keeping(_ error: any Error) -> Problem {
    var problem = Problem(error)
    problem.hints += ["your text is kept in '\(path)'", purpose.resumption]
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
    return try read(path, for: purpose)
  }

  /// Throws a problem if an editor needs a terminal and there is none.
  ///
  /// `GIT_EDITOR` names an editor for this run, such as a script or a graphical program, so it
  /// needs no terminal.
  private func requireEditorTerminal(for purpose: DraftPurpose) throws {
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
    return try read(draft.path, for: draft.purpose)
  }

  /// Writes a problem at the top of a page's draft, for the person who resumes it. Does nothing if
  /// the draft is not valid UTF-8.
  func write(_ problem: Problem, atTopOf draft: StoredDraft) throws {
    guard let text = String(validating: try files.read(draft.path), as: UTF8.self) else { return }
    try files.replace(draft.path, with: Array(PlanPage.text(text, refusedBy: problem).utf8))
  }

  /// The largest number of times that a page opens again. Otherwise a script in place of the editor
  /// could loop for ever.
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
    var last: Problem?
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
        guard context.inputIsTerminal, isAboutText, problem != last,
          turns < Self.mostTurns
        else {
          throw draft.keeping(problem)
        }
        (last, turns) = (problem, turns + 1)
        let text = PlanPage.text(draft.text, refusedBy: problem)
        let again = try await edit(draft, again: text)
        if again.text == text { throw draft.keeping(problem) }
        draft = again
      }
    }
  }

  private func read(_ path: String, for purpose: DraftPurpose) throws -> Draft {
    workspace.participant.readClock()
    guard let edited = String(validating: try files.read(path), as: UTF8.self) else {
      throw Problem(
        code: .editor, message: "the text is not valid UTF-8", hints: ["it is kept in '\(path)'"])
    }
    return Draft(text: edited, for: purpose, files: files, path: path)
  }

  private func openEditor(_ path: String, _ before: [UInt8], keepsUnchanged: Bool) async throws {
    do {
      let command = try await workspace.editor()
      guard !command.isEmpty else {
        throw Problem(code: .editor, message: "there is no editor", hints: [editorHint])
      }
      try await Editor.edit(fileAt: path, command: command)
    } catch {
      // An editor that was killed may have saved before.
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

  /// The hint how to choose another editor. The variable `GIT_EDITOR` takes precedence over the
  /// setting.
  private var editorHint: Hint {
    workspace.participant.environment["GIT_EDITOR"] == nil
      ? "choose another one with 'git config --global core.editor EDITOR'"
      : "set another one in the variable GIT_EDITOR, or unset it"
  }
}
