import PlanModel
import PlanView

extension Screen {
  /// The lines of the open plan in the width in which they are drawn.
  var planLines: [PlanLine] { plan?.lines(width: planWidth) ?? [] }

  private var planWidth: Int { max(1, layout.plan?.textWidth ?? 1) }

  /// Lays out the open plan and views in advance, so that drawing is fast.
  mutating func layOut() {
    let width = planWidth
    plan?.layOut(width: width)
    if view == .flow { charts.layOut(drawingSize(layout.main)) }
    if view == .roadmap { layOutRoadmap() }
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
      if view == .roadmap { return openNeighbourOnRoadmap(by: act == .left ? -1 : 1) }
      guard view == .board || view == .list, place(on: open.id) else { return [] }
      let next = spotInList(down: act == .left ? -1 : 1)
      focus = .main
      let effects = moveCursor(to: next)
      focus = .plan
      return effects
    }
    var cursor = PlanCursor(
      planLines, line: open.line, top: open.top, rows: max(1, (layout.plan?.area.rows ?? 2) - 1))
    cursor.step(act)
    (open.line, open.top) = (cursor.line, cursor.top)
    plan = open
    return []
  }

  /// Keeps the cursor on its line when the content changes. If the line is gone, the cursor moves
  /// to a line without a target, where keys do nothing.
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
        message = ScreenMessage("the line of the cursor is not there any more")
      }
    }
    plan = open
  }

  /// Opens the target of the line with the cursor.
  mutating func openLine() -> [ScreenEffect] {
    switch planLine?.target {
    case .plan(let id): return follow(to: id)
    case .item: return tickLine()
    case .conflict(let field): return showConflict(of: plan?.id.text ?? "", field: field)
    case nil:
      return report(
        "nothing is chosen here",
        hints: ["j and k go to lines with a meaning", "Esc closes the plan"])
    }
  }

  // MARK: - The way back

  /// The largest number of plans that are remembered for going back.
  private static let mostTrail = 50

  /// Opens a plan to which the open one links, and stores the way back.
  private mutating func follow(to id: PlanID) -> [ScreenEffect] {
    let way = (trail + [plan].compactMap(\.self)).suffix(Self.mostTrail)
    _ = place(on: id)
    let effects = show(plan: id)
    trail = Array(way)
    return effects
  }

  /// Opens a plan again from which a link was followed, with the cursor at its old place.
  mutating func goBack(to last: OpenPlan) -> [ScreenEffect] {
    plan = last
    _ = place(on: last.id)
    return [.ask(.plan(last.id, past: past?.commit))]
  }

  // MARK: - The checklist

  /// Ticks or unticks the checklist line with the cursor. If the cursor is elsewhere, it moves to
  /// the next open line instead, so that no line is ticked that was not in view.
  mutating func tickLine() -> [ScreenEffect] {
    guard focus == .plan, let open = plan else {
      return report(
        "no line of a checklist is here",
        hints: [plan == nil ? "Enter opens a plan" : "Tab goes to the open plan"])
    }
    guard case .item(let item, let isDone) = planLine?.target else {
      return goToOpenLine(in: open)
    }
    if let reason = reasonAgainstChanges ?? reasonAgainst(.tick) {
      return report(reason)
    }
    return change(.tick(open.id, item: item, isDone: !isDone), on: open.content?.commit)
  }

  private mutating func goToOpenLine(in open: OpenPlan) -> [ScreenEffect] {
    guard let content = open.content else { return [] }
    if case .plan = planLine?.target {
      return report("this line is a plan of its own", hints: ["Enter opens it"])
    }
    let lines = planLines
    let openLines = lines.indices.filter { index in
      if case .item(_, isDone: false) = lines[index].target { true } else { false }
    }
    if let next = openLines.first(where: { $0 > open.line }) ?? openLines.first {
      plan?.line = next
      message = ScreenMessage("this is the next open line", hints: ["Space ticks it"])
    } else if content.detail.plan.checklist.isEmpty {
      message = ScreenMessage("this plan has no checklist", hints: ["+ adds a line"])
    } else {
      message = ScreenMessage(
        "all lines of the checklist are ticked",
        hints: ["j and k go to one", "+ adds one"])
    }
    return []
  }

  /// Puts the cursor on the line that was just added, if the content has it.
  mutating func goToAwaitedLine() {
    guard let open = plan, let text = open.awaitedLine, let content = open.content,
      let item = content.detail.plan.checklist.last(where: { $0.text == text }),
      let line = planLines.firstIndex(where: { line in
        if case .item(item.id, _) = line.target { true } else { false }
      })
    else { return }
    plan?.line = line
    plan?.awaitedLine = nil
  }
}
