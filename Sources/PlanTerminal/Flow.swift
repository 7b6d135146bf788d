import PlanView

/// Arranges pieces of text in lines.
enum Flow {
  /// Arranges tokens in lines of at most `width` cells, two spaces apart.
  ///
  /// A token is split between lines only if it is wider than a line.
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

  /// Returns a line of cells in columns. Empty cells at the end are left out.
  ///
  /// The line has no spaces at its end.
  ///
  /// - Parameter widths: The width of each column in cells. Wider texts are truncated.
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
