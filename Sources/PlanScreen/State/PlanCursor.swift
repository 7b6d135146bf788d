import PlanView

/// The cursor of an open plan.
///
/// It moves from target to target: checklist lines, links, children and fields in conflict. If the
/// next target is not in view, the text scrolls instead, so that no text is skipped.
struct PlanCursor {
  private let lines: [PlanLine]
  private let rows: Int
  /// The index of the line with the cursor.
  private(set) var line: Int
  /// The first shown line.
  private(set) var top: Int

  init(_ lines: [PlanLine], line: Int, top: Int, rows: Int) {
    (self.lines, self.rows) = (lines, max(1, rows))
    self.line = min(max(0, line), max(0, lines.count - 1))
    self.top = min(max(0, top), max(0, lines.count - max(1, rows)))
  }

  /// Returns the range of lines with the same target as a line; nil if the line has no target.
  static func target(at line: Int, of lines: [PlanLine]) -> Range<Int>? {
    guard lines.indices.contains(line), let target = lines[line].target else { return nil }
    let before = lines[..<line].reversed().prefix { $0.target == target }.count
    let after = lines[line...].prefix { $0.target == target }.count
    return line - before..<line + after
  }

  /// The lines of each target, in order.
  private var targets: [Range<Int>] {
    var all: [Range<Int>] = []
    var line = 0
    while line < lines.count {
      let target = Self.target(at: line, of: lines)
      if let target { all.append(target) }
      line = target?.upperBound ?? line + 1
    }
    return all
  }

  private var lastTop: Int { max(0, lines.count - rows) }
  private var shown: Range<Int> { top..<min(lines.count, top + rows) }

  mutating func step(_ act: Shortcut.Act) {
    guard !lines.isEmpty else { return }
    switch act {
    case .down: step(isDown: true)
    case .up: step(isDown: false)
    case .pageDown: turnPage(by: max(1, rows - 1))
    case .pageUp: turnPage(by: -max(1, rows - 1))
    case .top: (line, top) = (0, 0)
    case .bottom:
      top = lastTop
      line = targets.last { shown.contains($0.lowerBound) }?.lowerBound ?? lines.count - 1
    default: break
    }
  }

  private mutating func step(isDown: Bool) {
    let here = Self.target(at: line, of: lines) ?? line..<line + 1
    let next =
      isDown
      ? targets.first { $0.lowerBound >= here.upperBound }
      : targets.last { $0.upperBound <= here.lowerBound }
    if let next, isShown(next) { return show(next) }
    scroll(by: max(1, rows / 2) * (isDown ? 1 : -1))
    if let next, isShown(next) { show(next) }
  }

  private func isShown(_ target: Range<Int>) -> Bool { shown.overlaps(target) }

  /// Puts the cursor on a target, and scrolls until all of its lines are shown, as far as they fit.
  private mutating func show(_ target: Range<Int>) {
    line = target.lowerBound
    top = min(max(top, target.upperBound - rows), target.lowerBound)
  }

  /// Scrolls. The cursor stays on its line if that is still shown.
  private mutating func scroll(by count: Int) {
    top = min(max(0, top + count), lastTop)
    line = min(max(line, top), max(top, shown.upperBound - 1))
  }

  /// Scrolls by a page. The cursor moves to the first target in view, or at the end of the text to
  /// the last one.
  private mutating func turnPage(by count: Int) {
    let before = top
    scroll(by: count)
    let targets = targets.filter { shown.contains($0.lowerBound) }
    let isAtEnd = before == top && count > 0
    if let target = isAtEnd ? targets.last : targets.first { line = target.lowerBound }
  }
}
