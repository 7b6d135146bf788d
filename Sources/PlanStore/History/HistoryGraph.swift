import Git
import PlanIndex

/// Which commits of a board descend from which.
final class HistoryGraph {
  private let store: BoardStore
  private let tip: ObjectID
  /// The commits that were read, parents before children, and their ids.
  private var commits: [Commit] = []
  private var known: Set<ObjectID> = []

  init(of store: BoardStore, from tip: ObjectID) { (self.store, self.tip) = (store, tip) }

  /// Returns for each of some commits the positions of the others that it descends from.
  ///
  /// - Parameter ids: In the order of the past, newest first.
  /// - Complexity: One commit read for each that is not older than the last of them.
  func ancestors(among ids: [ObjectID]) throws(StoreError) -> [Set<Int>] {
    guard let first = ids.last else { return [] }
    let positions = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    var ancestors = [Set<Int>](repeating: [], count: ids.count)
    /// The positions below each commit, or at it. Equal sets share their storage in a line of commits.
    var below: [ObjectID: Set<Int>] = [:]
    try read(since: first)
    for commit in commits {
      var reached = commit.parents.first.flatMap { below[$0] } ?? []
      for parent in commit.parents.dropFirst() {
        if let other = below[parent], !other.isSubset(of: reached) { reached.formUnion(other) }
      }
      if let position = positions[commit.id] {
        ancestors[position] = reached
        reached.insert(position)
      }
      below[commit.id] = reached
    }
    return ancestors
  }

  /// Reads all commits but those before one. More do no harm: they are below it or beside it.
  private func read(since first: ObjectID) throws(StoreError) {
    if known.contains(first) { return }
    commits = try git { () throws(GitError) in
      let older = try store.repository.commit(first).parents
      var commits: [Commit] = []
      for id in try store.repository.commits(from: [tip], hiding: older, order: .topological) {
        commits.append(try store.repository.commit(id))
      }
      return commits.reversed()
    }
    known = Set(commits.map(\.id))
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
