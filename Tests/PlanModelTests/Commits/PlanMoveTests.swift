import PlanModel
import Testing

@Suite("Where commits take plans")
struct PlanMoveTests {
  static let columns = [
    Column(id: "todo", title: "Todo", kind: .todo),
    Column(id: "doing", title: "Doing", kind: .doing),
    Column(id: "review", title: "Review", kind: .doing),
    Column(id: "done", title: "Done", kind: .done),
    Column(id: "shipped", title: "Shipped", kind: .done),
  ]
  private let board = Board(columns: columns)

  private func target(_ action: PlanReference.Action, _ state: String, on board: Board) -> String {
    switch board.move(for: action, from: state) {
    case .stay: "stay"
    case .to(let column): column.id
    case .forbidden(let column): "not \(column.id)"
    }
  }

  @Test(
    "A commit takes a plan to the first column of the right kind, unless it is in one",
    arguments: [
      (PlanReference.Action.mentions, "todo", "stay"), (.starts, "todo", "doing"),
      (.starts, "review", "stay"), (.starts, "done", "doing"), (.starts, "elsewhere", "doing"),
      (.closes, "todo", "done"), (.closes, "review", "done"), (.closes, "shipped", "stay"),
      (.reopens, "done", "doing"), (.reopens, "shipped", "doing"), (.reopens, "todo", "stay"),
      (.reopens, "doing", "stay"),
    ])
  func moves(_ action: PlanReference.Action, _ state: String, _ wanted: String) {
    #expect(target(action, state, on: board) == wanted)
  }

  @Test("A column that does not take the plan is passed over, or said to be in the way")
  func rules() {
    var columns = Self.columns
    columns[3].from = ["review"]
    #expect(target(.closes, "review", on: Board(columns: columns)) == "done")
    #expect(target(.closes, "doing", on: Board(columns: columns)) == "shipped")
    columns[4].from = ["done"]
    #expect(target(.closes, "doing", on: Board(columns: columns)) == "not done")
    #expect(target(.closes, "todo", on: Board(columns: [Self.columns[0]])) == "stay")
  }
}
