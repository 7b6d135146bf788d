import Git
import PlanIndex
import PlanModel

/// The commits of a board, the newest first, read as far as they are asked for.
///
/// They come from the index; where it can't tell, from git's objects, which give the same.
final class Past {
  private let store: BoardStore
  private let tip: ObjectID
  private let hasDetails: Bool
  /// The commits that were read and not yet asked for, in the order in which they are.
  private var read: ArraySlice<PastCommit> = []
  private var source = Source.index(nil)
  /// The number of commits that were read.
  private var count = 0
  /// Commits whose details were found just now, for the index to keep.
  private var found: [PastCommit] = []
  /// The number of all those that were found, and of their touches that wait.
  private var (foundCount, waiting) = (0, 0)

  private enum Source {
    /// The index, from an end on; nil for the beginning.
    case index(PastEnd?)
    case objects(ArraySlice<PastPlace>)
  }

  /// - Parameter hasDetails: Whether `detailed` will be asked.
  /// - Throws: `StoreError.shallow` if the history is cut off.
  init(
    of store: BoardStore, from tip: ObjectID, withDetails hasDetails: Bool = false
  ) throws(StoreError) {
    (self.store, self.tip, self.hasDetails) = (store, tip, hasDetails)
    try store.requireHistory(of: tip)
    try store.bringPast(to: tip)
  }

  /// The next commit that is no merge: the changes of a merge were made elsewhere.
  func next() throws(StoreError) -> PastCommit? {
    while let commit = try nextOfAny() {
      if !commit.isMerge { return commit }
    }
    return nil
  }

  /// The next commit, be it a merge or not.
  func nextOfAny() throws(StoreError) -> PastCommit? {
    while true {
      if let commit = read.popFirst() { return commit }
      if try !readMore() { return nil }
    }
  }

  /// Gives what was found out about the commits to the index, so that the next reading need not.
  func keepDetails() {
    if !found.isEmpty { giveDetails() }
    if foundCount > 0 { store.onReading(nil) }
  }

  /// The most touches whose details wait to be kept: what is lost if the command is interrupted.
  private static let mostWaiting = 4096

  /// Returns a commit with what each of its touches changed.
  ///
  /// - Complexity: Two files read for each touch, unless the index knows.
  func detailed(_ commit: PastCommit) throws(StoreError) -> PastCommit {
    if commit.hasDetails { return commit }
    let commit = try store.readingDetails(of: commit)
    found.append(commit)
    (foundCount, waiting) = (foundCount + 1, waiting + commit.touches.count)
    store.tell(.changes, done: foundCount)
    if waiting >= Self.mostWaiting { giveDetails() }
    return commit
  }

  /// Gives details to the index; what it can't take, as another process writes, is found again some day.
  private func giveDetails() {
    store.index.keepDetails(of: found)
    (found, waiting) = ([], 0)
  }

  /// Reads some more commits, more each time.
  private func readMore() throws(StoreError) -> Bool {
    switch source {
    case .index(let end):
      if end?.isLast == true { return false }
      let limit = min(max(32, count), Self.mostRead)
      if let (commits, end) = store.index.past(
        after: end, of: tip, limit: limit, withDetails: hasDetails)
      {
        (read, source) = (commits[...], .index(end))
      } else {
        source = .objects(try store.places(from: tip).dropFirst(count))
      }
    case .objects(var places):
      guard let place = places.popFirst() else { return false }
      source = .objects(places)
      if let commit = store.index.commit(at: place, withDetails: hasDetails) {
        read = [commit]
      } else {
        read = [try store.pastCommit(at: place)]
      }
    }
    count += read.count
    return true
  }

  /// The most commits that are held at once.
  private static let mostRead = 1024
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
    let tree = try repository.commit(tip).tree
    var commits: [PastPlace: PastCommit] = [:]
    // In the order of the paths, as a commit's touches are.
    for plan in plans.sorted(by: { ($0?.text ?? "") < ($1?.text ?? "") }) {
      let path = plan?.path ?? BoardFile.board.path
      let entry = try repository.treeEntry(at: path, in: tree)
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
