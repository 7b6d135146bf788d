import PlanModel
import PlanView

/// The line below a chart, with its days.
struct ChartAxisLine {
  let line: String
  let labels: String

  /// Cells for a label and the space behind it.
  private static let labelWidth = 7

  init(_ chart: Chart, columns: Int) {
    var line = [Character](repeating: "─", count: columns)
    var labels = [Character](repeating: " ", count: columns)
    var end = 0
    for (column, label) in Self.ticks(of: chart, columns: columns) {
      guard column < columns else { continue }
      // Below a bar its label begins where the bar does.
      let middle = chart.shape == .bars ? 0 : label.count / 2
      let start = min(max(0, column - middle), columns - label.count)
      // A label that would touch the one before is left out.
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
      // A week's bar is its first cell; a month may begin within a week.
      (($0.day - chart.first) / 7 * step, $0.label)
    }
  }
}
