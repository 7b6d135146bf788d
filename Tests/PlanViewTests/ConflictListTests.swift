@testable import PlanModel
import PlanView
import Testing

@Suite struct ConflictListTests {
  @Test("Only plans with conflicts are listed, with numbered values in words, the shown one first")
  func list() {
    let plan = Build.plan("a111") {
      $0.values.conflicts = [
        Build.conflict(
          .field("state"),
          [("2026-11-21T10:00:00Z", .string("doing")), (nil, .string("todo")), (nil, .null)])
      ]
    }
    let list = ConflictList(
      [Build.plan("b222"), plan], board: Build.board, viewpoint: Build.viewpoint)
    #expect(list.entries.map(\.shortID) == ["a111"])
    let field = list.entries[0].fields[0]
    #expect(field.name == "state")
    #expect(field.values.map(\.number) == [1, 2, 3])
    #expect(field.values.map(\.isShown) == [true, false, false])
    #expect(field.values.map(\.words.string) == ["Doing", "Todo", "none"])
    #expect(field.values.map(\.timeWords) == ["2 hours ago", "at creation", "at creation"])
  }

  @Test("Conflicts of the board's own settings come first")
  func board() {
    var board = Build.board
    board.conflicts = [
      Build.conflict(.field("title"), [(nil, .string("Road map")), (nil, .string("Backlog"))])
    ]
    let plan = Build.plan("a111") {
      $0.values.conflicts = [Build.conflict(.field("due"), [(nil, .null), (nil, .string("x"))])]
    }
    let list = ConflictList([plan], board: board, viewpoint: Build.viewpoint)
    #expect(list.entries.map(\.id) == ["board", plan.id.text])
    #expect(list.entries[0].fields.map(\.name) == ["title"])
  }
}
