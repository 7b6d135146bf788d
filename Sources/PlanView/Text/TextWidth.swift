import PlanModel

/// Computes how many terminal cells a text takes.
///
/// A letter takes one cell. Han, Hangul, kana, fullwidth forms and emoji take two. A combining mark
/// takes none. Ambiguous characters (UAX #11) take one, as in every terminal without an old East
/// Asian encoding. A flag, a keycap and a sequence of joined emoji take two.
///
/// The results agree with Python's wcwidth library with one exception: a skin tone after a narrow
/// emoji counts as two cells, as terminals draw it.
///
/// The wide scalars are in a table, because the standard library does not provide East_Asian_Width.
package enum TextWidth {
  /// Returns the width of a text in cells.
  ///
  /// The width of `a + b` is the sum of both widths, unless a character of `b` joins the last one
  /// of `a`.
  ///
  /// - Complexity: O(n). ASCII is counted without splitting it into characters.
  package static func cells(of text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + cells(of: $1) }
  }

  /// Returns the width in cells of one character, which is a grapheme cluster.
  package static func cells(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if isRegionalIndicator(first) { return 2 }
    var total = 0
    var previous: Unicode.Scalar?
    for scalar in scalars {
      switch scalar.value {
      case 0xFE0F where previous?.properties.isEmoji == true: total = max(total, 2)
      case 0xFE0E where scalars.count == 2: total = min(total, 1)
      default: total += cells(of: scalar)
      }
      previous = scalar
    }
    // Joined emoji and conjuncts of Indic scripts are drawn as one picture. Hangul initials in a
    // row are not.
    return (0x1100...0x115F).contains(first.value) ? total : min(total, 2)
  }

  /// Returns the width in cells of a single scalar.
  static func cells(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return (0x20..<0x7F).contains(value) || value >= 0xA0 ? 1 : 0 }
    // Vowels and finals of Hangul are drawn in the cells of their initial.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
    case .format where scalar.properties.isDefaultIgnorableCodePoint: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Returns whether East_Asian_Width is Wide or Fullwidth.
  ///
  /// - Complexity: O(log n) in the number of ranges.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let place = wideRanges.prefixEnd(while: { $0.upperBound < scalar.value })
    return place < wideRanges.count && wideRanges[place].contains(scalar.value)
  }
}
