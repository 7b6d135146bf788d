import Git
import PlanIndex

/// Finds the ancestors of a board's commits among other given commits.
final class HistoryGraph {
  private let store: BoardStore
  private let tip: ObjectID
  private let oldest: ObjectID
  /// The place of each commit in `ancestry`, counted from the oldest commit.
  private var places: [ObjectID: Int] = [:]
  private var ancestry = Ancestry(parents: [])

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
    return ancestry.ancestors(among: ids.map { places[$0] })
  }

  /// Reads all commits except the ancestors of the oldest.
  private func read() throws {
    let older = try store.repository.commit(oldest).parents
    let commits = try store.repository.commits(from: [tip], hiding: older, order: .topological)
    var parents: [[Int]] = []
    for id in commits.reversed() {
      let commit = try store.repository.commit(id)
      places[id] = parents.count
      parents.append(commit.parents.compactMap { places[$0] })
    }
    ancestry = Ancestry(parents: parents)
  }
}

extension Sequence where Element == Touch {
  /// Whether each touch of a file started from the version that the previous touch wrote, and the
  /// last one wrote `last`.
  ///
  /// The touches must be ordered from oldest to newest. No version may occur twice, as it would be
  /// unclear from which occurrence a change started.
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
