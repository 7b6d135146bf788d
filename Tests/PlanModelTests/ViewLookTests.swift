import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("What saved views show")
struct ViewLookTests {
  private func board(_ views: [(name: String, title: String?)]) -> Board {
    var board = Board(columns: [])
    for (name, title) in views {
      board.views[name] = "x"
      if let title { board.looks[name] = ViewLook(title: title) }
    }
    return board
  }

  @Test(
    "The name of a view is made from its title",
    arguments: [
      ("My bugs", [], "my-bugs"), ("bugs", [], "bugs"), ("my_bugs", [], "my_bugs"),
      ("버그!", [], "view"), ("Prêt?", [], "pret"),
      // The same title means the same view, in any case.
      ("버그!", [("view", "버그!")], "view"), ("오류", [("view", "버그!")], "view-2"),
      ("오류", [("view", "버그!"), ("view-2", "오류")], "view-2"),
      ("Bugs?", [("bugs", "Bugs!")], "bugs-2"), ("BUGS!", [("bugs", "Bugs!")], "bugs"),
      // A view without a title is called by its name.
      ("Bugs?", [("bugs", nil)], "bugs"), ("버그", [("view", nil)], "view-2"),
    ] as [(String, [(String, String?)], String)])
  func names(title: String, views: [(String, String?)], expected: String) {
    #expect(board(views.map { (name: $0.0, title: $0.1) }).viewName(for: title) == expected)
  }

  @Test("A look is kept by the board, and wrong members count as absent")
  func document() {
    var document = PlanDocument.newBoard
    let look = ViewLook(title: "버그!", view: "list", group: "", columns: ["due"])
    document.apply(
      [.write(PlanList.views.path("v", "query"), .string("x"))] + look.edits(ofView: "v"),
      stamp: .none)
    #expect(Board(document).looks == ["v": look])
    document.apply(ViewLook().edits(ofView: "v"), stamp: .none)
    #expect(Board(document).looks.isEmpty && Board(document).views == ["v": "x"])
    let wrong: JSONObject = ["title": .number(1), "view": .null, "columns": .string("due")]
    #expect(ViewLook(wrong).isEmpty)
    let many = JSONValue.strings((0..<1000).map { "c\($0)" })
    #expect(ViewLook(["columns": many]).columns?.count == ViewLook.mostColumns)
  }
}
