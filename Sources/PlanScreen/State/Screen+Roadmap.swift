import PlanModel
import PlanView

/// The state of the roadmap.
struct RoadmapState: Sendable {
  typealias Target = RoadmapPage.Target

  var shown: ScreenRoadmap? { didSet { page = nil } }
  var failure: ScreenFailure?
  /// The zoom; nil for the finest one at which everything fits.
  var zoom: RoadmapZoom?
  /// The first day; nil for the usual one.
  var first: CalendarDay?
  /// The index of the row with the cursor, and its target.
  private(set) var row = 0
  private(set) var target: Target?
  /// The first shown row.
  var top = 0
  /// The page as it was laid out last, and for which window.
  private(set) var page: RoadmapPage?
  private var window: RoadmapPage.Window?

  /// The plan of the row with the cursor; nil if the row is of a group or a remark.
  var plan: PlanID? { if case .plan(let id) = target { id } else { nil } }

  func window(columns: Int) -> RoadmapPage.Window {
    RoadmapPage.Window(columns: columns, zoom: zoom, first: first)
  }

  func page(columns: Int) -> RoadmapPage? {
    let wanted = window(columns: columns)
    if let page, window == wanted { return page }
    return shown?(wanted)
  }

  /// Lays out the page, unless it is already laid out. The cursor stays on its target. If the
  /// target is gone, the cursor moves to the nearest row with a target.
  mutating func layOut(columns: Int) {
    let wanted = window(columns: columns)
    guard let shown, page == nil || window != wanted else { return }
    page = shown(wanted)
    window = wanted
    let rows = page?.rows ?? []
    let same = target.flatMap { target in
      rows.indices.filter { rows[$0].target == target }
        .min { abs($0 - row) < abs($1 - row) }
    }
    if let same { row = same } else { place(near: row) }
  }

  /// Puts the cursor on a row, or on the nearest row with a target.
  mutating func place(near index: Int) {
    let rows = page?.rows ?? []
    row =
      rows.indices.filter { rows[$0].target != nil }
      .min { abs($0 - index) < abs($1 - index) } ?? 0
    target = rows.indices.contains(row) ? rows[row].target : nil
  }
}

extension Screen {
  /// Moves the cursor over the rows, or the days.
  mutating func stepOnRoadmap(_ act: Shortcut.Act) -> [ScreenEffect] {
    guard let page = roadmap.page else { return [] }
    switch act {
    case .left, .right:
      scrollDays(page, isLeft: act == .left)
      return []
    default:
      let rows = roadmapParts(layout.main)?.rows.rows ?? 1
      let next = Self.stepped(roadmap.row, act, count: page.rows.count, page: max(1, rows - 1))
      roadmap.place(near: next)
      return followRoadmap()
    }
  }

  /// Scrolls by a quarter of the shown days, within the days of the roadmap.
  private mutating func scrollDays(_ page: RoadmapPage, isLeft: Bool) {
    let length = page.days.upperBound - page.days.lowerBound + 1
    let step = max(1, length / 4)
    let last = page.span.upperBound + (1 - length)
    let now = page.days.lowerBound
    let next = isLeft ? max(page.span.lowerBound, now + -step) : min(last, now + step)
    guard isLeft ? next < now : next > now else {
      message = ScreenMessage(
        isLeft ? "this is the first day" : "nothing is planned later",
        hints: length > page.span.upperBound - page.span.lowerBound ? ["+ shows days"] : [])
      return
    }
    roadmap.first = next
  }

  /// Zooms by a key. Returns nil if the key does not zoom.
  mutating func zoom(by key: String) -> [ScreenEffect]? {
    let step: Int
    switch key {
    case "+", "=": step = -1
    case "-": step = 1
    default: return nil
    }
    guard let page = roadmap.page else { return [] }
    let all = RoadmapZoom.allCases
    let next = (all.firstIndex(of: page.zoom) ?? 0) + step
    if all.indices.contains(next) {
      roadmap.zoom = all[next]
      message = ScreenMessage("the roadmap shows \(all[next].rawValue)", kind: .done)
    } else {
      message = ScreenMessage(
        step < 0 ? "days are the finest zoom" : "months are the coarsest zoom")
    }
    return []
  }

  /// Opens the plan of the row, or shows the plans of its group on the board.
  mutating func openOnRoadmap() -> [ScreenEffect] {
    switch roadmap.target {
    case .plan(let id):
      focus = .plan
      return plan?.id == id ? [] : show(plan: id)
    case .query(let words):
      closePlan()
      view = .board
      return ask(for: words)
    case nil: return []
    }
  }

  /// Shows the plan with the cursor beside the roadmap, if a plan is open there.
  private mutating func followRoadmap() -> [ScreenEffect] {
    guard plan != nil, focus == .main, let id = roadmap.plan, plan?.id != id else { return [] }
    return show(plan: id)
  }

  /// Opens the plan of the next row, or of the one before.
  mutating func openNeighbourOnRoadmap(by step: Int) -> [ScreenEffect] {
    let rows = roadmap.page?.rows ?? []
    let order =
      step < 0
      ? Array(rows.indices.prefix(roadmap.row).reversed())
      : Array(rows.indices.dropFirst(roadmap.row + 1))
    let next = order.first { if case .plan = rows[$0].target { true } else { false } }
    guard let next, case .plan(let id) = rows[next].target else { return [] }
    roadmap.place(near: next)
    return show(plan: id)
  }

  mutating func clickOnRoadmap(row: Int) -> [ScreenEffect] {
    guard let parts = roadmapParts(layout.main) else { return [] }
    let line = row - (parts.rows.row - layout.main.row)
    guard line >= 0 else { return [] }
    roadmap.place(near: roadmap.top + line)
    return followRoadmap()
  }
}
