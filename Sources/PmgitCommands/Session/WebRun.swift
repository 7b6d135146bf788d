import PlanActions
package import PlanModel

/// The request of 'pmgit web' to a server.
package struct WebRun {
  private let session: Session
  /// The port; nil for the usual one of the repository.
  package let port: Int?
  package let isReadOnly: Bool
  package let opensBrowser: Bool
  /// How often the boards are synchronised automatically; nil for never.
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

  /// Prints a message, unless messages are suppressed.
  package func tell(_ message: String) { session.tell(message) }
}

extension Problem {
  /// The server is a separate program, because it would slow the start of every command.
  static let noWebProgram = Problem(
    code: .file, message: "the program 'pmgit-web' is missing, which serves the page",
    hints: ["'make install' puts it beside 'pmgit'"])
}
