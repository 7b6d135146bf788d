/// Different values of one field that were written concurrently. The first one is shown.
package struct Conflict: Hashable, Sendable {
  package let path: ElementPath
  /// At least two values, the shown one first.
  package let values: [StampedValue]

  /// The name of the item, if people know it by a name and not by its id.
  private let itemName: String?

  package init(path: ElementPath, values: [StampedValue], itemName: String? = nil) {
    (self.path, self.values, self.itemName) = (path, values, itemName)
  }

  /// The path as people see it: `title`, `checklist/c3f8z/text`, or `accounts/github:ann/person`.
  package var field: String {
    guard let itemName, case .item(let list, _, let member) = path else { return path.fieldName }
    return "\(list.text)/\(itemName)/\(member.text)"
  }
}

// MARK: - Rules

/// A rule that resolves conflicts by the authors or times of the values.
package enum ConflictRule: String, CaseIterable, Sendable {
  /// Takes the value that the person who resolves the conflict wrote.
  case mine
  /// Takes the value that another person wrote.
  case theirs
  /// Takes the latest value.
  case newest

  /// The result of applying a rule.
  package enum Verdict: Hashable, Sendable {
    /// Takes the value with this number, counted from 1.
    case take(Int)
    case undecided(Reason)
  }

  /// Why a rule can't resolve a conflict; the raw values are for programs.
  package enum Reason: String, Sendable {
    case noneIsMine = "none-is-mine"
    case allAreMine = "all-are-mine"
    /// Several other people wrote different values.
    case severalAuthors = "several-authors"
    /// The author of a value is unknown, so the rule can't be applied safely.
    case unknownAuthor = "unknown-author"
    /// Several values have the same latest time.
    case sameTime = "same-time"
  }

  /// Whether the rule needs the authors of the values.
  package var needsAuthors: Bool { self != .newest }

  /// Applies the rule to a conflict.
  ///
  /// If the chosen person wrote several of the values, the latest of them is taken.
  ///
  /// - Parameters:
  ///   - authors: The author of each value, in the order of the conflict's values; nil if unknown.
  ///   - me: The person who resolves the conflict.
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

  /// Takes the latest of some values; undecided if several are equally late. A value without a time
  /// counts as the oldest.
  private static func latest(of indices: [Int], in conflict: Conflict) -> Verdict {
    let time = { (index: Int) in conflict.values[index].stamp.time?.milliseconds ?? .min }
    guard let last = indices.map(time).max() else { return .undecided(.sameTime) }
    let latest = indices.filter { time($0) == last }
    return latest.count == 1 ? .take(latest[0] + 1) : .undecided(.sameTime)
  }
}
