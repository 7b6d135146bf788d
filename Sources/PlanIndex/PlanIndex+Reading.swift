package import PlanModel

/// Plans and unreadable files of a board at the commit of the index.
package struct IndexedPlans: Sendable {
  package let head: IndexHead
  /// The plans in the order of their ids.
  package let plans: [Plan]
  /// The unreadable files in the order of their paths in the tree, which may be invalid UTF-8.
  package let unreadable: [(path: [UInt8], plan: UnreadablePlan)]
}

extension PlanIndex {
  /// Returns only the head; nil for an empty index.
  ///
  /// - Throws: `DatabaseError.isDamage` if the row is damaged.
  /// - Complexity: One row.
  package func head() throws(DatabaseError) -> IndexHead? {
    let statement = try Statement("SELECT bytes, sum FROM head WHERE id = 1", in: database)
    guard try statement.step() else { return nil }
    let read = statement.unpacked(0, RowCheck.head, IndexHead.init(packed:))
    guard let read else { throw .damaged("the head of the index") }
    return read
  }

  /// Returns all plans; nil for an empty index.
  ///
  /// - Parameter withTexts: Whether to read the texts of the plans too.
  /// - Throws: `DatabaseError.isDamage` if a row is damaged, or if rows are missing or were added.
  /// - Complexity: All blocks of plans, and one row for each plan with texts. Without texts, values
  ///   are unpacked only when they are read.
  package func plans(withTexts: Bool) throws(DatabaseError) -> IndexedPlans? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head() else { return nil }
      return IndexedPlans(
        head: head, plans: try readPlans(head, withTexts: withTexts),
        unreadable: try readFiles(head.files))
    }
  }

  /// Calls a body with each plan, without its texts, in the order of the ids.
  ///
  /// - Parameters:
  ///   - tree: The tree that the index must have.
  ///   - visit: If the index turns out to be damaged, what was visited so far must be discarded.
  /// - Returns: The files that can't be read; nil if the index is empty or has another tree.
  /// - Throws: `DatabaseError.isDamage` as `plans(withTexts:)`.
  /// - Complexity: As `plans(withTexts:)`, with one block in memory at a time.
  package func visitPlans(
    at tree: String, _ visit: (Plan) -> Void
  ) throws(DatabaseError) -> [UnreadablePlan]? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head(), head.tree == tree else { return nil }
      try visitBlocks(head) { block in
        for row in 0..<block.plans.count {
          visit(Plan(id: block.plans.id(at: row), in: block.plans, row: row))
        }
      }
      return try readFiles(head.files).map(\.plan)
    }
  }

  /// Reads all blocks of plans, in the order of their ids.
  private func visitBlocks(
    _ head: IndexHead, _ visit: (PlanBlock) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let statement = try Statement("SELECT id, bytes, sum FROM plans ORDER BY id", in: database)
    var sum = RowSum()
    while try statement.step() {
      let block = try PlanBlock(statement)
      try visit(block)
      sum.add(block.check)
    }
    guard sum == head.plans else { throw .damaged("the plans of the index") }
  }

  /// Returns the plans with conflicts, without their texts, and the files that can't be read; nil
  /// for an empty index.
  ///
  /// - Throws: `DatabaseError.isDamage` if a row that is read is damaged or missing.
  /// - Complexity: The blocks of these plans, and one row for each of these files.
  package func attention() throws(DatabaseError) -> IndexedPlans? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head() else { return nil }
      var plans: [Plan] = []
      let search = try Statement(PlanBlock.search, in: database)
      var block: PlanBlock?
      for id in head.conflicted.sorted() {
        // The next plan is often in the same block.
        if block?.plan(id) == nil { block = try PlanBlock.find(id.number, by: search) }
        guard let plan = block?.plan(id) else { throw .damaged("a plan of the index") }
        plans.append(plan)
      }
      return IndexedPlans(head: head, plans: plans, unreadable: try readFiles(head.files))
    }
  }

  /// Returns the plans that have one of the names as an alias or as a link's target. The result may
  /// contain other plans, because only hashes of the names are compared. Returns nil if the index
  /// is empty or has another tree.
  ///
  /// - Parameter names: Full ids and aliases.
  /// - Throws: `DatabaseError.isDamage` if a row that is read is damaged or missing.
  /// - Complexity: Reads about 1/512 of the board's links and aliases for each name.
  package func plans(
    mentioning names: Set<String>, at tree: String
  ) throws(DatabaseError) -> Set<PlanID>? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head(), head.tree == tree else { return nil }
      var found: Set<PlanID> = []
      for name in names.map(Mention.key) {
        let bucket = MentionBuckets.bucket(of: name)
        for mention in try head.mentions.mentions(bucket, in: database) where mention.name == name {
          if let id = PlanID(number: mention.plan) { found.insert(id) }
        }
      }
      return found
    }
  }

  private func readPlans(_ head: IndexHead, withTexts: Bool) throws(DatabaseError) -> [Plan] {
    let texts = withTexts ? try TextRows(in: database) : nil
    var plans: [Plan] = []
    plans.reserveCapacity(32 * max(0, min(head.plans.count, 1 << 15)))
    try visitBlocks(head) { block throws(DatabaseError) in
      var packed = block.plans
      if let texts { packed = PackedPlans(packed, with: try texts.texts(ofNext: packed)) }
      for row in 0..<packed.count {
        plans.append(Plan(id: packed.id(at: row), in: packed, row: row))
      }
    }
    guard texts.map({ $0.isAtEnd && $0.sum == head.texts }) ?? true else {
      throw .damaged("the texts of the index")
    }
    return plans
  }

  private func readFiles(
    _ expected: RowSum
  ) throws(DatabaseError) -> [(path: [UInt8], plan: UnreadablePlan)] {
    let statement = try Statement("SELECT path, bytes, sum FROM file ORDER BY path", in: database)
    var files: [(path: [UInt8], plan: UnreadablePlan)] = []
    var sum = RowSum()
    while try statement.step() {
      let path = statement.bytes(0)
      let file = statement.unpacked(
        1, { RowCheck.file(path, $0) }, UnreadablePlan.init(packed:))
      guard let file else { throw .damaged("a file of the index") }
      files.append((path, file))
      sum.add(statement.integer(2))
    }
    guard sum == expected else { throw .damaged("the files of the index") }
    return files
  }
}

