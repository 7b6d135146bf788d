import Git
import PlanIndex

/// Which commits of a board descend from which.
///
/// The history is divided into lines, in each of which every commit is a parent of the next. For a commit it
/// is enough to know how much of each line is in its history. In one line the commits share what they know
/// of the others, so the cost is that of the commits, and for each merge that of the lines.
final class HistoryGraph {
  private let store: BoardStore
  private let tip: ObjectID
  private let oldest: ObjectID
  private var places: [ObjectID: Place] = [:]

  /// The place of a commit.
  private struct Place {
    let line: Int
    /// The number of older commits in the line.
    let index: Int
    /// The number of commits of each other line that are in the history of the commit.
    let others: [Int: Int]

    func descends(from older: Place) -> Bool {
      line == older.line ? index > older.index : others[older.line, default: 0] > older.index
    }
  }

  /// - Parameter oldest: A commit that is newer than all that are asked for, or one of them.
  init(of store: BoardStore, from tip: ObjectID, to oldest: ObjectID) {
    (self.store, self.tip, self.oldest) = (store, tip, oldest)
  }

  /// Returns for each of some commits the positions of the others that it descends from.
  ///
  /// - Parameter ids: In the order of the past, newest first.
  /// - Complexity: At the first call, one commit read for each that is not older than the oldest.
  func ancestors(among ids: [ObjectID]) throws(StoreError) -> [Set<Int>] {
    if places.isEmpty { try read() }
    let found = ids.map { places[$0] }
    return found.indices.map { newer in
      Set(
        found.indices.dropFirst(newer + 1).filter { older in
          guard let newer = found[newer], let older = found[older] else { return false }
          return newer.descends(from: older)
        })
    }
  }

  /// Reads all commits but those before the oldest.
  private func read() throws(StoreError) {
    let older = try store.repository.commit(oldest).parents
    let commits = try store.repository.commits(from: [tip], hiding: older, order: .topological)
    /// The number of commits in each line.
    var lengths: [Int] = []
    for id in commits.reversed() {
      let parents = try store.repository.commit(id).parents.compactMap { places[$0] }
      let previous = parents.first { $0.index == lengths[$0.line] - 1 }
      let line = previous?.line ?? lengths.count
      if previous == nil { lengths.append(0) }
      places[id] = Place(
        line: line, index: lengths[line],
        others: Self.reached(from: parents, after: previous, besides: line))
      lengths[line] += 1
    }
  }

  /// Returns how many commits of each other line are in the history of one that has these parents.
  ///
  /// - Parameter previous: The parent before it in its line; another parent may be an older one of the line.
  private static func reached(
    from parents: [Place], after previous: Place?, besides line: Int
  ) -> [Int: Int] {
    var reached = previous?.others ?? [:]
    for parent in parents where parent.line != line {
      for (line, count) in parent.others { reached[line] = max(reached[line] ?? 0, count) }
      reached[parent.line] = max(reached[parent.line] ?? 0, parent.index + 1)
    }
    reached[line] = nil
    return reached
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
