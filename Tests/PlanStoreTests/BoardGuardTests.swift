import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Tests for each kind of violation. Some write git objects directly. Similar pushes without a
/// violation must pass.
@Suite("What the guard finds in a push")
struct BoardGuardTests {
  @Test("Changes by commands pass, and so does nothing at all")
  func passes() async throws {
    let board = try await JudgedBoard()
    #expect(try await board.violations().isEmpty)
    try await board.ada.edit(board.plan, .title("Another"), .state("doing"))
    try await board.ada.edit(board.plan, .state("done"))
    #expect(try await board.violations().isEmpty)
  }

  @Test("A board that would go is reported")
  func deletion() async throws {
    let board = try await JudgedBoard()
    let found = try await board.violation(to: .zero)
    guard case .deletesBoard = found.kind else { throw Unexpected(found) }
  }

  @Test("A branch that loses a commit is reported, back in history or beside it")
  func rewriting() async throws {
    let board = try await JudgedBoard()
    let parent = try board.ada.repository.open().commit(board.base).parents[0]
    try await board.ada.repository.git("update-ref", branch, parent.hex)
    let beside = try board.commit(HostileFile("notes", "x"))
    for new in [parent, beside] {
      let found = try await board.violation(to: new)
      guard case .rewrites(let old) = found.kind else { throw Unexpected(found) }
      #expect(old == board.base)
    }
  }

  @Test("A branch may point to a home that nobody's git runs, if the plans stay as they are")
  func home() async throws {
    for (address, files) in [
      ("../board.git", []), ("ext::sh", []), ("../board.git", [HostileFile("notes", "x")]),
    ] {
      let board = try await JudgedBoard()
      let text = #"{"format":1000,"home":"\#(address)","id":"board"}"# + "\n"
      try board.ada.repository.commitHostile([HostileFile("board.json", text)] + files, by: .eve)
      switch (try await board.violations().first?.kind, address, files.isEmpty) {
      case (nil, "../board.git", true): break
      case (.unusable(.refusedHome(_, "ext::sh", .form))?, "ext::sh", true): break
      case (.unusable(.unsafeHead(_, "notes", _))?, _, false): break
      case (let found, _, _): Issue.record("\(address): \(String(describing: found))")
      }
    }
  }

  @Test("Settings that can't be read make a head that can't be used", arguments: ["{}\n", nil])
  func unusable(text: String?) async throws {
    let board = try await JudgedBoard()
    let head = try board.commit(
      text.map { HostileFile("board.json", $0) } ?? .removed("board.json"))
    let found = try await board.violation()
    guard case .unusable(.unsafeHead(let commit, let path, _)) = found.kind else {
      throw Unexpected(found)
    }
    #expect(commit == head && path == "board.json")
  }

  @Test("An object that git refuses is reported with its commit, also below a sound one")
  func unsound() async throws {
    let board = try await JudgedBoard()
    let scratch = board.ada.repository
    let entries = try await scratch.rawEntries(of: branch)
    let padded = try await scratch.rawTree(
      entries.map { RawEntry($0.mode == "100644" ? "0100644" : $0.mode, $0.name, $0.id) })
    let bad = try await scratch.rawCommit(tree: padded, parents: [board.base.hex])
    let tree = try scratch.open().commit(board.base).tree
    let good = try await scratch.rawCommit(tree: tree.hex, parents: [bad])
    let found = try await board.violation(to: ObjectID(hex: good))
    guard case .unsound(let refused, since: board.base) = found.kind else {
      throw Unexpected(found)
    }
    #expect(refused.reason.contains("zeroPaddedFilemode"))
    #expect(found.commit?.id.hex == bad && found.path == "")
  }

  @Test("A plan that can't be read is reported with its path and the commit that broke it")
  func unreadable() async throws {
    let board = try await JudgedBoard()
    let commit = try board.commit(HostileFile(board.plan.path, "{\n"))
    try board.commit(HostileFile("notes", "x"))
    let found = try await board.violation()
    guard case .unreadable(let reason) = found.kind else { throw Unexpected(found) }
    #expect(!reason.isEmpty && found.plan == board.plan && found.commit?.id == commit)
    // A violation that a later commit of the same push repairs is allowed.
    let text = try #require(try board.ada.store().snapshot(at: board.base).document(board.plan))
    try board.commit(HostileFile(board.plan.path, PlanFile.bytes(of: text)))
    #expect(try await board.violations().isEmpty)
  }

