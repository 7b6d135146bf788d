import PlanModel
package import PlanView

/// A chart as text, for the width and the height of a terminal.
///
/// Columns for programs: day, series, number, plan. Horizontal lines have no day.
package struct ChartText: TextForm {
  private let chart: Chart
  private let remark: String
  private let height: Int

  /// The height if the terminal's height is unknown.
  package static let usualHeightInLines = 24
  private static let greatestHeight = 40
  /// The smallest height of the drawing area.
  private static let leastRows = 3
  /// The smallest width at which names stand beside the chart.
  private static let wide = 50

  /// Prepares the output of a chart.
  ///
  /// - Parameters:
  ///   - remark: The board, the days and the query of the chart, as a subtitle.
  ///   - height: The largest number of lines, at least 1; nil if unknown.
  package init(_ chart: Chart, remark: String, heightInLines height: Int?) {
    (self.chart, self.remark) = (chart, remark)
    self.height = min(max(1, height ?? Self.usualHeightInLines), Self.greatestHeight)
  }

  package var records: [PlainRecord] {
    chart.series.flatMap { series in
      series.values.map { value in
        PlainRecord([
          value.day.description, series.name, value.number.text(decimals: 3),
          value.plan?.text,
        ])
      }
    }
      + chart.rules.map {
        PlainRecord([nil, $0.name, $0.number.text(decimals: 3), nil])
      }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let head: StyledText = "\(chart.title, .heading)  \(remark, .muted)"
    if chart.isEmpty { return fitted([head, StyledText("nothing to show yet", .muted)], width) }
    let legend = Array(Flow.lines(of: keys, toCells: width).prefix(max(1, height / 4)))
    let rows = height - 3 - legend.count
    guard rows >= Self.leastRows else { return fitted([head] + legend, width) }
    let names = width >= Self.wide ? self.names : []
    let beside = names.map { $0.text.widthInCells + 1 }.max() ?? 0
    let layout = ChartLayout(chart, widthInCells: width - beside, rows: rows)
    let plot = ChartPlot(layout)
    let picture = (0..<rows).map { row in
      layout.side(of: row) + plot.canvas.line(row) + name(at: row, names, layout)
    }
    let notes = layout.leftOut.map { [StyledText($0, .muted)] } ?? legend
    return fitted([head] + notes + picture + layout.foot, width)
  }

  private func fitted(_ lines: [StyledText], _ width: Int) -> [StyledText] {
    lines.prefix(height).map { $0.truncated(toCells: width).withoutSpacesAtEnd }
  }

  // MARK: - Names

  /// The legend: the meaning of each mark.
  private var keys: [StyledText] {
    switch chart.shape {
    case .bars: return [StyledText("\(chart.unit) finished each week", .muted)]
    case .points:
      return [StyledText("\(chart.unit), by the day of the end", .muted)]
        + chart.rules.map { rule in
          let number = rule.number.text(decimals: 1)
          return StyledText("-- \(rule.name) within \(number) \(chart.unit)")
        }
    case .areas, .lines:
      // The order is from top to bottom, as in the chart.
      return chart.series.enumerated().reversed().map { place, series in
        let line = ChartMarks.isDashed(series.tone) ? "⠒ ⠒" : "⠒⠒⠒"
        let mark =
          chart.shape == .areas ? String(ChartMarks.fill(place, of: chart.series.count)) : line
        return StyledText(mark, ChartMarks.role(series.tone)) + " \(series.name) \(last(series))"
      }
    }
  }

  private func last(_ series: Chart.Series) -> StyledText {
    StyledText((series.values.last?.number ?? 0).text(decimals: 1), .heading)
  }

  /// A name beside the chart, at the height of a number.
  private struct Name {
    let text: StyledText
    let number: Double
  }

  private var names: [Name] {
    switch chart.shape {
    case .areas, .bars: []
    case .points: chart.rules.map { Name(text: StyledText($0.name, .muted), number: $0.number) }
    case .lines:
      chart.series.map { series in
        Name(
          text: StyledText(series.name, ChartMarks.role(series.tone)).truncated(toCells: 14),
          number: series.values.last?.number ?? 0)
      }
    }
  }

  private func name(at row: Int, _ names: [Name], _ layout: ChartLayout) -> StyledText {
    let name = names.last { layout.row(of: $0.number) == row }
    return name.map { " " + $0.text } ?? StyledText()
  }
}
