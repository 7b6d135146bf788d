import PlanModel
import Testing

@Suite("Board documents")
struct BoardDocumentTests {
  @Test("A new board's file never changes: it is part of the commit that every board begins with")
  func newBoard() {
    #expect(
      text(PlanFile.bytes(of: .newBoard)) == """
        {
          "format": 1,
          "id": "board",
          "items": {
            "columns": {
              "doing": {
                "kind": "doing",
                "rank": "a1",
                "title": "Doing"
              },
              "done": {
                "kind": "done",
                "rank": "a2",
                "title": "Done"
              },
              "todo": {
                "kind": "todo",
                "rank": "a0",
                "title": "Todo"
              }
            }
          }
        }

        """)
  }

  @Test("A new board has three columns and no title")
  func newBoardRead() {
    let board = Board(.newBoard)
    #expect(
      board.columns == [
        Column(id: "todo", title: "Todo", kind: .todo, rank: "a0"),
        Column(id: "doing", title: "Doing", kind: .doing, rank: "a1"),
        Column(id: "done", title: "Done", kind: .done, rank: "a2"),
      ])
    #expect(board.title == nil && board.conflicts.isEmpty)
  }

  @Test("Columns are in the order of their ranks, then of their ids")
  func order() {
    var document = PlanDocument.newBoard
    document.apply(
      Edit.column(Column(id: "b", title: "B", kind: .doing, rank: "a0V", limit: 3))
        + Edit.column(Column(id: "a", title: "A", kind: .doing, rank: "a0V"))
        + Edit.column(Column(id: "x", title: "X", kind: .doing, rank: "?"))
        + [.write(PlanList.columns.path("todo", "rank"), .string("a9"))],
      stamp: Stamp("s1"))
    let board = Board(document)
    #expect(board.columns.map(\.id) == ["a", "b", "doing", "done", "todo", "x"])
    #expect(board[column: "b"]?.limit == 3)
    #expect(board[column: "a"]?.limit == nil)
  }

  @Test("A removed column is left out until somebody changes it")
  func removedColumn() {
    var document = PlanDocument.newBoard
    document.apply([document.removal(ofItem: "doing", in: "columns")], stamp: Stamp("s1"))
    #expect(Board(document).columns.map(\.id) == ["todo", "done"])
    document.apply(
      [.write(PlanList.columns.path("doing", "title"), .string("At work"))], stamp: Stamp("s2"))
    #expect(Board(document).columns.map(\.id) == ["todo", "doing", "done"])
  }

  @Test("Columns whose ids only look alike are two columns")
  func lookalikes() {
    let columns = ["\u{E9}", "e\u{301}"].map { Column(id: $0, title: $0, kind: .done) }
    var document = PlanDocument(id: PlanDocument.boardID)
    document.apply(columns.flatMap(Edit.column), stamp: .none)
    let board = Board(document)
    for column in columns {
      #expect(ExactString(board[column: column.id]?.id ?? "") == ExactString(column.id))
    }
  }

  @Test("A column of wrong types is there under its id, as work to do")
  func wrongTypes() {
    var document = PlanDocument(id: PlanDocument.boardID)
    for name in ["title", "kind", "rank", "gone"] {
      document.apply([.write(PlanList.columns.path("x", name), .number(1))], stamp: .none)
    }
    document.apply([.write(PlanList.columns.path("x", "limit"), .string("3"))], stamp: .none)
    document.apply([.write(.field("title"), .bool(true))], stamp: .none)
    let board = Board(document)
    #expect(board.columns == [Column(id: "x", title: "x", kind: .todo, rank: "")])
    #expect(board.title == nil)
  }

  @Test("Conflicts in a board's settings are listed")
  func conflicts() {
    var (ours, theirs) = (PlanDocument.newBoard, PlanDocument.newBoard)
    ours.apply([.title("One")], stamp: Stamp("s1"))
    theirs.apply([.title("Two")], stamp: Stamp("s2"))
    let board = Board(PlanMerge.merge(ours, theirs, bases: [.newBoard]))
    #expect(board.title == "Two")
    #expect(board.conflicts.map(\.field) == ["title"])
  }

  @Test("Members that nobody knows survive an edit of the board")
  func unknownMembers() throws {
    let file = #"""
      {"fields":{"x-theme":"dark"},"format":1,"id":"board","x-top":[1],
       "items":{"columns":{"todo":{"x-color":"red"}},"x-rows":{"r":{"a":1}}}}
      """#
    var document = try PlanFile.read(utf8(file))
    document.apply(
      Edit.column(Column(id: "todo", title: "T", kind: .todo, rank: "a0")), stamp: .none)
    let again = try PlanFile.read(PlanFile.bytes(of: document))
    #expect(again.value(at: .field("x-theme")) == .string("dark"))
    #expect(again.value(at: PlanList.columns.path("todo", "x-color")) == .string("red"))
    #expect(again.value(at: .item(list: "x-rows", item: "r", member: "a")) == .number(1))
    #expect(again.value(at: .other("x-top")) == .array([.number(1)]))
  }
}
