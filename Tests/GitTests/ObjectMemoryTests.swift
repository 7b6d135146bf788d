import Foundation
import Git
import PmgitTestSupport
import Testing

@Suite struct ObjectMemoryTests {
  private func file(_ id: ObjectID, in scratch: ScratchRepository) -> String {
    "\(scratch.path)/.git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
  }

  @Test("What a batch has stored is read without its file, until it is forgotten")
  func written() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let (blob, tree) = try repository.withObjectBatch {
      let blob = try repository.writeBlob([1, 2])
      return (blob, try repository.writeTree(from: nil, edits: [("a/b", .put(blob))]))
    }
    for id in [blob, tree] { try FileManager.default.removeItem(atPath: file(id, in: scratch)) }
    #expect(try repository.blob(blob) == [1, 2])
    #expect(try repository.blobSize(blob) == 2)
    #expect(try repository.treeEntry(at: "a/b", in: tree)?.id == blob)
    repository.forgetObjects()
    #expect(throws: GitError.self) { try repository.blob(blob) }
    #expect(throws: GitError.self) { try repository.leaves(of: tree) }
  }

  @Test("What a batch has stored is written again if git has removed it")
  func removed() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    func write() throws -> [ObjectID] {
      try repository.withObjectBatch {
        let blob = try repository.writeBlob([1, 2])
        let tree = try repository.writeTree(from: nil, edits: [("a", .put(blob))])
        return [blob, tree, try repository.writeCommit(.by(tree: tree))]
      }
    }
    let objects = try write()
    for id in objects {
      #expect(try repository.blob(objects[0]) == [1, 2])
      try FileManager.default.removeItem(atPath: file(id, in: scratch))
    }
    #expect(try write() == objects)
    for id in objects { #expect(FileManager.default.fileExists(atPath: file(id, in: scratch))) }
    #expect(try await scratch.git("fsck", "--strict", "--full", "--no-dangling") == "")
  }

  @Test("Objects of a batch that fails are not read afterwards, and are written by the next one")
  func failed() async throws {
    struct Stop: Error {}
    let (scratch, repository) = try await ScratchRepository.opened()
    var ids: [ObjectID] = []
    for isFailing in [true, false] {
      do {
        try repository.withObjectBatch {
          let blob = try repository.writeBlob([1, 2])
          let tree = try repository.writeTree(from: nil, edits: [("a/b", .put(blob))])
          ids = [blob, tree, try repository.writeCommit(.by(tree: tree))]
          if isFailing { throw Stop() }
        }
      } catch is Stop {
        #expect(try repository.isBlob(ids[0]) == nil)
      }
    }
    for id in ids { #expect(FileManager.default.fileExists(atPath: file(id, in: scratch))) }
    #expect(try await scratch.git("fsck", "--strict", "--full", "--no-dangling") == "")
  }

  @Test("A blob is read up to a limit, loose and in a pack", arguments: [false, true])
  func limit(isPacked: Bool) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    var random = SeededGenerator(seed: 3)
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let blob = try repository.writeBlob(bytes)
    let tree = try repository.writeTree(from: nil, edits: [("a", .put(blob))])
    if isPacked {
      try repository.move("refs/heads/main", to: repository.writeCommit(.by(tree: tree)))
      try await scratch.git("gc", "--quiet", "--prune=now")
    }
    // The repository that is open already does not know the new pack.
    for repository in [repository, try scratch.open()] {
      #expect(try repository.blob(blob, atMost: bytes.count - 1) == nil)
      #expect(try repository.blob(blob, atMost: bytes.count) == bytes)
      let codes = [tree, .missing].map { id in
        #expect(throws: GitError.self) { try repository.blob(id, atMost: 9) }?.code
      }
      #expect(codes == [.invalid, .notFound])
    }
  }

  @Test("A damaged loose blob is an error and not other bytes")
  func damaged() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let blobs = try [1, 2].map { try repository.writeBlob([$0]) }
    try FileManager.default.removeItem(atPath: file(blobs[0], in: scratch))
    try FileManager.default.copyItem(
      atPath: file(blobs[1], in: scratch), toPath: file(blobs[0], in: scratch))
    let error = #expect(throws: GitError.self) { try repository.blob(blobs[0], atMost: 9) }
    #expect(error?.code == .mismatch)
    #expect(truncate(file(blobs[1], in: scratch), 4) == 0)
    #expect(throws: GitError.self) { try repository.blob(blobs[1], atMost: 9) }
  }
}
