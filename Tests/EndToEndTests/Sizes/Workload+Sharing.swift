import Git
import PmgitTestSupport

/// Syncs of a very large board with plans in every possible folder. With fewer plans, the number of
/// folders would grow with the number of plans.
extension Workload {
  static let syncs = [
    Workload(description: "sync with nothing new", size: 704) { board, size in
      try await board.share(plans: size)
    } command: { _ in
      "sync"
    },
    Workload(description: "sync an edit each way", size: 704) { board, size in
      try await board.share(plans: size)
      try await board.editEachWay()
    } command: { _ in
      "sync"
    },
  ]

  /// Returns a plan in one of 704 folders.
  static func file(spread number: Int, state: String = "todo") -> HostileFile {
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let folder = "\(digits[10 + number % 22])\(digits[number / 22 % 32])"
    let text = String(number)
    let id = folder + String(repeating: "0", count: 10 - text.count) + text
    return HostileFile(
      "plans/\(folder)/\(id).json",
      #"{"fields":{"state":"\#(state)","title":"x"},"format":1,"id":"\#(id)"}"#)
  }
}

extension BoardFixture {
  /// Adds plans to the board, adds a new remote, and syncs twice.
  fileprivate func share(plans: Int) async throws {
    let hub = repository.folder + "/hub"
    try await repository.git("init", "--quiet", "--bare", hub)
    try await repository.git("remote", "add", "origin", hub)
    try repository.commitHostile((0..<plans).map { Workload.file(spread: $0) })
    let run = try await Binary(repository: repository).shell("pmgit sync && pmgit sync")
    guard run.exitCode == 0 else { throw Workload.Failed(description: "\(run)") }
  }

  /// Changes a plan on the remote, and another one locally.
  fileprivate func editEachWay() async throws {
    let git = try repository.open()
    let base = try git.commit(tip())
    let commits = try (0..<2).map { number in
      let tree = try git.writeTree(
        from: base.tree,
        edits: [try Workload.file(spread: number, state: "done").edit(in: git)])
      return try git.writeCommit(
        CommitDraft(
          tree: tree, parents: [base.id], author: .eve, committer: .eve, message: "\(number)\n"))
    }
    try await repository.git("push", "--quiet", "origin", "\(commits[0]):refs/heads/pmgit/main")
    try await repository.git("update-ref", "refs/remotes/origin/pmgit/main", "\(base.id)")
    try await repository.git("update-ref", "refs/heads/pmgit/main", "\(commits[1])")
  }
}
