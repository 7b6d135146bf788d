import Git
import PlanIndex
import PlanModel

/// The times at which commits count as made, corrected for wrong clocks.
///
/// A commit counts as made at its committer's time, with three exceptions:
///
/// 1. never after `now`, the time of the reader's clock;
/// 2. never after a descendant, unless the descendant's clock was evidently wrong: ahead of `now`,
///    or more than a day behind one of its ancestors;
/// 3. never before its ancestors.
///
/// The third rule is applied last, so a commit never comes before its parents. The next commit
/// corrects a clock that is ahead by a time zone or by years. A clock that fell back to 1970 does
/// not affect other commits. The times depend only on the commits and `now`, so all clones with the
/// same history agree.
struct CommitTimes {
  /// A commit's id, time and parents.
  struct Node {
    let id: ObjectID
    /// The committer's time, in seconds since 1970; never negative.
    let committed: Int
    let parents: [ObjectID]

    init(_ commit: Commit) {
      // A fetched commit may have any number as its time. `Timestamp` limits it to the calendar, so
      // that computing with it can't overflow.
      let time = Timestamp(seconds: commit.committer.seconds)
      (id, committed, parents) = (commit.id, max(Int(time.seconds), 0), commit.parents)
    }
  }

  private var times: [ObjectID: Int] = [:]

  /// Computes the times of commits. The clocks of their authors may have been wrong.
  ///
  /// - Parameters:
  ///   - nodes: A tip and a connected part of its history, children before parents.
  ///   - dates: The corrected commit dates of parents that are not in `nodes`, as `PastPlace.date`
  ///     computes them. They must not be after `now`.
  ///   - now: The reader's time, in seconds since 1970.
  init(_ nodes: [Node], dates: [ObjectID: Int], now: Int) {
    let witnesses = Self.witnesses(nodes, dates, now)
    var latest: [ObjectID: Int] = [:]
    for node in nodes {
      let limit = min(latest[node.id] ?? now, now)
      latest[node.id] = limit
      let below = witnesses.contains(node.id) ? min(limit, node.committed) : limit
      for parent in node.parents { latest[parent] = min(latest[parent] ?? now, below) }
    }
    for node in nodes.reversed() {
      let own = min(node.committed, latest[node.id] ?? now)
      times[node.id] = node.parents.reduce(own) { max($0, times[$1] ?? $0) }
    }
  }

  /// The time at which a commit counts as made, in seconds since 1970; nil for an unknown commit.
  subscript(commit: ObjectID) -> Int? { times[commit] }

  /// Returns the commits whose clocks are believed. No ancestor counts as made after such a commit.
  private static func witnesses(
    _ nodes: [Node], _ dates: [ObjectID: Int], _ now: Int
  ) -> Set<ObjectID> {
    // The corrected commit dates. Times after `now` are ignored.
    var dates = dates
    var witnesses: Set<ObjectID> = []
    for node in nodes.reversed() {
      let floor = node.parents.compactMap { dates[$0] }.max() ?? -1
      let isAhead = node.committed > now
      dates[node.id] = max(isAhead ? 0 : node.committed, floor + 1)
      if !isAhead, node.committed >= floor - toleratedLag { witnesses.insert(node.id) }
    }
    return witnesses
  }

  /// The most seconds that a believed clock may be behind the commit's ancestors. The limit is a
  /// day, because guards refuse stamps that are further ahead.
  static let toleratedLag = 86_400
}

extension BoardStore {
  /// Finds the commits in a tip's history that count as made after a moment; see `CommitTimes`.
  ///
  /// - Parameter now: The time of the reader's clock. No commit counts as made after it.
  /// - Returns: The later commits, including all of their descendants, and the other parents of
  ///   these commits; the tip if no commit is later.
  /// - Complexity: Reads the commits made since then; the first time, all commits.
  func commits(
    after moment: Timestamp, at now: Timestamp, of tip: ObjectID
  ) throws -> (commits: Set<ObjectID>, before: Set<ObjectID>) {
    if moment >= now { return ([], [tip]) }
    var nodes: [CommitTimes.Node] = []
    var (dates, missing) = ([ObjectID: Int](), Set<ObjectID>())
    let past = try Past(of: self, from: tip)
    // A commit never counts as made after its corrected date, but often before it. For example, of
    // many commits made in one second, each gets a date one second after the previous one.
    while let commit = try past.nextOfAny() {
      if commit.place.date <= Int(moment.seconds) {
        if nodes.isEmpty { return ([], [tip]) }
        if missing.remove(commit.id) != nil { dates[commit.id] = commit.place.date }
        if missing.isEmpty { break }
        continue
      }
      missing.remove(commit.id)
      let read = try repository.commit(commit.id)
      nodes.append(CommitTimes.Node(read))
      missing.formUnion(read.parents)
    }
    let times = CommitTimes(nodes, dates: dates, now: Int(now.seconds))
    let later = nodes.filter { times[$0.id].map { $0 > Int(moment.seconds) } ?? false }
    let commits = Set(later.map(\.id))
    let parents = Set(later.flatMap(\.parents)).subtracting(commits)
    return (commits, later.isEmpty ? [tip] : parents)
  }
}
