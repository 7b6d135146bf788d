import Git
import PmgitTestSupport
import Testing

@Suite struct ObjectBatchTests {
  private struct Stop: Error {}

  @Test("Thousands of objects become one sound pack")
  func onePack() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let old = try repository.writeBlob(Array("before".utf8))

    let commit = try repository.withObjectBatch {
      var edits: [(path: String, edit: TreeEdit)] = [("old", .put(old))]
      for number in 0..<3000 {
        let blob = try repository.writeBlob(Array("plan \(number)\n".utf8))
        edits.append(("plans/\(number % 16)/\(number)", .put(blob)))
      }
      let tree = try repository.writeTree(from: nil, edits: edits)
      let commit = try repository.writeCommit(.by(tree: tree))
      #expect(try repository.leaves(of: tree).count == 3001)
      return commit
    }
    try repository.move("refs/heads/main", to: commit)

    let counts = try await scratch.git("count-objects", "-v").split(separator: "\n")
    #expect(counts.contains("count: 1"))
    // 3000 blobs, 16 folders, their parent folder, the root and the commit.
    #expect(counts.contains("in-pack: 3019"))
    #expect(counts.contains("packs: 1"))
    #expect(counts.contains("garbage: 0"))
    #expect(try await scratch.git("fsck", "--strict", "--full") == "")
    #expect(try repository.commit(commit).message == "test\n")
    #expect(try scratch.open().leaves(of: repository.commit(commit).tree).count == 3001)
  }

  @Test("A batch that fails stores nothing")
  func failedBatch() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    var blob = ObjectID.zero
    #expect(throws: Stop.self) {
      try repository.withObjectBatch {
        blob = try repository.writeBlob([1])
        throw Stop()
      }
    }
    #expect(blob != .zero)
    #expect(try repository.isBlob(blob) == nil)
    #expect(try await scratch.git("count-objects") == "0 objects, 0 kilobytes")
  }

  @Test("A batch of nothing new writes no pack")
  func emptyBatch() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    _ = try repository.writeBlob([1])
    let again = try repository.withObjectBatch { try repository.writeBlob([1]) }
    #expect(try repository.isBlob(again) == true)
    #expect(try await scratch.git("count-objects", "-v").contains("packs: 0"))
  }

  @Test("A batch in a batch is part of it, and writes after it are single objects again")
  func nestedBatch() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    try repository.withObjectBatch {
      _ = try repository.writeBlob([1])
      _ = try repository.withObjectBatch { try repository.writeBlob([2]) }
    }
    _ = try repository.writeBlob([3])
    let counts = try await scratch.git("count-objects", "-v")
    #expect(counts.contains("packs: 1"))
    #expect(counts.contains("in-pack: 2"))
    #expect(counts.contains("count: 1"))
  }

  @Test("A batch in a linked worktree goes where all worktrees find it")
  func linkedWorktree() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("commit", "--quiet", "--allow-empty", "-m", "x")
    try await scratch.git("worktree", "add", "--quiet", "../linked")
    let linked = try Repository(openingAt: scratch.folder + "/linked")
    let blob = try linked.withObjectBatch { try linked.writeBlob([1, 2]) }
    #expect(try scratch.open().blob(blob) == [1, 2])
  }
}
