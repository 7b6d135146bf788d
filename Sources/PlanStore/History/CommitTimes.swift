import Git
import PlanIndex
import PlanModel

/// When the commits of a history count as made, although some clocks were wrong.
///
/// A commit counts as made when its committer's clock said so, with three exceptions:
///
/// 1. not after `now`, the time of the reader's clock;
/// 2. not after a later commit that builds on it, unless that commit's own clock was evidently wrong:
///    ahead of `now`, or more than a day behind a commit that it builds on;
/// 3. not before the commits that it builds on.
///
/// The third one comes last, so a commit never comes before its parents. A clock that is ahead by a time zone or
/// by years is overruled by the next commit; one that fell back to 1970 overrules nobody. All of it
/// follows from the commits and `now`: it is the same in every clone that has the same history.
struct CommitTimes {
  /// One commit, as far as its time goes.
  struct Node {
    let id: ObjectID
    /// The committer's time, in seconds since 1970; never negative.
    let committed: Int
    let parents: [ObjectID]

    init(_ commit: Commit) {
      // A commit from elsewhere may have any number: within the calendar none overflows.
      let time = Timestamp(seconds: commit.committer.seconds)
      (id, committed, parents) = (commit.id, max(Int(time.seconds), 0), commit.parents)
    }
  }

  private var times: [ObjectID: Int] = [:]

  /// - Parameters:
  ///   - nodes: A tip and more of its history, children before parents, with all that comes between.
  ///   - dates: The corrected commit dates of the parents that are not among `nodes`, which are not after `now`.
  ///   - now: In seconds since 1970.
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

  /// The moment at which a commit counts as made, in seconds since 1970; for a commit that is not among the nodes
  /// nil.
  subscript(commit: ObjectID) -> Int? { times[commit] }

  /// Returns the commits whose own times bound those of the commits that they build on.
  private static func witnesses(
    _ nodes: [Node], _ dates: [ObjectID: Int], _ now: Int
  ) -> Set<ObjectID> {
    // The corrected commit dates, as if commits from after `now` had no clock.
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

  /// How far behind the commits that it builds on a clock may be and still be believed, in seconds: a day, as
  /// guards refuse commits of clocks that are further ahead.
  static let toleratedLag = 86_400
}

/// The commits of a history that were made after a moment.
struct LaterCommits {
  /// With all of their descendants.
  let commits: Set<ObjectID>
  /// The parents of `commits` that are not among them; the tip if there are no later commits.
  let before: Set<ObjectID>
}

extension BoardStore {
  /// Finds the commits of a tip's history that count as made after a moment; see `CommitTimes`.
  ///
  /// - Parameter now: The time of the reader's clock: nothing counts as made after it.
  /// - Complexity: The commits made since then, and the first time all of them.
  func commits(
    after moment: Timestamp, at now: Timestamp, of tip: ObjectID
  ) throws(StoreError) -> LaterCommits {
    if moment >= now { return LaterCommits(commits: [], before: [tip]) }
    var nodes: [CommitTimes.Node] = []
    var (dates, missing) = ([ObjectID: Int](), Set<ObjectID>())
    let past = try Past(of: self, from: tip)
    // By its corrected date a commit comes at the latest, and often earlier: of many in one second each has a
    // second more than the one before it.
    while let commit = try past.nextOfAny() {
      if commit.place.date <= Int(moment.seconds) {
        if nodes.isEmpty { return LaterCommits(commits: [], before: [tip]) }
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
    return LaterCommits(commits: commits, before: later.isEmpty ? [tip] : parents)
  }
}
