import PlanActions
package import PlanModel

/// What 'pmgit web' asks a server for.
package struct WebRun {
  private let session: Session
  /// nil for the usual one of the repository.
  package let port: Int?
  package let isReadOnly: Bool
  package let opensBrowser: Bool
  /// How often the board is synchronised by itself; nil for never.
  package let syncPeriod: Duration?

  init(
    session: Session, port: Int?, isReadOnly: Bool, opensBrowser: Bool, syncPeriod: Duration?
  ) {
    (self.session, self.port, self.isReadOnly) = (session, port, isReadOnly)
    (self.opensBrowser, self.syncPeriod) = (opensBrowser, syncPeriod)
  }

  /// The folder of the command, in the repository.
  package var folder: String { Session.directory(session.context, session.options) }
  package var board: BoardName { session.workspace.name }
  /// The folder of pmgit's own files in the clone.
  package var ownFolder: String { session.workspace.folder }
  package var environment: [String: String] { session.context.environment }

  /// Prints a line as the command's result.
  package func show(_ line: String) { session.context.output.result(line + "\n") }

  /// Prints a message, unless messages are not wanted.
  package func tell(_ message: String) { session.tell(message) }
}

extension Problem {
  /// The server is a program of its own, as it would cost every command a part of its start.
  static let noWebProgram = Problem(
    code: .file, message: "the program 'pmgit-web' is missing, which serves the page",
    hints: ["'make install' puts it beside 'pmgit'"])
}
