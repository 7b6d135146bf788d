import PlanView

/// A title with the marks of its plan after it, in one line.
enum TitleRow {
  /// Returns the title and as many of the marks as there is room for, in their order; no mark is cut
  /// in two.
  ///
  /// A row that leaves out anything ends in `…`.
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
    // A title that leaves no room for the sign is cut, which ends it in the same sign.
    return marks.isEmpty
      ? line.truncated(toCells: width) : (line + sign).truncated(toCells: width)
  }

  private static let gap = 2
  private static let sign = StyledText(" …", .muted)
}
