import PlanView

/// How a terminal shows the series of a chart: by characters that differ, and by colour where there is some.
enum ChartMarks {
  /// Fills of neighbouring areas, from the bottom up.
  private static let fills: [Character] = ["█", "░", "▓", "▒", "#", ":", "=", "."]

  static func fill(_ place: Int) -> Character { fills[place % fills.count] }

  static func role(_ tone: Chart.Tone) -> Role {
    switch tone {
    case .waiting: .waiting
    case .active: .active
    case .finished: .finished
    }
  }

  /// Parts of a bar's height in eighths, from none to all.
  private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// - Parameter filled: 0 to 8; what is beyond counts as that.
  static func eighth(_ filled: Int) -> Character { eighths[min(max(filled, 0), 8)] }

  /// Whether a line is drawn with gaps, as the second sign beside its colour.
  static func isDashed(_ tone: Chart.Tone) -> Bool { tone == .waiting }
}
