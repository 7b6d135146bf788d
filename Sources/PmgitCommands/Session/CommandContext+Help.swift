import PlanActions
import PlanTerminal

extension CommandContext {
  /// Prints a text. If it is longer than the terminal, it goes through a pager.
  ///
  /// - Parameters:
  ///   - pager: Returns the command of the pager; nil for none. It is called only for a long text.
  ///   - warn: Prints a warning if the pager could not be started.
  func show(_ text: String, by pager: () async -> String?, warn: (String) -> Void) async {
    guard Pager.isNeeded(for: text, on: terminal), let command = await pager(),
      Pager.isPager(command)
    else { return output.result(text) }
    do {
      try await Pager.page(text, command: command, environment: environment)
    } catch {
      warn("warning: the pager '\(command)' could not be started")
      output.result(text)
    }
  }

  /// Returns the command of git's pager; nil if it can't be determined, as outside of a repository.
  func pager() async -> String? {
    do {
      return try await Workspace(at: directory, board: nil, as: participant()).pager()
    } catch {
      // Help is then shown without a pager.
      return nil
    }
  }

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
