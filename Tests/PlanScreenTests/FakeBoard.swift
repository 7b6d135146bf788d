@testable import PlanModel
@testable import PlanScreen
import PlanView

/// A board in memory that answers the questions of a screen and makes its changes.
struct FakeBoard {
  static let now = Timestamp("2026-11-21T12:00:00Z") ?? Timestamp(seconds: 0)
  static let today = CalendarDay("2026-11-21") ?? CalendarDay(dayNumber: 0)
  static let viewpoint = Viewpoint(now: now, today: today)

  var board: Board
  /// The plans in the order of their columns.
  var plans: [Plan]
  /// The number of changes.
  private(set) var version = 0

  init(_ board: Board, _ plans: [Plan]) { (self.board, self.plans) = (board, plans) }

  var commit: String {
    let digits = String(version, radix: 16)
    return String(repeating: "0", count: 40 - digits.count) + digits
  }

  var all: [Plan] { plans.filter { !$0.isDeleted } }

  // MARK: - Questions

  func answer(_ question: ScreenQuestion) -> ScreenAnswer? {
    switch question {
    case .board(let query, let past): return .board(content(query, past: past))
    case .plan(let id, _):
      guard let plan = plans.first(where: { $0.id == id }) else { return nil }
      return .plan(PlanContent(commit: commit, detail: detail(of: plan)))
    case .conflicts:
      let list = ConflictList(all, board: board, viewpoint: Self.viewpoint)
      return .conflicts(ConflictContent(commit: commit, list: list))
    case .moments: return .moments(moments)
    case .chart, .roadmap:
      return .drawing(
        ScreenDrawing { columns, rows in
          (0..<rows).map { StyledText("chart \(columns)×\(rows), line \($0)") }
        })
    case .completions(let query):
      return .completions([
        Completion(query + "label:", about: "plans with a label", goesOn: true),
        Completion(query + "due:<+1w", about: "due within a week"),
      ])
    case .choices(.labels): return .choices(["bug", "ui", "docs"].map { ScreenChoice($0) })
    case .choices(.people):
      return .choices([
        ScreenChoice("Dev One <one@example.com>", words: "Dev One"),
        ScreenChoice("개발자 <devTwo@example.com>", words: "개발자"),
      ])
    }
  }

  private func content(_ query: String, past: String?) -> BoardContent {
    var options = BoardModel.Options()
    options.limits = .all
    options.allPlans = all
    options.isFiltered = !query.isEmpty
    options.relations = PlanRelations(all, board: board, aliases: AliasIndex(all))
    let shown =
      query.isEmpty || query == "view:mine" ? all : all.filter { $0.title.contains(query) }
    return BoardContent(
      name: "main", commit: past ?? commit, board: board,
      model: BoardModel(shown, board: board, viewpoint: Self.viewpoint, options: options),
      viewpoint: Self.viewpoint, unshared: 2)
  }

  private func detail(of plan: Plan) -> PlanDetail {
    PlanDetail(
      plan, board: board, viewpoint: Self.viewpoint,
      others: Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
      relations: PlanRelations(all, board: board, aliases: AliasIndex(all)))
  }

  private var moments: [CommitSummary] {
    (0..<5).map { index in
      CommitSummary(
        id: CommitID(trusting: String(repeating: "\(index + 1)", count: 40)),
        at: Timestamp(milliseconds: Self.now.milliseconds - Int64(index) * 86_400_000),
        by: "Dev One <one@example.com>", subject: "moved a plan, number \(index)")
    }
  }

  // MARK: - Changes

  mutating func make(_ change: ScreenChange) -> ScreenOutcome {
    version += 1
    switch change {
    case .move(let ids, let column, let place): move(ids, to: column, place)
    case .set(let ids, .title, let text): edit(ids) { $0.title = text }
    case .set(let ids, .due, let text):
      edit(ids) { $0.due = (try? DueDate.parse(text, today: Self.today)) ?? nil }
    case .set(let ids, _, let text): edit(ids) { $0.priority = Priority(rawValue: text) }
    case .label(let ids, let add, let remove):
      edit(ids) { $0.labels = $0.labels.filter { !remove.contains($0) } + add }
    case .assign(let ids, let add, let remove):
      edit(ids) { $0.assignees = $0.assignees.filter { !remove.contains($0) } + add }
    case .add(let line, let column):
      var plan = ScreenSamples.plan("z\(version)", line, in: column ?? board.columns[0].id)
      plan.rank = "z"
      plans.append(plan)
      return ScreenOutcome("added", plans: [plan.id], commit: commit)
    case .delete(let ids):
      edit(ids) { $0.deletion = Deletion(at: Self.now, by: "Dev One", holds: true) }
    case .undo, .redo, .tick, .addLine, .comment, .link, .take, .resolve: break
    }
    return ScreenOutcome("done: \(change.kind.rawValue)", commit: commit)
  }

  private mutating func edit(_ ids: [PlanID], _ body: (inout Plan) -> Void) {
    for index in plans.indices where ids.contains(plans[index].id) { body(&plans[index]) }
  }

  private mutating func move(_ ids: [PlanID], to column: String, _ place: ScreenPlace) {
    var moved = ids.compactMap { id in plans.first { $0.id == id } }
    for index in moved.indices { moved[index].state = column }
    plans.removeAll { ids.contains($0.id) }
    let index: Int? =
      switch place {
      case .before(let id): plans.firstIndex { $0.id == id }
      case .after(let id): plans.firstIndex { $0.id == id }.map { $0 + 1 }
      case .top: 0
      case .usual, .bottom: nil
      }
    plans.insert(contentsOf: moved, at: index ?? plans.count)
  }
}
