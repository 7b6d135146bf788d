@testable import PlanModel
@testable import PlanScreen
import PlanView
import PmgitTestSupport

/// A board in memory that answers the questions of a screen and makes its changes.
struct FakeBoard {
  static let now = Timestamp("2026-11-21T12:00:00Z") ?? Timestamp(seconds: 0)
  static let today = CalendarDay("2026-11-21") ?? CalendarDay(dayNumber: 0)
  static let viewpoint = Viewpoint(now: now, today: today)

  var board: Board
  /// The plans in the order of their columns.
  var plans: [Plan]
  /// The starts of plans that older moments do not have, with the number of the first such moment.
  var isBeforePlan: [String: Int] = [:]
  /// Whether deleted plans are shown.
  var showsDeleted = false
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
    case .roadmap: return .roadmap(roadmap)
    case .chart:
      return .chart { columns, rows in
        (0..<rows).map { StyledText("chart \(columns)×\(rows), line \($0)") }
      }
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
    let moment = moments.firstIndex { $0.id.hex == past } ?? 0
    let known = (showsDeleted ? plans : all).filter { plan in
      !isBeforePlan.contains { plan.id.text.hasPrefix($0) && moment >= $1 }
    }
    let shown =
      query.isEmpty || query == "view:mine" ? known : known.filter { $0.title.contains(query) }
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

  /// A roadmap with a group for each column, whose rows are the plans in it.
  private var roadmap: ScreenRoadmap {
    let days = Self.roadmapOfOthers
    let groups = board.columns.map { column in
      (column, all.filter { $0.state == column.id })
    }
    return { window in
      let scale = RoadmapScale(days, cells: window.columns, zoom: window.zoom, from: window.first)
      let dates = "\(scale.days.lowerBound) … \(scale.days.upperBound)"
      return RoadmapPage(
        title: "Roadmap", statement: "a forecast in words",
        keys: [
          "░ todo", "▓ doing", "█ done", "━ finished in 50 %", "╌ in 85 %", "◆ due", "│ today",
        ],
        axis: [StyledText(dates), StyledText("─┬─")],
        rows: groups.flatMap { column, plans in
          [RoadmapPage.Row(StyledText(column.title), target: .query("is:\(column.id)"))]
            + plans.map { plan in
              RoadmapPage.Row(StyledText("   " + plan.title), target: .plan(plan.id))
            }
        } + [RoadmapPage.Row("not shown: 2 plans")],
        scale: scale)
    }
  }

