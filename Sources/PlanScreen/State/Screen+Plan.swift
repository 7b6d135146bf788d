import PlanModel
import PlanView

extension Screen {
  /// The lines of the open plan, as wide as they are drawn.
  var planLines: [PlanLine] { plan?.lines(width: planWidth) ?? [] }

  private var planWidth: Int { max(1, layout.plan?.textWidth ?? 1) }

  /// Lays out what is open, so that drawing it is fast.
  mutating func layOut() {
    let width = planWidth
    plan?.layOut(width: width)
    let size = drawingSize(layout.main)
    if view == .roadmap || view == .flow { drawing.layOut(size) }
  }

  private var planLine: PlanLine? {
    guard let plan else { return nil }
    let lines = planLines
    return lines.indices.contains(plan.line) ? lines[plan.line] : nil
  }

  /// Moves the cursor in the open plan. Left and right go to the plan before or after it.
  mutating func stepInPlan(_ act: Shortcut.Act) -> [ScreenEffect] {
    guard var open = plan else { return [] }
    if act == .left || act == .right {
      guard view == .board || view == .list, place(on: open.id) else { return [] }
      let next = spotInList(down: act == .left ? -1 : 1)
      focus = .main
      let effects = moveCursor(to: next)
      focus = .plan
      return effects
    }
    open.line = Self.stepped(
      open.line, act, count: planLines.count, page: max(1, layout.body.rows - 3))
    plan = open
    return []
  }

  /// Opens what the line with the cursor leads to.
  mutating func openLine() -> [ScreenEffect] {
    switch planLine?.target {
    case .plan(let id):
      _ = place(on: id)
      return show(plan: id)
    case .item: return tickLine()
    case .conflict: return perform(.conflicts)
    case nil: return []
    }
  }

  /// Ticks or unticks the line of the checklist with the cursor.
  mutating func tickLine() -> [ScreenEffect] {
    guard focus == .plan, let id = plan?.id, case .item(let item, let isDone) = planLine?.target
    else {
      message = ScreenMessage(
        kind: .note, text: "no line of a checklist is here",
        hints: ["Enter opens a plan", "j and k go to its lines"])
      return []
    }
    if let reason = reasonAgainstChanges {
      message = reason
      return []
    }
    return change(.tick(id, item: item, isDone: !isDone), on: plan?.content?.commit)
  }
}
