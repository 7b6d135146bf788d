/// A text to search for, ignoring case and accents; see `TextFolding`.
package struct SearchText: Hashable, Sendable {
  package let text: String
  let folded: TextFolding.Folded
  /// The folded text as UTF-8.
  let bytes: [UInt8]

  package init(_ text: String) {
    self.text = text
    folded = TextFolding.folded(text)
    bytes = Array(folded.text.utf8)
  }

  /// Whether the text occurs in `haystack`; the empty text occurs everywhere.
  ///
  /// Canonically equivalent texts are equal: "が" is found in both of its encodings.
  ///
  /// - Complexity: O(*nm*) in the worst case, usually O(*n*).
  package func occurs(in haystack: String) -> Bool {
    if TextFolding.isPlain(haystack.utf8.span) {
      return Self.contains(haystack.utf8.span, bytes)
        || folded.hasVariants && hasEquivalent(in: TextFolding.folded(haystack))
    }
    let haystack = TextFolding.folded(haystack)
    return Self.contains(haystack.text.utf8.span, bytes) || hasEquivalent(in: haystack)
  }

  /// Whether the text occurs in `haystack`; nil if comparing bytes can't decide it, so that
  /// `occurs(in:)` must be called.
  ///
  /// - Parameters:
  ///   - haystack: UTF-8.
  ///   - isPlain: Whether the haystack is known to be plain; see `PlanTexts.arePlain`.
  package func occurs(inUTF8 haystack: Span<UInt8>, isPlain: Bool) -> Bool? {
    if folded.hasVariants || !isPlain && !TextFolding.isPlain(haystack) { return nil }
    return Self.contains(haystack, bytes)
  }

  /// Whether the text occurs in `haystack` with other code points for the same letters.
  ///
  /// It compares characters, which is slow, so it first checks whether such code points are
  /// possible.
  func hasEquivalent(in haystack: TextFolding.Folded) -> Bool {
    guard folded.hasVariants || haystack.hasVariants, bytes.contains(where: { $0 >= 0x80 }) else {
      return false
    }
    return haystack.text.contains(folded.text)
  }

  /// Whether the text occurs at the beginning of a word: at the start, or after a character that is
  /// neither letter nor digit.
  package func beginsWord(in haystack: String) -> Bool {
    guard occurs(in: haystack) else { return false }
    let haystack = TextFolding.folded(haystack).text
    var starts = true
    for index in haystack.indices {
      if starts, haystack[index...].hasPrefix(folded.text) { return true }
      starts = !(haystack[index].isLetter || haystack[index].isNumber)
    }
    return false
  }

  /// Whether the text equals the whole of `other`.
  package func equals(_ other: String) -> Bool { folded.text == TextFolding.folded(other).text }

  /// Whether `other` begins with the text.
  package func begins(_ other: String) -> Bool {
    TextFolding.folded(other).text.hasPrefix(folded.text)
  }

  /// Whether the text is a whole word: after the start or a character that is neither letter nor
  /// digit, and before the end or such a character.
  func isWord(in haystack: String) -> Bool {
    guard occurs(in: haystack) else { return false }
    return TextFolding.folded(haystack).text.split { !($0.isLetter || $0.isNumber) }
      .contains { $0 == folded.text }
  }

  /// The fewest UTF-8 bytes of a text that may match a part of a name: three ASCII letters, or one
  /// Korean syllable.
  private static let shortestName = 3

  /// Returns the things whose name equals the text; if there are none, those whose name has a word
  /// that begins with the text.
  ///
  /// The second search needs a text of at least three bytes.
  ///
  /// - Complexity: Linear in the lengths of the names.
  package func named<Thing>(among things: [Thing], by name: (Thing) -> String) -> [Thing] {
    let equal = things.filter { equals(name($0)) }
    guard equal.isEmpty, text.utf8.count >= Self.shortestName else { return equal }
    return things.filter { beginsWord(in: name($0)) }
  }

  /// Whether the folded bytes occur in a text. The text must be folded, except that ASCII letters
  /// may have any case.
  ///
  /// Sixteen positions at a time are compared with the first and the last byte of the needle.
  private static func contains(_ haystack: Span<UInt8>, _ needle: [UInt8]) -> Bool {
    guard let first = needle.first, let last = needle.last else { return true }
    let (ends, beginnings) = (needle.count - 1, haystack.count - needle.count + 1)
    let (wantedFirst, wantedLast) = (Letter(first), Letter(last))
    var start = 0
    while start < beginnings {
      if start + ends + 16 <= haystack.count {
        let found =
          wantedFirst.places(in: haystack, from: start)
          .& wantedLast.places(in: haystack, from: start + ends)
        guard any(found) else {
          start += 16
          continue
        }
      }
      for place in start..<min(start + 16, beginnings) where begins(needle, in: haystack, at: place)
      { return true }
      start += 16
    }
    return false
  }

  /// Whether the bytes of the needle are in a text at a position, ignoring the case of ASCII
  /// letters.
  static func begins(_ needle: [UInt8], in haystack: Span<UInt8>, at place: Int) -> Bool {
    for offset in needle.indices
    where TextFolding.lowercasedASCII(haystack[place + offset]) != needle[offset] {
      return false
    }
    return true
  }

  /// A folded byte to search for in both cases.
  private struct Letter {
    private let lower, upper: SIMD16<UInt8>

    init(_ byte: UInt8) {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      (lower, upper) = (SIMD16(repeating: byte), SIMD16(repeating: isLetter ? byte ^ 0x20 : byte))
    }

    /// Returns which of the sixteen bytes from a position on are the letter.
    func places(in text: Span<UInt8>, from start: Int) -> SIMDMask<SIMD16<Int8>> {
      let bytes = unsafe text.bytes.unsafeLoadUnaligned(
        fromByteOffset: start, as: SIMD16<UInt8>.self)
      return (bytes .== lower) .| (bytes .== upper)
    }
  }
}

// MARK: - Ranges

extension SearchText {
  /// The most characters that are searched; lines that people read are shorter.
  private static let mostCharacters = 10_000

  /// Returns the ranges of the text in the first characters of `haystack`, in order and without
  /// overlaps. The empty text has no ranges.
  ///
  /// - Complexity: O(*nm*) in the worst case, usually O(*n*), for at most 10,000 characters.
  package func ranges(in haystack: String) -> [Range<String.Index>] {
    let wanted = Array(folded.text)
    guard !wanted.isEmpty else { return [] }
    // One character may be folded to several.
    var letters: [(character: Character, place: Range<String.Index>)] = []
    for index in haystack.indices.prefix(Self.mostCharacters) {
      let place = index..<haystack.index(after: index)
      for character in TextFolding.folded(String(haystack[index])).text {
        letters.append((character, place))
      }
    }
    var found: [Range<String.Index>] = []
    var start = 0
    while start + wanted.count <= letters.count {
      let part = letters[start..<start + wanted.count]
      if zip(part, wanted).allSatisfy({ $0.character == $1 }) {
        found.append(part[start].place.lowerBound..<part[start + wanted.count - 1].place.upperBound)
        start += wanted.count
        while start < letters.count, letters[start].place == part[start - 1].place { start += 1 }
      } else {
        start += 1
      }
    }
    return found
  }
}
