import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// A tree that pmgit must refuse, and the path of the harmful entry. git itself would not write
/// most of these trees.
struct HostileTree: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The path that the refusal must name.
  let path: String
  /// Whether git itself refuses to fetch the commit, for example because an object is missing.
  var isIncomplete = false
  /// Changes the entries of the root tree, and may use the ids of a blob and of the tree `plans`.
  let change: @Sendable (inout [RawEntry], _ blob: String, _ plans: String) -> Void

  init(
    _ description: String, path: String, isIncomplete: Bool = false,
    _ change: @escaping @Sendable (inout [RawEntry], String, String) -> Void
  ) {
    (testDescription, self.path, self.isIncomplete) = (description, path, isIncomplete)
    self.change = change
  }

  static func named(_ name: String, mode: String = "100644") -> HostileTree {
    HostileTree("an entry '\(name)' of mode \(mode)", path: name) { entries, blob, plans in
      entries.insert(RawEntry(mode, name, mode == "40000" ? plans : blob), at: 0)
    }
  }

  static let all: [HostileTree] = [
    .named(".."), .named("."), .named(".git"), .named(".GIT"), .named(".Git", mode: "40000"),
    .named("..", mode: "40000"), .named("../../a"), .named("a/b"),
    .named(".git", mode: "120000"), .named("git~1"), .named(".git."), .named(".Git "),
    .named(".git::$INDEX_ALLOCATION"), .named(".g\u{200C}it"),
    HostileTree("a file that is a folder", path: "x", isIncomplete: true) { entries, _, plans in
      entries.append(RawEntry("100644", "x", plans))
    },
    HostileTree("a name that stands twice", path: "board.json") { entries, blob, _ in
      entries.insert(RawEntry("100644", "board.json", blob), at: entries.count - 1)
    },
    HostileTree("a file and a folder of one name", path: "x") { entries, blob, plans in
      entries += [RawEntry("100644", "x", blob), RawEntry("40000", "x", plans)]
    },
    HostileTree("names out of order", path: "board.json") { entries, _, _ in
      entries.reverse()
    },
    HostileTree("a name that is not UTF-8", path: "x\u{FFFD}") { entries, blob, _ in
      entries.append(RawEntry("100644", Array("x".utf8) + [0xFF], blob))
    },
    HostileTree("a file in the place of 'plans'", path: "plans") { entries, blob, _ in
      entries =
        entries.filter { $0.name != Array("plans".utf8) } + [RawEntry("100644", "plans", blob)]
    },
    HostileTree("a link in the place of 'plans'", path: "plans") { entries, blob, _ in
      entries =
        entries.filter { $0.name != Array("plans".utf8) } + [RawEntry("120000", "plans", blob)]
    },
    HostileTree("a blob that is missing", path: "x", isIncomplete: true) { entries, _, _ in
      entries.append(RawEntry("100644", "x", String(repeating: "1", count: 40)))
    },
    HostileTree("a folder that is missing", path: "x", isIncomplete: true) { entries, _, _ in
      entries.append(RawEntry("40000", "x", String(repeating: "1", count: 40)))
    },
    HostileTree("a blob in the place of a folder", path: "x", isIncomplete: true) {
      entries, blob, _ in
      entries.append(RawEntry("40000", "x", blob))
    },
    HostileTree("an entry without a name", path: "", isIncomplete: true) { entries, blob, _ in
      entries.insert(RawEntry("100644", "", blob), at: 0)
    },
  ]
}

@Suite("A head from elsewhere")
struct HeadCheckTests {
  /// Returns a board with one plan that was shared, and one commit that was not.
  private func board() async throws -> (ada: BoardFixture, shared: ObjectID) {
    let (_, people) = try await BoardFixture.sharing(1)
    try await people[0].create(.test("k7"), "shared")
    try await people[0].sync()
    let shared = try people[0].tip()
    try await people[0].create(.test("m7"), "mine")
    return (people[0], shared)
  }

  private func hostileCommit(
    _ hostile: HostileTree, in scratch: ScratchRepository, on parent: ObjectID
  ) async throws -> String {
    var entries = try await scratch.rawEntries(of: parent.hex)
    let plans = try await scratch.git("rev-parse", "\(parent):plans")
    hostile.change(&entries, try await scratch.blob("bad"), plans)
    return try await scratch.rawObject(
      "commit",
      Array(
        """
        tree \(try await scratch.rawTree(entries))
        parent \(parent)
        author Eve <eve@example.org> 1795165300 +0000
        committer Eve <eve@example.org> 1795165300 +0000

        bad

        """.utf8))
  }

