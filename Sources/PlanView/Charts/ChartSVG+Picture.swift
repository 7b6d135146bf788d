import PlanModel

/// The part of the chart inside the axes.
extension ChartSVG {
  /// The largest number of bars for which numbers are shown above them.
  private static let mostNumberedBars = 30

  var picture: String {
    guard !chart.isEmpty else {
      let (x, y) = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
      return """
        <text class="soft middle" x="\(SVGText.length(x))" y="\(SVGText.length(y))">nothing to show yet</text>
        """
    }
    return switch chart.shape {
    case .areas: areas
    case .lines: lines
    case .points: rules + points
    case .bars: bars
    }
  }

  /// The classes of the series.
  private var styles: [String] {
    zip(chart.series, chart.placesInTone).map { SVGStyle.name($0.tone, $1) }
  }

  private var areas: String {
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
    chart.series.enumerated().map { index, series in
      let points = series.values.map { point($0.day, $0.number) }.joined(separator: "L")
      guard let first = series.values.first, let last = series.values.last else { return "" }
      if series.tone == .waiting {
        return "<path class=\"\(styles[index]) line dashed\" d=\"M\(points)\"/>"
      }
      return """
        <path class="\(styles[index]) under" d="M\(point(first.day, 0))L\(points)L\(point(last.day, 0))Z"/>
        <path class="\(styles[index]) line" d="M\(points)"/>
        """
    }.joined(separator: "\n")
  }

  private var points: String {
    zip(chart.series, styles).flatMap { series, style in
      series.values.map { value in
        let plan = value.plan.map { "\($0) " } ?? ""
        let words =
          "\(plan)\(value.title): \(DecimalText.text(value.number, decimals: 1)) \(chart.unit), \(value.day)"
        return """
          <circle class="\(style) dot" cx="\(SVGText.length(x(value.day)))" cy="\(SVGText.length(y(value.number)))" \
          r="4.5"><title>\(SVGText.escaped(words))</title></circle>
          """
      }
    }.joined(separator: "\n")
  }

  private var bars: String {
    let week = x(chart.first.dayNumber + 7) - x(chart.first.dayNumber)
    let width = min(44, max(0.7, week * 0.78))
    return zip(chart.series, styles).flatMap { series, style in
      series.values.filter { $0.number > 0 }.map { value in
        let (left, top) = (x(value.day) + (week - width) / 2, y(value.number))
        let count = DecimalText.text(value.number, decimals: 1)
        let number =
          series.values.count > Self.mostNumberedBars
          ? ""
          : """

          <text class="soft middle" x="\(SVGText.length(left + width / 2))" \
          y="\(SVGText.length(top - 6))">\(count)</text>
          """
        return """
          <rect class="\(style)" stroke-width="0" x="\(SVGText.length(left))" y="\(SVGText.length(top))" \
          width="\(SVGText.length(width))" height="\(SVGText.length(frame.bottom - top))">\
          <title>\(ISOWeek(of: value.day)), from \(value.day): \(count) \(chart.unit)</title></rect>\(number)
          """
      }
    }.joined(separator: "\n")
  }

  private var rules: String {
    chart.rules.map { rule in
      let height = SVGText.length(y(rule.number))
      return """
        <path class="rule" d="M\(SVGText.length(frame.left)) \(height)H\(SVGText.length(frame.right))"/>

        """
    }.joined()
  }
}
