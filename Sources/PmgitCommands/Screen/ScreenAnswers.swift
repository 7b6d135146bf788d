import PlanActions
import PlanModel
import PlanScreen
import PlanTerminal
import PlanView

extension ScreenSource {
  /// The largest number of past changes, and of bars in a roadmap, that the screen asks for. Nobody
  /// reads more.
  private static let mostMoments = 1000
  private static let mostBars = 500

  /// Answers a question from the board as it is now, or as it was at a commit.
  func answer(_ question: ScreenQuestion) throws -> ScreenAnswer {
    let messages = ScreenMessages()
    let session = try session(messages)
    let workspace = session.workspace
    switch question {
    case .board(let query, let past):
      return .board(try board(query, past, session, messages))
    case .plan(let id, let past):
      let found = try workspace.show(id.text, at: past)
      return .plan(
        PlanContent(commit: found.shown.commit.hex, detail: try workspace.detail(of: found)))
    case .conflicts:
      let found = try workspace.conflicts()
      return .conflicts(ConflictContent(commit: found.shown.commit.hex, list: try found.list()))
    case .moments: return .moments(try workspace.moments(Self.mostMoments))
    case .chart(let kind, let query, let end):
      return .chart(try chart(kind, FlowRequest(query, until: end?.description), workspace))
    case .roadmap(let query): return .roadmap(try roadmap(query, workspace))
    case .completions(let query): return .completions(try workspace.completions(ofQuery: query))
    case .choices(let subject): return .choices(try choices(subject, workspace))
    }
  }

  private func board(
    _ query: String, _ past: String?, _ session: Session, _ messages: ScreenMessages
  ) throws -> BoardContent {
    let found = try session.workspace.find(query, at: past, needsTexts: false)
    session.report(on: found.shown, found.notices)
    var choice = BoardModel.Options()
    (choice.limits, choice.isFiltered) = (.all, found.isFiltered)
    (choice.allPlans, choice.relations) = (found.allPlans, found.relations)
    var viewpoint = try found.shown.viewpoint()
    viewpoint.clocks = clocks
    let model = BoardModel(
      found.plans, board: found.shown.board, viewpoint: viewpoint, options: choice)
    return BoardContent(
      name: found.shown.name.text, commit: found.shown.commit.hex, board: found.shown.board,
      model: model, viewpoint: viewpoint, unshared: try session.workspace.unsharedPlans()?.count,
      notices: messages.notices)
  }

  private func chart(
    _ kind: ChartKind, _ request: FlowRequest, _ workspace: Workspace
  ) throws -> ScreenDrawing {
    let found = try workspace.flow(request)
    let (chart, remark) = (found.chart(kind), found.remark)
    let notices = found.notices.map { StyledText(words(of: $0.message), .muted) }
    return { columns, rows in
      let height = max(1, rows - notices.count)
      let text = ChartText(chart, remark: remark, heightInLines: height)
      return notices + text.lines(widthInCells: max(Terminal.leastWidthInCells, columns))
    }
  }

  private func roadmap(_ query: String, _ workspace: Workspace) throws -> ScreenRoadmap {
    let drawn = try workspace.roadmap(query)
    let viewpoint = try drawn.shown.viewpoint()
    let notices = drawn.notices.map { words(of: $0.message) }
    let text = RoadmapText(
      drawn.roadmap, remark: ([drawn.remark] + notices).joined(separator: "; "), zoom: nil,
      limit: Self.mostBars, viewpoint: viewpoint)
    return { window in
      var window = window
      window.columns = max(Terminal.leastWidthInCells, window.columns)
      return text.page(window)
    }
  }

  private func choices(
    _ subject: ScreenChoice.Subject, _ workspace: Workspace
  ) throws -> [ScreenChoice] {
    switch subject {
    case .people:
      return try workspace.people().people.map { row in
        ScreenChoice(
          row.person.formatted, words: row.person.fullName,
          about: CountWords.words(row.plans, "plan"))
      }
    case .labels:
      return try workspace.labels().labels.map { row in
        ScreenChoice(row.name, about: CountWords.words(row.plans, "plan"))
      }
    }
  }
}
