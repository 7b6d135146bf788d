import Foundation
@testable import Git
import PmgitTestSupport
import Synchronization
import Testing

@Suite struct ObjectTests {
  @Test("git reads a blob that was written")
  func blobs() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let bytes = Array("größe\n".utf8)
    let id = try repository.writeBlob(bytes)
    #expect(try repository.blobSize(id) == 8)
    #expect(try repository.blob(id) == bytes)
    #expect(try await scratch.git("cat-file", "blob", id.hex) == "größe")
  }

  @Test("What an object is, and that it is missing, is reported without reading it")
  func isBlob() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    #expect(try repository.isBlob(repository.writeBlob([1])) == true)
    #expect(try repository.isBlob(repository.emptyTree()) == false)
    #expect(try repository.isBlob(.missing) == nil)
  }

  @Test(
    "Objects are stored while git tidies the folders away that they go to",
    arguments: [false, true])
  func vanishingFolders(isBatch: Bool) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let id = try repository.writeBlob([1])
    let folder = "\(scratch.path)/.git/objects/\(id.hex.prefix(2))"
    // As 'git gc' does with a folder that it has emptied: no more often than a write tries again,
    // however long the disk takes between making the folder and moving the object into it.
    let removals = Mutex((left: 0, isDone: false))
    async let tidying: Void = onThread {
      while !removals.withLock({ $0.isDone }) {
        removals.withLock { if $0.left > 0, rmdir(folder) == 0 { $0.left -= 1 } }
        usleep(500)
      }
    }
    defer { removals.withLock { $0.isDone = true } }
    for _ in 0..<300 {
      #expect(unlink("\(folder)/\(id.hex.dropFirst(2))") == 0)
      removals.withLock { $0.left = 20 }
      let written =
        isBatch
        ? try repository.withObjectBatch { try repository.writeBlob([1]) }
        : try repository.writeBlob([1])
      #expect(written == id)
    }
    removals.withLock { $0.isDone = true }
    try await tidying
    #expect(try repository.blob(id) == [1])
  }

  @Test("An empty blob is stored")
  func emptyBlob() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let id = try repository.writeBlob([])
    #expect(id.hex == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
    #expect(try repository.blob(id).isEmpty)
  }

  @Test("An object that is missing or of another type is an error that names it")
  func wrongObjects() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let missing = ObjectID.missing
    let tree = try repository.emptyTree()
    let errors = [
      #expect(throws: GitError.self) { try repository.blobSize(missing) },
      #expect(throws: GitError.self) { try repository.blob(missing) },
      #expect(throws: GitError.self) { try repository.blob(tree) },
      #expect(throws: GitError.self) { try repository.commit(tree) },
    ]
    #expect(errors.map { $0?.code } == [.notFound, .notFound, .invalid, .notFound])
    #expect(errors.map { $0?.operation.contains(missing.hex) } == [true, true, false, false])
  }

  @Test("A damaged blob is an error and not other bytes")
  func damagedBlob() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let good = try repository.writeBlob(Array("good".utf8))
    let other = try repository.writeBlob(Array("other".utf8))
    func file(_ id: ObjectID) -> String {
      "\(scratch.path)/.git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
    }
    try FileManager.default.removeItem(atPath: file(good))
    try FileManager.default.copyItem(atPath: file(other), toPath: file(good))

    let error = #expect(throws: GitError.self) { try scratch.open().blob(good) }
    #expect(error?.code == .mismatch)
  }

  @Test("git reads a commit that was written, and it is read back the same")
  func commits() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let parents = [try repository.emptyCommit(), try repository.emptyCommit(seconds: 1)]
    var draft = CommitDraft.by(
      tree: try repository.emptyTree(), parents: parents, message: "Ümläut\n\nBody\n")
    draft.committer.offsetMinutes = -570

    let id = try repository.writeCommit(draft)

    let lines = [
      "tree \(draft.tree)", "parent \(parents[0])", "parent \(parents[1])",
      "author Ada Lovelace <ada@example.org> 1700000000 +0100",
      "committer Ada Lovelace <ada@example.org> 1700000000 -0930", "", "Ümläut", "", "Body",
    ]
    #expect(try await scratch.git("cat-file", "commit", id.hex) == lines.joined(separator: "\n"))
    #expect(
      try repository.commit(id)
        == Commit(
          id: id, tree: draft.tree, parents: parents, author: draft.author,
          committer: draft.committer, message: draft.message))
    #expect(try await scratch.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("A message that is not UTF-8 is repaired")
  func brokenMessage() async throws {
    let scratch = try await ScratchRepository()
    try scratch.write(
      "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor A <a@b> 1 +0000\n"
        + "committer A <a@b> 1 +0000\n\nMAGIC\n", to: "commit")
    let file = scratch.folder + "/commit"
    var bytes = try Data(contentsOf: URL(filePath: file))
    bytes.replace(Data("MAGIC".utf8), with: Data([0x61, 0xff, 0x62]))
    try bytes.write(to: URL(filePath: file))
    let repository = try scratch.open()
    _ = try repository.emptyTree()
    let id = try #require(
      ObjectID(hex: try await scratch.git("hash-object", "-t", "commit", "-w", file)))
    #expect(try repository.commit(id).message == "a\u{fffd}b\n")
  }

  @Test(
    "A commit that git could not read is not written",
    arguments: [
      ("a<b", "a@b", "m"), ("  ", "a@b", "m"), ("A", "a\nb", "m"), ("A", "a@b", "m\0"),
    ])
  func malformedCommits(name: String, email: String, message: String) async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let who = Signature(name: name, email: email, seconds: 1, offsetMinutes: 0)
    let draft = CommitDraft.by(who, tree: try repository.emptyTree(), message: message)
    #expect(throws: GitError.self) { try repository.writeCommit(draft) }
  }

  @Test("A commit of a tree or parent that is not there is not written")
  func missingTree() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let tree = try repository.emptyTree()
    let noTree = #expect(throws: GitError.self) {
      try repository.writeCommit(.by(tree: ObjectID.missing))
    }
    let treeAsParent = #expect(throws: GitError.self) {
      try repository.writeCommit(.by(tree: tree, parents: [tree]))
    }
    #expect(noTree?.code == .notFound)
    #expect(treeAsParent?.code == .invalid)
  }
}
