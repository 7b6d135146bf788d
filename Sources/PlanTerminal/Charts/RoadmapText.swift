import PlanModel
package import PlanView

/// A roadmap as text, for the width of a terminal.
///
/// Lines for programs: group, plan, title, column, start day, due day, day of the finish, first day
/// of the work to come, days of the forecast for 50, 85 and 95 %, `critical` or nothing, `late` or
/// nothing, blockers.
package struct RoadmapText: TextForm {
  private let roadmap: Roadmap
  private let remark: String
  private let zoom: RoadmapZoom?
  private let limit: Int?
  private let viewpoint: Viewpoint

  /// - Parameters:
  ///   - remark: The board, the days and the query, as a subtitle.
  ///   - zoom: nil for the finest one at which everything fits.
  ///   - limit: The most rows; nil for `usualLimit` on a terminal, and all for programs.
  package init(
    _ roadmap: Roadmap, remark: String, zoom: RoadmapZoom?, limit: Int?, viewpoint: Viewpoint
  ) {
    (self.roadmap, self.remark, self.zoom) = (roadmap, remark, zoom)
    (self.limit, self.viewpoint) = (limit, viewpoint)
  }

  /// The most rows on a terminal if no limit is given.
  package static let usualLimit = 50

  package var records: [PlainRecord] {
    let shown = limit.map(roadmap.limited) ?? roadmap
    return shown.groups.flatMap { group in group.rows.map { record($0, in: group) } }
  }

  private func record(_ row: Roadmap.Row, in group: Roadmap.Group) -> PlainRecord {
    let plan = row.plan
    let days = Forecast.certainties.map { row.outlook?.day($0)?.description }
    return PlainRecord(
      [
        group.value, plan.id.text, plan.title, plan.state, plan.start?.description,
        plan.due?.description, row.finished?.description, row.outlook?.begins.description,
      ] + days + [
        row.isCritical ? "critical" : nil, row.isLate ? "late" : nil,
        row.blockers.map(\.text).joined(separator: ","),
      ])
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let head: StyledText = "\("Roadmap", .heading)  \(remark, .muted)"
    guard !roadmap.isEmpty else {
      return [head, StyledText(RoadmapWords.nothing, .muted)].map { $0.truncated(toCells: width) }
    }
    let shown = roadmap.limited(toRows: limit ?? Self.usualLimit)
    let layout = RoadmapLayout(shown, zoom: zoom, viewpoint: viewpoint, widthInCells: width)
    let statement = StyledText(RoadmapWords.statement(on: shown, viewpoint.shortID), .muted)
    let notes = RoadmapWords.notes(on: shown).map { StyledText($0, .muted) }
    let above =
      head.wrapped(toCells: width, indent: 2) + statement.wrapped(toCells: width, indent: 2)
    let lines =
      above + Flow.lines(of: keys, toCells: width) + layout.axis
      + shown.groups.flatMap { self.lines(of: $0, layout) }
      + notes.flatMap { $0.wrapped(toCells: width, indent: 2) }
    return lines.map { $0.truncated(toCells: width).withoutSpacesAtEnd }
  }

  private func lines(of group: Roadmap.Group, _ layout: RoadmapLayout) -> [StyledText] {
    let head = roadmap.grouping == .none ? [] : [layout.line(group)]
    let more = StyledText("   \(RoadmapWords.more(in: group))", .muted)
    return head + group.rows.map(layout.line) + (group.more > 0 ? [more] : [])
  }

  /// The legend: the meaning of each mark.
  private var keys: [StyledText] {
    let past = Column.Kind.allCases.map { kind in
      StyledText(String(RoadmapMarks.fill(kind)), ChartMarks.role(Chart.Tone(kind)))
        + " \(kind.rawValue)"
    }
    let future: [StyledText] = [
      StyledText("\(String(RoadmapMarks.likely)) finished in 50 %"),
      StyledText("\(String(RoadmapMarks.safe)) in 85 %"),
    ]
    let marks: [StyledText] = [
      StyledText("\(String(RoadmapMarks.due)) due"), StyledText("! due, may be late", .overdue),
      StyledText("\(String(RoadmapMarks.today)) today"),
    ]
    let critical: [StyledText] = roadmap.criticalPath == nil ? [] : ["* critical path"]
    return past + (roadmap.futures == nil ? [] : future) + marks + critical
  }
}

/// The characters of a roadmap. They differ, so that it is readable without colour.
enum RoadmapMarks {
  static let likely: Character = "━"
  static let safe: Character = "╌"
  static let due: Character = "◆"
  static let late: Character = "!"
  static let start: Character = "["
  static let today: Character = "│"
  static let (before, after): (Character, Character) = ("‹", "›")
  static let critical = "*"

  static func fill(_ kind: Column.Kind) -> Character {
    switch kind {
    case .todo: "░"
    case .doing: "▓"
    case .done: "█"
    }
  }
}