  private func expectRefusal(
    _ commit: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async throws {
    let error = try await storeError(sourceLocation: sourceLocation, body)
    guard case .unsafeHead(let found, let place, let reason) = error else {
      Issue.record("\(error)", sourceLocation: sourceLocation)
      return
    }
    #expect(found.hex == commit, sourceLocation: sourceLocation)
    #expect(place == path, sourceLocation: sourceLocation)
    #expect(!reason.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(
    "A tree that would do harm is refused by a sync and by a fresh clone; the board here works on",
    arguments: HostileTree.all)
  func hostileTree(hostile: HostileTree) async throws {
    let (ada, shared) = try await board()
    let (scratch, hub) = (ada.repository, try #require(ada.repository.origin))
    // The objects already exist here; otherwise git itself would refuse to fetch a broken history.
    let commit = try await hostileCommit(hostile, in: scratch, on: shared)
    _ = try await hostileCommit(hostile, in: hub, on: shared)
    try hub.write(commit + "\n", to: "repository/\(branch)")
    let tip = try ada.tip()
    if hostile.isIncomplete {
      // Git reports this error itself.
      _ = try await storeError { try await ada.sync() }
    } else {
      try await expectRefusal(commit, hostile.path) { try await ada.sync() }
    }
    #expect(try ada.tip() == tip)
    try await ada.edit(.test("k7"), .title("works on"))
    #expect(try ada.titles() == ["mine", "works on"])

    try await scratch.git("update-ref", trackingBranch, commit)
    try await scratch.git("update-ref", "-d", branch)
    try await expectRefusal(commit, hostile.path) { _ = try ada.store().snapshot() }
    try await expectRefusal(commit, hostile.path) { try await ada.create() }
    try await expectRefusal(commit, hostile.path) { try await ada.add("x") }
    #expect(try ada.store().localTip() == nil)
  }

  @Test("Folders in folders without end are refused", arguments: [15, 16, 400])
  func nesting(depth: Int) async throws {
    let (ada, shared) = try await board()
    let scratch = ada.repository
    var tree = try ada.repository.open().writeTree(
      from: nil, edits: [("x", .put(try ada.repository.open().writeBlob([1])))]
    ).hex
    for _ in 1..<depth { tree = try await scratch.rawTree([RawEntry("40000", "d", tree)]) }
    var entries = try await scratch.rawEntries(of: shared.hex)
    entries.append(RawEntry("40000", "x", tree))
    let commit = try await scratch.rawCommit(
      tree: scratch.rawTree(entries), parents: [shared.hex])
    try await scratch.git("update-ref", trackingBranch, commit)
    try await scratch.git("update-ref", "-d", branch)
    if depth < 16 {
      #expect(try ada.titles() == ["shared"])
    } else {
      try await expectRefusal(
        commit, (["x"] + Array(repeating: "d", count: 15)).joined(separator: "/")
      ) {
        _ = try ada.store().snapshot()
      }
    }
  }

  @Test("Harm below a folder is named with its whole path, also where the rest is known")
  func deepPath() async throws {
    let (ada, shared) = try await board()
    let scratch = ada.repository
    let hub = try #require(scratch.origin)
    var plans = try await hub.rawEntries(of: "\(shared):plans")
    var folder = try await hub.rawEntries(of: "\(shared):plans/k7")
    folder.insert(RawEntry("100644", "..", try await hub.blob("bad")), at: 0)
    plans[0] = RawEntry("40000", "k7", try await hub.rawTree(folder))
    var root = try await hub.rawEntries(of: shared.hex)
    let index = try #require(root.firstIndex { $0.name == Array("plans".utf8) })
    root[index] = RawEntry("40000", "plans", try await hub.rawTree(plans))
    let commit = try await hub.rawCommit(tree: hub.rawTree(root), parents: [shared.hex])
    try await hub.git("update-ref", branch, commit)
    try await expectRefusal(commit, "plans/k7/..") { try await ada.sync() }
  }

  /// Broken settings are treated differently: a head with broken settings is accepted if the local
  /// board has repaired them since.
  @Test("A tree that would do harm is refused also where the board here has mended it since")
  func mendedTree() async throws {
    let (ada, shared) = try await board()
    let hub = try #require(ada.repository.origin)
    var root = try await hub.rawEntries(of: shared.hex)
    root.insert(RawEntry("100644", "..", try await hub.blob("bad")), at: 0)
    let bad = try await hub.rawCommit(tree: hub.rawTree(root), parents: [shared.hex])
    let mended = try await hub.rawCommit(tree: "\(shared)^{tree}", parents: [bad])
    try await hub.git("update-ref", branch, mended)
    try await ada.sync()
    let tip = try ada.tip()
    try await hub.git("update-ref", branch, bad)
    try await expectRefusal(bad, "..") { try await ada.sync() }
    #expect(try ada.tip() == tip)
  }

  @Test("A remote board that a newer pmgit wrote is refused by its name")
  func settings() async throws {
    let text = #"{"format":9,"id":"board"}"#
    let (ada, _) = try await board()
    let side = try #require(BoardName("side"))
    try await ada.repository.git("config", "pmgit.board", "side")
    let store = try ada.store()
    _ = try await store.create()
    _ = try await store.sync(person: nil)
    let hub = try #require(ada.repository.origin)
    try await hub.commitFiles([("board.json", text)], on: "refs/heads/pmgit/side")
    let tip = try store.tip()
    let error = try await storeError { _ = try await store.sync(person: nil) }
    guard case .formatTooNew(side, found: 9) = error else { throw error }
    #expect(try store.tip() == tip)
  }

  @Test("A few trees that stand for billions of files are refused, and at once")
  func bomb() async throws {
    let (ada, shared) = try await board()
    let scratch = ada.repository
    var tree = try await scratch.rawTree([RawEntry("100644", "x", try await scratch.blob("x"))])
    for _ in 0..<10 {
      tree = try await scratch.rawTree((0..<10).map { RawEntry("40000", "\($0)", tree) })
    }
    var entries = try await scratch.rawEntries(of: shared.hex)
    entries.append(RawEntry("40000", "x", tree))
    let commit = try await scratch.rawCommit(
      tree: scratch.rawTree(entries), parents: [shared.hex])
    try await scratch.git("update-ref", trackingBranch, commit)
    try await scratch.git("update-ref", "-d", branch)
    let store = try ada.store()
    let time = try processorTime {
      do {
        _ = try store.snapshot()
        Issue.record("taken")
      } catch {
        guard case StoreError.unsafeHead(_, _, reason: "too many entries") = error else {
          throw error
        }
      }
    }
    #expect(time < .seconds(20))
  }

  @Test("A plan that can't be read is no reason to refuse the board it is on")
  func unreadablePlan() async throws {
    let (ada, _) = try await board()
    let hub = try #require(ada.repository.origin)
    try await hub.commitFiles([(PlanID.test("zz").path, "{")])
    let result = try await ada.sync()
    #expect(result.kind == .merged)
    #expect(try ada.titles() == ["mine", "shared"])
    let unreadable = try ada.store().snapshot().plans().unreadable
    #expect(unreadable.map(\.path) == [PlanID.test("zz").path])
    #expect(try hub.open().reference(branch) == ada.tip())
  }

  @Test("A plan's entry that names no file is a plan that can't be read", arguments: [true, false])
  func planThatIsNoBlob(isTree: Bool) async throws {
    let ada = try await BoardFixture()
    let (scratch, id) = (ada.repository, PlanID.test("k7"))
    let object =
      try await scratch.git("rev-parse", isTree ? "\(branch)^{tree}" : branch)
    let plans = try await scratch.rawTree([
      RawEntry(
        "40000", id.folder,
        try await scratch.rawTree([RawEntry("100644", "\(id).json", object)]))
    ])
    var entries = try await scratch.rawEntries(of: branch)
    entries.append(RawEntry("40000", "plans", plans))
    let commit = try await scratch.rawObject(
      "commit",
      Array(
        """
        tree \(try await scratch.rawTree(entries))
        parent \(try ada.tip())
        author Eve <eve@example.org> 1795165300 +0000
        committer Eve <eve@example.org> 1795165300 +0000

        bad

        """.utf8))
    try await scratch.git("update-ref", branch, commit)
    let store = try ada.store()
    #expect(try store.snapshot().plans().unreadable.map(\.path) == [id.path])
    #expect(try store.snapshot().history().isEmpty)
  }
}
