/// Arranges pieces of text in lines.
package enum Flow {
  /// Arranges tokens in lines of at most `width` cells, two spaces apart.
  ///
  /// A token is split between lines only if it is wider than a line. No token follows on its last
  /// line, where it could be mistaken for a part of the split token.
  package static func lines(of tokens: [StyledText], toCells width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var isOpen = false
    for token in tokens {
      if isOpen, let last = lines.last, last.widthInCells + 2 + token.widthInCells <= width {
        lines[lines.count - 1] = last + "  " + token
      } else {
        let own = token.wrapped(toCells: width)
        lines += own
        isOpen = own.count == 1
      }
    }
    return lines
  }

  /// Returns a line with one text in each column. The line has no spaces at its end.
  ///
  /// - Parameters:
  ///   - widths: The width of each column in cells. Wider texts are truncated.
  ///   - gap: The number of spaces between two columns.
  package static func row(_ cells: [StyledText], widths: [Int], gap: Int = 2) -> StyledText {
    var line = StyledText()
    var start = 0
    for (cell, width) in zip(cells, widths) {
      if !cell.isEmpty { line = line.padded(toCells: start) + cell.truncated(toCells: width) }
      start += width + gap
    }
    return line.withoutSpacesAtEnd
  }

  /// Returns the width of the widest text, at most `limit`.
  package static func width(of texts: some Sequence<StyledText>, limit: Int) -> Int {
    min(limit, texts.reduce(0) { max($0, $1.widthInCells) })
  }

  package static func indented(_ lines: [StyledText], by cells: Int) -> [StyledText] {
    lines.map { $0.isEmpty ? $0 : StyledText().padded(toCells: cells) + $0 }
  }
}

extension StyledText {
  /// Returns the title of a plan followed by as many of its marks as fit, in their order. Marks are
  /// never truncated.
  ///
  /// If anything is left out, the line ends in `…`.
  package func followed(by marks: [StyledText], toCells width: Int) -> StyledText {
    let gap = 2
    let sign = StyledText(" …", .muted)
    let marks = marks.filter { !$0.isEmpty }
    let whole = marks.reduce(widthInCells) { $0 + gap + $1.widthInCells }
    guard whole > width else { return ([self] + marks).joined(by: "  ") }
    var line = self
    for mark in marks {
      guard line.widthInCells + gap + mark.widthInCells + sign.widthInCells <= width else { break }
      line += "  " + mark
    }
    // If there is no room for the `…`, the title is truncated, which adds a `…` too.
    return marks.isEmpty
      ? line.truncated(toCells: width) : (line + sign).truncated(toCells: width)
  }
}

extension [Int] {
  /// Divides the lines of a terminal among parts that may need more lines than there are. Returns
  /// the number of lines of each part, given the numbers that they need.
  ///
  /// No part gets more lines than it needs. Each part gets at least `least` lines if it needs them,
  /// even if that exceeds the available lines. The remaining lines are divided equally among the
  /// parts that need more.
  ///
  /// - Complexity: O(n) per round. Each round satisfies at least one part, except possibly the last
  ///   two.
  package func shares(of available: Int, least: Int) -> [Int] {
    var shares = map { Swift.min($0, least) }
    var rest = available - shares.reduce(0, +)
    while rest > 0 {
      let unsatisfied = indices.filter { shares[$0] < self[$0] }
      guard !unsatisfied.isEmpty else { break }
      let each = Swift.max(1, rest / unsatisfied.count)
      for index in unsatisfied where rest > 0 {
        let given = Swift.min(each, self[index] - shares[index], rest)
        shares[index] += given
        rest -= given
      }
    }
    return shares
  }
}
