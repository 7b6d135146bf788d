import Git
import PlanIndex

/// Which commits of a board descend from which.
final class HistoryGraph {
  private let store: BoardStore
  private let tip: ObjectID
  private let oldest: ObjectID
  /// The places of the commits, oldest first.
  private var places: [ObjectID: Int] = [:]
  private var ancestry = Ancestry(parents: [])

  /// - Parameter oldest: A commit that is older than all that are asked for, or one of them.
  init(of store: BoardStore, from tip: ObjectID, to oldest: ObjectID) {
    (self.store, self.tip, self.oldest) = (store, tip, oldest)
  }

  /// Returns for each of some commits the positions of the others that it descends from.
  ///
  /// - Parameter ids: In the order of the past, newest first.
  /// - Complexity: That of `Ancestry`; at the first call one commit read for each that is not older than the
  ///   oldest.
  func ancestors(among ids: [ObjectID]) throws(StoreError) -> [Set<Int>] {
    if places.isEmpty { try read() }
    return ancestry.ancestors(among: ids.map { places[$0] })
  }

  /// Reads all commits but those before the oldest.
  private func read() throws(StoreError) {
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
  /// Whether the commits that touched a file changed it one after the other, up to its last version.
  ///
  /// The touches are in the order of the past, oldest first. No file may stand in two places: from which of
  /// them a change began, the files do not show.
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
