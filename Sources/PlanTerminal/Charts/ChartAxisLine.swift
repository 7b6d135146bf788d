import PlanModel
import PlanView

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
