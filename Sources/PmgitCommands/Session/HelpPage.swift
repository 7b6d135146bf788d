import PlanActions
import PlanTerminal

/// Shows help texts, which may be longer than the screen.
enum HelpPage {
  /// Prints a text, on a terminal through git's pager if it is longer than the screen.
  ///
  /// - Parameter arguments: The command line's arguments, which may contain `--no-pager`.
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

  /// The command of git's pager; nil without a repository, whose configuration may name it.
  private static func pager(in context: CommandContext) async -> String? {
    do {
      return try await Workspace(at: context.directory, board: nil, as: context.participant())
        .pager()
    } catch {
      // Help is shown without a pager then.
      return nil
    }
  }
}
