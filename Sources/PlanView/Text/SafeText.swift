/// One line of text that a terminal shows unchanged. It can't move the cursor, change colours, end
/// the line or reorder other text.
///
/// Data becomes safe text by interpolation or by `init(_:)`; only source literals are used
/// unchanged. `StyledText` consists only of safe text, so no other text reaches a terminal.
///
/// These characters are escaped:
///
/// - a line feed, a carriage return and a tab as `\n`, `\r` and `\t`;
/// - other control characters, ESC among them, as `\x1b`;
/// - line separators, bidirectional controls and characters without a width as `\u202e`, or
///   `\u{e0041}` above four digits; joiners and variation selectors stay where emoji and scripts
///   need them;
/// - combining marks beyond thirty on one character, the limit of Stream-Safe Text (UAX #15).
///
/// Backslashes are not escaped, because the text is for people. Programs read `init(reversibly:)`
/// or JSON.
package struct SafeText: Hashable, Sendable {
  package let string: String

  /// Escapes the characters that must not reach a terminal.
  ///
  /// - Complexity: O(n). Printable ASCII, the usual case, is only scanned.
  package init(_ data: some StringProtocol) { string = Self.escaped(data, backslash: false) }

  /// Escapes the same characters, and every backslash as `\\`, so that programs can decode the
  /// data.
  package init(reversibly data: String) {
    string = Self.escaped(data, backslash: true)
  }

  /// Adds the UTF-8 of the text that `init(reversibly:)` makes.
  package static func write(reversibly data: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: escaped(data, backslash: true).utf8)
  }

  /// Creates a safe text from a part or a concatenation of safe texts.
  init(unchecked string: String) { self.string = string }

  package var isEmpty: Bool { string.isEmpty }

  package static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(unchecked: left.string + right.string)
  }
}

// MARK: - Literals and interpolation

extension SafeText: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral literal: String) { string = literal }
  package init(stringInterpolation: Interpolation) { string = stringInterpolation.string }
  package var description: String { string }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      string.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { string += literal }
    package mutating func appendInterpolation(_ text: SafeText) { string += text.string }
    package mutating func appendInterpolation(_ data: some StringProtocol) {
      string += SafeText(data).string
    }
    package mutating func appendInterpolation(_ number: Int) { string += String(number) }
  }
}

// MARK: - Escaping

extension SafeText {
  /// Escapes the characters that `SafeText` lists, and on request backslashes.
  static func escaped(_ data: some StringProtocol, backslash: Bool) -> String {
    let text = String(data)
    if isPlain(text, backslash: backslash) { return text }
    var result = ""
    result.reserveCapacity(data.utf8.count)
    for cluster in data { append(cluster, to: &result, backslash: backslash) }
    return result
  }

  /// Whether a text needs no escapes: all scalars are plain, and there is no backslash if
  /// backslashes are escaped.
  private static func isPlain(_ text: String, backslash: Bool) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), backslash { return false }
      guard (0x20..<0x7F).contains(byte) else {
        return byte >= 0x80
          && text.unicodeScalars.allSatisfy { scalar in
            isPlain(scalar) && (scalar != "\\" || !backslash)
          }
      }
    }
    return true
  }

  /// Whether a scalar is in one of the ranges that need no escapes: every scalar there is visible,
  /// is no combining mark, and does not affect other text. The ranges hold the letters and signs of
  /// most left-to-right alphabets, and of Chinese, Japanese and Korean.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x377, 0x38C...0x482, 0x48A...0x52F,
      0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2190...0x23FF, 0x2460...0x27BF,
      0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0xFF01...0xFF5E:
      true
    default: false
    }
  }

  /// Whether a scalar is visible and does not affect other text. Joiners and variation selectors
  /// are not, although emoji and some scripts need them.
  package static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    isPlain(scalar) || isVisible(scalar)
  }

  /// The largest number of combining marks on one character.
  private static let mostMarks = 30

  private static func append(_ cluster: Character, to result: inout String, backslash: Bool) {
    var previous: Unicode.Scalar?
    var marks = 0
    let isTaggedFlag = Self.isTaggedFlag(cluster)
    let scalars = cluster.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let isLast = scalars.index(after: index) == scalars.endIndex
      marks = isMark(scalar) ? marks + 1 : 0
      let shown =
        isVisible(scalar) && marks <= mostMarks && (scalar != "\\" || !backslash)
        || isNeeded(scalar, after: previous, isLast: isLast) || isTaggedFlag
      if shown {
        result.unicodeScalars.append(scalar)
      } else {
        result += escape(scalar)
      }
      previous = scalar
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// Returns whether a scalar is visible and does not affect other text.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    // The Arabic and Kaithi signs of this category are visible; interlinear annotation marks are
    // not.
    case .format: return !(0xFFF9...0xFFFB).contains(scalar.value)
    default: return true
    }
  }

  /// Returns whether emoji or a script need an invisible scalar here: a variation selector or a
  /// joiner after a scalar that it belongs to.
  private static func isNeeded(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, isLast: Bool
  ) -> Bool {
    guard let previous else { return false }
    switch scalar.value {
    // Variation selectors: text or emoji form, or a Mongolian or Han variant.
    case 0xFE00...0xFE0F: return isVisible(previous) && previous != " "
    case 0x180B...0x180D, 0x180F: return (0x1800...0x18AF).contains(previous.value)
    case 0xE0100...0xE01EF: return previous.properties.isIdeographic
    // The joiner inside an emoji, and both joiners in scripts from Arabic to Mongolian.
    case 0x200D where previous.properties.isEmoji || previous.value == 0xFE0F: return !isLast
    case 0x200C, 0x200D: return (0x0600..<0x1900).contains(previous.value)
    default: return false
    }
  }

  /// Returns whether the cluster is a region's flag: a black flag, tags, and a closing tag.
  private static func isTaggedFlag(_ cluster: Character) -> Bool {
    let scalars = cluster.unicodeScalars
    guard scalars.first?.value == 0x1F3F4, scalars.last?.value == 0xE007F, scalars.count <= 8 else {
      return false
    }
    return scalars.dropFirst().allSatisfy { (0xE0020...0xE007F).contains($0.value) }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\\": return "\\\\"
    default: break
    }
    let digits = String(scalar.value, radix: 16)
    let padding = { (width: Int) in String(repeating: "0", count: max(0, width - digits.count)) }
    if scalar.value < 0x100 { return "\\x\(padding(2))\(digits)" }
    return scalar.value < 0x10000 ? "\\u\(padding(4))\(digits)" : "\\u{\(digits)}"
  }
}
