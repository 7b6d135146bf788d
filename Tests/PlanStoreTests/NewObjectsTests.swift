import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

/// The objects of a push that git checks, beside those that `git rev-list` finds.
@Suite struct NewObjectsTests {
  /// Random commits whose trees share folders at different paths, in the order of their creation.
  private func commits(
    _ count: Int, in scratch: ScratchRepository, using random: inout SeededGenerator
  ) async throws -> [ObjectID] {
    let script = (0..<count).map { number in
      let folders = ["a", "b", "c"].map { name in
        "040000 tree $(folder \(Int.random(in: 0..<4, using: &random)))\t\(name)"
      }
      let parents = Set((0..<2).map { _ in Int.random(in: 0...max(0, number - 1), using: &random) })
      let options = number == 0 ? "" : parents.map { "-p ${c[\($0)]}" }.joined(separator: " ")
      return """
        tree=$(printf '%s\\n' "\(folders.shuffled(using: &random)[..<2].joined(separator: "\n"))" | git mktree)
        c[\(number)]=$(git commit-tree $tree \(options) -m \(number)); echo ${c[\(number)]}
        """
    }
    // Folders 0 and 1 have one inner folder in common, 2 and 3 another one.
    let made = try await Binary(repository: scratch).shell(
      """
      folder() {
        blob=$(echo $1 | git hash-object -w --stdin)
        inner=$(printf '100644 blob %s\\tfile\\n' $(echo inner$(($1 / 2)) | git hash-object -w --stdin) | git mktree)
        printf '040000 tree %s\\te\\n100644 blob %s\\tx\\n' $inner $blob | git mktree
      }
      \(script.joined(separator: "\n"))
      """)
    return made.output.split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
  }

  /// The commits and trees of a history. With '--not', git would list some old trees, too.
  private func objects(
    of commit: ObjectID, in scratch: ScratchRepository
  ) async throws -> Set<ObjectID> {
    let listed = try await scratch.git(
      "rev-list", "--objects", "--filter=blob:none", commit.hex)
    return Set(listed.split(separator: "\n").compactMap { ObjectID(hex: String($0.prefix(40))) })
  }

  @Test("Each commit and tree of a push is checked, in whatever way its commits move folders")
  func random() async throws {
    for seed in Seeds.each(20) {
      let scratch = try await ScratchRepository()
      var random = SeededGenerator(seed: seed)
      let commits = try await commits(6, in: scratch, using: &random)
      try #require(commits.count == 6)
      let repository = try scratch.open()
      for old in [nil, commits[1]] {
        let pushed = try PushedCommits(from: old, to: commits[5], in: repository)
        let ids = try NewObjects(pushed.ids, since: old, in: repository).ids()
        var wanted = try await objects(of: commits[5], in: scratch)
        if let old { wanted.subtract(try await objects(of: old, in: scratch)) }
        #expect(wanted.isSubset(of: ids), "PMGIT_SEED=\(seed), since \(old?.hex ?? "nothing")")
        #expect(ids.count == Set(ids).count)
      }
    }
  }
}
