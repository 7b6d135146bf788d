@testable import PlanModel
@testable import PlanView
import Testing

@Suite struct BoardModelTests {
  private func model(
    _ plans: [Plan], limits: BoardModel.CardLimits = .standard
  ) -> BoardModel {
    var options = BoardModel.Options()
    options.limits = limits
    return BoardModel(
      plans, board: Build.board, viewpoint: Build.viewpoint, options: options)
  }

  private func ids(_ lane: BoardModel.Lane) -> [String] { lane.cards.map(\.shortID) }

  @Test("Plans stand in their column in the order that was given")
  func order() {
    let board = model([Build.plan("b111"), Build.plan("a222", in: "doing"), Build.plan("a111")])
    #expect(board.lanes.map(\.title) == ["Todo", "Doing", "Done"])
    #expect(ids(board.lanes[0]) == ["b111", "a111"])
    #expect(ids(board.lanes[1]) == ["a222"])
    #expect(board.lanes[2].cards.isEmpty)
  }

  @Test("A done column begins with what was finished last")
  func doneOrder() {
    let finished = { (prefix: String, time: String?) in
      Build.plan(prefix, in: "done") { $0.values.stateSince = time.map(Build.time) }
    }
    let board = model([
      finished("a111", "2026-11-01T00:00:00Z"), finished("b222", nil),
      finished("c333", "2026-11-20T00:00:00Z"), finished("d444", nil),
    ])
    #expect(ids(board.lanes[2]) == ["c333", "a111", "b222", "d444"])
  }

  @Test("A limit of cards hides plans, not their number")
  func cardLimits() {
    let plans = ["a111", "a222", "a333"].map { Build.plan($0) }
    let board = model(plans, limits: .init(perColumn: 1))
    #expect(ids(board.lanes[0]) == ["a111"])
    #expect(board.lanes[0].count == 3)
    #expect(board.lanes[0].cell.hiddenCount == 2)
  }

  @Test("A done column shows ten cards by custom, an open one all")
  func standardLimits() {
    let digits = Array("0123456789abcdefghjk")
    let plans = digits.flatMap {
      [Build.plan("a\($0)1"), Build.plan("b\($0)1", in: "done")]
    }
    let board = model(plans)
    #expect(board.lanes[0].cards.count == 20)
    #expect(board.lanes[2].cards.count == 10)
    #expect(model(plans, limits: .all).lanes[2].cards.count == 20)
  }

  @Test("More plans than the limit of a column is over it, as many are not")
  func workLimit() {
    let plans = ["a111", "a222", "a333"].map { Build.plan($0) }
    #expect(model(plans).lanes[0].isOverLimit)
    #expect(!model(Array(plans.dropLast())).lanes[0].isOverLimit)
    #expect(!model(plans).lanes[1].isOverLimit)
  }

  @Test("Every unknown state has a lane of its own after the columns, by its bytes")
  func unknownLanes() {
    // "é" in its composed and its decomposed form. These are two states, because states are
    // compared by bytes.
    let states = ["zzz", "\u{E9}", "e\u{301}", ""]
    let plans = zip(["a111", "a222", "a333", "a444"], states).map { Build.plan($0, in: $1) }
    let lanes = model(plans).lanes.dropFirst(3)
    let sorted = ["", "e\u{301}", "zzz", "\u{E9}"]
    #expect(lanes.map { Array($0.id.utf8) } == sorted.map { Array($0.utf8) })
    #expect(lanes.allSatisfy { !$0.isKnown && $0.count == 1 })
  }

  private let deletedPlans = [
    ("a111", "todo", true), ("a222", "todo", false), ("b111", "ice", true),
  ].map { prefix, state, holds in
    Build.plan(prefix, in: state) {
      $0.values.deletion = Deletion(at: nil, by: "Dev <j@example.com>", holds: holds)
    }
  }

  @Test("A deleted plan that changed since is on the board with a note, others are not counted")
  func deleted() {
    var options = BoardModel.Options()
    options.allPlans = deletedPlans
    let board = BoardModel(
      [deletedPlans[1]], board: Build.board, viewpoint: Build.viewpoint, options: options)
    #expect(board.lanes.map(\.count) == [1, 0, 0])
    #expect(board.lanes[0].cards[0].deletionNote == "deleted by Dev, but changed since")
  }

