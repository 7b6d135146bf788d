/// A text to search for in others, ignoring case.
package struct SearchText: Hashable, Sendable {
  package let text: String
  private let lowercased: String
  /// In lower case.
  let bytes: [UInt8]
  let isASCII: Bool

  package init(_ text: String) {
    self.text = text
    lowercased = text.lowercased()
    bytes = Array(lowercased.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Returns whether the text occurs in `haystack`; the empty text occurs everywhere.
  ///
  /// Canonically equivalent texts are equal here: "é" is found in either of its encodings.
  ///
  /// - Complexity: O(*nm*) at worst, nearly always O(*n*).
  package func occurs(in haystack: String) -> Bool {
    if isASCII { return Self.contains(haystack.utf8, bytes, folded: Self.lowercasedASCII) }
    guard !haystack.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    let haystack = haystack.lowercased()
    // Comparing characters is slow, and needed only where the encodings differ.
    return Self.contains(haystack.utf8, bytes, folded: { $0 })
      || Self.contains(haystack, Array(lowercased), folded: { $0 })
  }

  /// Returns whether the text occurs in `haystack` where a word begins: at the start, or behind a
  /// character that is no letter and no digit.
  package func beginsWord(in haystack: String) -> Bool {
    guard occurs(in: haystack) else { return false }
    let folded = haystack.lowercased()
    var starts = true
    for index in folded.indices {
      if starts, folded[index...].hasPrefix(lowercased) { return true }
      starts = !(folded[index].isLetter || folded[index].isNumber)
    }
    return false
  }

  /// Returns whether the text equals the whole of `other`.
  package func equals(_ other: String) -> Bool { lowercased == other.lowercased() }

  /// The fewest bytes that name a thing: three letters, or one syllable of Korean.
  private static let shortestName = 3

  /// Returns the things that a person means by this text: those that are called so; else, for at least
  /// three bytes, those with a word that begins so.
  ///
  /// - Complexity: Linear in the lengths of the names.
  package func named<Thing>(among things: [Thing], by name: (Thing) -> String) -> [Thing] {
    let equal = things.filter { equals(name($0)) }
    guard equal.isEmpty, text.utf8.count >= Self.shortestName else { return equal }
    return things.filter { beginsWord(in: name($0)) }
  }

  static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func contains<Text: Collection>(
    _ haystack: Text, _ needle: [Text.Element], folded: (Text.Element) -> Text.Element
  ) -> Bool where Text.Element: Equatable {
    guard let first = needle.first else { return true }
    var start = haystack.startIndex
    while start != haystack.endIndex {
      if folded(haystack[start]) == first {
        var (index, matched) = (haystack.index(after: start), 1)
        while matched < needle.count, index != haystack.endIndex,
          folded(haystack[index]) == needle[matched]
        {
          (index, matched) = (haystack.index(after: index), matched + 1)
        }
        if matched == needle.count { return true }
      }
      start = haystack.index(after: start)
    }
    return false
  }
}
