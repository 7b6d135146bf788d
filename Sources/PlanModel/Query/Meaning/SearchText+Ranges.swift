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