  /// A roadmap that lends its days: a month before today, and some weeks after it.
  private static let roadmapOfOthers: Roadmap = {
    var random = SeededGenerator(seed: 7)
    let journeys = RandomJourneys(30, using: &random).planned(linked: 30, using: &random)
    let plans = journeys.map(\.plan)
    let today = RandomJourneys.now.day
    return Roadmap(
      RoadmapSource(
        journeys, wanted: Set(plans.map(\.id)), board: RandomJourneys.board,
        stages: RandomJourneys.stages,
        relations: PlanRelations(
          plans, board: RandomJourneys.board, aliases: AliasIndex(plans)),
        people: PeopleIndex(RandomJourneys.board.people(on: plans)),
        forecast: Forecast(past: Array(repeating: 1, count: 30)), lack: nil,
        since: today + -28, today: today, clocks: .utc))
  }()

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
    case .edit(let ids, let fields):
      let items = fields.checklist.map { text in
        ChecklistItem(id: "i\(version)", text: text, done: false, rank: "z\(version)")
      }
      edit(ids) { plan in
        plan.values.title = fields.title ?? plan.title
        if let due = fields[.due] {
          plan.values.due = (try? DueDate.parse(due, today: Self.today)) ?? nil
        }
        if let priority = fields[.priority] { plan.values.priority = Priority(rawValue: priority) }
        if let estimate = fields[.estimate] {
          plan.values.estimate = Int(estimate).map { JSONNumber($0) }
        }
        plan.values.labels = fields[.labels].applied(to: plan.labels)
        plan.values.assignees = fields[.assignees].applied(to: plan.assignees)
        plan.values.texts.checklist += items
      }
    case .add(let line, let column):
      var plan = ScreenSamples.plan("z\(version)", line, in: column ?? board.columns[0].id)
      plan.values.rank = "z"
      plans.append(plan)
      return ScreenOutcome("added", plans: [plan.id], commit: commit)
    case .delete(let ids):
      edit(ids) { $0.values.deletion = Deletion(at: Self.now, by: "Dev One", holds: true) }
    case .tick(let id, let item, let isDone):
      edit([id]) { plan in
        for index in plan.checklist.indices where plan.values.texts.checklist[index].id == item {
          plan.values.texts.checklist[index].done = isDone
        }
      }
    case .resolve(let subject, let field, _):
      edit(PlanID(subject).map { [$0] } ?? []) { plan in
        plan.values.conflicts.removeAll { $0.field == field }
      }
    case .restore(let ids): edit(ids) { $0.values.deletion = nil }
    case .undo, .redo, .take: break
    }
    return ScreenOutcome("done: \(change.kind)", commit: commit)
  }

  private mutating func edit(_ ids: [PlanID], _ body: (inout Plan) -> Void) {
    for index in plans.indices where ids.contains(plans[index].id) { body(&plans[index]) }
  }

  private mutating func move(_ ids: [PlanID], to column: String, _ place: Place) {
    var moved = ids.compactMap { id in plans.first { $0.id == id } }
    for index in moved.indices { moved[index].values.state = column }
    plans.removeAll { ids.contains($0.id) }
    let index: Int? =
      switch place {
      case .before(let id): plans.firstIndex { $0.id.text == id }
      case .after(let id): plans.firstIndex { $0.id.text == id }.map { $0 + 1 }
      case .top: 0
      case .unspecified, .bottom: nil
      }
    plans.insert(contentsOf: moved, at: index ?? plans.count)
  }
}

extension FieldChanges.SetChange {
  fileprivate func applied(to members: [String]) -> [String] {
    members.filter { !removed.contains($0) } + added
  }
}

extension ScreenChange {
  /// The plans that the change names, in order.
  var ids: [PlanID] {
    switch self {
    case .move(let ids, _, _), .edit(let ids, _), .take(let ids), .delete(let ids),
      .restore(let ids):
      ids
    case .tick(let id, _, _): [id]
    case .resolve(let subject, _, _): PlanID(subject).map { [$0] } ?? []
    case .add, .undo, .redo: []
    }
  }

  static func set(_ ids: [PlanID], _ field: PlanField, _ value: String) -> ScreenChange {
    .edit(ids, FieldChanges(field, value))
  }

  static func setOwn(_ ids: [PlanID], field: String, _ value: String) -> ScreenChange {
    .edit(ids, FieldChanges(CustomChange(field, .typed(value))))
  }

  static func label(_ ids: [PlanID], add: [String], remove: [String]) -> ScreenChange {
    .edit(ids, FieldChanges(.labels, .init(added: add, removed: remove)))
  }

  static func assign(_ ids: [PlanID], add: [String], remove: [String]) -> ScreenChange {
    .edit(ids, FieldChanges(.assignees, .init(added: add, removed: remove)))
  }

  static func addLine(_ id: PlanID, text: String) -> ScreenChange {
    .edit([id], FieldChanges(newLine: text))
  }

  static func link(_ id: PlanID, _ link: String) -> ScreenChange {
    .edit([id], FieldChanges(.links, .init(added: [link])))
  }

  static func unlink(_ id: PlanID, _ link: String) -> ScreenChange {
    .edit([id], FieldChanges(.links, .init(removed: [link])))
  }

  /// The name of the change's case; of an edit, the kinds of values that it changes.
  var kind: String {
    guard case .edit(_, let fields) = self else {
      return String("\(self)".prefix(while: \.isLetter))
    }
    let none = FieldChanges.SetChange()
    let kinds = [
      ("set", PlanField.allCases.contains { fields[$0] != nil }),
      ("setOwn", !fields.custom.isEmpty), ("addLine", !fields.checklist.isEmpty),
      ("label", fields[.labels] != none), ("assign", fields[.assignees] != none),
      ("link", fields[.links] != none),
    ]
    return kinds.filter { $0.1 }.map { $0.0 }.joined(separator: "+")
  }
}
