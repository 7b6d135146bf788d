import PlanActions
import PlanTerminal

extension CommandContext {
  /// Prints a help text. On a terminal, a text longer than the screen goes through git's pager.
  ///
  /// - Parameter arguments: The command line's arguments, which may contain `--no-pager`.
  func showHelp(_ text: String, of arguments: [String]) async {
    guard terminal.isTerminal, !arguments.contains("--no-pager"),
      let height = terminal.heightInLines, text.utf8.count(where: { $0 == 0x0A }) >= height,
      let pager = await pager(),
      Pager.isNeeded(for: text, on: terminal, command: pager)
    else { return output.result(text) }
    do {
      try await Pager.page(text, command: pager, environment: environment)
    } catch {
      output.message("warning: the pager '\(pager)' could not be started\n")
      output.result(text)
    }
  }

  /// Returns the command of git's pager; nil if it can't be determined, as outside of a repository.
  private func pager() async -> String? {
    do {
      return try await Workspace(at: directory, board: nil, as: participant())
        .pager()
    } catch {
      // Help is then shown without a pager.
      return nil
    }
  }
}

extension CommandContext {
  /// Returns the output of `pmgit` without arguments if there is no board yet; nil if there is one,
  /// or if that can't be determined. In these cases `pmgit status` runs instead.
  func welcome() -> String? {
    let first: String
    do {
      let workspace = try Workspace(at: directory, board: nil, as: participant())
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
