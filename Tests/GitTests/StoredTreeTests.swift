import Foundation
import Git
import PmgitTestSupport
import Testing

/// Trees with arbitrary bytes, as another program may have written them.
@Suite struct StoredTreeTests {
  /// Returns a random entry; some are malformed.
  private func entry(
    _ name: String, _ blob: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    let modes = [
      "100644", "100755", "100664", "120000", "160000", "100600", "0100644", "120755", "160100",
      "100",
    ]
    let broken = ["", "777777", "10064x", " 100644", "9"]
    let isBroken = Int.random(in: 0..<40, using: &generator) == 0
    let mode = (isBroken ? broken : modes).randomElement(using: &generator) ?? ""
    var bytes = Array("\(mode) \(name)\0".utf8) + blob
    switch Int.random(in: 0..<60, using: &generator) {
    case 0: bytes.removeLast()
    case 1: bytes[Int.random(in: 0..<bytes.count, using: &generator)] = 0
    case 2: bytes.removeAll { $0 == 0x20 }
    default: break
    }
    return bytes
  }

  @Test(
    "A tree of any bytes is read as git and libgit2 read it, or refused",
    arguments: 1...4 as ClosedRange<UInt64>)
  func againstGit(seed: UInt64) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    var generator = SeededGenerator(seed: seed)
    let blob = try repository.writeBlob([7]).bytes
    let names = ["..", ".git", "a", "a-b", "a.x", "ab", "b", "c\u{1}", "d d", "z", "한"]
    var (read, refused) = (0, 0)
    for _ in 0..<60 {
      let chosen = names.filter { _ in Bool.random(using: &generator) }
      let bytes = chosen.flatMap { entry($0, blob, using: &generator) }
      let tree = try await scratch.hashObject(bytes, type: "tree")
      let found: [TreeDifference]
      do {
        found = try repository.treeDifferences(from: nil, to: tree)
      } catch {
        #expect(error.code == .invalid)
        refused += 1
        continue
      }
      #expect(
        try repository.treeDifferences(from: nil, to: tree, checksDigests: false) == found)
      // All functions give the same answer, even for modes unknown to git.
      #expect(found.compactMap(\.new) == (try repository.treeEntries(tree)), "\(bytes)")
      let listed = try await scratch.git("ls-tree", "-z", tree.hex).split(separator: "\0")
      let lines = found.map { difference in
        "\(difference.new?.id.hex ?? "")\t\(String(decoding: difference.path, as: UTF8.self))"
      }
      // The part after the mode and the type.
      #expect(lines == listed.map { $0.split(separator: " ", maxSplits: 2).last.map(String.init) })
      read += 1
    }
    #expect(read > 10 && refused > 5, "read \(read), refused \(refused)")
  }

  @Test("A tree whose digest is another one is refused where digests are checked, before and after")
  func wrongDigest() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let trees = try ["a", "b"].map { try repository.tree([$0: $0]) }
    let paths = trees.map {
      "\(scratch.path)/.git/objects/\($0.hex.prefix(2))/\($0.hex.dropFirst(2))"
    }
    try FileManager.default.removeItem(atPath: paths[1])
    try FileManager.default.copyItem(atPath: paths[0], toPath: paths[1])
    repository.forgetObjects()
    // What was read without its digest is not used where digests are checked.
    for checksDigests in [true, false, true, false] {
      var (read, refusal) = ([String?](), GitError.Code?.none)
      do {
        read = try repository.treeDifferences(
          from: nil, to: trees[1], checksDigests: checksDigests
        ).map(\.pathString)
      } catch {
        refusal = error.code
      }
      #expect(read == (checksDigests ? [] : ["a"]))
      #expect(refusal == (checksDigests ? .mismatch : nil))
    }
  }

  @Test("Trees are read without their digests from packs, other repositories and batches")
  func uncheckedEverywhere() async throws {
    let scratch = try await ScratchRepository()
    let tree = try scratch.open().tree(["a": "a"])
    func read(_ repository: Repository) throws -> [String?] {
      try repository.treeDifferences(from: nil, to: tree, checksDigests: false).map(\.pathString)
    }
    let borrower = try await ScratchRepository()
    try borrower.write(
      scratch.path + "/.git/objects\n", to: "repository/.git/objects/info/alternates")
    #expect(try read(borrower.open()) == ["a"])
    // Another process packs the object after the repository was opened and read.
    let open = try scratch.open()
    #expect(try read(open) == ["a"])
    open.forgetObjects()
    let commit = try scratch.open().writeCommit(.by(tree: tree))
    try await scratch.git("update-ref", "refs/heads/packed", commit.hex)
    try await scratch.git("gc", "--quiet", "--prune=now")
    #expect(try read(open) == ["a"])
    let batched = try open.withObjectBatch {
      let tree = try open.tree(["b": "b"])
      return try open.treeDifferences(from: nil, to: tree, checksDigests: false).map(\.pathString)
    }
    #expect(batched == ["b"])
  }

  @Test("An object that is no tree is reported as missing")
  func blob() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let blob = try repository.writeBlob([1])
    let error = #expect(throws: GitError.self) {
      try repository.treeDifferences(from: nil, to: blob)
    }
    #expect(error?.code == .notFound)
  }
}
