package import PlanModel
import PlanStore
package import PlanView

/// A digest of a board, for one person or for everybody: the changes that matter to a reader.
package struct DigestMade {
  /// The start of a digest.
  package enum Start: Hashable, Sendable {
    /// A moment, a day, or a commit of the board, as typed. If it is a commit, the digest has all
    /// changes that are not in that commit, even older ones.
    case typed(String)
    /// The commit up to which changes were marked as read in this clone, or else a week ago.
    case lastRead
  }

  package let shown: ShownBoard
  package let digest: Digest
  /// The commit from which the digest starts; nil if it starts at a moment.
  package let from: CommitID?
  package let since: Timestamp
  /// The person for whom the digest is; nil for all.
  package let reader: Person?
  package let notices: [Notice]
}

extension Workspace {
  /// Returns what happened on the board since a moment or a commit.
  ///
  /// - Parameters:
  ///   - end: The commit of the board at which it ends, as typed; nil for the present board.
  ///   - name: The person whose plans and mentions are reported; nil for all plans.
  ///   - text: A query that plans must match; empty for all.
  /// - Complexity: Reads every plan, a row of the index for each commit, and two files for each
  ///   change since the beginning.
  package func digest(
    since start: DigestMade.Start, until end: String? = nil, for name: String? = nil,
    where text: String = ""
  ) throws -> DigestMade {
    let shown = try board(at: end)
    let changes = try changes(since: start, on: shown)
    let contents = try contents(of: shown, answering: text)
    let query = try query(text, in: contents)
    let reader = try name.map { name in
      try DigestReader(
        named: name,
        among: peopleIndex(
          [me()?.formatted].compactMap(\.self) + shown.board.people(on: contents.plans)
            + changes.entries.map(\.author) + commitAuthors()),
        me: me())
    }
    var asking = reader?.reader
    if let named = reader?.reader.isNamed {
      let waiting = contents.plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted }
      let authors = try shown.snapshot.authors(ofConflictsIn: waiting)
      asking?.isInConflict = { plan in
        plan.conflicts.contains { conflict in
          conflict.values.contains { value in
            authors(plan.id, conflict.path, value).map(named) ?? false
          }
        }
      }
    }
    let isWanted: ((Plan) -> Bool)? =
      Query.isEmpty(text) ? nil : { plan in query.matches(plan) }
    let digest = Digest(
      changes.entries, plans: contents.plans, board: shown.board,
      viewpoint: try shown.viewpoint(), for: asking, isWanted: isWanted)
    return DigestMade(
      shown: contents.shown, digest: digest, from: changes.from, since: changes.since,
      reader: reader?.person, notices: query.notes.map(Notice.init) + changes.notices)
  }

  /// Marks the changes of a board as read, up to the commit of a digest.
  package func noteRead(_ made: DigestMade) throws {
    try noteRead(upTo: made.shown.snapshot.commit)
  }

  /// Marks the changes of a board as read, up to a commit of the board.
  ///
  /// The mark only moves forward: if it is at a later commit already, it stays.
  ///
  /// - Parameters:
  ///   - commit: The commit as typed.
  ///   - shown: How many of the first plans the reader has been shown.
  /// - Throws: `Problem` with code `tooMany` if some plans with changes were not shown to the
  ///   reader. The next inbox would not show them any more.
  package func noteRead(upTo commit: String, showing shown: Int) throws {
    let read = try board(at: commit).snapshot.commit
    if let noted = try store.readCommit(), try store.isAncestor(read, of: noted) { return }
    let made = try digest(since: .lastRead, until: commit, for: "me")
    let hidden = made.digest.newCount(after: shown)
    guard hidden == 0 else {
      throw Problem(
        code: .tooMany,
        message: "not marked as read: \(CountWords.words(hidden, "plan")) with changes "
          + "\(hidden == 1 ? "was" : "were") not shown",
        hints: ["see all of them and mark them with \(pmgit: "inbox", "--read")"])
    }
    try noteRead(upTo: read)
  }

  private func noteRead(upTo commit: ObjectID) throws {
    guard store.noteRead(commit) else {
      throw Problem(
        code: .file, message: "can't note in the repository what was read",
        hints: ["check that you may write to its folder, and that the disk is not full"])
    }
  }

  /// The changes since the beginning of a digest, newest first.
  private struct Changes {
    let entries: [TimelineEntry]
    let from: CommitID?
    let since: Timestamp
    var notices: [Notice] = []
  }

  /// The start of an inbox that was never marked as read.
  private static let firstDays = "1w"

  private func changes(since start: DigestMade.Start, on shown: ShownBoard) throws -> Changes {
    switch start {
    case .typed(let typed): return try changes(since: typed, on: shown)
    case .lastRead:
      if let commit = try store.readCommit() {
        return try changes(since: "\(commit)", on: shown)
      }
      var changes = try changes(since: Self.firstDays, on: shown)
      changes.notices.append(
        Notice.note("nothing was marked as read here yet, so this is the last week"))
      return changes
    }
  }

  private func changes(since typed: String, on shown: ShownBoard) throws -> Changes {
    var entries: [TimelineEntry] = []
    if let span = try span(typed) {
      var part = HistoryPart()
      part.period = HistoryPeriod(since: span.start, until: nil, now: now)
      try shown.snapshot.eachPart(of: .board, limit: nil, part: part) {
        entries += TimelineEntry.entries($0)
      }
      return Changes(entries: entries, from: nil, since: span.start)
    }
    let seen = try board(at: typed)
    try store.eachStep(from: seen.snapshot.commit, to: shown.snapshot.commit) { step in
      switch step {
      case .reset: break
      case .entry(let entry, _): entries.append(TimelineEntry(entry))
      case .difference(let found, _, let commit):
        entries.append(
          TimelineEntry(
            commit: CommitID(commit), at: nil, author: "", plan: found.plan,
            planTitle: found.title, changes: found.changes))
      }
    }
    return Changes(entries: entries.reversed(), from: seen.commit, since: seen.now)
  }
}

/// The person for whom a digest is made, found by a typed name.
private struct DigestReader {
  let person: Person
  let reader: Digest.Reader

  /// Finds the person for whom a digest is made.
  ///
  /// - Parameters:
  ///   - name: A name, a part of a name, an address, or `me`.
  ///   - index: All people of the board and its history.
  ///   - me: The acting person; nil if git has no identity.
  init(named name: String, among index: PeopleIndex, me: Person?) throws {
    let found = try index.find(name, as: me)
    guard found.count < 2 else { throw Problem.severalPeople(name, found) }
    guard let known = found.first, let place = index.people.firstIndex(of: known) else {
      throw Problem.usage(
        "nobody is called '\(name.excerpt)'",
        hints: [index.hint(for: name), "see who is on the plans with \(pmgit: "people")"]
          .compactMap(\.self))
    }
    person = known.person
    let mentions = PersonMentions(of: index)
    reader = Digest.Reader(
      isNamed: { index.index(of: $0) == place },
      isMentioned: { old, new in mentions.people(in: new, changedFrom: old).contains(place) })
  }
}
