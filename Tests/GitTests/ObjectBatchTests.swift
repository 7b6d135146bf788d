import Foundation
import Git
import Parallel
import PmgitTestSupport
import Testing

@Suite struct ObjectBatchTests {
  private struct Stop: Error {}

  @Test("Thousands of objects become one sound pack")
  func onePack() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
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

  @Test("Objects of a pack are read while it is written, whatever their size", arguments: 1...4)
  func readsWhileWriting(seed: UInt64) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    var random = SeededGenerator(seed: seed)
    var contents: [ObjectID: [UInt8]] = [:]
    try repository.withObjectBatch {
      for number in 0..<400 {
        let most = [0, 20, 1000, 100_000, 1_000_000][number < 10 ? number / 2 : number % 3]
        let size = Int.random(in: 0...most, using: &random)
        let isPlain = Bool.random(using: &random)
        let bytes = (0..<size).map { _ in
          isPlain ? UInt8(ascii: "a") : UInt8.random(in: 0...255, using: &random)
        }
        contents[try repository.writeBlob(bytes)] = bytes
        guard number.isMultiple(of: 7), let known = contents.randomElement(using: &random) else {
          continue
        }
        #expect(try repository.blob(known.key) == known.value)
        #expect(try repository.blobSize(known.key) == known.value.count)
      }
    }
    #expect(try await scratch.git("fsck", "--strict", "--full", "--no-dangling") == "")
    #expect(try await scratch.git("count-objects", "-v").contains("count: 0\n"))
    let again = try scratch.open()
    for (id, bytes) in contents { #expect(try again.blob(id) == bytes) }
  }

  @Test("A pack has the same bytes for any number of processors")
  func samePack() async throws {
    var packs: [Set<String>] = []
    for parts in [1, 2, 7] {
      let (scratch, repository) = try await ScratchRepository.opened()
      try Processors.$testedParts.withValue(parts) {
        try repository.withObjectBatch {
          for number in 0..<3000 {
            let text = String(repeating: "line \(number)\n", count: number % 300)
            _ = try repository.writeBlob(Array(text.utf8))
          }
        }
      }
      // A pack is named after its digest.
      packs.append(
        Set(
          try FileManager.default.contentsOfDirectory(
            atPath: "\(scratch.path)/.git/objects/pack")))
      #expect(packs[0].count == 2 && packs.last == packs[0])
    }
  }

  @Test("A batch of many objects that fails leaves no file")
  func failedPack() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let folder = "\(scratch.path)/.git/objects/pack"
    #expect(throws: Stop.self) {
      try repository.withObjectBatch {
        for number in 0..<150 { _ = try repository.writeBlob(Array("\(number)".utf8)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1 && names[0].hasPrefix("tmp_pack_"), "\(names)")
        throw Stop()
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("Temporary objects are never in a file")
  func temporaryObjects() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let objects = "\(scratch.path)/.git/objects"
    let before = try FileManager.default.subpathsOfDirectory(atPath: objects)
    try repository.withTemporaryObjects {
      for number in 0..<150 { _ = try repository.writeBlob(Array("\(number)".utf8)) }
      #expect(try FileManager.default.subpathsOfDirectory(atPath: objects) == before)
    }
  }

  @Test("A few objects become loose ones, as git writes them")
  func looseObjects() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let commit = try repository.withObjectBatch {
      let blob = try repository.writeBlob(Array("größe\n".utf8))
      #expect(try repository.writeBlob(Array("größe\n".utf8)) == blob)
      let tree = try repository.writeTree(from: nil, edits: [("a/file", .put(blob))])
      return try repository.writeCommit(.by(tree: tree))
    }
    try repository.move("refs/heads/main", to: commit)

    #expect(try await scratch.git("count-objects", "-v").hasPrefix("count: 4\n"))
    #expect(try await scratch.git("fsck", "--strict", "--full") == "")
    #expect(try await scratch.git("show", "main:a/file") == "größe")
    #expect(try repository.commit(commit).message == "test\n")
    let objects = "\(scratch.path)/.git/objects"
    let names = try FileManager.default.subpathsOfDirectory(atPath: objects)
    #expect(!names.contains { $0.contains("tmp") })
    let file = "\(objects)/\(commit.hex.prefix(2))/\(commit.hex.dropFirst(2))"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o444)
  }

  @Test("An object that can't get its name is an error that names it, and leaves no file")
  func wrongFolder() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let objects = "\(scratch.path)/.git/objects"
    // The blob of the byte 1 belongs into the folder '6b'.
    try Data().write(to: URL(filePath: "\(objects)/6b"))
    let error = #expect(throws: GitError.self) {
      try repository.withObjectBatch { _ = try repository.writeBlob([1]) }
    }
    #expect(error?.operation.contains("\(objects)/6b/2aaa") == true, "\(String(describing: error))")
    #expect(error?.isAboutSystem == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: objects)
    #expect(Set(names) == ["6b", "info", "pack"])
  }

  @Test("A batch that fails stores nothing")
  func failedBatch() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
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
    let (scratch, repository) = try await ScratchRepository.opened()
    _ = try repository.writeBlob([1])
    let again = try repository.withObjectBatch { try repository.writeBlob([1]) }
    #expect(try repository.isBlob(again) == true)
    #expect(try await scratch.git("count-objects", "-v").contains("packs: 0"))
  }

  @Test("A batch in a batch is part of it, and writes after it are single objects again")
  func nestedBatch() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    #expect(throws: Stop.self) {
      try repository.withObjectBatch {
        _ = try repository.writeBlob([1])
        _ = try repository.withObjectBatch { try repository.writeBlob([2]) }
        throw Stop()
      }
    }
    _ = try repository.writeBlob([3])
    #expect(try await scratch.git("count-objects", "-v").hasPrefix("count: 1\n"))
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

  @Test("While objects are in memory, the mailmap is that of the work tree, or of HEAD")
  func mailmap() async throws {
    let scratch = try await ScratchRepository()
    _ = try scratch.write("Real Name <new@x> <old@x>\n", to: "repository/.mailmap")
    func name(_ repository: Repository) throws -> String {
      try repository.mailmap().resolve(name: "Old", email: "old@x").name
    }
    let repository = try scratch.open()
    repository.keepInMemory()
    #expect(try name(repository) == "Real Name")

    try await scratch.git("add", ".mailmap")
    try await scratch.git("commit", "--quiet", "-m", "x")
    try await scratch.git("clone", "--quiet", "--bare", ".", "../bare.git")
    let bare = try Repository(openingAt: scratch.folder + "/bare.git")
    bare.keepInMemory()
    #expect(try name(bare) == "Real Name")
  }

  @Test("A batch reads objects that the repository borrows from another one")
  func alternates() async throws {
    let scratch = try await ScratchRepository()
    let blob = try scratch.open().writeBlob([1, 2, 3])
    try await scratch.git("commit", "--quiet", "--allow-empty", "-m", "x")
    try await scratch.git("clone", "--quiet", "--shared", ".", "../borrowing")
    let repository = try Repository(openingAt: scratch.folder + "/borrowing")
    let tree = try repository.withObjectBatch {
      #expect(try repository.blob(blob) == [1, 2, 3])
      return try repository.writeTree(from: nil, edits: [("a", .put(blob))])
    }
    #expect(try repository.leaves(of: tree).count == 1)
  }
}
