import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Plans that were broken by hand: the commit that broke them, and the last readable version.
@Suite("A plan that can't be read")
struct LastReadableTests {
  /// Breaks a plan by hand and returns the commit.
  @discardableResult
  private func breakPlan(_ id: PlanID, of person: BoardFixture) async throws -> ObjectID {
    try await person.repository.commitFiles([(id.path, "{ broken by \(person.seconds)")])
    return try person.tip()
  }

  @Test("is known by the commit that broke it, however many came after")
  func origin() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let other = try await ada.add("another")
    let created = try ada.tip()
    let broken = try await breakPlan(id, of: ada)
    for title in ["one", "two", "three"] { try await ada.edit(other, .title(title)) }
    let tip = try ada.tip()
    let origin = CommitSummary(try #require(try ada.store().origin(of: id.path, from: tip)))
    #expect(origin.id == CommitID(broken))
    #expect(origin.by == "Ada Lovelace <ada@example.org>")
    #expect(origin.subject == "by hand")
    #expect(origin.at == Timestamp(seconds: 1_795_165_200))
    #expect(try ada.store().origin(of: id.path, from: created)?.subject == "add a plan")
    #expect(try ada.store().origin(of: id.path, from: tip, limit: 3) == nil)
  }

  @Test("is found through a merge by the side that it came from")
  func originThroughMerge() async throws {
    let (_, ada, ben, id) = try await pair()
    try await ben.add("ben's")
    let broken = try await breakPlan(id, of: ada)
    try await syncAll(ada, ben)
    #expect(try await ben.repository.git("rev-list", "--count", "--merges", "pmgit/main") == "1")
    #expect(try ben.store().origin(of: id.path, from: ben.tip())?.id == broken)
  }

