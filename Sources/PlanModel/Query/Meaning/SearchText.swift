/// A text to search for in others, ignoring case and accents; see `TextFolding`.
package struct SearchText: Hashable, Sendable {
  package let text: String
  let folded: TextFolding.Folded
  /// The folded text.
  let bytes: [UInt8]

  package init(_ text: String) {
    self.text = text
    folded = TextFolding.folded(text)
    bytes = Array(folded.text.utf8)
  }

  /// Returns whether the text occurs in `haystack`; the empty text occurs everywhere.
  ///
  /// Canonically equivalent texts are equal here: "が" is found in either of its encodings.
  ///
  /// - Complexity: O(*nm*) at worst, nearly always O(*n*).
  package func occurs(in haystack: String) -> Bool {
    if TextFolding.isPlain(haystack.utf8.span) {
      return Self.contains(haystack.utf8, bytes, folded: TextFolding.lowercasedASCII)
        || folded.hasVariants && hasEquivalent(in: TextFolding.folded(haystack))
    }
    let haystack = TextFolding.folded(haystack)
    return Self.contains(haystack.text.utf8, bytes, folded: { $0 }) || hasEquivalent(in: haystack)
  }

  /// Returns whether the text occurs in `haystack` as other code points for the same letters.
  ///
  /// Comparing characters is slow, and needed only where there can be such.
  func hasEquivalent(in haystack: TextFolding.Folded) -> Bool {
    guard folded.hasVariants || haystack.hasVariants, bytes.contains(where: { $0 >= 0x80 }) else {
      return false
    }
    return Self.contains(haystack.text, Array(folded.text), folded: { $0 })
  }

  /// Returns whether the text occurs in `haystack` where a word begins: at the start, or behind a
  /// character that is no letter and no digit.
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

  /// Returns whether the text equals the whole of `other`.
  package func equals(_ other: String) -> Bool { folded.text == TextFolding.folded(other).text }

  /// Returns whether `other` begins with the text.
  package func begins(_ other: String) -> Bool {
    TextFolding.folded(other).text.hasPrefix(folded.text)
  }

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
