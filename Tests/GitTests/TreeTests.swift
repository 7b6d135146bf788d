import Foundation
@testable import Git
import PmgitTestSupport
import Testing

@Suite struct TreeTests {
  @Test("git lists a tree that was written, and it is read back the same")
  func writtenTree() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let blob = try repository.writeBlob(Array("x".utf8))
    let tree = try repository.writeTree(
      from: nil,
      edits: [
        ("plans/b", .put(blob)), ("plans/a", .put(blob, .executable)), ("plans-x", .put(blob)),
        ("plans.x", .put(blob, .link)), ("z/y/x", .put(blob)),
      ])

    #expect(
      try await scratch.git("ls-tree", "-r", "--format=%(objectmode) %(path)", tree.hex) == """
        100644 plans-x
        120000 plans.x
        100755 plans/a
        100644 plans/b
        100644 z/y/x
        """)
    #expect(
      try repository.treeEntries(tree).map(\.nameString) == ["plans-x", "plans.x", "plans", "z"])
    #expect(
      try repository.leaves(of: tree).map { String(decoding: $0.path, as: UTF8.self) }
        == ["plans-x", "plans.x", "plans/a", "plans/b", "z/y/x"])
    #expect(
      try repository.leaves(of: tree, under: "plans").map {
        String(decoding: $0.path, as: UTF8.self)
      }
        == ["plans/a", "plans/b"])
    #expect(try await scratch.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("An entry is found by its path, and a missing one is nil")
  func entryAtPath() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let tree = try repository.tree(["a/b/c": "1", "d": "2"])
    let blob = try repository.writeBlob(Array("1".utf8))
    #expect(
      try repository.treeEntry(at: "a/b/c", in: tree)
        == TreeEntry(name: Array("c".utf8), mode: .blob, id: blob))
    #expect(try repository.treeEntry(at: "a/b", in: tree)?.mode == .tree)
    #expect(try repository.treeEntry(at: "a/x", in: tree) == nil)
    #expect(try repository.treeEntry(at: "x/y", in: tree) == nil)
    #expect(try repository.treeEntry(at: "d/e", in: tree) == nil)
    #expect(throws: GitError.self) { try repository.treeEntry(at: "a", in: blob) }
  }

  @Test("Names that are not UTF-8, or no names at all, are read as bytes")
  func hostileNames() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let blob = try repository.writeBlob([])
    let names: [[UInt8]] = [Array("..".utf8), Array(".git".utf8), [0xff, 0xfe]]
    let digest = stride(from: 0, to: 40, by: 2).compactMap {
      UInt8(blob.hex.dropFirst($0).prefix(2), radix: 16)
    }
    var bytes: [UInt8] = []
    for name in names { bytes += Array("100644 ".utf8) + name + [0] + digest }
    let tree = try await scratch.hashObject(bytes, type: "tree")

    let entries = try repository.treeEntries(tree)

    #expect(entries.map(\.name) == names)
    #expect(entries.map(\.nameString) == ["..", ".git", nil])
  }

  @Test("A small pack that stands for countless entries does not fill the memory")
  func treeBomb() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    var tree = try repository.tree(["a": "1", "b": "2"])
    for _ in 0..<20 {
      tree = try repository.writeTree(
        from: nil, edits: [("a", .put(tree, .tree)), ("b", .put(tree, .tree))])
    }
    let error = #expect(throws: GitError.self) {
      try repository.leaves(of: tree, limit: 1000)
    }
    #expect(error?.message == "more than 1000 entries")
  }

  @Test("Folders count against the limit too: a bomb of them may have no leaf")
  func foldersAlone() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    var tree = try repository.emptyTree()
    for _ in 0..<10 {
      tree = try repository.writeTree(
        from: nil, edits: [("a", .put(tree, .tree)), ("b", .put(tree, .tree))])
    }
    // Each of the ten levels doubles the number of entries: 2 + 4 + … + 1024 = 2046.
    #expect(try repository.leaves(of: tree, limit: 2046).isEmpty)
    let error = #expect(throws: GitError.self) { try repository.leaves(of: tree, limit: 1000) }
    #expect(error?.code == .invalid)
  }

  @Test("Trees that nest without end do not overflow the stack")
  func deepTree() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    var tree = try repository.tree(["a": "1"])
    try repository.withObjectBatch {
      for _ in 0..<1000 {
        tree = try repository.writeTree(from: nil, edits: [("a", .put(tree, .tree))])
      }
    }
    let error = #expect(throws: GitError.self) { try repository.leaves(of: tree) }
    #expect(error?.code == .invalid)
  }
}

extension ScratchRepository {
  /// Stores an object unchanged, even if it is malformed.
  func hashObject(_ bytes: [UInt8], type: String) async throws -> ObjectID {
    let file = folder + "/object"
    try Data(bytes).write(to: URL(filePath: file))
    return try #require(
      ObjectID(hex: try await git("hash-object", "-t", type, "-w", "--literally", file)))
  }
}
