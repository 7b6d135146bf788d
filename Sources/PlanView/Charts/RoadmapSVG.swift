import PlanModel

/// A roadmap as one SVG file, readable on light and on dark pages.
///
/// Like `ChartSVG` it has no script and loads no other files. Its description contains every row in
/// words, for screen readers. Pointing at a row shows the same words.
package struct RoadmapSVG: Sendable {
  private let roadmap: Roadmap
  /// The board, the days and the query, as a subtitle.
  private let remark: String
  private let viewpoint: Viewpoint
  private let scale: RoadmapScale
  private let lines: [Line]

  /// A line of the picture: the head of a group, a plan, or a remark.
  private enum Line {
    case group(Roadmap.Group)
    case row(Roadmap.Row)
    case note(String)

    var height: Double {
      switch self {
      case .group: 34
      case .row: 26
      case .note: 24
      }
    }
  }

  private static let width = 800.0
  /// The left and the right edge of the area for time, in pixels.
  private static let (left, right) = (262.0, 784.0)
  private static let top = 136.0
  /// The width of a cell for `RoadmapScale`.
  package static let cellWidth = 8.0
  /// The width of one terminal cell of text in pixels.
  private static let textCellWidth = 8.1
  private static let boldCellWidth = 8.9
  private static let barHeight = 14.0
  /// The largest number of arrows. More of them would be impossible to follow.
  private static let mostArrows = 300

  package init(_ roadmap: Roadmap, remark: String, zoom: RoadmapZoom?, viewpoint: Viewpoint) {
    (self.roadmap, self.remark, self.viewpoint) = (roadmap, remark, viewpoint)
    let cells = Int((Self.right - Self.left) / Self.cellWidth)
    scale = RoadmapScale(roadmap, cells: cells, zoom: zoom)
    lines = Self.lines(of: roadmap)
  }

  private static func lines(of roadmap: Roadmap) -> [Line] {
    var lines: [Line] = []
    for group in roadmap.groups {
      if roadmap.grouping != .none { lines.append(.group(group)) }
      lines += group.rows.map(Line.row)
      if group.more > 0 { lines.append(.note(group.moreWords)) }
    }
    return lines + roadmap.notes.map(Line.note)
  }

  /// The contents of the SVG file.
  package var text: String {
    let title = "Roadmap, \(remark)".markup
    let height = (bottom + 62).svg
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="800" height="\(height)" viewBox="0 0 800 \(height)" role="img" \
      aria-labelledby="title desc">
      <title id="title">\(title)</title>
      <desc id="desc">\(summary.markup)</desc>
      <style>
      \(SVGStyle.sheet)
      \(Self.sheet)
      </style>
      <defs>\(Self.marker("arrow", "tip"))\(Self.marker("strong-arrow", "strong-tip"))</defs>
      <rect class="paper" width="800" height="\(height)"/>
      <text class="head" x="16" y="36">Roadmap</text>
      <text class="soft" x="16" y="60">\(fitted(remark, 760).markup)</text>
      <text class="soft" x="16" y="82">\(fitted(statement, 760).markup)</text>
      \(picture)
      \(legend)
      </svg>

      """
  }

  private var picture: String {
    guard !roadmap.isEmpty else {
      return "<text class=\"soft\" x=\"16\" y=\"120\">\(Roadmap.nothing)</text>"
    }
    return [axis, places.map { drawn($0.line, at: $0.middle) }.joined(separator: "\n"), arrows]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The lines with the vertical positions of their middles.
  private var places: [(line: Line, middle: Double)] {
    var y = Self.top
    return lines.map { line in
      defer { y += line.height }
      return (line, y + line.height / 2)
    }
  }

  private var bottom: Double { lines.reduce(Self.top) { $0 + $1.height } + 6 }

  // MARK: - Words

  private var statement: String { roadmap.statement(viewpoint.shortID) }

  private var summary: String {
    let groups = roadmap.groups.map { group in
      let head = roadmap.grouping == .none ? [] : [group.heading(viewpoint.shortID)]
      let rows = group.rows.map { $0.words(viewpoint.shortID) }
      return (head + rows).joined(separator: " ")
    }
    return ([statement + "."] + groups + roadmap.notes.map { $0 + "." })
      .joined(separator: " ")
  }

  private func fitted(_ text: String, _ width: Double, isBold: Bool = false) -> String {
    let cell = isBold ? Self.boldCellWidth : Self.textCellWidth
    return StyledText(text).truncated(toCells: Int(width / cell)).string
  }

  // MARK: - Time

  private func x(_ day: CalendarDay) -> Double {
    let position = min(max(0, scale.position(of: day)), 1)
    return Self.left + position * (Self.right - Self.left)
  }

  private func isShown(_ day: CalendarDay) -> Bool { scale.days.contains(day) }

  private var axis: String {
    let bottom = self.bottom.svg
    let limit = Int((Self.right - Self.left) / 72)
    let ticks = DateAxis(scale.days, atMost: limit).ticks.map { tick in
      let place = x(tick.day).svg
      let anchor = x(tick.day) > Self.right - 42 ? "left" : "begin"
      return """
        <path class="grid" d="M\(place) 116V\(bottom)"/>
        <text class="soft \(anchor)" x="\(place)" y="110">\(tick.label)</text>
        """
    }
    let today = x(roadmap.today + 1).svg
    let line = "<path class=\"today\" d=\"M\(today) 116V\(bottom)\"/>"
    return (ticks + [line]).joined(separator: "\n")
  }

  // MARK: - Lines

  private func drawn(_ line: Line, at middle: Double) -> String {
    switch line {
    case .note(let text):
      return
        "<text class=\"soft\" x=\"16\" y=\"\(baseline(middle))\">\(text.markup)</text>"
    case .group(let group): return drawn(group, at: middle)
    case .row(let row): return drawn(row, at: middle)
    }
  }

  private func baseline(_ middle: Double) -> String { (middle + 5).svg }

  private func drawn(_ group: Roadmap.Group, at middle: Double) -> String {
    let parent = group.parent.map { "\(viewpoint.shortID($0)) " } ?? ""
    let name = fitted(parent + group.title, Self.left - 24, isBold: true)
    let edge = (middle - 15).svg
    return """
      <g><title>\(group.heading(viewpoint.shortID).markup)</title>
      <path class="axis" d="M16 \(edge)H\(Self.right.svg)"/>
      <text class="name" x="16" y="\(baseline(middle))">\(name.markup)</text>\
      \(bars(group.outlook, at: middle, height: 6, style: "sum"))\
      \(group.due.map { due($0, isLate: group.isLate, at: middle) } ?? "")</g>
      """
  }

  private func drawn(_ row: Roadmap.Row, at middle: Double) -> String {
    let id = viewpoint.shortID(row.plan.id)
    let room = Self.left - 16 - 12 - Double(TextWidth.cells(of: id) + 1) * Self.textCellWidth
    let past = row.bars.map { bar in
      let style = SVGStyle.name(Chart.Tone(bar.kind), 0)
      return rectangle(from: bar.first, through: bar.last, style, at: middle, Self.barHeight)
    }
    let strength = row.isCritical ? " strong" : ""
    return """
      <g><title>\(row.words(viewpoint.shortID).markup)</title>
      <text class="plan\(strength)" x="16" y="\(baseline(middle))"><tspan class="soft">\(id.markup)</tspan> \
      \(fitted(row.plan.title, room, isBold: row.isCritical).markup)</text>\
      \(past.joined())\
      \(bars(row.outlook, at: middle, height: Self.barHeight, style: "active0\(row.isCritical ? " outlined" : "")"))\
      \(start(of: row, at: middle))\(row.plan.due.map { due($0, isLate: row.isLate, at: middle) } ?? "")</g>
      """
  }

  /// Returns the bars of a forecast: one up to the likely day of the finish, and a lighter one from
  /// there to the safe day.
  private func bars(
    _ outlook: Roadmap.ForecastSpan?, at middle: Double, height: Double, style: String
  ) -> String {
    guard let outlook else { return "" }
    let likely = outlook.day(Roadmap.ForecastSpan.likely)
    let safe = outlook.day(Roadmap.ForecastSpan.safe)
    let end = scale.days.upperBound
    let first = rectangle(
      from: outlook.begins, through: likely ?? end, "\(style) soon", at: middle, height)
    guard let likely, likely < safe ?? end else { return first }
    return first
      + rectangle(from: likely + 1, through: safe ?? end, "\(style) maybe", at: middle, height)
  }

  private func rectangle(
    from first: CalendarDay, through last: CalendarDay, _ style: String, at middle: Double,
    _ height: Double
  ) -> String {
    guard first <= scale.days.upperBound, last >= scale.days.lowerBound, first <= last else {
      return ""
    }
    let (begin, end) = (x(first), x(last + 1))
    return """

      <rect class="\(style)" x="\(begin.svg)" y="\((middle - height / 2).svg)" \
      width="\(max(1.5, end - begin).svg)" height="\(height.svg)"/>
      """
  }

  /// Returns the mark of a due day. It is drawn at the end of the day.
  private func due(_ day: CalendarDay, isLate: Bool, at middle: Double) -> String {
    guard isShown(day) else { return "" }
    let style = isLate ? "late" : "mark"
    let place = x(day + 1)
    let sign =
      isLate
      ? """

      <text class="late" x="\(min(place + 8, Self.right).svg)" y="\(baseline(middle))">!</text>
      """ : ""
    return """

      <path class="\(style)" d="M\(place.svg) \((middle - 7).svg)l7 7l-7 7l-7 -7Z"/>\(sign)
      """
  }

  /// Returns the mark of a start day in the future.
  private func start(of row: Roadmap.Row, at middle: Double) -> String {
    guard let day = row.plan.start, day > roadmap.today, isShown(day) else { return "" }
    return """

      <path class="start" d="M\((x(day) + 4).svg) \((middle - 9).svg)h-4v18h4"/>
      """
  }

  // MARK: - Arrows

  /// The arrows from plans to those that they block.
  private var arrows: String {
    var middles: [PlanID: (row: Roadmap.Row, middle: Double)] = [:]
    for case (.row(let row), let middle) in places { middles[row.plan.id] = (row, middle) }
    var arrows: [String] = []
    for case (.row(let row), let middle) in places {
      for id in row.blockers {
        guard arrows.count < Self.mostArrows, let blocker = middles[id] else { continue }
        arrows.append(arrow(from: blocker.row, at: blocker.middle, to: row, at: middle))
      }
    }
    return arrows.joined(separator: "\n")
  }

  private func arrow(
    from blocker: Roadmap.Row, at start: Double, to row: Roadmap.Row, at end: Double
  ) -> String {
    let isStrong = isStep(from: blocker.plan.id, to: row.plan.id)
    let style =
      isStrong
      ? "class=\"arrow strong-line\" marker-end=\"url(#strong-arrow)\""
      : "class=\"arrow\" marker-end=\"url(#arrow)\""
    let path: String
    if let done = blocker.outlook?.day(Roadmap.ForecastSpan.likely),
      let begins = row.outlook?.begins
    {
      // The arrow leaves the edge of the blocker's bar, and has room for its head.
      let edge = start + (start < end ? Self.barHeight / 2 : -Self.barHeight / 2)
      let place = min(x(done + 1), x(begins) - 10)
      path = """
        M\(place.svg) \(edge.svg)V\(end.svg)\
        H\((x(begins) - 1).svg)
        """
    } else {
      let place = x(roadmap.today + 1)
      path = """
        M\(place.svg) \(start.svg)h12V\(end.svg)h-9
        """
    }
    return "<path \(style) d=\"\(path)\"/>"
  }

  /// Whether a link is a step of the critical path.
  private func isStep(from blocker: PlanID, to plan: PlanID) -> Bool {
    guard let path = roadmap.criticalPath?.plans, let place = path.firstIndex(of: blocker) else {
      return false
    }
    return place + 1 < path.count && path[place + 1] == plan
  }

  private static func marker(_ id: String, _ style: String) -> String {
    """
    <marker id="\(id)" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
    markerUnits="userSpaceOnUse" orient="auto"><path class="\(style)" d="M0 0L8 4L0 8Z"/></marker>
    """
  }

  // MARK: - Legend

  private var legend: String {
    let y = bottom + 24
    var x = 16.0
    var parts: [String] = []
    for (style, name) in Self.keys where roadmap.futures != nil || !style.hasPrefix("active0 ") {
      parts.append(
        """
        <rect class="\(style)" x="\(x.svg)" y="\((y - 11).svg)" width="14" height="12"/>
        <text class="soft" x="\((x + 19).svg)" y="\(y.svg)">\(name)</text>
        """)
      x += 19 + Double(name.count) * Self.textCellWidth + 12
    }
    let second = y + 24
    parts.append(
      """
      <path class="mark" d="M23 \((second - 12).svg)l7 7l-7 7l-7 -7Z"/>
      <text class="soft" x="36" y="\(second.svg)">due, <tspan class="late">!</tspan> may be late</text>
      <path class="today" d="M196 \((second - 12).svg)v14"/>
      <text class="soft" x="204" y="\(second.svg)">today</text>
      """)
    if roadmap.criticalPath != nil {
      parts.append(
        "<text class=\"plan strong\" x=\"272\" y=\"\(second.svg)\">bold: critical path</text>"
      )
    }
    return parts.joined(separator: "\n")
  }

  private static let keys = [
    ("waiting0", "todo"), ("active0", "doing"), ("finished0", "done"),
    ("active0 soon", "until finished in 50 %"), ("active0 maybe", "in 85 % of futures"),
  ]

  /// The rules in addition to those of charts.
  private static let sheet = """
    text { font-size: 15px; }
    .head { font-size: 21px; }
    .name, .strong { font-weight: 600; }
    rect { stroke-width: 0; }
    .soon { fill-opacity: 0.5; }
    .maybe { fill-opacity: 0.22; }
    .sum { fill: #24292f; stroke: #24292f; }
    .outlined { stroke: #24292f; stroke-width: 1.5; }
    .mark { fill: #24292f; stroke: #ffffff; }
    .late { fill: #b5450a; stroke: #ffffff; font-weight: 700; }
    text.late, tspan.late { stroke: none; }
    .start { fill: none; stroke: #24292f; stroke-width: 2; }
    .today { fill: none; stroke: #8250df; stroke-width: 2; }
    .arrow { fill: none; stroke: #59636e; stroke-width: 1.3; stroke-linejoin: round; }
    .strong-line { stroke: #24292f; stroke-width: 2.2; }
    .tip { fill: #59636e; }
    .strong-tip { fill: #24292f; }
    @media (prefers-color-scheme: dark) {
    .sum { fill: #e6edf3; stroke: #e6edf3; }
    .outlined { stroke: #e6edf3; }
    .mark { fill: #e6edf3; stroke: #0d1117; }
    .late { fill: #ff9a66; stroke: #0d1117; }
    .start { stroke: #e6edf3; }
    .today { stroke: #b083f0; }
    .arrow { stroke: #9198a1; }
    .strong-line { stroke: #e6edf3; }
    .tip { fill: #9198a1; }
    .strong-tip { fill: #e6edf3; }
    }
    """
}
