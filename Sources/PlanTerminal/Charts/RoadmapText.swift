import PlanModel
package import PlanView

/// A roadmap as text, for the width of a terminal.
///
/// Lines for programs: group, plan, title, column, start day, due day, day of the finish, first day
/// of the remaining work, days of the forecast for 50, 85 and 95 %, `critical` or empty, `late` or
/// empty, blockers.
package struct RoadmapText: TextForm {
  private let roadmap: Roadmap
  private let remark: String
  private let zoom: RoadmapZoom?
  private let limit: Int?
  private let viewpoint: Viewpoint

  /// Prepares the output of a roadmap.
  ///
  /// - Parameters:
  ///   - remark: The board, the days and the query, as a subtitle.
  ///   - zoom: nil for the finest one at which everything fits.
  ///   - limit: The largest number of rows; nil for `usualLimit` on a terminal, and all for
  ///     programs.
  package init(
    _ roadmap: Roadmap, remark: String, zoom: RoadmapZoom?, limit: Int?, viewpoint: Viewpoint
  ) {
    (self.roadmap, self.remark, self.zoom) = (roadmap, remark, zoom)
    (self.limit, self.viewpoint) = (limit, viewpoint)
  }

  /// The largest number of rows on a terminal if no limit is given.
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
    let page = page(RoadmapPage.Window(columns: width, zoom: zoom))
    guard !roadmap.isEmpty else {
      return [page.title, page.statement].map { $0.truncated(toCells: width) }
    }
    let above =
      page.title.wrapped(toCells: width, indent: 2)
      + page.statement.wrapped(toCells: width, indent: 2)
    let rows = page.rows.flatMap { row in
      row.target == nil ? row.text.wrapped(toCells: width, indent: 2) : [row.text]
    }
    let lines = above + Flow.lines(of: page.keys, toCells: width) + page.axis + rows
    return lines.map { $0.truncated(toCells: width).withoutSpacesAtEnd }
  }

  /// Returns the roadmap for some days, with the target of each row.
  package func page(_ window: RoadmapPage.Window) -> RoadmapPage {
    let title: StyledText = "\("Roadmap", .heading)  \(remark, .muted)"
    let shown = roadmap.limited(toRows: limit ?? Self.usualLimit)
    let layout = RoadmapLayout(shown, window: window, viewpoint: viewpoint)
    let statement =
      roadmap.isEmpty
      ? Roadmap.nothing : shown.statement(viewpoint.shortID)
    let notes = shown.notes.map { RoadmapPage.Row(StyledText($0, .muted)) }
    return RoadmapPage(
      title: title, statement: StyledText(statement, .muted), keys: roadmap.isEmpty ? [] : keys,
      axis: roadmap.isEmpty ? [] : layout.axis,
      rows: shown.groups.flatMap { rows(of: $0, layout) } + notes, scale: layout.scale)
  }

  /// Returns the row of a group and the rows of its plans. If the group is named after a parent,
  /// the parent has no second row.
  private func rows(of group: Roadmap.Group, _ layout: RoadmapLayout) -> [RoadmapPage.Row] {
    let own = group.parent.flatMap { parent in group.rows.first { $0.plan.id == parent } }
    let head =
      roadmap.grouping == .none
      ? [] : [RoadmapPage.Row(layout.line(group, own: own), target: target(of: group))]
    let rows = group.rows.filter { $0.plan.id != group.parent }.map { row in
      RoadmapPage.Row(layout.line(row), target: .plan(row.plan.id))
    }
    let more = StyledText("   \(group.moreWords)", .muted)
    return head + rows + (group.more > 0 ? [RoadmapPage.Row(more)] : [])
  }

  private func target(of group: Roadmap.Group) -> RoadmapPage.Target {
    if let parent = group.parent { return .plan(parent) }
    let name = roadmap.grouping.rawValue
    guard let value = group.value else { return .query("no:\(name)") }
    let isWord =
      value.first != "-" && value.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }
    let escaped = value.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    return .query(isWord ? "\(name):\(value)" : "\(name):\"\(escaped)\"")
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
