package import PlanModel

/// Plans and unreadable files of a board at the commit of the index.
package struct IndexedPlans: Sendable {
  package let head: IndexHead
  /// The plans in the order of their ids.
  package let plans: [Plan]
  /// The unreadable files in the order of their paths.
  package let unreadable: [UnreadableFile]
}

/// A file that can't be read as a plan, with its path in the tree, which may be invalid UTF-8.
package struct UnreadableFile: Sendable {
  package let path: [UInt8]
  package let plan: UnreadablePlan

  package init(path: [UInt8], plan: UnreadablePlan) { (self.path, self.plan) = (path, plan) }
}

extension PlanIndex {
  /// Returns only the head; nil for an empty index.
  ///
  /// - Throws: `DatabaseError.isDamage` if the row is damaged.
  /// - Complexity: One row.
  package func head() throws(DatabaseError) -> IndexHead? {
    let statement = try Statement("SELECT bytes, sum FROM head WHERE id = 1", in: database)
    guard try statement.step() else { return nil }
    let read = statement.withBytes(0) { bytes -> IndexHead? in
      guard RowCheck.head(bytes) == statement.integer(1) else { return nil }
      var reader = PackedReader(bytes)
      return try? IndexHead(packed: &reader)
    }
    guard let read else { throw .damaged("the head of the index") }
    return read
  }

  /// Returns all plans; nil for an empty index.
  ///
  /// - Parameter withTexts: Whether to read the texts of the plans too.
  /// - Throws: `DatabaseError.isDamage` if a row is damaged, or if rows are missing or were added.
  /// - Complexity: One row for each plan, and one for each plan with texts.
  package func plans(withTexts: Bool) throws(DatabaseError) -> IndexedPlans? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head() else { return nil }
      return IndexedPlans(
        head: head, plans: try readPlans(head, withTexts: withTexts),
        unreadable: try readFiles(head.files))
    }
  }

  /// Returns the plans with conflicts, without their texts, and the files that can't be read; nil
  /// for an empty index.
  ///
  /// - Throws: `DatabaseError.isDamage` if a row that is read is damaged or missing.
  /// - Complexity: One row for each of these plans and files.
  package func attention() throws(DatabaseError) -> IndexedPlans? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head() else { return nil }
      let row = try Statement("SELECT id, bytes, sum FROM plan WHERE id = ?1", in: database)
      var plans: [Plan] = []
      for id in head.conflicted.sorted() {
        try row.bind(id.number, at: 1)
        guard try row.step(), let plan = row.plan(with: nil) else {
          throw .damaged("a plan of the index")
        }
        plans.append(plan)
        try row.reset()
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
  /// - Complexity: Reads about 1/64 of the board's links and aliases for each name.
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

  private func readPlans(
    _ head: IndexHead, withTexts: Bool
  ) throws(DatabaseError) -> [Plan] {
    let statement = try Statement("SELECT id, bytes, sum FROM plan ORDER BY id", in: database)
    let texts = withTexts ? try TextRows(in: database) : nil
    let names = NameCache()
    var plans: [Plan] = []
    plans.reserveCapacity(max(0, min(head.plans.count, 1 << 20)))
    var sum = RowSum()
    while try statement.step() {
      let found = try texts?.texts(ofNext: statement.integer(0))
      guard let plan = statement.plan(with: found, names) else {
        throw .damaged("a plan of the index")
      }
      plans.append(plan)
      sum.add(statement.integer(2))
    }
    guard sum == head.plans, texts.map({ $0.isAtEnd && $0.sum == head.texts }) ?? true else {
      throw .damaged("the plans of the index")
    }
    return plans
  }

  private func readFiles(_ expected: RowSum) throws(DatabaseError) -> [UnreadableFile] {
    let statement = try Statement("SELECT path, bytes, sum FROM file ORDER BY path", in: database)
    var files: [UnreadableFile] = []
    var sum = RowSum()
    while try statement.step() {
      let check = statement.integer(2)
      let path = statement.bytes(0)
      let file = statement.withBytes(1) { bytes -> UnreadablePlan? in
        guard RowCheck.file(path, bytes) == check else { return nil }
        var reader = PackedReader(bytes)
        return try? UnreadablePlan(packed: &reader)
      }
      guard let file else { throw .damaged("a file of the index") }
      files.append(UnreadableFile(path: path, plan: file))
      sum.add(check)
    }
    guard sum == expected else { throw .damaged("the files of the index") }
    return files
  }
}

/// The rows of all texts, which are read beside those of the plans.
private final class TextRows {
  private let statement: Statement
  private(set) var sum = RowSum()
  private(set) var isAtEnd = false

  init(in database: Database) throws(DatabaseError) {
    statement = try Statement("SELECT id, bytes, sum FROM text ORDER BY id", in: database)
    try step()
  }

  private func step() throws(DatabaseError) { isAtEnd = try !statement.step() }

  /// Returns the texts of a plan.
  ///
  /// - Parameter number: The plan's number, which must be greater than that of the call before.
  /// - Throws: `DatabaseError.isDamage` for a damaged row, and for one without a plan.
  func texts(ofNext number: Int64) throws(DatabaseError) -> PlanTexts {
    guard !isAtEnd, statement.integer(0) <= number else { return PlanTexts() }
    guard statement.integer(0) == number, let texts = statement.texts else {
      throw .damaged("the texts of the index")
    }
    sum.add(statement.integer(2))
    try step()
    return texts
  }
}

extension Statement {
  /// Returns the plan in the columns `id, bytes, sum`; nil if they are damaged.
  ///
  /// - Parameters:
  ///   - texts: The texts of the plan; nil if they were not read.
  ///   - names: The names in other plans.
  func plan(with texts: PlanTexts?, _ names: NameCache? = nil) -> Plan? {
    let number = integer(0)
    return withBytes(1) { bytes in
      guard RowCheck.plan(number, bytes) == integer(2), let id = PlanID(number: number) else {
        return nil
      }
      var reader = PackedReader(bytes, names: names)
      return try? Plan(packed: &reader, id: id, texts: texts)
    }
  }

  /// The texts of a plan in the columns `id, bytes, sum`; nil if they are damaged.
  fileprivate var texts: PlanTexts? {
    withBytes(1) { bytes in
      guard RowCheck.texts(integer(0), bytes) == integer(2) else { return nil }
      var reader = PackedReader(bytes)
      return try? PlanTexts(packed: &reader)
    }
  }
}
