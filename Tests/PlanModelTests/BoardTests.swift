import PlanModel
import Testing

@Suite("Boards")
struct BoardTests {
  @Test(
    "Names of boards",
    arguments: [
      "main", "a", "0", "web-2", "a-", String(repeating: "a", count: 63),
    ])
  func names(text: String) {
    #expect(BoardName(text)?.text == text)
  }

  @Test(
    "Other texts name no board",
    arguments: [
      "", "-a", "Main", "a_b", "a b", "a/b", "..", "a.lock", "é", "a\n", "a\u{301}",
      String(repeating: "a", count: 64),
    ])
  func otherNames(text: String) {
    #expect(BoardName(text) == nil)
  }

  @Test("A column that the board does not have counts as work to do, under its id")
  func unknownColumn() {
    let board = Board(columns: [Column(id: "done", title: "Done", kind: .done)])
    #expect(board.kind(of: "done") == .done)
    #expect(board.kind(of: "gone") == .todo)
    #expect(board.title(of: "done") == "Done")
    #expect(board.title(of: "gone") == "gone")
  }

  @Test("New plans enter the first column of work to do, else the first")
  func entry() {
    let (done, todo) = (
      Column(id: "d", title: "D", kind: .done), Column(id: "t", title: "T", kind: .todo)
    )
    #expect(Board(columns: [done, todo]).entry == todo)
    #expect(Board(columns: [done]).entry == done)
    #expect(Board(columns: []).entry == nil)
  }
}

@Suite("Links")
struct LinkTests {
  @Test(
    "A link is a kind and a target, which may hold colons",
    arguments: [
      ("blocked-by:k7m2q9x4t1ab", "blocked-by", "k7m2q9x4t1ab"),
      ("relates:github:owner/repo#12", "relates", "github:owner/repo#12"), ("x::", "x", ":"),
    ])
  func parts(text: String, kind: String, target: String) throws {
    let link = try #require(Link(text))
    #expect(link.kind == kind && link.target == target)
    #expect(link.description == text)
  }

  @Test("A link needs both parts", arguments: ["", ":", "a:", ":a", "a"])
  func missingParts(text: String) {
    #expect(Link(text) == nil)
  }
}
