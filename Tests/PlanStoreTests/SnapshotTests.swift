import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("A snapshot")
struct SnapshotTests {
  private let good = PlanID.test("aaaa")
  private let bad = PlanID.test("bbbb")

  /// Returns a board with one readable plan and another file with this text. By default, the file
  /// is at the path of a second plan.
  private func board(
    _ text: String, at path: String? = nil, mode: FileMode = .blob
  ) async throws -> BoardFixture {
    let ada = try await BoardFixture()
    try await ada.create(good, "good")
    try await ada.repository.commitFiles([(path ?? bad.path, text)], mode: mode)
    return ada
  }

  /// Checks that the readable plan is shown and can be changed, and that the other file is reported
  /// with a reason.
  private func expectUnreadable(
    _ ada: BoardFixture, path: String, reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let read = try ada.store().snapshot().plans()
    let (plans, unreadable) = (read.plans, read.unreadable)
    #expect(plans.map(\.title) == ["good"], sourceLocation: sourceLocation)
    #expect(unreadable.map(\.path) == [path], sourceLocation: sourceLocation)
    #expect(
      unreadable.first?.reason.contains(reason) == true, "\(unreadable)",
      sourceLocation: sourceLocation)
    // The other plan can still be changed.
    try await ada.edit(good, .state("doing"))
    #expect(try ada.plan(good).state == "doing", sourceLocation: sourceLocation)
  }

  @Test(
    "A plan that can't be read does not stop the others",
    arguments: [
      ("{", "line 1, column 2"),
      ("", "line 1, column 1"),
      (#"{"format":1,"id":"cccc00000000"}"#, "its 'id' is 'cccc00000000'"),
      (#"{"format":1,"id":"bbbb00000000","id":"x"}"#, "twice"),
      (#"{"id":"bbbb00000000"}"#, "format"),
      (#"{"format":2,"id":"bbbb00000000"}"#, "its format is 2, and this pmgit reads up to 1"),
      ("<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n", "line 1, column 1"),
      ("\u{FEFF}{}", "line 1, column 1"),
      (String(repeating: " ", count: 2 << 20), "longer than 1048576 bytes"),
    ])
  func unreadable(text: String, reason: String) async throws {
    let ada = try await board(text)
    try await expectUnreadable(ada, path: bad.path, reason: reason)
    let error = try await storeError { _ = try ada.document(bad) }
    switch error {
    case .unreadablePlan(bad, _), .planFormatTooNew(bad, found: 2): break
    default: Issue.record("\(error)")
    }
    // An edit would overwrite what a person may still want to repair.
    let tip = try ada.tip()
    _ = try await storeError { try await ada.edit(bad, .title("x")) }
    #expect(try ada.tip() == tip)
  }

  @Test(
    "A file in another folder, or with another name, is no plan",
    arguments: [
      "plans/aa/bbbb00000000.json", "plans/bbbb00000000.json", "plans/bb/bbbb00000000.txt",
      "plans/bb/BBBB00000000.json", "plans/bb/deep/bbbb00000000.json",
    ])
  func misplaced(path: String) async throws {
    let ada = try await board(handWritten(bad, title: "bad"), at: path)
    try await expectUnreadable(ada, path: path, reason: "not named like a plan")
    #expect(try ada.document(bad) == nil)
  }

  @Test("A symbolic link at a plan's path is not followed")
  func link() async throws {
    let ada = try await board("../aa/\(good).json", mode: .link)
    try await expectUnreadable(ada, path: bad.path, reason: "symbolic link")
  }

  @Test("A submodule at a plan's path is not a plan")
  func submodule() async throws {
    let ada = try await BoardFixture()
    try await ada.create(good, "good")
    let scratch = ada.repository
    let tip = try ada.tip().hex
    var plans = try await scratch.rawEntries(of: "\(tip):plans")
    plans.append(
      RawEntry("40000", "bb", try await scratch.rawTree([RawEntry("160000", "\(bad).json", tip)])))
    var root = try await scratch.rawEntries(of: tip).filter { $0.name != Array("plans".utf8) }
    root.append(RawEntry("40000", "plans", try await scratch.rawTree(plans)))
    let commit = try await scratch.rawCommit(tree: scratch.rawTree(root), parents: [tip])
    try await scratch.git("update-ref", branch, commit)
    try await expectUnreadable(ada, path: bad.path, reason: "submodule")
  }

  @Test("A file name that is not UTF-8 is shown with its bad bytes replaced")
  func notUTF8() async throws {
    let ada = try await BoardFixture()
    try await ada.create(good, "good")
    let scratch = ada.repository
    let tip = try ada.tip().hex
    var plans = try await scratch.rawEntries(of: "\(tip):plans")
    plans.append(RawEntry("100644", [0xFF, 0xFE], try await scratch.blob("x")))
    var root = try await scratch.rawEntries(of: tip).filter { $0.name != Array("plans".utf8) }
    root.append(RawEntry("40000", "plans", try await scratch.rawTree(plans)))
    let commit = try await scratch.rawCommit(tree: scratch.rawTree(root), parents: [tip])
    try await scratch.git("update-ref", branch, commit)
    try await expectUnreadable(ada, path: "plans/\u{FFFD}\u{FFFD}", reason: "not named like a plan")
  }

  @Test(
    "Settings that are gone or can't be read are named, and those from before stand for them",
    arguments: [
      nil, "{", #"{"format":1,"id":"other"}"#,
    ])
  func unreadableBoard(text: String?) async throws {
    let ada = try await BoardFixture()
    try await ada.repository.commitFiles([("board.json", text)])
    let snapshot = try ada.store().snapshot()
    #expect(snapshot.boardDocument == .newBoard)
    let reason = try #require(snapshot.brokenSettings)
    #expect(
      reason.contains(text == nil ? "'board.json' is missing" : text == "{" ? "line 1" : "its 'id'")
    )
  }

  @Test("A branch whose settings never could be read is no board")
  func noSettings() async throws {
    let ada = try await BoardFixture()
    let scratch = ada.repository
    let root = try await scratch.rawTree([RawEntry("100644", "board.json", scratch.blob("{"))])
    try await scratch.git("update-ref", branch, scratch.rawCommit(tree: root))
    let error = try await storeError { _ = try ada.store().snapshot() }
    guard case .unreadableBoard(.main, let reason) = error, reason.contains("line 1") else {
      throw error
    }
  }

  @Test("A board of a newer format is refused with its number, and nothing is written")
  func newerBoard() async throws {
    let ada = try await BoardFixture()
    try await ada.repository.commitFiles([("board.json", #"{"format":7,"id":"board"}"#)])
    let tip = try ada.repository.open().reference(branch)
    for attempt in 0..<2 {
      let error = try await storeError {
        if attempt == 0 { _ = try ada.store().snapshot() } else { try await ada.add("x") }
      }
      guard case .formatTooNew(.main, found: 7) = error else { throw error }
    }
    #expect(try ada.repository.open().reference(branch) == tip)
  }

  @Test("A snapshot stays what it was while the board goes on")
  func constant() async throws {
    let ada = try await BoardFixture()
    try await ada.create(good, "before")
    let snapshot = try ada.store().snapshot()
    try await ada.edit(good, .title("after"))
    #expect(try snapshot.plans().plans.map(\.title) == ["before"])
    #expect(try ada.titles() == ["after"])
  }

  // MARK: - Ids

  @Test("A unique beginning of an id finds the plan, in any case and with look-alikes")
  func resolve() async throws {
    let ada = try await BoardFixture()
    let ids = ["k10a2b", "k10a2c", "k1za", "m000"].map(PlanID.test)
    try await ada.change { transaction in
      for id in ids { try transaction.create(id, [.title("x")]) }
    }
    let snapshot = try ada.store().snapshot()
    for (typed, expected) in [
      ("m", 3), ("M", 3), ("k1z", 2), ("kIZ", 2), ("klza", 2), ("k10a2b", 0), ("kiOA2C", 1),
      ("mooo", 3), (ids[0].text, 0), (ids[1].text.uppercased(), 1),
    ] {
      #expect(try snapshot.resolve(typed) == ids[expected], "\(typed)")
    }
    #expect(try snapshot.ids() == ids)
    #expect(try ids.map(snapshot.shortID) == ["k10a2b", "k10a2c", "k1za", "m000"])
  }

  @Test("An ambiguous beginning is an error that lists the candidates")
  func ambiguous() async throws {
    let ada = try await BoardFixture()
    try await ada.create(.test("k10a"), "first")
    try await ada.create(.test("k10b"), "second")
    try await ada.create(.test("m10b"), "third")
    for typed in ["k", "K1", "k10"] {
      let error = try await storeError { _ = try ada.store().snapshot().resolve(typed) }
      guard case .ambiguousPlan(let name) = error, name.typed == typed else {
        Issue.record("\(typed): \(error)")
        return
      }
      #expect(name.first.map(\.title) == ["first", "second"])
      #expect(name.ids.map(\.text) == name.first.map(\.id.text))
    }
  }

  @Test("What finds no plan, and what can't be an id, are distinguished")
  func unknown() async throws {
    let ada = try await BoardFixture()
    try await ada.create(.test("k10a"))
    let snapshot = try ada.store().snapshot()
    for typed in ["k2", "z", "k10a1", "k10a00000001"] {
      let error = try await storeError { _ = try snapshot.resolve(typed) }
      guard case .unknownPlan(typed, inTitles: true) = error else {
        Issue.record("\(typed): \(error)")
        return
      }
    }
    for typed in ["", "1k", "k!", "ku", "k10a000000000", "../", "ké"] {
      let error = try await storeError { _ = try snapshot.resolve(typed) }
      guard case .notAnID(typed, aliases: [], inTitles: true) = error else {
        Issue.record("\(typed): \(error)")
        return
      }
    }
  }
}
