/// Draws the names of series beside a chart.
extension ChartSVG {
  /// The largest width of a name, in terminal cells.
  private static let longestName = 26
  private static let lineHeight = 17.0

  /// The name of a series beside the chart.
  struct Label {
    let text: String
    /// The value on the vertical axis beside which the label is drawn.
    let number: Double
    /// The CSS class of the coloured square before the text; nil for no square.
    let style: String?
  }

  /// Returns the names beside the chart, from the bottom up. A chart with bars has none.
  static func labels(of chart: Chart) -> [Label] {
    let styles = styles(of: chart)
    switch chart.shape {
    case .bars: return []
    case .points:
      return chart.rules.map { rule in
        let days = rule.number.text(decimals: 1)
        return Label(text: "\(rule.name): \(days) \(chart.unit)", number: rule.number, style: nil)
      }.sorted { $0.number < $1.number }
    case .lines:
      return zip(chart.series, styles).map { series, style in
        label(series, at: series.values.last?.number ?? 0, style)
      }.sorted { $0.number < $1.number }
    case .areas:
      var floor = 0.0
      return zip(chart.series, styles).map { series, style in
        let number = series.values.last?.number ?? 0
        defer { floor += number }
        return label(series, at: floor + number / 2, style)
      }
    }
  }

  private static func label(_ series: Chart.Series, at number: Double, _ style: String) -> Label {
    let name = StyledText(series.name).truncated(toCells: longestName).string
    let count = (series.values.last?.number ?? 0).text(decimals: 1)
    return Label(text: "\(name) \(count)", number: number, style: style)
  }

  var labels: String {
    guard !chart.isEmpty else { return "" }
    // Positions are counted from the top.
    let labels = Array(Self.labels(of: chart).reversed())
    let wanted = labels.map { y($0.number) }
    let places = ChartSVG.labelPlaces(
      wanted, gap: Self.lineHeight, in: (frame.top - 20)...frame.bottom)
    return zip(labels, zip(wanted, places)).map { label, place in
      text(of: label, wanted: place.0, at: place.1)
    }.joined(separator: "\n")
  }

  private func text(of label: Label, wanted: Double, at place: Double) -> String {
    let lead =
      abs(wanted - place) < 2
      ? ""
      : """
      <path class="lead" d="M\((frame.right + 2).svg) \(wanted.svg)\
      L\((frame.right + 8).svg) \(place.svg)"/>

      """
    let square = label.style.map { style in
      """
      <rect class="\(style)" x="\((frame.right + 11).svg)" y="\((place - 4.5).svg)" \
      width="9" height="9" rx="2"/>

      """
    }
    let left = (frame.right + (label.style == nil ? 10 : 26)).svg
    return """
      \(lead)\(square ?? "")<text x="\(left)" y="\((place + 4.5).svg)">\(label.text.markup)</text>
      """
  }
}

extension ChartSVG {
  /// Returns the middles of the labels, each at least `gap` from the next, as near as possible to
  /// the points that they name.
  ///
  /// - Parameters:
  ///   - wanted: The ideal positions, from top to bottom.
  ///   - range: The allowed positions. If it is too small for all labels, they are closer together.
  static func labelPlaces(_ wanted: [Double], gap: Double, in range: ClosedRange<Double>)
    -> [Double]
  {
    guard wanted.count > 1 else { return wanted.map { range.nearest(to: $0) } }
    let room = range.upperBound - range.lowerBound
    let gap = min(gap, room / Double(wanted.count - 1))
    var places = wanted.map { range.nearest(to: $0) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + gap)
    }
    // Labels beyond the bottom are moved back, which moves the labels above them up.
    var limit = range.upperBound
    for index in places.indices.reversed() {
      places[index] = min(places[index], limit)
      limit = places[index] - gap
    }
    return places
  }
}

extension ClosedRange<Double> {
  fileprivate func nearest(to value: Double) -> Double {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
