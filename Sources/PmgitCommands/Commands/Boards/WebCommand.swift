import ArgumentParser
import PlanActions
package import PlanModel

struct WebCommand: SessionCommand {
  static let commandName = "web"
  static let about = CommandConfiguration(
    abstract: "Open the board in a browser.",
    usage: "pmgit web [--port <n>] [--sync <seconds>] [<options>]",
    discussion: """
      Examples:
        pmgit web
        pmgit web --board team --port 8080 --sync 60
        pmgit web --read-only --no-open

      It serves browsers of this machine; Ctrl-C ends it. The address has a one-time
      token; pages that are open continue when it is started again.

      From another machine, through ssh:
        ssh -L 17001:localhost:17001 host pmgit -C repo web --port 17001 --no-open
      """)

  @Option(help: ArgumentHelp("The port (default: a fixed one per repository).", valueName: "n"))
  var port: Int?

  @Flag(help: "Open the board read-only.")
  var readOnly = false

  @Flag(help: "Only print the address; open no browser.")
  var noOpen = false

  @Flag(help: "Refuse the pages that were opened before.")
  var newKey = false

  @Option(help: ArgumentHelp("Sync the boards at this interval.", valueName: "seconds"))
  var sync: Int?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if let port, !(1...65_535).contains(port) {
      throw ValidationError("a port is a number from 1 to 65535")
    }
    if let sync, !(5...86_400).contains(sync) {
      throw ValidationError("the time between two syncs is 5 to 86400 seconds")
    }
    if readOnly, sync != nil {
      throw ValidationError("a sync sends what is new: leave out --sync or --read-only")
    }
    if options.json { throw ValidationError("there is no --json for a page") }
  }

  /// The server syncs itself.
  var mayShare: Bool { false }

  func run(in session: Session) async throws {
    // Reports problems with the repository or the board before a browser opens.
    _ = try session.workspace.settings()
    try await session.context.serve(
      WebRun(
        session: session, port: port, isReadOnly: readOnly, hasNewKey: newKey,
        opensBrowser: !noOpen, syncPeriod: sync.map { .seconds($0) }))
  }
}

/// One run of 'pmgit web': its options, and the session for messages.
package struct WebRun {
  let session: Session
  /// The port; nil for the repository's default port.
  package let port: Int?
  package let isReadOnly: Bool
  /// Whether a new key is created, so that pages opened before lose access.
  package let hasNewKey: Bool
  package let opensBrowser: Bool
  /// The interval of automatic syncs; nil for none.
  package let syncPeriod: Duration?

  /// The folder of the command, in the repository.
  package var folder: String { Session.directory(session.context, session.options.directory) }
  package var board: BoardName { session.workspace.name }
  /// The folder of pmgit's own files in the clone.
  package var ownFolder: String { session.workspace.folder }
  package var environment: [String: String] { session.context.environment }

  /// Prints a line as the command's result.
  package func show(_ line: String) { session.context.output.result(line + "\n") }

  /// Prints a message, unless messages are suppressed.
  package func report(_ message: String) { session.report(message) }
}

extension Problem {
  /// The problem that the server's program is missing. The server is a separate program, because it
  /// would slow the start of every command.
  static let noWebProgram = Problem(
    code: .file, message: "the program 'pmgit-web' is missing, which serves the page",
    hints: ["'make install' puts it beside 'pmgit'"])
}