  @Test(
    "A file that was removed is known by the commit that removed it, one that never was by none")
  func removed() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    try await ada.repository.commitFiles([(id.path, nil)])
    let removed = try ada.tip()
    try await ada.add("another")
    #expect(try ada.store().origin(of: id.path, from: ada.tip())?.id == removed)
    #expect(try ada.store().origin(of: "plans/zz/nothing.json", from: ada.tip()) == nil)
    #expect(try ada.store().lastReadable(id, at: ada.tip())?.id == ExactString(id.text))
    #expect(try ada.store().lastReadable(.test("zz"), at: ada.tip()) == nil)
  }

  @Test("was what it was before the first of several commits that broke it")
  func version() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    try await ada.edit(id, .title("edited"), .add("bug", to: .labels))
    let before = try ada.document(id)
    for _ in 0..<3 {
      try await breakPlan(id, of: ada)
      try await ada.add("another")
    }
    #expect(try ada.store().lastReadable(id, at: ada.tip()) == before)
  }

  /// A person merges two heads by hand and commits git's conflict markers.
  @Test("and has git's conflict markers in it, was the merge of both sides")
  func markers() async throws {
    let (_, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"), .remove("none", from: .labels))
    try await ben.edit(id, .title("ben's"), .state("done"))
    let (ours, theirs) = (try ada.tip(), try ben.tip())
    try await ada.repository.git("fetch", "--quiet", ben.repository.path, "pmgit/main")
    let folders = try await ada.repository.rawEntries(of: "\(ours.hex):plans/\(id.folder)")
    #expect(folders.count == 1)
    try await ada.repository.commitFiles([(id.path, "{\n<<<<<<< ours\n")])
    let merge = try await ada.repository.rawCommit(
      tree: "pmgit/main^{tree}", parents: [ours.hex, theirs.hex])
    try await ada.repository.git("update-ref", branch, merge)
    let tip = try ada.tip()
    #expect(try ada.store().origin(of: id.path, from: tip)?.id == tip)
    let mended = try #require(try ada.store().lastReadable(id, at: tip))
    // The result must be what a sync makes of the two heads.
    try await ada.repository.git("update-ref", branch, ours.hex)
    try await ben.sync()
    try await ada.sync()
    #expect(mended == (try ada.document(id)))
    #expect(Plan(mended, id: id).conflicts.map(\.field) == ["title"])
    #expect(Plan(mended, id: id).state == "done")
  }

  @Test("is like the settings: with a merge's markers in them they are the merge of both sides")
  func settings() async throws {
    let (_, ada, ben, _) = try await pair()
    for (person, column) in [(ada, "doing"), (ben, "done")] {
      try await person.change {
        $0.editBoard([.write(PlanList.columns.path(column, "title"), .string(person.name))])
      }
    }
    let (ours, theirs) = (try ada.tip(), try ben.tip())
    try await ada.repository.git("fetch", "--quiet", ben.repository.path, "pmgit/main")
    try await ada.repository.commitFiles([("board.json", "{\n<<<<<<< ours\n")])
    let merge = try await ada.repository.rawCommit(
      tree: "pmgit/main^{tree}", parents: [ours.hex, theirs.hex])
    try await ada.repository.git("update-ref", branch, merge)
    let found = try ada.store().snapshot()
    #expect(found.brokenSettings != nil)
    #expect(found.board.columns.map(\.title) == ["Todo", "Ada", "Ben"])
  }

  @Test("by this version but by a newer one, is not taken for broken")
  func tooNew() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    try await ada.repository.commitFiles([(id.path, #"{"format": 2, "id": "\#(id)"}"#)])
    let tip = try ada.tip()
    guard
      case .planFormatTooNew(id, found: 2) = try await storeError({
        _ = try ada.store().lastReadable(id, at: tip)
      })
    else {
      Issue.record("a version of a newer format was passed over")
      return
    }
  }

  @Test("is found by its 'id' where somebody renamed its file")
  func misplaced() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let text = try await ada.repository.git("show", "pmgit/main:\(id.path)")
    let renamed = "plans/\(id.folder)/renamed.json"
    try await ada.repository.commitFiles([(id.path, nil), (renamed, text)])
    let found = try ada.store().snapshot().misplacedPlans()
    #expect(found.map(\.path) == [renamed])
    #expect(found.map(\.id) == [id])
    #expect(try ada.store().snapshot().misplacedPlan(at: renamed)?.id == id)
    for typed in [id.text, String(id.text.prefix(4))] {
      guard
        case .misplacedPlan(id, path: renamed) = try await storeError({
          _ = try ada.store().snapshot().resolve(typed)
        })
      else {
        Issue.record("'\(typed)' is not known to be at '\(renamed)'")
        return
      }
    }
  }

  @Test("An edit made before somebody removed the file is merged with one made elsewhere")
  func removedAfterEdit() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ada.repository.commitFiles([(id.path, nil)])
    try await ada.sync()
    try await ben.edit(id, .due(CalendarDay("2026-12-01")))
    try await syncAll(ben, ada, ben)
    #expect(try ben.plan(id).title == "ada's")
    #expect(try ben.plan(id).due?.description == "2026-12-01")
    try await expectRest(hub, [ada, ben])
  }

  /// Creates a history in which a plan is broken, and then merged with `sides` readable versions
  /// one after the other. Each merge commit breaks the plan again.
  ///
  /// - Returns: The last merge.
  private func ladder(_ id: PlanID, of person: BoardFixture, sides: Int) throws -> ObjectID {
    let repository = try person.repository.open()
    let base = try person.tip()
    let tree = try repository.commit(base).tree
    let signature = person.author().author
    func commit(_ bytes: [UInt8], _ parents: [ObjectID]) throws -> ObjectID {
      let file: (String, TreeEdit) = (id.path, .put(try repository.writeBlob(bytes), .blob))
      return try repository.writeCommit(
        CommitDraft(
          tree: try repository.writeTree(from: tree, edits: [file]), parents: parents,
          author: signature, committer: signature, message: "x"))
    }
    let document = try #require(try person.document(id))
    var head = try commit(Array("{".utf8), [base])
    for side in 0..<sides {
      var edited = document
      edited.apply([.title("side \(side)")], stamp: Stamp(ExactString("s\(side)")))
      let other = try commit(PlanFile.bytes(of: edited), [base])
      head = try commit(Array("{ \(side)".utf8), [head, other])
    }
    return head
  }

  @Test("is not searched for without end: many broken merges are given up")
  func budget() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let store = try ada.store()
    let few = try store.lastReadable(id, at: try ladder(id, of: ada, sides: 20))
    #expect(few?[.field("title")].count == 20)
    #expect(try store.lastReadable(id, at: try ladder(id, of: ada, sides: 200)) == nil)
  }
}
