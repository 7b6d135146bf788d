import Git
import PlanModel
import PmgitTestSupport
import Synchronization
import Testing

@testable import PlanStore

/// Repeats the merges of a random history with `git merge`, and compares the trees. git works in a
/// work tree of the board's branch, with the built binary as the merge driver.
///
/// - Returns: The number of merges, and how many of them had several bases.
private func compareWithGit(seed: UInt64, steps: Int) async throws -> (all: Int, crossed: Int) {
  let history = try await RandomHistory(seed: seed, steps: steps)
  let binary = Binary(repository: history.fixture.repository)
  let merges = history.merges.map { "merge \($0.ours) \($0.theirs)" }.joined(separator: "\n")
  let result = try await binary.shell(
    """
    git config merge.pmgit.driver 'pmgit hooks merge-driver %O %A %B %P'
    git worktree add -q --detach ../board pmgit/main && cd ../board || exit 97
    merge() {
      git checkout -q --detach "$1" && git merge -q -m 'by git' "$2" >&2
      echo "$? $(git rev-parse 'HEAD^{tree}')"
      git merge --abort 2> /dev/null
    }
    \(merges)
    """)
  let trees = result.output.split(separator: "\n").map(String.init)
  let context = "PMGIT_SEED=\(seed)\n\(history.log.joined(separator: "\n"))\n\(result.messages)"
  #expect(trees.count == history.merges.count, "\(context)")
  for (merge, tree) in zip(history.merges, trees) where tree != "0 \(merge.tree)" {
    let other = String(tree.dropFirst(2))
    let difference = try await binary.shell("git diff \(merge.tree) \(other)")
    Issue.record(
      "\(merge.ours) and \(merge.theirs), \(merge.bases) bases: \(tree)\n\(difference.output)\(context)"
    )
  }
  return (merges.isEmpty ? 0 : trees.count, history.merges.count { $0.bases > 1 })
}

@Suite("git with pmgit's merge driver")
struct DriverTests {
  @Test(
    "makes of random heads the trees that pmgit makes, where histories cross too",
    arguments: Seeds.each(12))
  func sameAsPmgit(seed: UInt64) async throws {
    let counts = try await compareWithGit(seed: seed, steps: 30)
    #expect(counts.all > 0)
  }
}

@Suite("git with pmgit's merge driver, for long", .soak)
struct DriverSoak {
  @Test("makes of random heads the trees that pmgit makes, where histories cross too")
  func sameAsPmgit() async throws {
    let crossed = Mutex(0)
    try await Soak.run("merges by git") { seed in
      let counts = try await compareWithGit(seed: seed, steps: 30)
      crossed.withLock { $0 += counts.crossed }
      return true
    }
    #expect(crossed.withLock(\.self) > 0)
  }
}
