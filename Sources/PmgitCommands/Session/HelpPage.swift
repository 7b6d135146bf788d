import PlanActions
import PlanTerminal

/// Shows help texts, which may be longer than the screen.
enum HelpPage {
  /// Prints a text. On a terminal, a text longer than the screen goes through git's pager.
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

  /// Returns the command of git's pager; nil if it can't be determined, as outside of a repository.
  private static func pager(in context: CommandContext) async -> String? {
    do {
      return try await Workspace(at: context.directory, board: nil, as: context.participant())
        .pager()
    } catch {
      // Help is then shown without a pager.
      return nil
    }
  }
}

/// The output of `pmgit` without arguments if there is no board yet.
enum Welcome {
  /// Returns the welcome; nil if there is a board, or if that can't be determined. In these cases
  /// `pmgit status` runs instead.
  static func text(in context: CommandContext) -> String? {
    let first: String
    do {
      let workspace = try Workspace(at: context.directory, board: nil, as: context.participant())
      guard try workspace.boards().isEmpty else { return nil }
      first = """
        This repository has no board yet.

          pmgit init      create one, or fetch the one that the remote has

        """
    } catch {
      guard Problem(error).code == .noRepository else { return nil }
      first = """
        This folder is in no git repository. In one, 'pmgit init' creates a board.


        """
    }
    return first + """
        pmgit demo      make a board to play with, in a folder of its own
        pmgit --help    see all commands

      """
  }
}
