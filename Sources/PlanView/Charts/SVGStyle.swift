/// The style sheet of a chart, with colours for light and dark pages.
///
/// Active and finished work have colours of the palette by Okabe and Ito, which colour-blind people
/// can distinguish; waiting work is grey. Every second series of one tone is hatched, and every
/// series is named beside the chart, so colour is never the only difference. Colours are repeated
/// in each rule, because some SVG viewers do not support CSS variables.
enum SVGStyle {
  static let fonts =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK KR', sans-serif"

  static let sheet = """
    text { font: 13px \(fonts); fill: #24292f; }
    .head { font-size: 19px; font-weight: 600; }
    .soft { fill: #59636e; }
    .left { text-anchor: end; }
    .middle { text-anchor: middle; }
    \(tones(onDark: false))
    .paper { fill: #ffffff; stroke: none; }
    .area { stroke: #ffffff; stroke-width: 1; }
    .hatch { stroke: #ffffff; stroke-opacity: 0.4; stroke-width: 2; }
    .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
    .under { stroke: none; fill-opacity: 0.14; }
    .dashed { stroke: #6e7781; stroke-dasharray: 1 6; }
    .dot { fill-opacity: 0.5; stroke-width: 1; }
    .grid { fill: none; stroke: #eaeef2; }
    .axis { fill: none; stroke: #afb8c1; }
    .rule { fill: none; stroke: #59636e; stroke-dasharray: 5 4; }
    .lead { fill: none; stroke: #afb8c1; }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .soft { fill: #9198a1; }
    \(tones(onDark: true))
    .paper { fill: #0d1117; stroke: none; }
    .area { stroke: #0d1117; }
    .hatch { stroke: #0d1117; }
    .line { fill: none; }
    .dashed { stroke: #9198a1; }
    .under { stroke: none; }
    .grid { stroke: #21262d; }
    .axis, .lead { stroke: #484f58; }
    .rule { stroke: #9198a1; }
    }
    """

  private static func tones(onDark isDark: Bool) -> String {
    let tones: [Chart.Tone] = [.waiting, .active, .finished]
    return tones.flatMap { tone in
      colours(tone, onDark: isDark).enumerated().map { place, colour in
        ".\(name(tone))\(place) { fill: \(colour); stroke: \(colour); }"
      }
    }.joined(separator: "\n")
  }

  private static func colours(_ tone: Chart.Tone, onDark isDark: Bool) -> [String] {
    switch (tone, isDark) {
    case (.waiting, false): ["#b6bec8", "#8b95a1", "#cfd5dc"]
    case (.waiting, true): ["#5b6570", "#7d8893", "#414a54"]
    case (.active, false): ["#0072b2", "#e69f00", "#cc79a7", "#56b4e9", "#d55e00"]
    case (.active, true): ["#3a9bdc", "#e69f00", "#cc79a7", "#7cc7f2", "#e8743b"]
    case (.finished, false): ["#009e73", "#5fbf9f"]
    case (.finished, true): ["#12a67c", "#0b6b50"]
    }
  }

  private static func name(_ tone: Chart.Tone) -> String {
    switch tone {
    case .waiting: "waiting"
    case .active: "active"
    case .finished: "finished"
    }
  }

  /// Returns the CSS class of a series.
  ///
  /// - Parameter place: The position of the series among those of its tone.
  static func name(_ tone: Chart.Tone, _ place: Int) -> String {
    "\(name(tone))\(place % colours(tone, onDark: false).count)"
  }
}

extension Double {
  /// The number as a length in pixels in an SVG file.
  var svg: String { self.text(decimals: 1) }
}
