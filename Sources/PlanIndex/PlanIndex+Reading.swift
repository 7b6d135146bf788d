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
  /// - Throws: `DatabaseError.isDamage` if a row is damaged, or if rows are missing or were added.
  /// - Complexity: One row for each plan.
  package func plans() throws(DatabaseError) -> IndexedPlans? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head() else { return nil }
      return IndexedPlans(
        head: head, plans: try readPlans(head.plans), unreadable: try readFiles(head.files))
    }
  }

  /// Returns the plans with conflicts and the files that can't be read; nil for an empty index.
  ///
  /// - Throws: `DatabaseError.isDamage` if a row that is read is damaged or missing.
  /// - Complexity: One row for each of these plans and files.
  package func attention() throws(DatabaseError) -> IndexedPlans? {
    try database.transaction("BEGIN") { () throws(DatabaseError) in
      guard let head = try head() else { return nil }
      let statement = try Statement(
        "SELECT id, bytes, sum FROM plan WHERE id = ?1", in: database)
      var plans: [Plan] = []
      for id in head.conflicted.sorted() {
        try statement.bind(id.number, at: 1)
        guard try statement.step(), let plan = statement.plan else {
          throw .damaged("a plan of the index")
        }
        plans.append(plan)
        try statement.reset()
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

  private func readPlans(_ expected: RowSum) throws(DatabaseError) -> [Plan] {
    let statement = try Statement("SELECT id, bytes, sum FROM plan ORDER BY id", in: database)
    var plans: [Plan] = []
    plans.reserveCapacity(max(0, min(expected.count, 1 << 20)))
    var sum = RowSum()
    while try statement.step() {
      guard let plan = statement.plan else { throw .damaged("a plan of the index") }
      plans.append(plan)
      sum.add(statement.integer(2))
    }
    guard sum == expected else { throw .damaged("the plans of the index") }
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

extension Statement {
  /// The plan in the columns `id, bytes, sum`; nil if they are damaged.
  var plan: Plan? {
    let number = integer(0)
    return withBytes(1) { bytes in
      guard RowCheck.plan(number, bytes) == integer(2), let id = PlanID(number: number) else {
        return nil
      }
      var reader = PackedReader(bytes)
      return try? Plan(packed: &reader, id: id)
    }
  }
}
