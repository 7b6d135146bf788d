/// References to plans in forms that do not count, such as `Fixes #k7m2`.
extension PlanReference {
  /// The words that other trackers use for 'Closes' and 'Starts'.
  private static let synonyms: [String: Action] = [
    "close": .closes, "closed": .closes, "fix": .closes, "fixes": .closes, "fixed": .closes,
    "resolve": .closes, "resolves": .closes, "resolved": .closes,
    "start": .starts, "started": .starts, "plans": .mentions,
  ]

  /// The trailer that counts, for a hint: `Closes: k7m2`.
  package var trailer: String { "\(action.trailerKey): \(typed)" }

  /// Returns the references that lines of a message seem to mean, whether or not they are trailers.
  /// Examples are `Fixes #k7m2`, and `Closes: k7m2` in the middle of a text.
  ///
  /// An id of fewer than four characters counts only after pmgit's own key and a colon. The
  /// synonyms begin many ordinary sentences.
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
    // Korean and Chinese keyboards type a full-width colon.
    let hasColon = rest.first == ":" || rest.first == "："
    let words = (hasColon ? rest.dropFirst() : rest)
      .split { $0.isWhitespace || ",;".contains($0) }
    return words.prefix(hasColon ? words.count : 1).compactMap { name(in: $0) }
      .filter { own != nil && hasColon || $0.count >= 4 }
      .map { PlanReference(action, $0) }
  }
}
