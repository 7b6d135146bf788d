import PlanModel

/// A chart as one SVG file, readable on light and on dark pages.
///
/// The file has no script and loads no other files. Screen readers read the title and the summary.
/// Pointing at a dot or a bar shows its numbers.
package struct ChartSVG: Sendable {
  let chart: Chart
  /// The board, the days and the query of the chart, as a subtitle.
  private let remark: String
  let frame: Frame
  let values: ValueAxis

  /// The position of the drawing area in the file, in pixels.
  struct Frame {
    let (left, top, right, bottom): (Double, Double, Double, Double)
    var width: Double { right - left }
    var height: Double { bottom - top }
  }

  private static let width = 960.0
  private static let height = 540.0
  /// The width of one terminal cell in pixels, about half an em.
  static let cellWidth = 7.2

  package init(_ chart: Chart, remark: String) {
    (self.chart, self.remark) = (chart, remark)
    values = ValueAxis(upTo: chart.greatest, atMost: 6, isWhole: chart.shape != .points)
    let cells = Self.labels(of: chart).map { TextWidth.cells(of: $0.text) }.max() ?? 0
    frame = Frame(
      left: 62, top: 104, right: Self.width - 34 - Double(cells) * Self.cellWidth,
      bottom: Self.height - 46)
  }

  /// The contents of the SVG file.
  package var text: String {
    let title = "\(chart.title), \(remark)".markup
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540" role="img" \
      aria-labelledby="title desc">
      <title id="title">\(title)</title>
      <desc id="desc">\(chart.summary.markup)</desc>
      <style>
      \(SVGStyle.sheet)
      </style>
      <defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><path class="hatch" d="M0 0V7"/></pattern></defs>
      <rect class="paper" width="960" height="540"/>
      <text class="head" x="24" y="38">\(chart.title.markup)</text>
      <text class="soft" x="24" y="60">\(shortRemark.markup)</text>
      \(grid)
      \(picture)
      \(labels)
      </svg>

      """
  }

  private var shortRemark: String { StyledText(remark).truncated(toCells: 120).string }

  // MARK: - Axes

  func x(_ day: Int) -> Double {
    let length = Double(max(1, chart.last - chart.first))
    return frame.left + Double(day - chart.first.dayNumber) / length * frame.width
  }

  func x(_ day: CalendarDay) -> Double { x(day.dayNumber) }

  func y(_ number: Double) -> Double { frame.bottom - number / values.top * frame.height }

  func point(_ day: CalendarDay, _ number: Double) -> String {
    "\(x(day).svg) \(y(number).svg)"
  }

  private var grid: String {
    let (left, right) = (frame.left.svg, frame.right.svg)
    let bottom = frame.bottom.svg
    let lines = values.ticks.map { tick in
      let place = y(tick).svg
      let label = (y(tick) + 4.5).svg
      return """
        <path class="\(tick == 0 ? "axis" : "grid")" d="M\(left) \(place)H\(right)"/>
        <text class="soft left" x="\((frame.left - 10).svg)" y="\(label)">\(values.label(tick))</text>
        """
    }
    let limit = max(1, Int(frame.width / 76))
    let days = DateAxis(chart.first...chart.last, atMost: limit).ticks.map { tick in
      let place = x(tick.day).svg
      return """
        <path class="axis" d="M\(place) \(bottom)v5"/>
        <text class="soft middle" x="\(place)" y="\((frame.bottom + 22).svg)">\(tick.label)</text>
        """
    }
    let unit = """
      <text class="soft left" x="\((frame.left - 10).svg)" \
      y="\((frame.top - 16).svg)">\(chart.unit)</text>
      """
    return (lines + days + [unit]).joined(separator: "\n")
  }
}

/// The part of the chart inside the axes.
extension ChartSVG {
  /// The largest number of bars for which numbers are shown above them.
  private static let mostNumberedBars = 30

  var picture: String {
    guard !chart.isEmpty else {
      let (x, y) = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
      return """
        <text class="soft middle" x="\(x.svg)" y="\(y.svg)">nothing to show yet</text>
        """
    }
    return switch chart.shape {
    case .areas: areas
    case .lines: lines
    case .points: rules + points
    case .bars: bars
    }
  }

  /// The CSS classes of the series.
  static func styles(of chart: Chart) -> [String] {
    zip(chart.series, chart.placesInTone).map { SVGStyle.name($0.tone, $1) }
  }

  private var areas: String {
    let styles = Self.styles(of: chart)
    var floor = chart.series.first?.values.map { _ in 0.0 } ?? []
    var paths: [String] = []
    for (index, series) in chart.series.enumerated() {
      let ceiling = zip(floor, series.values).map { $0 + $1.number }
      let days = series.values.map(\.day)
      let upper = zip(days, ceiling).map { point($0, $1) }
      let lower = zip(days, floor).reversed().map { point($0, $1) }
      let outline = "M\(upper.joined(separator: "L"))L\(lower.joined(separator: "L"))Z"
      paths.append("<path class=\"\(styles[index]) area\" d=\"\(outline)\"/>")
      if chart.placesInTone[index] % 2 == 1 {
        paths.append("<path fill=\"url(#hatch)\" d=\"\(outline)\"/>")
      }
      floor = ceiling
    }
    return paths.joined(separator: "\n")
  }

  private var lines: String {
    zip(chart.series, Self.styles(of: chart)).map { series, style in
      let points = series.values.map { point($0.day, $0.number) }.joined(separator: "L")
      guard let first = series.values.first, let last = series.values.last else { return "" }
      if series.tone == .waiting {
        return "<path class=\"\(style) line dashed\" d=\"M\(points)\"/>"
      }
      return """
        <path class="\(style) under" d="M\(point(first.day, 0))L\(points)L\(point(last.day, 0))Z"/>
        <path class="\(style) line" d="M\(points)"/>
        """
    }.joined(separator: "\n")
  }

  private var points: String {
    zip(chart.series, Self.styles(of: chart)).flatMap { series, style in
      series.values.map { value in
        let plan = value.plan.map { "\($0) " } ?? ""
        let words =
          "\(plan)\(value.title): \(value.number.text(decimals: 1)) \(chart.unit), \(value.day)"
        return """
          <circle class="\(style) dot" cx="\(x(value.day).svg)" cy="\(y(value.number).svg)" \
          r="4.5"><title>\(words.markup)</title></circle>
          """
      }
    }.joined(separator: "\n")
  }

  private var bars: String {
    let week = x(chart.first.dayNumber + 7) - x(chart.first.dayNumber)
    let width = min(44, max(0.7, week * 0.78))
    return zip(chart.series, Self.styles(of: chart)).flatMap { series, style in
      series.values.filter { $0.number > 0 }.map { value in
        let (left, top) = (x(value.day) + (week - width) / 2, y(value.number))
        let count = value.number.text(decimals: 1)
        let number =
          series.values.count > Self.mostNumberedBars
          ? ""
          : """

          <text class="soft middle" x="\((left + width / 2).svg)" \
          y="\((top - 6).svg)">\(count)</text>
          """
        return """
          <rect class="\(style)" stroke-width="0" x="\(left.svg)" y="\(top.svg)" \
          width="\(width.svg)" height="\((frame.bottom - top).svg)">\
          <title>\(ISOWeek(of: value.day)), from \(value.day): \(count) \(chart.unit)</title></rect>\(number)
          """
      }
    }.joined(separator: "\n")
  }

  private var rules: String {
    chart.rules.map { rule in
      let height = y(rule.number).svg
      return """
        <path class="rule" d="M\(frame.left.svg) \(height)H\(frame.right.svg)"/>

        """
    }.joined()
  }
}
