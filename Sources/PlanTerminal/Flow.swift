import PlanView

/// The arrangement of pieces of text in lines.
enum Flow {
  /// Returns lines of `width` cells at most with the tokens, two spaces apart.
  ///
  /// A token is never divided between lines if it fits in one.
  static func lines(of tokens: [StyledText], toCells width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for token in tokens {
      if let last = lines.last, last.widthInCells + 2 + token.widthInCells <= width {
        lines[lines.count - 1] = last + "  " + token
      } else {
        lines += token.wrapped(toCells: width)
      }
    }
    return lines
  }

  /// Returns a line of cells in columns; empty cells at its end are left out.
  ///
  /// The line has no spaces at its end.
  ///
  /// - Parameter widths: The number of terminal cells of each column; a wider text is truncated.
  static func row(_ cells: [StyledText], widths: [Int], gap: Int = 2) -> StyledText {
    var line = StyledText()
    var start = 0
    for (cell, width) in zip(cells, widths) {
      if !cell.isEmpty { line = line.padded(toCells: start) + cell.truncated(toCells: width) }
      start += width + gap
    }
    return line.withoutSpacesAtEnd
  }

  /// Returns the width of the widest text, at most `limit`.
  static func width(of texts: some Sequence<StyledText>, limit: Int) -> Int {
    min(limit, texts.reduce(0) { max($0, $1.widthInCells) })
  }

  static func indented(_ lines: [StyledText], by cells: Int) -> [StyledText] {
    lines.map { $0.isEmpty ? $0 : StyledText().padded(toCells: cells) + $0 }
  }
}
