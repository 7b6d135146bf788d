import PlanActions
import PlanTerminal

/// A help text, which may be longer than a screen.
enum HelpPage {
  /// Prints a text, on a terminal through git's pager where it is longer than the screen.
  ///
  /// - Parameter arguments: Those of the command line, of which `--no-pager` counts.
  static func show(_ text: String, of arguments: [String], in context: CommandContext) async {
    let terminal = context.terminal
    guard terminal.isTerminal, !arguments.contains("--no-pager"),
      let height = terminal.heightInLines, text.utf8.count(where: { $0 == 0x0A }) >= height,
      let pager = await pager(in: context),
      Pager.isNeeded(for: text, on: terminal, command: pager)
    else { return context.output.result(text) }
    do {
      try await Pager.page(text, command: pager, environment: context.environment)
    } catch {
      context.output.message("warning: the pager '\(pager)' could not be started\n")
      context.output.result(text)
    }
  }

  /// The command of git's pager; nil where there is no repository, whose configuration may name it.
  private static func pager(in context: CommandContext) async -> String? {
    do {
      return try await Workspace(at: context.directory, board: nil, as: context.participant())
        .pager()
    } catch {
      // Help is shown all the same.
      return nil
    }
  }
}
