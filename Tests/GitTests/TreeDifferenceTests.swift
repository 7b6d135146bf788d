import Git
import PmgitTestSupport
import Testing

@Suite struct TreeDifferenceTests {
  /// Returns a difference in the format of `git diff-tree`: modes, ids and path.
  private func line(_ difference: TreeDifference) -> String {
    let (old, new) = (difference.old, difference.new)
    let modes = [old, new].map { entry in
      let octal = String(entry?.mode.rawValue ?? 0, radix: 8)
      return String(repeating: "0", count: 6 - octal.count) + octal
    }
    let status = old == nil ? "A" : new == nil ? "D" : "M"
    let path = String(decoding: difference.path, as: UTF8.self)
    return ":\(modes[0]) \(modes[1]) \(old?.id ?? .zero) \(new?.id ?? .zero) \(status)\t\(path)"
  }

  @Test("Random trees differ as git diff-tree says", arguments: 1...6)
  func againstGit(seed: UInt64) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "a.x", "a-b", "ab", "b"]
    func randomTree(depth: Int) throws -> ObjectID {
      var edits: [(path: String, edit: TreeEdit)] = []
      for name in names where Bool.random(using: &generator) {
        if depth > 0, Bool.random(using: &generator) {
          edits.append((name, .put(try randomTree(depth: depth - 1), .tree)))
        } else {
          let blob = try repository.writeBlob([UInt8.random(in: 0..<3, using: &generator)])
          let mode: FileMode = Int.random(in: 0..<5, using: &generator) == 0 ? .executable : .blob
          edits.append((name, .put(blob, mode)))
        }
      }
      return try repository.writeTree(from: nil, edits: edits)
    }
    for _ in 0..<5 {
      let (old, new) = (try randomTree(depth: 3), try randomTree(depth: 3))
      let oracle = try await scratch.git(
        "diff-tree", "-r", "--no-renames", "--full-index", old.hex, new.hex)
      let found = try repository.treeDifferences(from: old, to: new)
      #expect(found.map(line) == oracle.split(separator: "\n").map(String.init))

      let oracleBelow = try await scratch.git(
        "diff-tree", "-r", "--no-renames", "--full-index", old.hex, new.hex, "--", "a/")
      #expect(
        try repository.treeDifferences(from: old, to: new, under: "a").map(line)
          == oracleBelow.split(separator: "\n").map(String.init))
    }
  }

  @Test("Equal trees are not read")
  func equalTrees() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let missing = ObjectID.missing
    #expect(try repository.treeDifferences(from: missing, to: missing).isEmpty)
  }

  @Test("A change of the mode alone is a difference")
  func modeChange() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let blob = try repository.writeBlob([])
    let old = try repository.writeTree(from: nil, edits: [("a", .put(blob))])
    let new = try repository.writeTree(from: nil, edits: [("a", .put(blob, .executable))])
    let differences = try repository.treeDifferences(from: old, to: new)
    #expect(differences.map(\.old?.mode) == [.blob])
    #expect(differences.map(\.new?.mode) == [.executable])
  }

  @Test(
    "A tree whose entries are not in order is refused, not compared wrongly",
    arguments: [false, true])
  func unsortedTree(duplicate: Bool) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let blob = try repository.writeBlob([])
    let digest = stride(from: 0, to: 40, by: 2).compactMap {
      UInt8(blob.hex.dropFirst($0).prefix(2), radix: 16)
    }
    var bytes: [UInt8] = []
    for name in duplicate ? ["a", "a"] : ["b", "a"] {
      bytes += Array("100644 \(name)\0".utf8) + digest
    }
    let tree = try await scratch.hashObject(bytes, type: "tree")
    let error = #expect(throws: GitError.self) {
      try repository.treeDifferences(from: nil, to: tree)
    }
    #expect(error?.code == .invalid)
    #expect(error?.operation.contains(tree.hex) == true)
  }
}
