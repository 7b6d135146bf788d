import PlanView

/// The characters and colours of a chart's series. The characters differ, so the chart is readable
/// without colour.
enum ChartMarks {
  /// The fills of areas, from the bottom up.
  private static let fills: [Character] = ["█", "░", "▓", "▒", "#", ":", "=", "."]

  static func fill(_ place: Int) -> Character { fills[place % fills.count] }

  static func role(_ tone: Chart.Tone) -> Role {
    switch tone {
    case .waiting: .waiting
    case .active: .active
    case .finished: .finished
    }
  }

  /// Bars of a height of none to eight eighths.
  private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// - Parameter filled: The number of eighths; values outside of 0 to 8 are replaced by these
  ///   limits.
  static func eighth(_ filled: Int) -> Character { eighths[min(max(filled, 0), 8)] }

  /// Whether a line is drawn with gaps, so that it also differs without colour.
  static func isDashed(_ tone: Chart.Tone) -> Bool { tone == .waiting }
}
