import Git
import PmgitTestSupport
import Testing

/// Objects that are so simple that pmgit accepts them without a check by git.
@Suite("Plain objects")
struct PlainObjectTests {
  private static let names = [
    "a", "a-b", "a.b", "a0", "A", "b", "plans", "README.md", "x", "x.y", ".gitattributes", ".git",
    ".gitmodules", ".", "..", "git~1", "GITMOD~1", "a b", "\u{e9}", "x/y", "",
  ]

  @Test(
    "git accepts each random tree that is plain, and its entries are the ones that libgit2 reads",
    arguments: Seeds.each(4))
  func trees(seed: UInt64) async throws {
    let scratch = try await ScratchRepository()
    let blob = try await scratch.blob("x")
    let folder = try await scratch.rawTree([RawEntry("100644", "a", blob)])
    var random = SeededGenerator(seed: seed)
    var trees: [ObjectID] = []
    for _ in 0..<60 {
      var entries: [RawEntry] = []
      // Most trees have only names that are plain.
      let names = random.chance(70) ? Array(Self.names.prefix(11)) : Self.names
      for name in names where random.chance(25) {
        let mode = random.pick(
          random.chance(85)
            ? ["100644", "40000", "100755"] : ["120000", "160000", "100664", "0100644", "040000"])
        let id = random.chance(98) ? mode.hasSuffix("40000") ? folder : blob : ObjectID.zero.hex
        entries.append(RawEntry(mode, name, id))
      }
      if random.chance(80) { entries.sort { Self.key($0).lexicographicallyPrecedes(Self.key($1)) } }
      if random.chance(10), let first = entries.first { entries.insert(first, at: 0) }
      trees.append(try #require(ObjectID(hex: try await scratch.rawTree(entries))))
    }
    let repository = try scratch.open()
    let plain = trees.filter { repository.plainTree($0) != nil }
    #expect(plain.count > 5 && plain.count < trees.count - 5, "\(plain.count)")
    let refused = try await repository.refusedObject(
      among: plain, environment: scratch.program.environment)
    #expect(refused == nil)
    for (id, other) in zip(plain, plain.reversed()) {
      let tree = try #require(repository.plainTree(id))
      let entries = try repository.treeEntries(id)
      #expect(tree.count == entries.count)
      #expect(tree.differences(from: nil).map(\.entry) == entries)
      let known = try repository.treeEntries(other)
      let differences = tree.differences(from: repository.plainTree(other))
      #expect(differences.map(\.entry) == entries.filter { !known.contains($0) })
      for difference in differences {
        #expect(difference.former == known.first { $0.name == difference.entry.name })
      }
    }
  }

  /// Returns the bytes by which git sorts an entry.
  private static func key(_ entry: RawEntry) -> [UInt8] {
    entry.name + (entry.mode.hasSuffix("40000") ? Array("/".utf8) : [])
  }

  @Test("A file and a folder of one name are not plain, whatever stands between them")
  func sameName() async throws {
    let scratch = try await ScratchRepository()
    let blob = try await scratch.blob("x")
    let folder = try await scratch.rawTree([RawEntry("100644", "a", blob)])
    let tree = try await scratch.rawTree([
      RawEntry("100644", "x", blob), RawEntry("100644", "x-y", blob),
      RawEntry("40000", "x", folder),
    ])
    #expect(try scratch.open().plainTree(#require(ObjectID(hex: tree))) == nil)
  }

  @Test("A folder is sorted as if its name ended in a slash")
  func folderOrder() async throws {
    let scratch = try await ScratchRepository()
    let blob = try await scratch.blob("x")
    let folder = try await scratch.rawTree([RawEntry("100644", "a", blob)])
    let tree = try await scratch.rawTree([
      RawEntry("40000", "x", folder), RawEntry("100644", "x-y", blob),
    ])
    #expect(try scratch.open().plainTree(#require(ObjectID(hex: tree))) == nil)
  }

  @Test("A name that git remarks on for its length is not plain", arguments: [255, 256])
  func longName(count: Int) async throws {
    let scratch = try await ScratchRepository()
    let blob = try await scratch.blob("x")
    let name = String(repeating: "n", count: count)
    let tree = try await scratch.rawTree([RawEntry("100644", name, blob)])
    let plain = try scratch.open().plainTree(#require(ObjectID(hex: tree)))
    #expect((plain != nil) == (count == 255))
  }

  private static let signatures = [
    "Ada Moon <ada@example.org> 1795165200 +0100", "A <a> 1 -1130",
    "\u{c9}va <e@x> 1795165200 +0000",
    "Ada<a@x> 1795165200 +0000", "<a@x> 1795165200 +0000", " <a@x> 1795165200 +0000",
    "Ada <> 1795165200 +0000", "Ada <a@x> 01795165200 +0000", "Ada <a@x> 0 +0000",
    "Ada <a@x> 99999999999999999999 +0000", "Ada <a@x> -5 +0000", "Ada <a@x> 1795165200 +1",
    "Ada <a@x> 1795165200", "Ada <a@x>1795165200 +0000", "A<b <a@x> 1795165200 +0000",
    "A>b <a@x> 1795165200 +0000", "Ada <a@x> now +0000", "Ada <a@x> 1795165200 0000",
    "Ada <a@x> 1795165200 +00000", "",
  ]

  @Test("git accepts each commit that is plain, and libgit2 reads the same in it")
  func commits() async throws {
    let scratch = try await ScratchRepository()
    let tree = try await scratch.rawTree([RawEntry("100644", "a", try await scratch.blob("x"))])
    let parent = try await scratch.rawCommit(tree: tree)
    let good = Self.signatures[0]
    var texts = Self.signatures.flatMap { signature in
      [
        "tree \(tree)\nauthor \(signature)\ncommitter \(good)\n\nx\n",
        "tree \(tree)\nparent \(parent)\nauthor \(good)\ncommitter \(signature)\n\nx\n",
      ]
    }
    let whole = "author \(good)\ncommitter \(good)\n\nx\n"
    texts += [
      "tree \(tree)\nparent \(parent)\nparent \(parent)\n" + whole,
      "tree \(tree)\nauthor \(good)\n" + whole, "tree \(tree)\nencoding x\n" + whole,
      "tree \(tree)\nauthor \(good)\ncommitter \(good)\ngpgsig x\n\nx\n",
      "tree \(tree)\nauthor \(good)\ncommitter \(good)\n\n", "tree \(tree)\n" + whole + "\0x",
      "tree \(tree)\nauthor \(good)\ncommitter \(good)\n", "tree \(tree.uppercased())\n" + whole,
      "tree \(tree) \n" + whole, "parent \(parent)\n" + whole, whole, "",
      "tree \(tree)\ncommitter \(good)\nauthor \(good)\n\nx\n",
    ]
    let repository = try scratch.open()
    var plain: [ObjectID] = []
    for text in texts {
      let id = try #require(ObjectID(hex: try await scratch.rawObject("commit", Array(text.utf8))))
      guard let found = repository.plainCommit(id) else { continue }
      let commit = try repository.commit(id)
      #expect(found.tree == commit.tree && found.parents == commit.parents)
      plain.append(id)
    }
    // Three signatures as author and as committer, the two commits with parents, and the empty
    // message are plain.
    #expect(Set(plain).count == 8)
    let refused = try await repository.refusedObject(
      among: plain, environment: scratch.program.environment)
    #expect(refused == nil)
  }
}
