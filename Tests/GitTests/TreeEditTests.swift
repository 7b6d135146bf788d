import Git
import PmgitTestSupport
import Testing

@Suite struct TreeEditTests {
  /// Returns the leaves of the tree after edits of `files`, as "path=text".
  private func edited(
    _ files: [String: String], _ edits: [(String, String?)]
  ) async throws -> [String] {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let tree = try repository.writeTree(
      from: files.isEmpty ? nil : try repository.tree(files),
      edits: edits.map { path, text in
        (path, try text.map { .put(try repository.writeBlob(Array($0.utf8))) } ?? .remove)
      })
    return try repository.leaves(of: tree).map { leaf in
      let text = String(decoding: try repository.blob(leaf.entry.id), as: UTF8.self)
      return "\(String(decoding: leaf.path, as: UTF8.self))=\(text)"
    }
  }

  @Test("An entry is added, replaced and removed, and the rest stays")
  func plainEdits() async throws {
    #expect(
      try await edited(
        ["a/1": "x", "a/2": "x", "b": "x"], [("a/1", "y"), ("a/2", nil), ("c/d", "z")])
        == ["a/1=y", "b=x", "c/d=z"])
  }

  @Test("A folder goes with its last entry")
  func emptiedFolder() async throws {
    #expect(try await edited(["a/b/c": "x", "d": "x"], [("a/b/c", nil)]) == ["d=x"])
    #expect(try await edited(["a/b/c": "x"], [("a/b/c", nil)]) == [])
  }

  @Test("A folder that another program wrote in a wrong order can be changed, and is sorted")
  func unsorted() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let blob = try repository.writeBlob([])
    let entries = ["b", "a"].flatMap { Array("100644 \($0)\0".utf8) + blob.bytes }
    let base = try await scratch.hashObject(entries, type: "tree")
    let tree = try repository.writeTree(from: base, edits: [("c", .put(blob))])
    #expect(
      try repository.leaves(of: tree).map { String(decoding: $0.path, as: UTF8.self) }
        == ["a", "b", "c"])
  }

  @Test("Removing what is not there changes nothing")
  func missingRemoval() async throws {
    #expect(
      try await edited(["a": "x"], [("b", nil), ("a/b", nil), ("c/d", nil)]) == ["a=x"])
    #expect(try await edited([:], [("b/c", nil)]) == [])
  }

  @Test("A folder is removed, replaced by a file, and a file by a folder where it is removed")
  func wholeFolders() async throws {
    #expect(try await edited(["a/1": "x", "b": "x"], [("a", nil)]) == ["b=x"])
    #expect(try await edited(["a/1": "x"], [("a", "y")]) == ["a=y"])
    #expect(try await edited(["a": "x"], [("a", nil), ("a/1", "y")]) == ["a/1=y"])
  }

  @Test("A removal counts before edits below it, and the later of two edits of one path")
  func orderOfEdits() async throws {
    #expect(try await edited(["a/1": "x", "a/2": "x"], [("a/3", "y"), ("a", nil)]) == ["a/3=y"])
    #expect(try await edited([:], [("a", "x"), ("a", "y")]) == ["a=y"])
    #expect(try await edited(["a": "x"], [("a", "y"), ("a", nil)]) == [])
  }

  @Test("Names that differ only in Unicode normalisation are different")
  func normalisation() async throws {
    let names = ["e\u{301}", "\u{e9}"]
    #expect(
      try await edited([:], [(names[0], "1"), (names[1], "2")]).map { Array($0.utf8) }
        == ["\(names[0])=1", "\(names[1])=2"].map { Array($0.utf8) })
  }

  @Test(
    "A path that names no place for one entry is refused",
    arguments: ["", "/a", "a/", "a//b", "a\0b", ".git/x", "a/../b", "."])
  func malformedPaths(path: String) async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let blob = try repository.writeBlob([])
    #expect(throws: GitError.self) {
      try repository.writeTree(from: nil, edits: [(path, .put(blob))])
    }
  }

  @Test("A file and something below it cannot both be put")
  func fileAndFolder() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let blob = try repository.writeBlob([])
    let error = #expect(throws: GitError.self) {
      try repository.writeTree(from: nil, edits: [("a", .put(blob)), ("a/b", .put(blob))])
    }
    #expect(error?.code == .invalidSpec)
  }

  @Test("A file is not replaced by a folder unnoticed")
  func folderForFile() async throws {
    let error = await #expect(throws: GitError.self) {
      try await edited(["a": "x"], [("a/1", "y")])
    }
    #expect(error?.code == .exists)
  }

  @Test("An object that does not exist cannot be put")
  func missingObject() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let missing = ObjectID.missing
    #expect(throws: GitError.self) {
      try repository.writeTree(from: nil, edits: [("a", .put(missing))])
    }
  }

  @Test(
    "Random edits leave the files that were put, in git's order",
    arguments: 1...6 as ClosedRange<UInt64>)
  func randomEdits(seed: UInt64) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    var random = SeededGenerator(seed: seed)
    let names = ["a", "a-", "a.b", "a0", "ab", "b", "Z", "\u{e9}", "zz"]
    var (files, tree): ([String: ObjectID], ObjectID?) = ([:], nil)
    for step in 0..<40 {
      var edits: [(path: String, edit: TreeEdit)] = []
      for number in 0..<random.number(below: 12) {
        let folder = random.pick(["", "a.b.d/", "a0.d/", "a/", "b/a/"])
        let path = folder + random.pick(names) + (folder.isEmpty ? ".f" : "")
        // A removal counts before other edits, but an edit of the same path replaces it.
        guard !edits.contains(where: { $0.path == path }) else { continue }
        let blob = try repository.writeBlob(Array("\(step % 5) \(number)".utf8))
        let isRemoved = random.chance(40)
        edits.append((path, isRemoved ? .remove : .put(blob)))
        files[path] = isRemoved ? nil : blob
      }
      let edited = try repository.writeTree(from: tree, edits: edits)
      tree = edited
      let leaves = try repository.leaves(of: edited)
      #expect(
        Dictionary(
          uniqueKeysWithValues: leaves.map {
            (String(decoding: $0.path, as: UTF8.self), $0.entry.id)
          }) == files)
      for (path, id) in files { #expect(try repository.treeEntry(at: path, in: edited)?.id == id) }
      #expect(try repository.treeEntry(at: "a0.d/none", in: edited) == nil)
    }
    if let tree {
      try repository.move("refs/heads/main", to: repository.writeCommit(.by(tree: tree)))
    }
    #expect(try await scratch.git("fsck", "--strict", "--full", "--no-dangling") == "")
  }
}
