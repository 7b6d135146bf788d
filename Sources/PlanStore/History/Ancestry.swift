/// The parents of each commit in a history. Commits are numbered by their place in an order that
/// has parents before children.
struct Ancestry {
  /// For each commit, the places of its parents.
  let parents: [[Int]]

  /// Returns, for each given commit, which of the others are its ancestors, as indices in `places`.
  ///
  /// - Parameter places: The given commits; nil for one that is not in the history.
  /// - Complexity: One step for each commit since the oldest given one. A merge also takes one for
  ///   every 64 given commits. Finding the ancestors of all commits would be quadratic.
  func ancestors(among places: [Int?]) -> [Set<Int>] {
    var found = [Set<Int>](repeating: [], count: places.count)
    var positions: [Int: Int] = [:]
    for (position, place) in places.enumerated() { if let place { positions[place] = position } }
    guard let first = positions.keys.min(), let last = positions.keys.max() else { return found }
    /// For each commit, the positions of the given commits in its history, itself included.
    var reached = [Positions](repeating: Positions(), count: last + 1)
    for place in first...last {
      var all = Positions()
      for parent in parents[place] { all.formUnion(reached[parent]) }
      if let position = positions[place] {
        found[position] = all.members
        all.insert(position)
      }
      reached[place] = all
    }
    return found
  }
}

/// A set of positions, with one bit for each.
private struct Positions {
  private var words: [UInt64] = []

  var members: Set<Int> {
    var members: Set<Int> = []
    for (index, word) in words.enumerated() where word != 0 {
      for bit in 0..<64 where word >> bit & 1 == 1 { members.insert(64 * index + bit) }
    }
    return members
  }

  mutating func insert(_ position: Int) {
    reserve(position / 64 + 1)
    words[position / 64] |= 1 << (position % 64)
  }

  /// Adds another set. No memory is copied if this set is empty or already has all members.
  mutating func formUnion(_ other: Positions) {
    if words.isEmpty {
      words = other.words
      return
    }
    reserve(other.words.count)
    for (index, word) in other.words.enumerated() where words[index] | word != words[index] {
      words[index] |= word
    }
  }

  private mutating func reserve(_ count: Int) {
    if words.count < count { words += Array(repeating: 0, count: count - words.count) }
  }
}