/// Reads the rows of all texts, in step with the rows of the plans.
private final class TextRows {
  private let statement: Statement
  private(set) var sum = RowSum()
  private(set) var isAtEnd = false

  init(in database: Database) throws(DatabaseError) {
    statement = try Statement("SELECT id, bytes, sum FROM text ORDER BY id", in: database)
    try step()
  }

  private func step() throws(DatabaseError) { isAtEnd = try !statement.step() }

  /// Returns the packed texts of the next plans.
  ///
  /// - Parameter plans: Plans in the order of their ids, after those of the previous call.
  /// - Throws: `DatabaseError.isDamage` if a row is damaged, or if it belongs to no plan.
  func texts(ofNext plans: PackedPlans) throws(DatabaseError) -> PackedTexts {
    var texts = PackedTexts(rows: plans.count)
    for row in 0..<plans.count {
      let number = plans.number(at: row)
      guard !isAtEnd, statement.integer(0) <= number else {
        texts.append(UnsafeRawBufferPointer(start: nil, count: 0))
        continue
      }
      let isRight = statement.withBytes(1) { bytes in
        texts.append(bytes)
        return RowCheck.texts(number, bytes) == statement.integer(2)
      }
      guard statement.integer(0) == number, isRight else {
        throw .damaged("the texts of the index")
      }
      sum.add(statement.integer(2))
      try step()
    }
    return texts
  }
}
