import PlanActions

/// The answer of `pmgit` without arguments if there is no board yet.
enum Welcome {
  /// Returns nil if there is a board, or if that can't be determined; the help is the answer then.
  static func text(in context: CommandContext) -> String? {
    let first: String
    do {
      let workspace = try Workspace(at: context.directory, board: nil, as: context.participant())
      guard try workspace.boards().isEmpty else { return nil }
      first = """
        This repository has no board yet.

          pmgit init      create one, or take up the one that the remote has

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
