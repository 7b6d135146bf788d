import PlanModel
import PlanView

/// Draws a chart's contents, inside the axes, in cells.
struct ChartPlot {
  private let chart: Chart
  private let values: ValueAxis
  private(set) var canvas: ChartCanvas

  init(_ layout: ChartLayout) {
    (chart, values) = (layout.chart, layout.values)
    canvas = ChartCanvas(columns: layout.columns, rows: layout.rows)
    switch chart.shape {
    case .areas: drawAreas()
    case .lines: drawLines()
    case .points:
      drawRules()
      drawPoints()
    case .bars: drawBars()
    }
  }

  /// Returns the row for a number among a given number of rows; the top row is 0.
  private func row(of number: Double, among rows: Int) -> Int {
    ChartLayout.row(of: number, top: values.top, among: rows)
  }

  /// Returns the column for a day among a given number of columns.
  private func place(of day: CalendarDay, among count: Int) -> Int {
    let length = max(1, chart.last - chart.first)
    return (day - chart.first) * max(0, count - 1) / length
  }

  // MARK: - Areas and lines

  /// Returns the value of a series at one of several columns: the latest that is not after the
  /// column.
  private func value(of series: Chart.Series, at place: Int, among count: Int) -> Double {
    let last = series.values.count - 1
    guard last >= 0 else { return 0 }
    let index = count > 1 ? (place * last + (count - 1) / 2) / (count - 1) : last
    return series.values[min(index, last)].number
  }

  private mutating func drawAreas() {
    for column in 0..<canvas.columns {
      var floor = 0.0
      let tops = chart.series.map { series in
        floor += value(of: series, at: column, among: canvas.columns)
        return floor
      }
      for row in 0..<canvas.rows {
        let middle = (Double(canvas.rows - row) - 0.5) / Double(canvas.rows) * values.top
        guard let index = tops.firstIndex(where: { $0 >= middle }) else { continue }
        canvas.put(
          ChartMarks.fill(index), ChartMarks.role(chart.series[index].tone), column: column,
          row: row)
      }
    }
  }

  private mutating func drawLines() {
    for series in chart.series {
      var before: Int?
      for column in 0..<canvas.dotColumns {
        let number = value(of: series, at: column, among: canvas.dotColumns)
        let row = self.row(of: number, among: canvas.dotRows)
        let (high, low) = (min(before ?? row, row), max(before ?? row, row))
        before = row
        if ChartMarks.isDashed(series.tone), column % 4 >= 2 { continue }
        for row in high...low { canvas.dot(ChartMarks.role(series.tone), column: column, row: row) }
      }
    }
  }

  // MARK: - Points

  private mutating func drawRules() {
    for rule in chart.rules {
      let row = self.row(of: rule.number, among: canvas.rows)
      for column in 0..<canvas.columns { canvas.put("-", .muted, column: column, row: row) }
    }
  }

  private mutating func drawPoints() {
    for series in chart.series {
      for value in series.values {
        canvas.dot(
          ChartMarks.role(series.tone), column: place(of: value.day, among: canvas.dotColumns),
          row: row(of: value.number, among: canvas.dotRows))
      }
    }
  }

  // MARK: - Bars

  /// The number of cells from one bar to the next.
  static func step(bars: Int, columns: Int) -> Int { min(16, max(1, columns / max(1, bars))) }

  private mutating func drawBars() {
    let bars = chart.series.first?.values ?? []
    let step = Self.step(bars: bars.count, columns: canvas.columns)
    let role = chart.series.first.map { ChartMarks.role($0.tone) } ?? .plain
    for (index, bar) in bars.enumerated() {
      let eighths = Int((bar.number / values.top * Double(canvas.rows * 8)).rounded())
      for row in 0..<canvas.rows {
        let filled = eighths - (canvas.rows - 1 - row) * 8
        guard filled > 0 else { continue }
        for column in 0..<(step > 2 ? step - 1 : step) {
          canvas.put(ChartMarks.eighth(filled), role, column: index * step + column, row: row)
        }
      }
    }
  }
}
