import PmgitTestSupport
import Testing

/// Cases of undo and redo by several people. A field shows its newest value that its author has not
/// undone.
@Suite("Undo of several people, case by case")
struct UndoCasesTests {
  /// Returns a board in one repository, with a plan 'T0' by a person who makes no other change.
  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    pmgit.become("cleo")
    return (pmgit, try await pmgit.add("T0"))
  }

  /// Commits the unchanged board as one person, with a trailer that mentions a commit.
  private func claim(
    _ trailer: String, of commit: String, by person: String, on pmgit: CommandRunner
  ) async throws {
    let repository = pmgit.repository
    let made = try await repository.git(
      "-c", "user.name=\(person)", "-c", "user.email=\(person)@example.org", "commit-tree", "-p",
      "pmgit/main", "-m", "x", "-m", "\(trailer): \(commit)", "pmgit/main^{tree}")
    try await repository.git("update-ref", "refs/heads/pmgit/main", made)
  }

  @Test("An undo goes below an edit of another person who has undone it")
  func below() async throws {
    let (pmgit, id) = try await board()
    for (person, command, title) in [
      ("ben", ["edit", id, "--title", "B1"], "B1"), ("ada", ["edit", id, "--title", "A2"], "A2"),
      ("ada", ["undo"], "B1"), ("ada", ["edit", id, "--title", "A3"], "A3"),
      ("ben", ["undo"], "A3"), ("ada", ["undo"], "T0"),
    ] {
      pmgit.become(person)
      let result = await pmgit.run(command)
      #expect(result.exitCode == 0, "\(result)")
      #expect(try await pmgit.field("title", of: id) == title, "\(command) by \(person)")
    }
  }

  @Test("A redo apart from a newer value stands beside it, and each person undoes the own one")
  func redoInConflict() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "A1")
    try await pair.first("sync")
    try await pair.first("undo")
    try await pair.shareAll()
    try await pair.first("redo")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "B2")
    try await pair.shareAll()
    #expect(try await pair.first("conflicts").contains("title"))
    try await pair.first("undo")
    #expect(try await pair.first("conflicts") == "")
    #expect(try await pair.first.field("title", of: id) == "B2")
    try await pair.first("redo")
    #expect(try await pair.first("conflicts").contains("title"))
    try await pair.shareAll()
    try await pair.second("undo")
    #expect(try await pair.second("conflicts") == "")
    #expect(try await pair.second.field("title", of: id) == "A1")
  }

  @Test("A trailer in a commit of another person changes nothing", arguments: ["Undoes", "Redoes"])
  func foreignTrailer(trailer: String) async throws {
    let (pmgit, id) = try await board()
    pmgit.become("ada")
    try await pmgit("edit", id, "--title", "A1")
    if trailer == "Redoes" { try await pmgit("undo") }
    let named = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await claim(trailer, of: named, by: "ben", on: pmgit)
    if trailer == "Redoes" {
      #expect(await pmgit.run(["undo"]).messages.contains("there is no change of yours to undo"))
      try await pmgit("redo")
      #expect(try await pmgit.field("title", of: id) == "A1")
    }
    try await pmgit("undo")
    #expect(try await pmgit.field("title", of: id) == "T0")
  }

  @Test(
    "A change with a trailer that does not count is a change like any other",
    arguments: ["Undoes", "Redoes"])
  func changeWithForeignTrailer(trailer: String) async throws {
    let (pmgit, id) = try await board()
    pmgit.become("ada")
    try await pmgit("edit", id, "--title", "A1")
    if trailer == "Redoes" { try await pmgit("undo") }
    let named = try await pmgit.repository.git("rev-parse", "pmgit/main")
    pmgit.become("ben")
    try await pmgit("edit", id, "--title", "B2")
    let made = try await pmgit.repository.git(
      "-c", "user.name=ben", "-c", "user.email=ben@example.org", "commit-tree", "-p",
      "pmgit/main^", "-m", "x", "-m", "\(trailer): \(named)", "pmgit/main^{tree}")
    try await pmgit.repository.git("update-ref", "refs/heads/pmgit/main", made)
    pmgit.become("ada")
    try await pmgit(trailer == "Redoes" ? "redo" : "undo")
    #expect(try await pmgit("conflicts") == "")
    #expect(try await pmgit.field("title", of: id) == "B2")
    pmgit.become("ben")
    try await pmgit("undo")
    #expect(try await pmgit.field("title", of: id) == (trailer == "Redoes" ? "A1" : "T0"))
  }

  @Test("A redo brings back the own change, whatever was undone and redone in other names since")
  func redoAfterOther() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let pmgit = pair.first
    try await pmgit("edit", id, "--title", "Bot", "--as", "bot")
    try await pmgit("sync")
    try await pmgit("undo", "--as", "bot")
    try await pmgit("edit", id, "--due", "2026-12-01")
    try await pmgit("undo")
    try await pmgit("redo", "--as", "bot")
    try await pmgit("redo")
    #expect(try await pmgit.field("due", of: id) == "2026-12-01")
    #expect(try await pmgit.field("title", of: id) == "Bot")
  }

  @Test("A change, undo and redo in another name keeps nobody from a redo")
  func redoAfterUndoOfOther() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let pmgit = pair.first
    try await pmgit("edit", id, "--due", "2026-12-01")
    try await pmgit("undo")
    try await pmgit("edit", id, "--title", "Bot", "--as", "bot")
    try await pmgit("undo", "--as", "bot")
    try await pmgit("redo")
    #expect(try await pmgit.field("due", of: id) == "2026-12-01")
    try await pmgit("undo")
    try await pmgit("redo")
    try await pmgit("edit", id, "--title", "Bot", "--as", "bot")
    let result = await pmgit.run(["redo"])
    #expect(result.exitCode == 1, "\(result)")
  }

  @Test("A deletion that is redone beside a newer edit of another person waits for a decision")
  func redoOfDeletion() async throws {
    let (pmgit, id) = try await board()
    pmgit.become("ada")
    try await pmgit("delete", id)
    try await pmgit("undo")
    pmgit.become("ben")
    try await pmgit("edit", id, "--title", "B2")
    pmgit.become("ada")
    let result = await pmgit.run(["redo"])
    #expect(result.messages == "redid 'delete \(id.prefix(4)): T0'\n", "\(result)")
    #expect(try await pmgit("list").contains("B2"))
    #expect(try await pmgit("conflicts").contains("deleted"))
  }

  @Test(
    "Below a file that was removed and put back by hand, an edit is undone where it still shows",
    arguments: ["A1", "T0", "B2"])
  func putBackByHand(title: String) async throws {
    let (pmgit, id) = try await board()
    let repository = pmgit.repository
    let path = "plans/\(id.prefix(2))/\(id).json"
    let old = try await repository.git("show", "pmgit/main:\(path)")
    pmgit.become("ada")
    try await pmgit("edit", id, "--title", "A1")
    let new = try await repository.git("show", "pmgit/main:\(path)")
    try repository.commitHostile([.removed(path)])
    let text = title == "A1" ? new : old.replacing("\"T0\"", with: "\"\(title)\"")
    try repository.commitHostile([HostileFile(path, text + "\n")])
    let undone = await pmgit.run(["undo"])
    #expect(undone.messages.hasPrefix(title == "A1" ? "undid" : "nothing was left"), "\(undone)")
    let shown = title == "A1" ? "T0" : title
    #expect(try await pmgit.field("title", of: id) == shown)
    let redone = await pmgit.run(["redo"])
    #expect(redone.messages.hasPrefix(title == "A1" ? "redid" : "nothing was left"), "\(redone)")
    #expect(try await pmgit.field("title", of: id) == title)
    #expect(try await pmgit("conflicts") == "")
  }

  @Test("A creation that another person deleted too does not come back, and a redo says so")
  func redoOfCreation() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.shareAll()
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("delete", id)
    try await pair.shareAll()
    let result = await pair.first.run(["redo"])
    let short = id.prefix(4)
    #expect(
      result.messages == """
        nothing was left to redo of 'add \(short): A plan'
        kept \(short) as it is: Dev Two deleted it since

        """, "\(result)")
    #expect(try await pair.first("list") == "")
    try await pair.shareAll()
    #expect(try await pair.second("list") == "")
  }
}
