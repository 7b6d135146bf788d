import Git
import PlanIndex

/// Finds the ancestors of a board's commits among other given commits.
final class HistoryGraph {
  private let store: BoardStore
  private let tip: ObjectID
  private let oldest: ObjectID
  /// The place of each commit, counted from the oldest commit.
  private var places: [ObjectID: Int] = [:]
  /// For each commit, the places of its parents.
  private var parents: [[Int]] = []

  /// Prepares to find ancestors among the commits from the oldest one to the tip.
  ///
  /// - Parameter oldest: The oldest commit that will be looked up; its ancestors are not read.
  init(of store: BoardStore, from tip: ObjectID, to oldest: ObjectID) {
    (self.store, self.tip, self.oldest) = (store, tip, oldest)
  }

  /// Returns, for each commit, the indices of its ancestors in `ids`.
  ///
  /// - Parameter ids: The commits in the order of the history, newest first.
  /// - Complexity: The first call reads each commit from the tip to the oldest.
  func ancestors(among ids: [ObjectID]) throws -> [Set<Int>] {
    if places.isEmpty { try read() }
    return Self.ancestors(among: ids.map { places[$0] }, parents: parents)
  }

  /// Reads all commits except the ancestors of the oldest.
  private func read() throws {
    let older = try store.repository.commit(oldest).parents
    let commits = try store.repository.commits(from: [tip], hiding: older, order: .topological)
    for id in commits.reversed() {
      let commit = try store.repository.commit(id)
      places[id] = parents.count
      parents.append(commit.parents.compactMap { places[$0] })
    }
  }

  /// Returns, for each given commit, which of the others are its ancestors, as indices in `places`.
  ///
  /// Commits are numbered by their place in an order that has parents before children.
  ///
  /// - Parameters:
  ///   - places: The given commits; nil for one that is not in the history.
  ///   - parents: For each commit of the history, the places of its parents.
  /// - Complexity: One step for each commit since the oldest given one. A merge also takes one for
  ///   every 64 given commits. Finding the ancestors of all commits would be quadratic.
  static func ancestors(among places: [Int?], parents: [[Int]]) -> [Set<Int>] {
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

extension Sequence where Element == Touch {
  /// Whether each touch of a file started from the version that the previous touch wrote, and the
  /// last one wrote `last`.
  ///
  /// The touches must be ordered from oldest to newest. No version may occur twice, because it
  /// would be unclear from which occurrence a change started.
  func isLine(to last: Touch.Version?) -> Bool {
    var now: Touch.Version?
    var seen: Set<Touch.Version> = []
    for touch in self {
      guard touch.old == now, let new = touch.new, seen.insert(new).inserted else { return false }
      now = new
    }
    return now == last
  }
}
