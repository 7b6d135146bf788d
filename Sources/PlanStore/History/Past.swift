import Git
import PlanIndex
import PlanModel

/// The commits of a board, newest first, read on demand.
///
/// They come from the index or, if it can't be used, from git's objects, with the same result.
final class Past {
  private let store: BoardStore
  private let tip: ObjectID
  private let hasDetails: Bool
  private let mostTouches: Int
  /// The commits that were read but not returned yet, in order.
  private var read: ArraySlice<PastCommit> = []
  private var source = Source.index(nil)
  /// The number of commits that were read so far.
  private var count = 0
  /// The commits whose details were read from files and are not in the index yet.
  private var found: [PastCommit] = []
  /// The number of commits whose details were read from files, and the number of touches whose
  /// details are not in the index yet.
  private var (foundCount, waiting) = (0, 0)

  private enum Source {
    /// The index, from the end of the previous reading on; nil to begin with the newest commit.
    case index(PastEnd?)
    case objects(ArraySlice<PastPlace>)
  }

  /// Reads the past of a board.
  ///
  /// - Parameters:
  ///   - hasDetails: Whether `detailed` will be called.
  ///   - mostTouches: How many touches of each commit are needed; ignored if details are. Further
  ///     touches may be left unread; see `PastCommit.unread`.
  /// - Throws: `StoreError.shallow` if the history is cut off.
  init(
    of store: BoardStore, from tip: ObjectID, withDetails hasDetails: Bool = false,
    mostTouches: Int = .max
  ) throws {
    (self.store, self.tip, self.hasDetails) = (store, tip, hasDetails)
    self.mostTouches = mostTouches
    try store.requireHistory(of: tip)
    try store.bringPast(to: tip)
  }

  /// Returns the next commit that is not a merge. The changes of a merge were made in other
  /// commits.
  func next() throws -> PastCommit? {
    while let commit = try nextOfAny() {
      if !commit.isMerge { return commit }
    }
    return nil
  }

  /// Returns the next commit, merges included.
  func nextOfAny() throws -> PastCommit? {
    while true {
      if let commit = read.popFirst() { return commit }
      if try !readMore() { return nil }
    }
  }

  /// Adds the details that were read from files to the index, so that they are not read again.
  func keepDetails() {
    if !found.isEmpty { giveDetails() }
    if foundCount > 0 { store.onReading(nil) }
  }

  /// The number of touches after which details are stored in the index. Details that are not stored
  /// yet are lost if the command is interrupted.
  private static let mostWaiting = 4096

  /// Returns a commit with the details of its touches.
  ///
  /// - Complexity: Reads two files for each touch, unless the index has the details.
  func detailed(_ commit: PastCommit) throws -> PastCommit {
    if commit.hasDetails { return commit }
    let commit = try store.readingDetails(of: commit)
    found.append(commit)
    (foundCount, waiting) = (foundCount + 1, waiting + commit.touches.count)
    store.report(.changes, done: foundCount)
    if waiting >= Self.mostWaiting { giveDetails() }
    return commit
  }

  /// Stores details in the index. If another process is writing, they are dropped and read again
  /// later.
  private func giveDetails() {
    store.index.use { index throws(DatabaseError) in try index.keepDetails(of: found) }
    (found, waiting) = ([], 0)
  }

  /// Reads more commits, a larger number each time. Returns false at the end.
  private func readMore() throws -> Bool {
    switch source {
    case .index(let end):
      if end?.isLast == true { return false }
      let limit = min(max(32, count), Self.mostRead)
      let found = store.index.read { index throws(DatabaseError) in
        try index.past(
          after: end, of: tip, limit: limit, mostTouches: mostTouches, withDetails: hasDetails)
      }
      if let (commits, end) = found {
        (read, source) = (commits[...], .index(end))
      } else {
        source = .objects(try store.places(from: tip).dropFirst(count))
      }
    case .objects(var places):
      guard let place = places.popFirst() else { return false }
      source = .objects(places)
      let found = store.index.read { index throws(DatabaseError) in
        try index.commit(at: place, withDetails: hasDetails)
      }
      read = [try found ?? store.pastCommit(at: place)]
    }
    count += read.count
    return true
  }

  /// The most commits that are read at once.
  private static let mostRead = 1024
}

