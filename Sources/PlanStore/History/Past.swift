import Git
import PlanIndex
import PlanModel

/// The commits of a board, the newest first, read as far as they are asked for.
///
/// They come from the index; where it can't tell, from git's objects, which give the same.
final class Past {
  private let store: BoardStore
  private let tip: ObjectID
  /// The commits that were read and not yet asked for, in the order in which they are.
  private var read: ArraySlice<PastCommit> = []
  private var source = Source.index(nil)
  /// The number of commits that were read.
  private var count = 0

  private enum Source {
    /// The index, from an end on; nil for the beginning.
    case index(PastEnd?)
    case objects(ArraySlice<PastPlace>)
  }

  /// - Throws: `StoreError.shallow` if the history is cut off.
  init(of store: BoardStore, from tip: ObjectID) throws(StoreError) {
    (self.store, self.tip) = (store, tip)
    try store.walk(from: [tip]) { () throws(GitError) in }
    try store.bringPast(to: tip)
  }

  /// The next commit that is no merge: the changes of a merge were made elsewhere.
  func next() throws(StoreError) -> PastCommit? {
    while true {
      while let commit = read.popFirst() {
        if !commit.isMerge { return commit }
      }
      if try !readMore() { return nil }
    }
  }

  /// Reads some more commits, more each time.
  private func readMore() throws(StoreError) -> Bool {
    switch source {
    case .index(let end):
      if end?.isLast == true { return false }
      if let (commits, end) = store.index.past(after: end, of: tip, limit: max(32, count)) {
        (read, source) = (commits[...], .index(end))
      } else {
        source = .objects(try store.places(from: tip).dropFirst(count))
      }
    case .objects(var places):
      guard let place = places.popFirst() else { return false }
      source = .objects(places)
      read = [try store.pastCommit(at: place)]
    }
    count += read.count
    return true
  }
}

extension BoardStore {
  /// Returns the commits that touched some plans, or for nil the settings, the newest first,
  /// without merges, each with those touches alone.
  ///
  /// The newest row of a plan must lead to the file that the plan is now. Where a merge made that file,
  /// and where the row is too old, all commits are read.
  ///
  /// - Throws: `StoreError.shallow` if the history is cut off.
  /// - Complexity: One row for each commit that touched one of the plans; without an index, every
  ///   commit.
  func past(of plans: Set<PlanID?>, from tip: ObjectID) throws(StoreError) -> [PastCommit] {
    let past = try Past(of: self, from: tip)
    if plans.count <= Self.mostPlansByRow, let found = try indexedPast(of: plans, from: tip) {
      return found
    }
    var commits: [PastCommit] = []
    while let commit = try past.next() {
      let touches = commit.touches.filter { plans.contains($0.plan) }
      if !touches.isEmpty { commits.append(commit.with(touches)) }
    }
    return commits
  }

  /// The most plans whose commits are looked up; for more, reading all commits is faster.
  private static let mostPlansByRow = 100

  /// - Returns: nil if the index can't tell of one of the plans.
  private func indexedPast(
    of plans: Set<PlanID?>, from tip: ObjectID
  ) throws(StoreError) -> [PastCommit]? {
    let tree = try git { () throws(GitError) in try repository.commit(tip) }.tree
    var commits: [PastPlace: PastCommit] = [:]
    for plan in plans {
      let path = plan?.path ?? BoardFile.board.path
      let entry = try git { () throws(GitError) in try repository.treeEntry(at: path, in: tree) }
      guard let found = index.past(of: plan, at: tip),
        found.first?.touches.first?.new == entry.map(Touch.Version.init(_:))
      else { return nil }
      for commit in found {
        commits[commit.place] = commit.with((commits[commit.place]?.touches ?? []) + commit.touches)
      }
    }
    return commits.values.sorted { $0.place > $1.place }
  }
}
