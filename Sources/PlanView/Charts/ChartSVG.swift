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
    let title = SVGText.escaped("\(chart.title), \(remark)")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540" role="img" \
      aria-labelledby="title desc">
      <title id="title">\(title)</title>
      <desc id="desc">\(SVGText.escaped(chart.summary))</desc>
      <style>
      \(SVGStyle.sheet)
      </style>
      <defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><path class="hatch" d="M0 0V7"/></pattern></defs>
      <rect class="paper" width="960" height="540"/>
      <text class="head" x="24" y="38">\(SVGText.escaped(chart.title))</text>
      <text class="soft" x="24" y="60">\(SVGText.escaped(shortRemark))</text>
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
    "\(SVGText.length(x(day))) \(SVGText.length(y(number)))"
  }

  private var grid: String {
    let (left, right) = (SVGText.length(frame.left), SVGText.length(frame.right))
    let bottom = SVGText.length(frame.bottom)
    let lines = values.ticks.map { tick in
      let place = SVGText.length(y(tick))
      let label = SVGText.length(y(tick) + 4.5)
      return """
        <path class="\(tick == 0 ? "axis" : "grid")" d="M\(left) \(place)H\(right)"/>
        <text class="soft left" x="\(SVGText.length(frame.left - 10))" y="\(label)">\(values.label(tick))</text>
        """
    }
    let limit = max(1, Int(frame.width / 76))
    let days = DateAxis(chart.first...chart.last, atMost: limit).ticks.map { tick in
      let place = SVGText.length(x(tick.day))
      return """
        <path class="axis" d="M\(place) \(bottom)v5"/>
        <text class="soft middle" x="\(place)" y="\(SVGText.length(frame.bottom + 22))">\(tick.label)</text>
        """
    }
    let unit = """
      <text class="soft left" x="\(SVGText.length(frame.left - 10))" \
      y="\(SVGText.length(frame.top - 16))">\(chart.unit)</text>
      """
    return (lines + days + [unit]).joined(separator: "\n")
  }
}