extension BoardStore {
  /// Returns the commits that touched some plans, newest first, without merges. Touches of other
  /// plans are left out. A nil in `plans` means the settings.
  ///
  /// If a plan's newest row in the index does not match its present file, all commits are read. The
  /// row does not match if a merge wrote the file or if the row is outdated.
  ///
  /// - Throws: `StoreError.shallow` if the history is cut off.
  /// - Complexity: Reads one row for each commit that touched one of the plans; without an index,
  ///   every commit.
  func past(of plans: Set<PlanID?>, from tip: ObjectID) throws -> [PastCommit] {
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

  /// The most plans whose commits are looked up one by one. For more plans, reading all commits is
  /// faster.
  private static let mostPlansByRow = 100

  /// Returns the commits that touched some plans, from the index.
  ///
  /// - Returns: nil if the index lacks the commits of one of the plans.
  private func indexedPast(of plans: Set<PlanID?>, from tip: ObjectID) throws -> [PastCommit]? {
    let tree = try repository.commit(tip).tree
    var commits: [PastPlace: PastCommit] = [:]
    // Plans are sorted by path, as are the touches of a commit.
    for plan in plans.sorted(by: { ($0?.text ?? "") < ($1?.text ?? "") }) {
      let path = plan?.path ?? BoardFile.board.path
      let entry = try repository.treeEntry(at: path, in: tree)
      let found = index.read { index throws(DatabaseError) in try index.past(of: plan, at: tip) }
      guard let found, found.first?.touches.first?.new == entry.map(Touch.Version.init(_:))
      else { return nil }
      for commit in found {
        commits[commit.place] = commit.with((commits[commit.place]?.touches ?? []) + commit.touches)
      }
    }
    return commits.values.sorted { $0.place > $1.place }
  }

  /// Updates the history in the index to a tip, if the tip is the board's present commit.
  ///
  /// If the update fails, the error is ignored: git's objects are read instead, and that reading
  /// reports the error.
  ///
  /// - Complexity: Reads the commits since the tip of the indexed history; without one, every
  ///   commit.
  func bringPast(to tip: ObjectID) throws {
    let head = index.pastHead
    guard head?.tip != tip, try isNewest(tip) else { return }
    if let head, let steps = pastSteps(from: head.tip, to: tip) {
      return changePast(from: head, to: tip, steps)
    }
    guard let steps = pastSteps(from: nil, to: tip) else { return }
    changePast(from: nil, to: tip, steps)
  }

  /// The commits to remove from the index, children first, and those to add, parents first.
  private typealias PastSteps = (removed: [ObjectID], added: [ObjectID])

  /// Finds the commits by which the indexed history differs from that of a tip.
  ///
  /// - Returns: nil if the commits can't be found, for example because `git gc` removed the old
  ///   tip.
  private func pastSteps(from old: ObjectID?, to tip: ObjectID) -> PastSteps? {
    let commits = { (tip: ObjectID, hidden: [ObjectID]) throws(GitError) in
      try self.repository.commits(from: [tip], hiding: hidden, order: .topological)
    }
    do {
      guard let old else { return ([], try commits(tip, []).reversed()) }
      if try repository.commit(tip).parents == [old] { return ([], [tip]) }
      return (try commits(old, [tip]), try commits(tip, [old]).reversed())
    } catch {
      return nil
    }
  }

  private func changePast(from head: PastHead?, to tip: ObjectID, _ steps: PastSteps) {
    defer {
      onReading(nil)
      repository.forgetUncheckedTrees()
    }
    index.changePast(from: head, to: tip) { writing throws(DatabaseError) in
      for id in steps.removed { try writing.remove(id) }
      for (done, id) in steps.added.enumerated() {
        report(.commits, done: done, of: steps.added.count)
        guard let commit = try pastCommit(id, in: writing) else { return false }
        try writing.add(commit)
      }
      return true
    }
  }

  /// Reads a commit; nil if git can't read it or if a parent is not in the index.
  private func pastCommit(
    _ id: ObjectID, in writing: PastWriting
  ) throws(DatabaseError) -> PastCommit? {
    guard let commit = try? repository.commit(id) else { return nil }
    var dates: [Int] = []
    for parent in commit.parents {
      guard let place = try writing.place(of: parent) else { return nil }
      dates.append(place.date)
    }
    let date = PastPlace.date(committed: Int(commit.committer.seconds), parents: dates)
    return try? pastCommit(commit, at: PastPlace(date: date, commit: id), checksDigests: false)
  }
}