  @Test("Deleted plans that a query found are in their columns, and counted on their own")
  func foundDeleted() {
    var options = BoardModel.Options()
    (options.allPlans, options.isFiltered) = (deletedPlans, true)
    let found = [deletedPlans[0], deletedPlans[2]]
    let board = BoardModel(
      found, board: Build.board, viewpoint: Build.viewpoint, options: options)
    #expect(board.lanes.map(\.id) == ["todo", "doing", "done", "ice"])
    #expect(board.lanes.map(ids) == [["a111"], [], [], ["b111"]])
    #expect(board.lanes.map(\.count) == [1, 0, 0, 0])
    #expect(board.lanes.map(\.deletedCount) == [1, 0, 0, 1])
    #expect(board.lanes.map(\.presentMatchCount) == [0, 0, 0, 0])
    #expect(board.isPartial)
  }

  @Test("A card tells what presses: overdue work, but not what is done")
  func overdue() {
    let late = { (plan: inout Plan) in plan.values.due = CalendarDay("2026-11-19") }
    let board = model([Build.plan("a111", late), Build.plan("b111", in: "done", late)])
    let (open, done) = (board.lanes[0].cards[0], board.lanes[2].cards[0])
    #expect(open.isOverdue)
    #expect(open.dueWords == "2 days overdue")
    #expect(!done.isOverdue)
    #expect(done.dueWords == "2026-11-19")
  }

  @Test("A card counts its checklist and shortens its people")
  func summary() {
    let card = PlanSummary(
      Build.plan("a111") {
        $0.values.assignees = ["Dev One <one@example.com>", "devTwo@example.com"]
        $0.values.texts.checklist = [true, false, true].enumerated().map {
          ChecklistItem(id: "c\($0)", text: "", done: $1, rank: "")
        }
      }, board: Build.board, viewpoint: Build.viewpoint)
    #expect(card.assignees == ["Dev", "devTwo"])
    #expect(card.checklist?.done == 2)
    #expect(card.checklist?.total == 3)
  }

  @Test("Counts and limits are of all plans, whatever a query leaves out")
  func filteredCounts() {
    let plans = ["a111", "a222", "a333"].map { Build.plan($0) } + [Build.plan("b111", in: "ice")]
    var options = BoardModel.Options()
    (options.allPlans, options.isFiltered) = (plans, true)
    let board = BoardModel(
      [plans[1]], board: Build.board, viewpoint: Build.viewpoint, options: options)
    #expect(board.lanes.map(\.count) == [3, 0, 0, 1])
    #expect(board.lanes.map(\.matchCount) == [1, 0, 0, 0])
    #expect(board.lanes[0].isOverLimit)
    #expect(board.isPartial)
    #expect(!board.isEmpty)
    let none = BoardModel(
      [], board: Build.board, viewpoint: Build.viewpoint, options: options)
    #expect(none.isEmpty)
    let all = BoardModel(
      plans, board: Build.board, viewpoint: Build.viewpoint, options: options)
    #expect(!all.isPartial)
  }

  @Test("Named columns are shown alone, in the order of the names")
  func columns() {
    var options = BoardModel.Options()
    options.columns = ["ice", "done", "todo"]
    let plans = [
      Build.plan("a111"), Build.plan("b111", in: "ice"), Build.plan("c111", in: "doing"),
    ]
    let board = BoardModel(
      plans, board: Build.board, viewpoint: Build.viewpoint, options: options)
    #expect(board.lanes.map(\.id) == ["ice", "done", "todo"])
    #expect(board.lanes.map(\.count) == [1, 0, 1])
    #expect(!board.lanes[0].isKnown)
  }

  @Test("A card names the open plans that block it, its owner and its age")
  func relations() {
    let blocked = Build.plan("a111") {
      $0.values.links = ["b111", "c111", "d111"].map {
        Link(kind: "blocked-by", target: Build.id($0).text)
      }
      $0.values.owner = "Dev One <one@example.com>"
      $0.values.assignees = ["dev <ONE@example.com>", "Two <two@example.com>"]
      $0.values.created = Creation(at: Build.time("2026-11-01T12:00:00Z"), by: "")
    }
    let plans = [blocked, Build.plan("b111"), Build.plan("c111", in: "done"), Build.plan("d111")]
    let relations = PlanRelations(plans, board: Build.board, aliases: AliasIndex(plans))
    let card = PlanSummary(
      blocked, board: Build.board, viewpoint: Build.viewpoint, relations: relations)
    #expect(card.isBlocked)
    #expect(card.blockerShortIDs == ["b111", "d111"])
    #expect(card.owner == "Dev")
    #expect(card.helpers == ["Two"])
    #expect(card.ageWords == "2w")
    let moved = Build.plan("b111") { $0.values.stateSince = Build.time("2026-11-21T09:00:00Z") }
    let other = PlanSummary(
      moved, board: Build.board, viewpoint: Build.viewpoint, relations: relations)
    #expect(!other.isBlocked)
    #expect(other.ageWords == "3h")
  }
}
