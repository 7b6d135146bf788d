package import PlanModel

/// The content of one path below `plans/` at the commit to which the index is updated.
package struct IndexChange: Sendable {
  package enum Content: Sendable {
    case plan(PackedPlan)
    case unreadable(UnreadablePlan)
    case nothing
  }

  /// The path in the tree, which may be invalid UTF-8.
  package let path: [UInt8]
  /// The id of the plan with this path; nil if the path is not that of a plan.
  package let id: PlanID?
  package let content: Content

  package init(path: [UInt8], id: PlanID?, content: Content) {
    (self.path, self.id, self.content) = (path, id, content)
  }
}

extension PlanIndex {
  /// Updates the index to another commit.
  ///
  /// - Parameters:
  ///   - changes: Each path at which the new commit differs from the commit of `old`; if `old` is
  ///     nil, all paths of the new commit.
  ///   - old: The head that the changes start from; nil to replace all rows.
  ///   - commit: The new commit, as 40 hexadecimal digits.
  ///   - tree: The tree of the new commit, as 40 hexadecimal digits.
  /// - Returns: Whether the index was updated; `false` if another process has changed the index
  ///   since `old` was read.
  /// - Throws: `DatabaseError.isBusy` while another process writes.
  package func write(
    _ changes: some Sequence<IndexChange>, from old: IndexHead?, to commit: String, tree: String
  ) throws(DatabaseError) -> Bool {
    var part: [IndexChange]? = Array(changes)
    return try database.transaction("BEGIN IMMEDIATE") { () throws(DatabaseError) in
      if let old {
        guard try head() == old else { return false }
      } else {
        try removeRows()
      }
      try replace(old, to: commit, tree: tree) { () throws(DatabaseError) in
        defer { part = nil }
        return part
      }
      return true
    }
  }

  /// Replaces all rows by those of a commit, unless the index has its tree. The plans are read in
  /// parts, so that not all of them are in memory.
  ///
  /// - Parameter next: Returns the next part of all paths of the commit. If it throws, the index
  ///   stays as it was.
  /// - Throws: `DatabaseError.isBusy` while another process writes.
  package func rebuild(
    at commit: String, tree: String, _ next: PartReading
  ) throws(DatabaseError) {
    try database.transaction("BEGIN IMMEDIATE") { () throws(DatabaseError) in
      // Another process may have done the same work first.
      if try head()?.tree == tree { return }
      try removeRows()
      try replace(nil, to: commit, tree: tree, next)
    }
  }

  private func removeRows() throws(DatabaseError) {
    try database.run(
      """
      DELETE FROM plans; DELETE FROM text; DELETE FROM mention; DELETE FROM file;
      DELETE FROM head WHERE id = 1
      """)
  }

  /// Updates the index to another commit, unless the index is empty. The changes are read in parts,
  /// so that not all of them are in memory.
  ///
  /// - Parameter parts: Gets the present head, and returns a function that returns the next part of
  ///   the changes since then; nil to change nothing. If one of them throws, the index stays as it
  ///   was.
  /// - Throws: `DatabaseError.isBusy` while another process writes.
  package func update(
    to commit: String, tree: String,
    _ parts: (IndexHead) throws(DatabaseError) -> PartReading?
  ) throws(DatabaseError) {
    try database.transaction("BEGIN IMMEDIATE") { () throws(DatabaseError) in
      guard let old = try head(), let next = try parts(old) else { return }
      try replace(old, to: commit, tree: tree, next)
    }
  }

  /// A function that returns the next part of the changes; nil at the end.
  package typealias PartReading = () throws(DatabaseError) -> [IndexChange]?

  /// Applies changes to the rows, and writes the new head.
  private func replace(
    _ old: IndexHead?, to commit: String, tree: String, _ next: PartReading
  ) throws(DatabaseError) {
    var head = old ?? IndexHead(commit: commit, tree: tree)
    (head.commit, head.tree) = (commit, tree)
    let rows = try Rows(in: database, head)
    while let part = try next() {
      for change in part { try rows.apply(change, &head, isFirst: old == nil) }
    }
    try head.mentions.change(
      removing: rows.removedMentions, adding: rows.addedMentions, in: database)
    try rows.finish(&head)
  }
}

