/// A rule that decides a conflict by who wrote its values, or when.
package enum ConflictRule: String, CaseIterable, Sendable {
  /// The value that the person wrote.
  case mine
  /// The value that another person wrote.
  case theirs
  /// The value that was written last.
  case newest

  /// The decision of a rule.
  package enum Verdict: Hashable, Sendable {
    /// The value with this number, from 1.
    case take(Int)
    case undecided(Reason)
  }

  /// Why a rule decides nothing; the raw values are for programs.
  package enum Reason: String, Sendable {
    case noneIsMine = "none-is-mine"
    case allAreMine = "all-are-mine"
    /// Several other people wrote different values.
    case severalAuthors = "several-authors"
    /// Nobody knows who wrote a value, so it may be the person's own or that of a third one.
    case unknownAuthor = "unknown-author"
    /// The last values were written at one moment.
    case sameTime = "same-time"
  }

  /// Whether the rule asks who wrote the values.
  package var needsAuthors: Bool { self != .newest }

  /// Decides a conflict.
  ///
  /// Of several values of one person, the last one counts.
  ///
  /// - Parameters:
  ///   - authors: The author of each value, in their order; nil where nobody knows.
  ///   - me: The person who decides.
  package func verdict(on conflict: Conflict, authors: [Person?], me: Person) -> Verdict {
    let indices = conflict.values.indices
    let isMine = indices.map { authors[$0]?.isSame(as: me) }
    switch self {
    case .newest: return Self.latest(of: Array(indices), in: conflict)
    case .mine:
      let mine = indices.filter { isMine[$0] == true }
      guard !mine.isEmpty else {
        return .undecided(isMine.contains(nil) ? .unknownAuthor : .noneIsMine)
      }
      return Self.latest(of: mine, in: conflict)
    case .theirs:
      guard !isMine.contains(nil) else { return .undecided(.unknownAuthor) }
      let theirs = indices.filter { isMine[$0] == false }
      guard let first = theirs.first, let author = authors[first] else {
        return .undecided(.allAreMine)
      }
      guard theirs.allSatisfy({ authors[$0]?.isSame(as: author) == true }) else {
        return .undecided(.severalAuthors)
      }
      return Self.latest(of: theirs, in: conflict)
    }
  }

  /// Returns the value that was written last among some; one without a time is as old as its plan.
  private static func latest(of indices: [Int], in conflict: Conflict) -> Verdict {
    let time = { (index: Int) in conflict.values[index].at?.milliseconds ?? .min }
    guard let last = indices.map(time).max() else { return .undecided(.sameTime) }
    let latest = indices.filter { time($0) == last }
    return latest.count == 1 ? .take(latest[0] + 1) : .undecided(.sameTime)
  }
}
