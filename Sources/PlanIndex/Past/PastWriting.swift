package import Git
import PlanModel

/// A change of the indexed history. It is rolled back unless `finish` is called.
///
/// Readers see the history either before or after the whole change.
package final class PastWriting {
  private let database: Database
  private let rows: Rows
  private let plans: PlanPasts
  private var newest: ObjectID?
  /// The entries to add to the rows of plans, by plan.
  private var added: [PlanID?: [PlanPasts.Entry]] = [:]
  private var removed: [PlanID?: Set<ObjectID>] = [:]
  private var isFinished = false

  /// Begins a change of the history.
  ///
  /// - Parameter old: The head that the change starts from; nil to build the history again.
  /// - Returns: nil if another process has changed the history since `old` was read.
  /// - Throws: `DatabaseError.isBusy` while another process writes.
  package init?(_ index: PlanIndex, from old: PastHead?) throws(DatabaseError) {
    database = index.database
    try database.run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      if old == nil {
        try database.run("DELETE FROM past; DELETE FROM plan_past; DELETE FROM head WHERE id = 2")
      }
      rows = try Rows(in: database)
      plans = try PlanPasts(in: database)
      newest = old?.newest
      if try index.pastHead() == old { return }
    } catch {
      try? database.run("ROLLBACK")
      throw error
    }
    try database.run("ROLLBACK")
    return nil
  }

  deinit { if !isFinished { try? database.run("ROLLBACK") } }

  /// Returns the position of a commit; nil if it is not in the index.
  package func place(of commit: ObjectID) throws(DatabaseError) -> PastPlace? {
    try rows.place(of: commit)
  }

  /// Adds a commit. Its parents must be in the index.
  package func add(_ commit: PastCommit) throws(DatabaseError) {
    let before = try rows.older(than: commit.place)
    if let after = try rows.newer(than: commit.place) {
      try rows.link(after, to: commit.id)
    } else {
      newest = commit.id
    }
    try rows.put(commit, before: before)
    for touch in commit.touches {
      added[touch.plan, default: []].append((commit.place, touch))
    }
  }

  /// Removes a commit if it is in the index.
  package func remove(_ commit: ObjectID) throws(DatabaseError) {
    guard let (row, touches) = try rows.row(of: commit) else { return }
    if let after = try rows.newer(than: row.place) {
      try rows.link(after, to: row.before)
    } else {
      newest = row.before
    }
    try rows.remove(commit)
    for touch in touches { removed[touch.plan, default: []].insert(commit) }
  }

  /// Makes the change visible.
  ///
  /// - Parameter tip: The commit whose whole history is now in the index.
  package func finish(at tip: ObjectID) throws(DatabaseError) {
    for plan in Set(added.keys).union(removed.keys) {
      try plans.change(plan, adding: added[plan] ?? [], removing: removed[plan] ?? [])
    }
    guard let newest else { throw .damaged("a past without a commit") }
    let bytes = PastHead(tip: tip, newest: newest).pack()
    let statement = try Statement("INSERT OR REPLACE INTO head VALUES (2, ?1, ?2)", in: database)
    try statement.bind(bytes, at: 1)
    try statement.bind(bytes.withUnsafeBytes { RowCheck.head($0) }, at: 2)
    try statement.run()
    try database.run("COMMIT")
    isFinished = true
  }
}

/// The statements that change the rows of commits, compiled once.
private final class Rows {
  private let find, get, put, remove, older, newer, link: Statement

  init(in database: Database) throws(DatabaseError) {
    find = try Statement("SELECT bytes, sum, date FROM past WHERE id = ?1", in: database)
    get = try Statement(
      "SELECT bytes, sum, touched, touched_sum, date FROM past WHERE id = ?1", in: database)
    put = try Statement(
      "INSERT OR REPLACE INTO past VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL, NULL)", in: database)
    remove = try Statement("DELETE FROM past WHERE id = ?1", in: database)
    older = try Statement(
      "SELECT id FROM past WHERE (date, id) < (?1, ?2) ORDER BY date DESC, id DESC LIMIT 1",
      in: database)
    newer = try Statement(
      "SELECT id FROM past WHERE (date, id) > (?1, ?2) ORDER BY date, id LIMIT 1", in: database)
    link = try Statement("UPDATE past SET bytes = ?2, sum = ?3 WHERE id = ?1", in: database)
  }

  /// Returns the position of a commit, without reading the files that it touched. An import may
  /// have touched very many.
  func place(of commit: ObjectID) throws(DatabaseError) -> PastPlace? {
    try find.bind(commit, at: 1)
    let isHere = try find.step()
    let place = isHere ? PastPlace(date: Int(find.integer(2)), commit: commit) : nil
    let isSound = place.map { find.pastRow(of: $0) != nil } ?? true
    try find.reset()
    guard isSound else { throw .damaged("a commit of the past") }
    return place
  }

  func row(of commit: ObjectID) throws(DatabaseError) -> (row: PastRow, touches: [Touch])? {
    try get.bind(commit, at: 1)
    guard try get.step() else {
      try get.reset()
      return nil
    }
    let place = PastPlace(date: Int(get.integer(4)), commit: commit)
    let found = get.pastRow(of: place).flatMap { row in get.touches(of: place).map { (row, $0) } }
    try get.reset()
    guard let found else { throw .damaged("a commit of the past") }
    return found
  }

  func older(than place: PastPlace) throws(DatabaseError) -> ObjectID? { try first(older, place) }

  func newer(than place: PastPlace) throws(DatabaseError) -> ObjectID? { try first(newer, place) }

  private func first(
    _ statement: borrowing Statement, _ place: PastPlace
  ) throws(DatabaseError) -> ObjectID? {
    try statement.bind(Int64(place.date), at: 1)
    try statement.bind(place.commit, at: 2)
    let id = try statement.step() ? statement.withBytes(0) { ObjectID(bytes: $0) } : nil
    try statement.reset()
    return id
  }

  func put(_ commit: PastCommit, before: ObjectID?) throws(DatabaseError) {
    let row = PastRow(commit, before: before).pack()
    var writer = PackedWriter()
    writer.write(list: commit.touches) { $0.write($1) }
    let place = commit.place
    try put.bind(commit.id, at: 1)
    try put.bind(Int64(place.date), at: 2)
    try put.bind(row, at: 3)
    try put.bind(row.withUnsafeBytes { RowCheck.past(.commit, place, $0) }, at: 4)
    try put.bind(writer.bytes, at: 5)
    try put.bind(writer.bytes.withUnsafeBytes { RowCheck.past(.touches, place, $0) }, at: 6)
    try put.run()
  }

  /// Sets the next older commit of a commit.
  func link(_ commit: ObjectID, to before: ObjectID?) throws(DatabaseError) {
    guard var (row, _) = try row(of: commit) else { throw .damaged("a commit of the past") }
    row.before = before
    let bytes = row.pack()
    try link.bind(commit, at: 1)
    try link.put(bytes, bytes.withUnsafeBytes { RowCheck.past(.commit, row.place, $0) })
  }

  func remove(_ commit: ObjectID) throws(DatabaseError) {
    try remove.bind(commit, at: 1)
    try remove.run()
  }
}
