import PlanModel
import PlanView

/// The layout of a chart on a terminal: numbers at the left, the drawing area, dates below.
struct ChartLayout {
  /// The chart. If it has more bars than columns, only the last bars are kept.
  let chart: Chart
  let values: ValueAxis
  /// The size of the drawing area in cells.
  let columns: Int
  let rows: Int
  /// A note that some bars did not fit; nil if all did.
  let leftOut: String?
  /// The number of cells at the left of the vertical axis.
  private let gutter: Int

  /// The smallest number of rows between two ticks.
  private static let rowsForTick = 3

  init(_ chart: Chart, widthInCells width: Int, rows: Int) {
    self.rows = rows
    let axis = { (chart: Chart) in
      ValueAxis(
        upTo: chart.greatest, atMost: max(1, rows / Self.rowsForTick),
        isWhole: chart.shape != .points)
    }
    let whole = axis(chart)
    gutter = (whole.ticks.map { whole.label($0).count }.max() ?? 0) + 1
    columns = max(1, width - gutter - 1)
    let count = chart.series.first?.values.count ?? 0
    guard chart.shape == .bars, count > columns else {
      (self.chart, values, leftOut) = (chart, whole, nil)
      return
    }
    self.chart = chart.keepingLast(columns)
    values = axis(self.chart)
    leftOut = "\(chart.unit) each week, the last \(columns) of \(count)"
  }

  /// Returns the row for a number; the top row is 0.
  func row(of number: Double) -> Int { Self.row(of: number, top: values.top, among: rows) }

  /// Returns the row for a number among a given number of rows; the top row is 0.
  static func row(of number: Double, top: Double, among rows: Int) -> Int {
    min(max(0, Int(((1 - number / top) * Double(rows - 1)).rounded())), rows - 1)
  }

  /// Returns the text at the left of a row: the number of its tick, if any, and the axis.
  func side(of row: Int) -> StyledText {
    let tick = values.ticks.dropFirst().first { self.row(ofTick: $0) == row }
    return edge(tick.map { values.label($0) } ?? "", "│")
  }

  /// Returns the row of a tick. For bars and areas it is the top row that a value of this height
  /// fills.
  private func row(ofTick tick: Double) -> Int {
    switch chart.shape {
    case .lines, .points: row(of: tick)
    case .areas, .bars:
      min(max(0, rows - Int((tick / values.top * Double(rows)).rounded())), rows - 1)
    }
  }

  /// The horizontal axis, and its dates.
  var foot: [StyledText] {
    let days = ChartAxisLine(chart, columns: columns)
    return [
      edge(values.label(0), "└") + StyledText(days.line, .muted),
      StyledText().padded(toCells: gutter + 1) + StyledText(days.labels, .muted),
    ]
  }

  private func edge(_ label: String, _ edge: String) -> StyledText {
    StyledText(label, .muted).padded(toCells: gutter, .right) + StyledText(edge, .muted)
  }
}

extension Chart {
  /// Returns the chart with only the last values of each series.
  fileprivate func keepingLast(_ count: Int) -> Chart {
    let series = series.map { Series($0.name, $0.tone, $0.values.suffix(count)) }
    let first = series.first?.values.first?.day ?? self.first
    return Chart(
      kind, shape, unit: unit, days: first...last, series: series, rules: rules, summary: summary)
  }
}

/// The horizontal axis below a chart, with its dates.
struct ChartAxisLine {
  let line: String
  let labels: String

  /// The number of cells for a label and the space after it.
  private static let labelWidth = 7

  init(_ chart: Chart, columns: Int) {
    var line = [Character](repeating: "─", count: columns)
    var labels = [Character](repeating: " ", count: columns)
    var end = 0
    for (column, label) in Self.ticks(of: chart, columns: columns) {
      guard column < columns else { continue }
      // A bar's label begins at the left end of the bar.
      let middle = chart.shape == .bars ? 0 : label.count / 2
      let start = min(max(0, column - middle), columns - label.count)
      // A label without a gap to the previous one is left out.
      guard start >= end, start >= 0 else { continue }
      line[column] = "┬"
      labels.replaceSubrange(start..<start + label.count, with: label)
      end = start + label.count + 1
    }
    self.line = String(line)
    self.labels = String(labels)
  }

  private static func ticks(of chart: Chart, columns: Int) -> [(column: Int, label: String)] {
    let limit = max(1, columns / labelWidth)
    guard chart.shape == .bars else {
      let length = max(1, chart.last - chart.first)
      return DateAxis(chart.first...chart.last, atMost: limit).ticks.map {
        (($0.day - chart.first) * max(0, columns - 1) / length, $0.label)
      }
    }
    let step = ChartPlot.step(bars: chart.series.first?.values.count ?? 0, columns: columns)
    return DateAxis(chart.first...chart.last, atMost: limit).ticks.map {
      // A week's tick is at the first cell of its bar. A month may begin within a week.
      (($0.day - chart.first) / 7 * step, $0.label)
    }
  }
}
