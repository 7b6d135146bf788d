package import PlanModel
import PlanScreen
import PlanTerminal
import PlanView

/// One run of 'pmgit screen': its options, and the session for messages.
package struct ScreenRun {
  let session: Session
  let settings: Screen.Settings
  let depth: ColorDepth
  /// Whether the background is light; nil to ask the terminal.
  let isLight: Bool?
  let usesMouse: Bool

  /// Shows the board in the terminal of this process, and returns when the person has quit.
  package func show(clock: @escaping @Sendable () -> Timestamp, clocks: LocalClocks) async throws {
    let source = ScreenSource(
      environment: session.context.environment,
      directory: Session.directory(session.context, session.options.directory),
      board: session.options.board, clock: clock, clocks: clocks)
    var program = try ScreenProgram(self, source: source)
    try await program.show()
  }

  /// Prints messages after the end of the screen.
  func report(_ lines: [String]) { for line in lines { session.report(line) } }

  /// Prints a failure after the end of the screen, even with `-q`.
  func report(_ failure: ScreenFailure) {
    for line in ["error: \(failure.message)"] + failure.hints.map({ "hint: \($0)" }) {
      session.context.output.message(session.context.terminal.message(StyledText(line)))
    }
  }
}
