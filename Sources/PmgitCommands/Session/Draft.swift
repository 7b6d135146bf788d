import PlanActions
import PlanModel
import PlanTerminal

/// A text from an editor, kept in a file until it is safely on the board.
struct Draft {
  let text: String
  private let files: HostFiles
  private let path: String

  init(text: String, files: HostFiles, path: String) {
    (self.text, self.files, self.path) = (text, files, path)
  }

  func discard() { files.remove(path) }

  /// Runs `body` with the text; if that fails, the error names the file that still has it.
  func keepOnFailure(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      var problem = Problem(error)
      problem.hints.append("your text is kept in '\(path)'")
      throw problem
    }
    discard()
  }
}

extension Session {
  /// Lets the person edit a text in git's editor.
  ///
  /// - Parameter name: The file's name, by which editors choose how to show it.
  func edit(_ text: String, name: String) async throws -> Draft {
    let files = HostFiles(directory: workspace.folder)
    try files.makeFolder(workspace.folder)
    try files.makeFolder("drafts")
    let path = files.path("drafts/\(workspace.now.milliseconds)-\(name)")
    try files.replace(path, with: Array(text.utf8))
    do {
      let command = try await workspace.editor()
      guard !command.isEmpty else {
        throw Problem(
          code: .editor, message: "there is no editor",
          hints: ["choose one with 'git config --global core.editor EDITOR'"])
      }
      try await Editor.edit(fileAt: path, command: command)
    } catch {
      // A killed editor may have saved before.
      let isUnchanged = try files.read(path) == Array(text.utf8)
      if isUnchanged { files.remove(path) }
      let kept: [Hint] = isUnchanged ? [] : ["what it saved is kept in '\(path)'"]
      guard let editorError = error as? ShellProgramError else { throw Problem(error) }
      throw Problem(
        code: .editor, message: "the editor '\(editorError.command)' failed; nothing was changed",
        hints: kept + ["choose another one with 'git config --global core.editor EDITOR'"])
    }
    workspace.participant.readClock()
    guard let edited = String(validating: try files.read(path), as: UTF8.self) else {
      throw Problem(
        code: .editor, message: "the text is not valid UTF-8", hints: ["it is kept in '\(path)'"])
    }
    return Draft(text: edited, files: files, path: path)
  }
}
