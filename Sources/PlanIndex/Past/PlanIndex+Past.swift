package import Git
package import PlanModel

extension PlanIndex {
  /// Returns the head of the history; nil if the index has none.
  ///
  /// - Complexity: One row.
  package func pastHead() throws(DatabaseError) -> PastHead? {
    let statement = try Statement("SELECT bytes, sum FROM head WHERE id = 2", in: database)
    guard try statement.step() else { return nil }
    let head = statement.unpacked(0, RowCheck.head, PastHead.init(packed:))
    guard let head else { throw .damaged("the head of the past") }
    return head
  }

  /// Returns commits in the order of the history, newest first, including merges.
  ///
  /// - Parameters:
  ///   - end: The end of the previous reading, to continue after it; nil to begin at the newest
  ///     commit.
  ///   - tip: The commit whose history must be indexed.
  ///   - limit: The largest number of commits to return.
  ///   - mostTouches: The most touches of a commit to read, if no details are read.
  ///   - hasDetails: Whether to read the touches' details, if the index has them.
  /// - Returns: nil if the index does not have the history of `tip`. This can happen between two
  ///   readings, because another process may change the index.
  /// - Throws: `DatabaseError.isDamage` if a row is damaged or missing.
  /// - Complexity: One row for each commit.
  package func past(
    after end: PastEnd?, of tip: ObjectID, limit: Int, mostTouches: Int = .max,
    withDetails hasDetails: Bool = false
  ) throws(DatabaseError) -> (commits: [PastCommit], end: PastEnd)? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      // Another process may have changed the index between two readings.
      guard let head = try pastHead(), head.tip == tip else { return nil }
      var next = end == nil ? head.newest : end?.next
      var commits: [PastCommit] = []
      let rows = try PastRows(
        in: database, from: end?.place, mostTouches: hasDetails ? nil : mostTouches)
      while commits.count < limit, let expected = next {
        guard let (row, touches, unread) = try rows.step() else {
          throw .damaged("the past of the index ends too early")
        }
        guard row.place.commit == expected else { throw .damaged("the order of the past") }
        var commit = PastCommit(
          row.place, at: row.at, by: row.by, isMerge: row.isMerge, touches: touches)
        commit.unread = unread
        commits.append(commit)
        next = row.before
      }
      return (commits, PastEnd(place: commits.last?.place ?? end?.place, next: next))
    }
  }

  /// Returns the commits that changed one plan, newest first, each with the change to this plan
  /// only. Returns nil if the index has another tip or no entry for the plan.
  ///
  /// - Parameter plan: The plan; nil for the board's settings.
  /// - Complexity: One row, and one more for each commit that touched the plan.
  package func past(of plan: PlanID?, at tip: ObjectID) throws(DatabaseError) -> [PastCommit]? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard try pastHead()?.tip == tip else { return nil }
      guard let touches = try PlanPasts(in: database).touches(of: plan) else { return nil }
      let rows = try Statement("SELECT bytes, sum FROM past WHERE id = ?1", in: database)
      return try touches.reversed().map { place, touch throws(DatabaseError) in
        try rows.bind(place.commit, at: 1)
        guard try rows.step(), let row = rows.pastRow(of: place) else {
          throw .damaged("a commit of the past")
        }
        try rows.reset()
        return PastCommit(place, at: row.at, by: row.by, isMerge: row.isMerge, touches: [touch])
      }
    }
  }
}

extension PlanIndex {
  /// Returns the position of a commit in the history of `tip`; nil if the index has another tip or
  /// lacks the commit.
  ///
  /// - Complexity: Two rows.
  package func place(
    of commit: ObjectID, at tip: ObjectID
  ) throws(DatabaseError) -> PastPlace? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard try pastHead()?.tip == tip else { return nil }
      let row = try Statement("SELECT bytes, sum, date FROM past WHERE id = ?1", in: database)
      try row.bind(commit, at: 1)
      guard try row.step() else { return nil }
      let place = PastPlace(date: Int(row.integer(2)), commit: commit)
      guard row.pastRow(of: place) != nil else { throw .damaged("a commit of the past") }
      return place
    }
  }
}

/// The position at which `PlanIndex.past(after:of:limit:withDetails:)` ended, to continue there.
package struct PastEnd: Sendable {
  let place: PastPlace?
  /// The next older commit; nil if there is none.
  let next: ObjectID?

  package var isLast: Bool { next == nil }
}

extension PlanIndex {
  /// Returns one commit; nil if it is not in the index.
  ///
  /// The row depends only on the commit and its parents, so it is valid whatever tip the index has.
  ///
  /// - Complexity: One row.
  package func commit(
    at place: PastPlace, withDetails hasDetails: Bool
  ) throws(DatabaseError) -> PastCommit? {
    let statement = try Statement(
      """
      SELECT bytes, sum, touched, touched_sum, date, id, detail, detail_sum FROM past WHERE id = ?1
      """, in: database)
    try statement.bind(place.commit, at: 1)
    guard try statement.step() else { return nil }
    guard let row = statement.pastRow(of: place),
      let (touches, _) = statement.touches(of: place, upTo: hasDetails ? nil : .max)
    else { throw .damaged("a commit of the past") }
    return PastCommit(place, at: row.at, by: row.by, isMerge: row.isMerge, touches: touches)
  }
}

/// The rows of commits in the order of the history, newest first.
private final class PastRows {
  private let statement: Statement
  private let mostTouches: Int?

