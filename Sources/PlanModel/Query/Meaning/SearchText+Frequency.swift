extension SearchText {
  /// The most occurrences that are counted; further ones add no information.
  static let mostOccurrences = 20

  /// Returns how often the text occurs in `haystack`, counting at most `mostOccurrences`. A whole
  /// word counts 1, a part of a word less.
  ///
  /// Korean words end with particles, so the beginning of a Korean word counts 1. Texts in Chinese,
  /// Japanese or Thai have no spaces between words, so every occurrence in them counts 1.
  ///
  /// - Returns: 1 for a text that occurs only with other code points; see `hasEquivalent`.
  /// - Complexity: Like `occurs`.
  func frequency(in haystack: String) -> Double {
    guard !bytes.isEmpty else { return 0 }
    let haystack = TextFolding.folded(haystack)
    let text = haystack.text.utf8.span
    var (sum, count) = (0.0, 0)
    var start = 0
    while count < Self.mostOccurrences, let place = next(in: text, from: start) {
      sum += Self.weight(of: place, in: text)
      (start, count) = (place.upperBound, count + 1)
    }
    return count == 0 && hasEquivalent(in: haystack) ? 1 : sum
  }

  private func next(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var start = start
    while start + bytes.count <= text.count {
      if text[start] == bytes[0], Self.begins(bytes, in: text, at: start) {
        return start..<start + bytes.count
      }
      start += 1
    }
    return nil
  }

  // MARK: - Words

  private static func weight(of place: Range<Int>, in text: Span<UInt8>) -> Double {
    let first = scalar(at: place.lowerBound, in: text)
    let last = scalar(before: place.upperBound, in: text)
    let before = place.lowerBound > 0 ? scalar(before: place.lowerBound, in: text) : nil
    let after = place.upperBound < text.count ? scalar(at: place.upperBound, in: text) : nil
    let begins = before.map { !isJoined($0, first) } ?? true
    let ends = after.map { !isJoined(last, $0) || isHangul(last) && isHangul($0) } ?? true
    if !begins { return 0.3 }
    return ends ? 1 : 0.6
  }

  /// Decodes the scalar that begins at an index of valid UTF-8.
  private static func scalar(at place: Int, in text: Span<UInt8>) -> Unicode.Scalar {
    let lead = text[place]
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let length = (~lead).leadingZeroBitCount
    var value = UInt32(lead & (0x7F >> length))
    for offset in 1..<length { value = value << 6 | UInt32(text[place + offset] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Decodes the scalar that ends before an index of valid UTF-8.
  private static func scalar(before place: Int, in text: Span<UInt8>) -> Unicode.Scalar {
    var start = place - 1
    while text[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start, in: text)
  }

  /// Whether two adjacent scalars belong to the same word.
  private static func isJoined(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    isOfWord(left) && isOfWord(right) && isHangul(left) == isHangul(right)
      && !isSpaceless(left) && !isSpaceless(right)
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let byte = TextFolding.lowercasedASCII(UInt8(truncatingIfNeeded: scalar.value))
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  /// Whether a scalar is a Korean syllable or letter.
  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }

  /// Whether a scalar is a letter of Thai, Lao, Burmese, Khmer, Japanese or Chinese, which have no
  /// spaces between words.
  private static func isSpaceless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
