package import Git
import PlanModel

/// The two commits that every board begins with.
///
/// They are an empty root commit and a commit with the default files. Their bytes are the same in
/// every repository, so two clones that each run `pmgit init` offline get the same board. Creating
/// a board needs no name or address of a user.
package enum NewBoard {
  /// The signature of commits that no person makes: new boards and merges.
  package static func machine(seconds: Int64) -> Signature {
    Signature(name: "pmgit", email: "pmgit@localhost", seconds: seconds, offsetMinutes: 0)
  }

  /// The time of the two commits in every board: 2026-01-01T00:00:00Z, in seconds since 1970.
  private static let birth: Int64 = 1_767_225_600

  /// The ids of the two commits, the newer one first.
  package static let commits = [
    "5d63dc1fbb5aea1f9be1964ed62b882a340fd9fb", "75d1cf084b233d0dc750b79c8705072b6f246899",
  ]

  /// Whether a commit is one of the two first commits of a board. Only the id is compared, because
  /// it depends on the tree and the parents too. Anybody can write a commit with the same author
  /// and time.
  static func isBeginning(_ commit: ObjectID) -> Bool { commits.contains(commit.hex) }

  /// The `.gitattributes` of a new board. With them, git merges plans and settings by pmgit's merge
  /// driver and not as text.
  static let attributes = """
    plans/** -text merge=pmgit
    board.json -text merge=pmgit

    """

  static let readme = """
    # A pmgit board

    This branch is a kanban board: each file under `plans/` is one plan, each commit one change.
    It shares no history with the code. Read it with `git log`, or use `pmgit board`.

    """

  /// Writes the two commits if they are missing, and returns the second one.
  package static func write(in repository: Repository) throws -> ObjectID {
    let signature = machine(seconds: birth)
    let root = try repository.writeCommit(
      CommitDraft(
        tree: try repository.writeTree(from: nil, edits: []), parents: [], author: signature,
        committer: signature, message: "begin a pmgit board\n"))
    var edits: [(path: String, edit: TreeEdit)] = []
    for (path, bytes) in [
      (".gitattributes", Array(attributes.utf8)), ("README.md", Array(readme.utf8)),
      ("board.json", PlanFile.bytes(of: .newBoard)),
    ] {
      edits.append((path: path, edit: .put(try repository.writeBlob(bytes), .blob)))
    }
    return try repository.writeCommit(
      CommitDraft(
        tree: try repository.writeTree(from: nil, edits: edits), parents: [root],
        author: signature, committer: signature,
        message: "add the columns Todo, Doing and Done\n"))
  }
}
