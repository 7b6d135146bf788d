import PlanModel
import PlanView

/// The layout of a roadmap on a terminal: marks, id, title and blockers at the left, time at the
/// right.
struct RoadmapLayout {
  private let roadmap: Roadmap
  private let viewpoint: Viewpoint
  let scale: RoadmapScale
  /// The widths of the parts in cells.
  private let idWidth: Int
  private let titleWidth: Int
  /// The width of the names of blockers; 0 if they are not shown.
  private let blockersWidth: Int
  private let columns: Int

  /// The cells for the marks of a row, with a space.
  private static let marksWidth = 3
  private static let leastTitle = 12
  /// The narrowest terminal on which blockers have a column.
  private static let widthForBlockers = 60
  private static let mostForBlockers = 11
  /// The cells for a date and the space after it.
  private static let tickWidth = 7

  init(_ roadmap: Roadmap, window: RoadmapPage.Window, viewpoint: Viewpoint) {
    let width = window.columns
    (self.roadmap, self.viewpoint) = (roadmap, viewpoint)
    let rows = roadmap.rows
    let id = rows.map { TextWidth.cells(of: viewpoint.shortID($0.plan.id)) }.max() ?? 0
    let titles = rows.map { StyledText($0.plan.title).widthInCells }
    let heads = roadmap.groups.map { StyledText($0.title).widthInCells - Self.marksWidth - id - 1 }
    let share = max(Self.leastTitle, width * 27 / 100)
    let title = min(share, max(Self.leastTitle, (titles + heads).max() ?? 0))
    let names = rows.filter { !$0.blockers.isEmpty }.map { row in
      Self.blockers(of: row, viewpoint).widthInCells
    }
    let blockers =
      width < Self.widthForBlockers || names.isEmpty
      ? 0 : min(Self.mostForBlockers, max(5, names.max() ?? 0))
    let left = Self.marksWidth + id + 1 + title + 1 + (blockers > 0 ? blockers + 1 : 0)
    (idWidth, titleWidth, blockersWidth) = (id, title, blockers)
    columns = max(1, width - left)
    scale = RoadmapScale(roadmap, cells: columns, zoom: window.zoom, from: window.first)
  }

  /// Returns `k7m2 +1`: the first blocker, and the number of the others.
  private static func blockers(of row: Roadmap.Row, _ viewpoint: Viewpoint) -> StyledText {
    guard let first = row.blockers.first else { return StyledText() }
    let others = row.blockers.count - 1
    return StyledText(viewpoint.shortID(first) + (others > 0 ? " +\(others)" : ""), .blocked)
  }

  // MARK: - Lines

  /// The dates, and the axis below them.
  var axis: [StyledText] {
    let heading = StyledText(blockersWidth > 0 ? "after" : "", .muted)
    var labels = [Character](repeating: " ", count: columns)
    var line = [Character](repeating: "─", count: columns)
    var end = 0
    for tick in DateAxis(scale.days, atMost: max(1, columns / Self.tickWidth)).ticks {
      let cell = scale.cell(of: tick.day, among: columns)
      let start = min(cell, columns - tick.label.count)
      guard start >= end, start >= 0, cell < columns else { continue }
      line[cell] = "┬"
      labels.replaceSubrange(start..<start + tick.label.count, with: tick.label)
      end = start + tick.label.count + 1
    }
    return [
      head(StyledText(), heading) + StyledText(String(labels), .muted),
      head(StyledText(), StyledText()) + StyledText(String(line), .muted),
    ]
  }

  func line(_ row: Roadmap.Row) -> StyledText {
    let marks: StyledText =
      "\(row.isCritical ? RoadmapMarks.critical : " ", .heading)\(row.isLate ? "!" : " ", .overdue) "
    let id = StyledText(viewpoint.shortID(row.plan.id), .id).padded(toCells: idWidth)
    let title = StyledText(row.plan.title, row.isCritical ? .heading : .plain)
    return head(
      marks + id + " " + title.truncated(toCells: titleWidth), Self.blockers(of: row, viewpoint))
      + time(of: row)
  }

