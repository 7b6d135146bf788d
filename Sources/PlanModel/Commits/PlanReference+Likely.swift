/// What people write who mean to name a plan, in a form that says nothing of one.
extension PlanReference {
  /// What other trackers take for 'Closes' and 'Starts'.
  private static let synonyms: [String: Action] = [
    "close": .closes, "closed": .closes, "fix": .closes, "fixes": .closes, "fixed": .closes,
    "resolve": .closes, "resolves": .closes, "resolved": .closes,
    "start": .starts, "started": .starts, "plans": .mentions,
  ]

  /// How the line is written that says it: `Closes: k7m2`.
  package var trailer: String {
    let key =
      switch action {
      case .mentions: "Plan"
      case .starts, .reopens: "Starts"
      case .closes: "Closes"
      }
    return "\(key): \(typed)"
  }

  /// What lines of a message seem to say of plans, trailers or not: `Fixes #k7m2`, `Closes: k7m2` in
  /// the midst of a text.
  ///
  /// An id of less than four characters counts only behind a key of pmgit's own and a colon: other
  /// words begin many sentences.
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
    // Korean and Chinese keyboards have a wide one.
    let hasColon = rest.first == ":" || rest.first == "："
    let words = (hasColon ? rest.dropFirst() : rest)
      .split { $0.isWhitespace || ",;".contains($0) }
    return words.prefix(hasColon ? words.count : 1).compactMap { name(in: $0) }
      .filter { own != nil && hasColon || $0.count >= 4 }
      .map { PlanReference(action, $0) }
  }
}