/// Changes the rows of plans, unreadable files and the head, with statements that are compiled
/// once.
private final class Rows {
  /// The mentions of the changed plans, before and after the changes.
  private(set) var (removedMentions, addedMentions): (Set<Mention>, Set<Mention>) = ([], [])
  private let plans: PlanBlockWriter
  private let textSum, putText, removeText: Statement
  private let fileSum, putFile, removeFile, putHead: Statement

  init(in database: Database, _ head: IndexHead) throws(DatabaseError) {
    plans = try PlanBlockWriter(in: database, head.plans)
    textSum = try Statement("SELECT sum FROM text WHERE id = ?1", in: database)
    putText = try Statement("INSERT OR REPLACE INTO text VALUES (?1, ?2, ?3)", in: database)
    removeText = try Statement("DELETE FROM text WHERE id = ?1", in: database)
    fileSum = try Statement("SELECT sum FROM file WHERE path = ?1", in: database)
    putFile = try Statement("INSERT OR REPLACE INTO file VALUES (?1, ?2, ?3)", in: database)
    removeFile = try Statement("DELETE FROM file WHERE path = ?1", in: database)
    putHead = try Statement("INSERT OR REPLACE INTO head VALUES (1, ?1, ?2)", in: database)
  }

  /// Removes the old rows of a path, and writes the new ones.
  ///
  /// - Parameter isFirst: Whether the tables are empty, so that there are no old rows.
  func apply(_ change: IndexChange, _ head: inout IndexHead, isFirst: Bool) throws(DatabaseError) {
    if !isFirst { try remove(change, &head) }
    switch change.content {
    case .plan(let packed): try put(packed, &head)
    case .unreadable(let file): try put(file, at: change.path, &head)
    case .nothing: break
    }
  }

  private func remove(_ change: IndexChange, _ head: inout IndexHead) throws(DatabaseError) {
    if let id = change.id {
      let number = id.number
      head.forget(id)
      if let old = try plans.remove(id) { removedMentions.formUnion(Mention.all(in: old)) }
      try textSum.bind(number, at: 1)
      if try textSum.step() {
        head.texts.remove(textSum.integer(0))
        try removeText.bind(number, at: 1)
        try removeText.run()
      }
      try textSum.reset()
    }
    try fileSum.bind(change.path, at: 1)
    if try fileSum.step() {
      head.files.remove(fileSum.integer(0))
      try removeFile.bind(change.path, at: 1)
      try removeFile.run()
    }
    try fileSum.reset()
  }

  private func put(_ packed: PackedPlan, _ head: inout IndexHead) throws(DatabaseError) {
    let plan = packed.plan
    try plans.add(packed)
    head.note(plan)
    addedMentions.formUnion(Mention.all(in: plan))
    let (number, texts) = (plan.id.number, packed.texts)
    if texts.isEmpty { return }
    let check = texts.withUnsafeBytes { RowCheck.texts(number, $0) }
    try putText.bind(number, at: 1)
    try putText.put(texts, check)
    head.texts.add(check)
  }

  private func put(
    _ file: UnreadablePlan, at path: [UInt8], _ head: inout IndexHead
  ) throws(DatabaseError) {
    var writer = PackedWriter()
    file.pack(into: &writer)
    let check = writer.bytes.withUnsafeBytes { RowCheck.file(path, $0) }
    try putFile.bind(path, at: 1)
    try putFile.put(writer.bytes, check)
    head.files.add(check)
  }

  /// Writes the last changed block of plans and the head.
  func finish(_ head: inout IndexHead) throws(DatabaseError) {
    head.plans = try plans.finish()
    let bytes = head.pack()
    try putHead.bind(bytes, at: 1)
    try putHead.bind(bytes.withUnsafeBytes { RowCheck.head($0) }, at: 2)
    try putHead.run()
  }
}