  /// Returns the line of a group.
  ///
  /// - Parameter own: The row of the parent that the group is named after. It has no line of its
  ///   own.
  func line(_ group: Roadmap.Group, own: Roadmap.Row?) -> StyledText {
    let parent = group.parent.map { StyledText(viewpoint.shortID($0), .id) + " " } ?? StyledText()
    let title = StyledText(group.title, group.value == nil ? .muted : .heading)
    var marks = StyledText()
    if own?.isCritical == true { marks += StyledText(RoadmapMarks.critical, .heading) + " " }
    if own?.isLate == true { marks += StyledText("!", .overdue) + " " }
    var cells = ChartCanvas(columns: columns, rows: 1)
    for bar in own?.bars ?? [] where bar.kind != .done { draw(bar, in: &cells) }
    cells.put(RoadmapMarks.today, .muted, column: today)
    draw(group.outlook, in: &cells)
    for bar in own?.bars ?? [] where bar.kind == .done { draw(bar, in: &cells) }
    draw(due: group.due ?? own?.plan.due, isLate: group.isLate || own?.isLate == true, in: &cells)
    let blockers = own.map { Self.blockers(of: $0, viewpoint) } ?? StyledText()
    return head(marks + parent + title, blockers) + cells.line(0)
  }

  /// Returns the parts of a line at the left of the time.
  private func head(_ label: StyledText, _ blockers: StyledText) -> StyledText {
    let width = Self.marksWidth + idWidth + 1 + titleWidth
    let head = label.truncated(toCells: width).padded(toCells: width) + " "
    guard blockersWidth > 0 else { return head }
    return head + blockers.truncated(toCells: blockersWidth).padded(toCells: blockersWidth) + " "
  }

  // MARK: - Time

  /// The last cell of today, between the past and the future.
  private var today: Int {
    scale.cells(from: roadmap.today, through: roadmap.today, among: columns)?.last ?? 0
  }

  /// Returns the cells of a row at the right of the layout. The marks are drawn in the order of
  /// their importance, because later ones replace earlier ones: the past, today, the forecast, the
  /// finish, start and due days.
  private func time(of row: Roadmap.Row) -> StyledText {
    var cells = ChartCanvas(columns: columns, rows: 1)
    for bar in row.bars where bar.kind != .done { draw(bar, in: &cells) }
    cells.put(RoadmapMarks.today, .muted, column: today)
    draw(row.outlook, in: &cells)
    for bar in row.bars where bar.kind == .done { draw(bar, in: &cells) }
    if let start = row.plan.start, start > roadmap.today, scale.days.contains(start) {
      cells.put(RoadmapMarks.start, .plain, column: scale.cell(of: start, among: columns))
    }
    draw(due: row.plan.due, isLate: row.isLate, in: &cells)
    if let last = row.bars.last?.last, last < scale.days.lowerBound {
      cells.put(RoadmapMarks.before, .muted, column: 0)
    }
    return cells.line(0)
  }

  private func draw(_ bar: Roadmap.Bar, in cells: inout ChartCanvas) {
    guard let range = scale.cells(from: bar.first, through: bar.last, among: columns) else {
      return
    }
    for cell in range {
      cells.put(RoadmapMarks.fill(bar.kind), ChartMarks.role(Chart.Tone(bar.kind)), column: cell)
    }
  }

  private func draw(_ outlook: Roadmap.ForecastSpan?, in cells: inout ChartCanvas) {
    guard let outlook else { return }
    let end = scale.days.upperBound
    let likely = outlook.day(Roadmap.ForecastSpan.likely) ?? end
    let safe = outlook.day(Roadmap.ForecastSpan.safe)
    // A mark at the edge shows that the forecast continues.
    if safe ?? end + 1 > end { cells.put(RoadmapMarks.after, .muted, column: columns - 1) }
    let maybe = scale.cells(from: likely + 1, through: safe ?? end, among: columns)
    for cell in maybe ?? 0..<0 where safe != nil && safe ?? end <= end || cell < columns - 1 {
      cells.put(RoadmapMarks.safe, .muted, column: cell)
    }
    let soon = scale.cells(from: outlook.begins, through: likely, among: columns) ?? 0..<0
    // The line of today stays visible if the work has another cell.
    for cell in soon where cell != today || soon.count == 1 {
      cells.put(RoadmapMarks.likely, .active, column: cell)
    }
  }

  private func draw(due: CalendarDay?, isLate: Bool, in cells: inout ChartCanvas) {
    guard let due else { return }
    guard due <= scale.days.upperBound else {
      return cells.put(RoadmapMarks.after, .muted, column: columns - 1)
    }
    guard due >= scale.days.lowerBound else {
      return cells.put(RoadmapMarks.before, isLate ? .overdue : .muted, column: 0)
    }
    cells.put(
      isLate ? RoadmapMarks.late : RoadmapMarks.due, isLate ? .overdue : .heading,
      column: scale.cell(of: due, among: columns))
  }
}
