@testable import PlanScreen
import PlanModel
import PlanView

/// Promises about the cursors of the views.
extension ScreenRun {
  /// News leaves the cursor on its plan. The cursors of the roadmap, of the conflicts and of an
  /// open plan are on something, and in view.
  func otherCursorFailure(_ screen: Screen, before: Screen) -> String? {
    newsFailure(screen, before: before) ?? roadmapFailure(screen) ?? conflictFailure(screen)
      ?? planFailure(screen)
  }

  private func newsFailure(_ screen: Screen, before: Screen) -> String? {
    guard steps.last == Self.news, let plan = before.cursorPlan, screen.places[plan] != nil,
      before.awaitedPlan == nil, before.past == nil, before.waiting.isEmpty
    else { return nil }
    return screen.cursorPlan == plan ? nil : "news moved the cursor off its plan"
  }

  private func roadmapFailure(_ screen: Screen) -> String? {
    guard screen.view == .roadmap, let page = screen.roadmap.page,
      page.rows.contains(where: { $0.target != nil })
    else { return nil }
    guard page.rows.indices.contains(screen.roadmap.row),
      page.rows[screen.roadmap.row].target == screen.roadmap.target, screen.roadmap.target != nil
    else { return "the cursor of the roadmap is on nothing" }
    guard let parts = screen.roadmapParts(screen.layout.main), parts.rows.rows > 0 else {
      return nil
    }
    let shown = screen.roadmap.top..<screen.roadmap.top + parts.rows.rows
    return shown.contains(screen.roadmap.row) ? nil : "the cursor of the roadmap is out of view"
  }

  private func conflictFailure(_ screen: Screen) -> String? {
    guard screen.view == .conflicts else { return nil }
    let count = screen.conflicts.rows.count
    guard (-1..<max(1, count)).contains(screen.conflicts.row) else {
      return "the cursor of the conflicts is on nothing"
    }
    return screen.conflicts.isReading && screen.conflicts.chosen == nil
      ? "nothing is read, but the list is hidden" : nil
  }

  private func planFailure(_ screen: Screen) -> String? {
    guard let plan = screen.plan, let area = screen.layout.plan?.area, area.rows > 1 else {
      return nil
    }
    let count = screen.planLines.count
    guard (0..<max(1, count)).contains(plan.line) else { return "the line of the cursor is gone" }
    return (plan.top..<plan.top + area.rows - 1).contains(plan.line)
      ? nil : "the line of the cursor is out of view"
  }
}