  @Test("A plan of a newer format is reported")
  func tooNew() async throws {
    let board = try await JudgedBoard()
    try board.replace(#""format": 1"#, with: #""format": 2"#)
    let found = try await board.violation()
    guard case .tooNew(format: 2) = found.kind else { throw Unexpected(found) }
  }

  @Test(
    "Other bytes than pmgit's, or the mode of a program, are reported", arguments: [true, false])
  func notCanonical(isProgram: Bool) async throws {
    let board = try await JudgedBoard()
    let text = try board.text()
    try board.commit(
      HostileFile(
        board.plan.path, isProgram ? text : text + "\n", mode: isProgram ? .executable : .blob))
    let found = try await board.violation()
    guard case .notCanonical = found.kind else { throw Unexpected(found) }
    #expect(found.plan == board.plan)
  }

  @Test("A plan's file that is gone is reported")
  func removed() async throws {
    let board = try await JudgedBoard()
    let commit = try board.commit(.removed(board.plan.path))
    let found = try await board.violation()
    guard case .removed = found.kind else { throw Unexpected(found) }
    #expect(found.plan == board.plan && found.commit?.id == commit)
  }

  @Test("A file among the plans that is named as none is reported, with the plan that it holds")
  func misnamed() async throws {
    let board = try await JudgedBoard()
    let text = try board.text()
    try board.commit(
      HostileFile("plans/copy.json", text), HostileFile("plans/notes.txt", "x"),
      HostileFile("notes.txt", "x"))
    let found = try await board.violations()
    let held = try found.map { violation -> PlanID? in
      guard case .misnamed(let plan) = violation.kind else { throw Unexpected(violation) }
      return plan
    }
    #expect(found.map(\.path) == ["plans/copy.json", "plans/notes.txt"])
    #expect(held == [board.plan, nil])
  }

  @Test("A name that differs in case alone is reported", arguments: ["BOARD.json", "Plans/x"])
  func caseClash(path: String) async throws {
    let board = try await JudgedBoard()
    try board.commit(HostileFile(path, "x"))
    let found = try await board.violation()
    guard case .caseClash(let own) = found.kind else { throw Unexpected(found) }
    #expect(own == (path == "BOARD.json" ? "board.json" : "plans") && found.path == path)
  }

  @Test("A stamp that no command writes, or from a day to come, is reported")
  func wrongStamp() async throws {
    let board = try await JudgedBoard()
    try await board.ada.edit(board.plan, .title("Another"))
    let stamp = try #require(board.ada.document(board.plan)?[.field("title")].first?.stamp)
    #expect(try await board.violations().isEmpty)
    // The same push is refused when the judge's clock is two days behind.
    let early = try await board.violations(now: BoardFixture.start - 2 * 86_400)
    guard case .wrongStamp(let problem) = early.first?.kind else { throw Unexpected(early.first) }
    #expect(problem.path == .field("title") && early.count == 1)
    try board.replace("\(stamp.text)", with: "zzzz")
    let found = try await board.violation()
    guard case .wrongStamp = found.kind else { throw Unexpected(found) }
  }

  @Test("What is written once and says something else is reported, with the commit that did it")
  func writtenOnce() async throws {
    let board = try await JudgedBoard()
    let commit = try board.replace("ada@example.org", with: "eve@example.org")
    try await board.ada.edit(board.plan, .title("Another"))
    let found = try await board.violation()
    guard case .writtenOnce(.field("created")) = found.kind else { throw Unexpected(found) }
    #expect(found.commit?.id == commit)
  }

  @Test("A step that a column's rule forbids is reported; a new plan can't begin there either")
  func columnRule() async throws {
    let board = try await JudgedBoard()
    let commit = try board.replace(#""todo""#, with: #""done""#)
    let found = try await board.violation()
    guard case .columnRule(let step) = found.kind else { throw Unexpected(found) }
    #expect(step.from == "todo" && step.to == "done" && found.commit?.id == commit)
    let other = try await JudgedBoard()
    let id = PlanID.test("k7")
    let text = try other.text().replacing(other.plan.text, with: id.text)
      .replacing(#""todo""#, with: #""done""#)
    try other.commit(HostileFile(id.path, text))
    let new = try await other.violation()
    guard case .columnRule(let begun) = new.kind else { throw Unexpected(new) }
    #expect(begun.from == nil && begun.to == "done" && new.plan == id)
  }

  @Test("A committer who is not allowed is reported, and one whom a pattern admits is not")
  func committer() async throws {
    let board = try await JudgedBoard()
    try await board.allow("ada@example.org", "ben@*.org")
    try await board.ada.edit(board.plan, .title("Another"))
    let ben = Signature(name: "Ben", email: "ben@home.org", seconds: 0, offsetMinutes: 0)
    try board.commit(HostileFile("notes", "x"), by: ben)
    #expect(try await board.violations().isEmpty)
    let commit = try board.commit(HostileFile("notes", "y"))
    let found = try await board.violation()
    guard case .committer(let who) = found.kind else { throw Unexpected(found) }
    #expect(who.email == "eve@example.org" && found.commit?.id == commit)
  }

  @Test("A commit in pmgit's name that it would not make is reported")
  func forged() async throws {
    let board = try await JudgedBoard()
    try await board.allow("ada@example.org")
    let machine = Signature(
      name: "pmgit", email: "pmgit@localhost", seconds: BoardFixture.start, offsetMinutes: 0)
    let commit = try board.commit(HostileFile("notes", "x"), by: machine)
    let found = try await board.violation()
    guard case .forged = found.kind else { throw Unexpected(found) }
    #expect(found.commit?.id == commit)
  }

  @Test("A value that is there and not shown is reported in a file, and not in a push")
  func wrongValue() async throws {
    let board = try await JudgedBoard()
    try board.replace(#""title": "A plan""#, with: #""due": "tomorrow", "title": "A plan""#)
    let document = try #require(try board.ada.document(board.plan))
    let bytes = PlanFile.bytes(of: document)
    try board.commit(HostileFile(board.plan.path, bytes))
    #expect(try await board.violations().isEmpty)
    let found = try FileCheck(of: bytes, named: board.plan.path).violations
    guard found.count == 1, case .wrongValue = found[0].kind else { throw Unexpected(found.first) }
  }

  /// The violation found instead of the expected one.
  private struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ violation: Violation?) {
      description = violation.map { "\($0.kind) at \($0.path ?? "no path")" } ?? "nothing"
    }
  }
}
