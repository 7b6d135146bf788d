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

  /// Keeps the cursor on its line in a new content. If the line has gone, the cursor goes to a line
  /// with which no key does anything.
  mutating func keepLine(_ index: Int, of old: [PlanLine]) {
    guard var open = plan, old.indices.contains(index) else { return }
    let (new, line) = (planLines, old[index])
    let part = old[..<index].reversed().prefix { $0.target != nil && $0.isSame(as: line) }.count
    let same = new.indices.filter { new[$0].isSame(as: line) }
    if case .item = line.target, !same.isEmpty {
      open.line = same[min(part, same.count - 1)]
    } else if let nearest = same.min(by: { abs($0 - index) < abs($1 - index) }) {
      open.line = nearest
    } else {
      let last = min(index, new.count - 1)
      open.line = new.indices.last { $0 <= last && new[$0].target == nil } ?? 0
      if line.target != nil {
        message = ScreenMessage(kind: .note, text: "the line of the cursor is not there any more")
      }
    }
    plan = open
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
