/// References to plans as people may write them by mistake, in forms that do not count.
extension PlanReference {
  /// The words that other trackers use for 'Closes' and 'Starts'.
  private static let synonyms: [String: Action] = [
    "close": .closes, "closed": .closes, "fix": .closes, "fixes": .closes, "fixed": .closes,
    "resolve": .closes, "resolves": .closes, "resolved": .closes,
    "start": .starts, "started": .starts, "plans": .mentions,
  ]

  /// The line that does count: `Closes: k7m2`.
  package var trailer: String { "\(action.trailerKey): \(typed)" }

  /// Returns the references that lines of a message seem to mean, trailers or not: `Fixes #k7m2`,
  /// `Closes: k7m2` in the midst of a text.
  ///
  /// An id of less than four characters counts only behind one of pmgit's own keys and a colon,
  /// because the synonyms begin many ordinary sentences.
  package static func likely(in lines: [String]) -> [PlanReference] {
    var found = ReferenceList()
    for line in lines where !found.isFull { found.add(references(inLikelyLine: line)) }
    return found.references
  }

  private static func references(inLikelyLine line: String) -> [PlanReference] {
    let line = line.drop { $0.isWhitespace }
    let key = line.prefix { $0.isASCII && $0.isLetter }
    let own = trailers[key.lowercased()]
    guard let action = own ?? synonyms[key.lowercased()] else { return [] }
    let rest = line.dropFirst(key.count).drop { $0 == " " }
    // Korean and Chinese keyboards have a wide colon.
    let hasColon = rest.first == ":" || rest.first == "："
    let words = (hasColon ? rest.dropFirst() : rest)
      .split { $0.isWhitespace || ",;".contains($0) }
    return words.prefix(hasColon ? words.count : 1).compactMap { name(in: $0) }
      .filter { own != nil && hasColon || $0.count >= 4 }
      .map { PlanReference(action, $0) }
  }
}
