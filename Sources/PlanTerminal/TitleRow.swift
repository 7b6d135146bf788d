import PlanView

/// A title followed by its plan's marks, in one line.
enum TitleRow {
  /// Returns the title and as many marks as fit, in their order. Marks are never truncated.
  ///
  /// If anything is left out, the line ends in `…`.
  static func line(
    _ title: StyledText, _ marks: [StyledText], toCells width: Int
  ) -> StyledText {
    let marks = marks.filter { !$0.isEmpty }
    let whole = marks.reduce(title.widthInCells) { $0 + gap + $1.widthInCells }
    guard whole > width else { return ([title] + marks).joined(by: "  ") }
    var line = title
    for mark in marks {
      guard line.widthInCells + gap + mark.widthInCells + sign.widthInCells <= width else { break }
      line += "  " + mark
    }
    // If there is no room for the `…`, the title is truncated, which adds a `…` too.
    return marks.isEmpty
      ? line.truncated(toCells: width) : (line + sign).truncated(toCells: width)
  }

  private static let gap = 2
  private static let sign = StyledText(" …", .muted)
}