  init(
    in database: Database, from place: PastPlace?, mostTouches: Int?
  ) throws(DatabaseError) {
    self.mostTouches = mostTouches
    statement = try Statement(
      """
      SELECT bytes, sum, touched, touched_sum, date, id, detail, detail_sum FROM past
      WHERE (date, id) < (?1, ?2) ORDER BY date DESC, id DESC
      """, in: database)
    try statement.bind(place.map { Int64($0.date) } ?? .max, at: 1)
    try statement.bind(place?.commit ?? .zero, at: 2)
  }

  /// Returns the next commit, its touches, and the number of touches that were not read.
  func step() throws(DatabaseError) -> (PastRow, [Touch], unread: Int)? {
    guard try statement.step() else { return nil }
    guard let id = statement.withBytes(5, { ObjectID(bytes: $0) }) else {
      throw .damaged("the id of a commit")
    }
    let place = PastPlace(date: Int(statement.integer(4)), commit: id)
    guard let row = statement.pastRow(of: place),
      let (touches, unread) = statement.touches(of: place, upTo: mostTouches)
    else { throw .damaged("a commit of the past") }
    return (row, touches, unread)
  }
}

extension Statement {
  /// Reads the columns `bytes, sum` of a commit; nil if they are damaged or belong to another
  /// commit.
  func pastRow(of place: PastPlace) -> PastRow? {
    let row = unpacked(0, { RowCheck.past(.commit, place, $0) }, PastRow.init(packed:))
    return row?.place == place ? row : nil
  }

  /// Reads the columns `touched, touched_sum`, which are the third and fourth; nil if they are
  /// damaged.
  func touches(of place: PastPlace) -> [Touch]? {
    touches(of: place, upTo: .max)?.read
  }

  /// Reads touches. If requested, also reads their details from the columns `detail` and
  /// `detail_sum`, the seventh and the eighth. Details that are not stored are nil.
  ///
  /// - Parameter most: The most touches to read without details; nil for all touches with details.
  /// - Returns: The touches, and the number of the others; nil if a column is damaged.
  fileprivate func touches(
    of place: PastPlace, upTo most: Int?
  ) -> (read: [Touch], unread: Int)? {
    let found = list(2, .touches, of: place, upTo: most ?? .max) {
      reader throws(PackedReader.Failure) in
      try reader.touch()
    }
    guard most == nil, !isNull(6), let touches = found?.elements else {
      return found.map { ($0.elements, $0.others) }
    }
    let details = list(6, .details, of: place) { reader throws(PackedReader.Failure) in
      try reader.touchDetail()
    }
    guard let details = details?.elements, details.count == touches.count else { return nil }
    let detailed = zip(touches, details).map { touch, detail in
      Touch(plan: touch.plan, old: touch.old, new: touch.new, detail: detail)
    }
    return (detailed, 0)
  }

  /// Reads the first elements of a packed list, after comparing its checksum in the next column.
  /// Returns nil if the list is damaged.
  private func list<Element>(
    _ column: Int32, _ part: RowCheck.PastPart, of place: PastPlace, upTo most: Int = .max,
    _ read: (inout PackedReader) throws(PackedReader.Failure) -> Element
  ) -> (elements: [Element], others: Int)? {
    unpacked(column, { RowCheck.past(part, place, $0) }) { reader throws(PackedReader.Failure) in
      try reader.list(upTo: most, read)
    }
  }
}

/// The rows that list, for each plan, the commits that touched the plan, oldest first.
final class PlanPasts {
  typealias Entry = (place: PastPlace, touch: Touch)

  private let get: Statement
  private let put: Statement
  private let remove: Statement

  init(in database: Database) throws(DatabaseError) {
    get = try Statement("SELECT bytes, sum FROM plan_past WHERE plan = ?1", in: database)
    put = try Statement("INSERT OR REPLACE INTO plan_past VALUES (?1, ?2, ?3)", in: database)
    remove = try Statement("DELETE FROM plan_past WHERE plan = ?1", in: database)
  }

  /// Returns the key of a plan. The key of the settings is -1, which is never a plan's number.
  private static func key(_ plan: PlanID?) -> Int64 { plan?.number ?? -1 }

  /// Returns the touches of a plan; nil if it has none.
  func touches(of plan: PlanID?) throws(DatabaseError) -> [Entry]? {
    let key = Self.key(plan)
    try get.bind(key, at: 1)
    guard try get.step() else {
      try get.reset()
      return nil
    }
    let touches = get.unpacked(0, { RowCheck.planPast(key, $0) }) {
      reader throws(PackedReader.Failure) -> [Entry] in
      try reader.list { reader throws(PackedReader.Failure) in
        (try reader.pastPlace(), try reader.touch())
      }
    }
    try get.reset()
    guard let touches else { throw .damaged("the past of a plan") }
    return touches
  }

  /// Adds touches of a plan, and removes the plan's touches by the commits in `removed`.
  ///
  /// - Complexity: Linear in the number of the plan's touches.
  func change(
    _ plan: PlanID?, adding added: [Entry], removing removed: Set<ObjectID>
  ) throws(DatabaseError) {
    var touches = (try touches(of: plan) ?? []).filter { !removed.contains($0.place.commit) }
    touches += added
    touches.sort { $0.place < $1.place }
    try write(touches, of: Self.key(plan))
  }

  private func write(_ touches: [Entry], of key: Int64) throws(DatabaseError) {
    if touches.isEmpty {
      try remove.bind(key, at: 1)
      return try remove.run()
    }
    var writer = PackedWriter()
    writer.write(list: touches) { writer, entry in
      writer.write(entry.place)
      writer.write(entry.touch)
    }
    try put.bind(key, at: 1)
    try put.put(writer.bytes, writer.bytes.withUnsafeBytes { RowCheck.planPast(key, $0) })
  }
}
