import PlanModel

/// A row of the table `plans`. It has the plans whose numbers are at least its key and less than
/// the key of the next row. A new row before all others gets the key 0.
///
/// A list is read faster from rows of several plans than from a row for each. SQLite writes whole
/// pages, so a block that fits into one costs a change as little as a row of one plan would.
struct PlanBlock {
  /// The most bytes of a block with several plans. With the key, the checksum and the headers, such
  /// a block fills a page.
  static let mostBytes = PlanIndex.pageSize - 64
  /// The bytes to which blocks are filled by plans that come in order. The rest is for plans that
  /// are added later, which would otherwise split every block.
  static let filledBytes = mostBytes / 4 * 3

  /// The lowest number, `PlanID.number`, that a plan in the block can have.
  let key: Int64
  let check: Int64
  let plans: PackedPlans

  /// Reads the columns `id, bytes, sum` of a row.
  ///
  /// - Throws: `DatabaseError.isDamage` if the row does not match its checksum.
  init(_ statement: borrowing Statement) throws(DatabaseError) {
    (key, check) = (statement.integer(0), statement.integer(2))
    let key = key
    let bytes = statement.withBytes(1) { bytes in
      RowCheck.plans(key, bytes) == statement.integer(2) ? Array(bytes) : nil
    }
    guard let bytes, let plans = try? PackedPlans(bytes) else {
      throw .damaged("the plans of the index")
    }
    self.plans = plans
  }

  /// Returns a plan without its texts; nil if the block does not have it.
  func plan(_ id: PlanID) -> Plan? {
    plans.row(of: id).map { Plan(id: id, in: plans, row: $0) }
  }

  /// The statement that `find` runs.
  static let search: StaticString = """
    SELECT id, bytes, sum FROM plans WHERE id <= ?1 ORDER BY id DESC LIMIT 1
    """

  /// Returns the block that has a plan or, if the plan is missing, would get it; nil if there is no
  /// block with a key at or before the plan's number.
  static func find(
    _ number: Int64, by search: borrowing Statement
  ) throws(DatabaseError) -> PlanBlock? {
    try search.bind(number, at: 1)
    let block = try search.step() ? try PlanBlock(search) : nil
    try search.reset()
    return block
  }
}

/// Changes the blocks of plans. One block is in memory at a time, so plans should be changed in the
/// order of their ids: then each block is written once.
final class PlanBlockWriter {
  private typealias Row = (number: Int64, bytes: ArraySlice<UInt8>)

  private let search: Statement
  private let next, put, remove: Statement
  /// The block that is being changed.
  private var current: (key: Int64, end: Int64, rows: [Row])?
  /// The length in bytes of the block that is being changed.
  private var length = 0
  /// The plans of the block as stored in the file.
  private var stored: PackedPlans?
  /// The checksum of the block as stored in the file; nil for a new block.
  private var storedCheck: Int64?
  private var isChanged = false
  private var sum: RowSum

  /// Prepares to write blocks of plans.
  ///
  /// - Parameter sum: The number and the checksums of the blocks in the file.
  init(in database: Database, _ sum: RowSum) throws(DatabaseError) {
    self.sum = sum
    search = try Statement(PlanBlock.search, in: database)
    next = try Statement("SELECT id FROM plans WHERE id > ?1 ORDER BY id LIMIT 1", in: database)
    put = try Statement("INSERT OR REPLACE INTO plans VALUES (?1, ?2, ?3)", in: database)
    remove = try Statement("DELETE FROM plans WHERE id = ?1", in: database)
  }

  /// Removes a plan and returns it, without its texts; nil if there is none.
  func remove(_ id: PlanID) throws(DatabaseError) -> Plan? {
    try open(id.number)
    let place = place(of: id.number)
    guard let rows = current?.rows, place < rows.count, rows[place].number == id.number else {
      return nil
    }
    current?.rows.remove(at: place)
    length -= PackedPlans.length(of: rows[place])
    isChanged = true
    // As each plan is removed before it is added again, it is still in `stored`.
    guard let stored, let row = stored.row(of: id) else { throw .damaged("a plan of the index") }
    return Plan(id: id, in: stored, row: row)
  }

  /// Adds a plan, which must not be in the index.
  func add(_ plan: PackedPlan) throws(DatabaseError) {
    let number = plan.plan.id.number
    try open(number)
    let place = place(of: number)
    let row = (number, plan.row)
    current?.rows.insert(row, at: place)
    length += PackedPlans.length(of: row)
    isChanged = true
    guard let current, current.rows.count > 1 else { return }
    // If plans are added in order, full blocks stay full. Otherwise a block is split in halves.
    let isLast = place == current.rows.count - 1 && current.end == .max
    let most = isLast ? PlanBlock.filledBytes : PlanBlock.mostBytes
    guard length > most else { return }
    try split(current.rows, at: isLast ? place : current.rows.count / 2)
  }

  /// Writes the last changed block, and returns the number and the checksums of all blocks.
  func finish() throws(DatabaseError) -> RowSum {
    try close()
    return sum
  }

  /// Opens the block that has a plan or, if the plan is missing, would get it.
  private func open(_ number: Int64) throws(DatabaseError) {
    if let current, (current.key..<current.end).contains(number) { return }
    try close()
    var rows: [Row] = []
    var key: Int64 = 0
    if let block = try PlanBlock.find(number, by: search) {
      (key, storedCheck, stored) = (block.key, block.check, block.plans)
      rows = (0..<block.plans.count).map { (block.plans.number(at: $0), block.plans.packed($0)) }
    } else {
      (storedCheck, stored) = (nil, nil)
    }
    try next.bind(number, at: 1)
    let end = try next.step() ? next.integer(0) : .max
    try next.reset()
    (current, isChanged) = ((key, end, rows), false)
    length = PackedPlans.length(of: rows)
  }

  /// Returns the place of a plan in the current block or, if it is missing, where to insert it.
  private func place(of number: Int64) -> Int {
    current?.rows.prefixEnd(while: { $0.number < number }) ?? 0
  }

  /// Writes the first rows of the current block. The other rows become the current block.
  private func split(_ rows: [Row], at place: Int) throws(DatabaseError) {
    guard let end = current?.end else { return }
    current?.rows = Array(rows[..<place])
    try close()
    current = (rows[place].number, end, Array(rows[place...]))
    length = PackedPlans.length(of: rows[place...])
    (storedCheck, isChanged) = (nil, true)
  }

  private func close() throws(DatabaseError) {
    guard let block = current else { return }
    current = nil
    guard isChanged else { return }
    if let storedCheck { sum.remove(storedCheck) }
    if block.rows.isEmpty {
      try remove.bind(block.key, at: 1)
      return try remove.run()
    }
    let bytes = PackedPlans.pack(block.rows)
    let check = bytes.withUnsafeBytes { RowCheck.plans(block.key, $0) }
    try put.bind(block.key, at: 1)
    try put.put(bytes, check)
    sum.add(check)
  }
}
