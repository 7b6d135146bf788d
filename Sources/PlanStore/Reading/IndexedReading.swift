import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Reads every plan of a board at a commit, from the index and from the files that differ from
  /// the index.
  ///
  /// If the commit is the newest, the index is updated to it. Reading an older commit does not
  /// change the index. The next older commit is then read from the files that differ between both.
  ///
  /// - Parameter withTexts: Whether the texts of the plans are needed.
  func plans(of snapshot: BoardSnapshot, withTexts: Bool) throws -> PlansRead {
    if let read = try drafts?.plans(of: snapshot, withTexts: withTexts) { return read }
    return try readPlans(of: snapshot, withTexts: withTexts)
  }

  /// Reads every plan like `plans(of:withTexts:)`, but without the cache in `drafts`.
  func readPlans(of snapshot: BoardSnapshot, withTexts: Bool) throws -> PlansRead {
    let isNewest = try isNewest(snapshot.commit)
    if !isNewest, let last = lastPastPlans, last.hasTexts == withTexts,
      let changes = changes(since: last.tree, to: snapshot)
    {
      return keeping(last.with(changes, at: snapshot.tree))
    }
    let known = index.read { index throws(DatabaseError) in
      try index.plans(withTexts: withTexts)
    }
    if let known, known.head.tree == snapshot.tree.hex { return known.read }
    if let known, let tree = ObjectID(hex: known.head.tree),
      let changes = changes(since: tree, to: snapshot)
    {
      let plans = TreePlans(known, at: tree, hasTexts: withTexts).with(changes, at: snapshot.tree)
      guard isNewest else { return keeping(plans) }
      index.write(changes, from: known.head, to: snapshot)
      return plans.read
    }
    if isNewest, let read = try indexing(snapshot, withTexts: withTexts) { return read }
    let all = try snapshot.plansFromFiles()
    return PlansRead(all.lazy.compactMap(\.plan), unreadable: all.compactMap(\.unreadable))
  }

  /// Keeps the plans of a past tree for the next reading, and returns them.
  private func keeping(_ plans: TreePlans) -> PlansRead {
    lastPastPlans = plans
    return plans.read
  }

  /// Builds the index from all files, and reads every plan from it. So only a part of the files is
  /// in memory at a time.
  ///
  /// - Returns: nil if the index can't be built. If the files can't be read, reading them again
  ///   reports the error.
  private func indexing(_ snapshot: BoardSnapshot, withTexts: Bool) throws -> PlansRead? {
    var reading: FileReading?
    let isBuilt = index.rebuild(at: snapshot) {
      if reading == nil { reading = FileReading(of: try snapshot.planFiles(), in: snapshot) }
      return try reading?.next()
    }
    reading?.finish()
    reading = nil
    guard isBuilt else { return nil }
    let built = index.read { index throws(DatabaseError) in
      try index.plans(withTexts: withTexts)
    }
    guard let built, built.head.tree == snapshot.tree.hex else { return nil }
    return built.read
  }

  /// Adds up a result from all plans of a board, without their texts. The plans come in the order
  /// of their ids, and only a part of them is in memory at a time if the index has them.
  ///
  /// - Returns: The result, and the files that can't be read.
  func reducePlans<Result>(
    of snapshot: BoardSnapshot, into initial: Result, _ add: (inout Result, Plan) -> Void
  ) throws -> (result: Result, unreadable: [UnreadablePlan]) {
    if drafts == nil {
      let found = index.read { index throws(DatabaseError) in
        var result = initial
        let unreadable = try index.visitPlans(at: snapshot.tree.hex) { add(&result, $0) }
        return unreadable.map { (result: result, unreadable: $0) }
      }
      if let found { return found }
    }
    let read = try plans(of: snapshot, withTexts: false)
    return (read.plans.reduce(into: initial, add), read.unreadable)
  }

  /// Updates the index after a change. Does nothing if there is no index yet.
  ///
  /// Many changed plans are read in parts, so that only one part is in memory.
  func bringIndex(to snapshot: BoardSnapshot) {
    var reading: FileReading?
    index.update(to: snapshot) { head in
      guard head.tree != snapshot.tree.hex, let tree = ObjectID(hex: head.tree),
        let files = files(since: tree, to: snapshot)
      else { return nil }
      reading = FileReading(of: files, in: snapshot)
      return { try reading?.next() }
    }
    reading?.finish()
  }

  /// Whether a commit is the board's present commit: that of the local branch, or the last fetched
  /// commit if there is no local branch.
  func isNewest(_ commit: ObjectID) throws -> Bool {
    if let local = try localTip() { return local == commit }
    return try trackingTip() == commit
  }

  /// Whether the index describes a commit.
  func isIndexed(_ commit: ObjectID) -> Bool { index.head?.commit == commit.hex }

  /// Returns the differences between a known tree and another one. The result is nil if they can't
  /// be found, for example because git removed the tree of the index.
  private func changes(since tree: ObjectID, to snapshot: BoardSnapshot) -> [IndexChange]? {
    guard let files = files(since: tree, to: snapshot) else { return nil }
    do {
      return try snapshot.read(files)
    } catch {
      // If the board itself is damaged, reading all of it reports the error.
      return nil
    }
  }

  /// Returns the files that differ between a known tree and another one; nil if they can't be
  /// found.
  private func files(
    since tree: ObjectID, to snapshot: BoardSnapshot
  ) -> [BoardSnapshot.PlanEntry]? {
    do {
      return try snapshot.planFiles(since: tree)
    } catch {
      return nil
    }
  }
}

extension IndexedPlans {
  /// The result of reading the board at the commit of the index.
  fileprivate var read: PlansRead { PlansRead(plans, unreadable: unreadable.map(\.plan)) }
}

/// The plans of a tree, from which those of a similar tree are read.
struct TreePlans {
  let tree: ObjectID
  let hasTexts: Bool
  /// The plans in the order of their ids.
  private let plans: [Plan]
  /// The unreadable files in the order of their paths in the tree, which may be invalid UTF-8.
  private let unreadable: [(path: [UInt8], plan: UnreadablePlan)]

  fileprivate init(_ indexed: IndexedPlans, at tree: ObjectID, hasTexts: Bool) {
    self.init(indexed.plans, unreadable: indexed.unreadable, at: tree, hasTexts: hasTexts)
  }

  private init(
    _ plans: [Plan], unreadable: [(path: [UInt8], plan: UnreadablePlan)], at tree: ObjectID,
    hasTexts: Bool
  ) {
    (self.plans, self.unreadable, self.tree, self.hasTexts) = (plans, unreadable, tree, hasTexts)
  }

  fileprivate var read: PlansRead { PlansRead(plans, unreadable: unreadable.map(\.plan)) }

  /// Returns the plans of another tree.
  ///
  /// - Parameter changes: The differences of that tree, sorted by path.
  fileprivate func with(_ changes: [IndexChange], at tree: ObjectID) -> TreePlans {
    let paths = Set(changes.map(\.path))
    let ids = Set(changes.compactMap(\.id))
    let plans = plans.filter { !ids.contains($0.id) } + changes.compactMap(\.plan)
    let files =
      unreadable.filter { !paths.contains($0.path) }
      + changes.compactMap { change in
        change.unreadable.map { (path: change.path, plan: $0) }
      }
    return TreePlans(
      plans.sorted { $0.id < $1.id },
      unreadable: files.sorted { $0.path.lexicographicallyPrecedes($1.path) }, at: tree,
      hasTexts: hasTexts)
  }
}

extension IndexChange {
  fileprivate var plan: Plan? { if case .plan(let packed) = content { packed.plan } else { nil } }
  fileprivate var unreadable: UnreadablePlan? {
    if case .unreadable(let plan) = content { plan } else { nil }
  }
}

/// The progress of reading a board. Only the first reading after a clone takes long.
package struct ReadingProgress: Equatable, Sendable {
  package enum Subject: Sendable {
    /// Reading the plans' files.
    case plans
    /// Reading the lines of an import.
    case lines
    /// Writing the plans of an import.
    case imports
    /// Finding the files that commits changed.
    case commits
    /// Finding the fields that commits changed in these files.
    case changes
  }

  package let subject: Subject
  package let done: Int
  /// The total number; nil if unknown.
  package let total: Int?
}

extension BoardStore {
  /// Reports progress every 512 items. At the end, the caller must call `onReading(nil)`.
  package func report(_ subject: ReadingProgress.Subject, done: Int, of total: Int? = nil) {
    guard done.isMultiple(of: 512) else { return }
    onReading(ReadingProgress(subject: subject, done: done, total: total))
  }

  /// Returns the first and the last rank of a column. A plan with a rank beyond them comes first or
  /// last even if the writers' clocks differ.
  ///
  /// - Complexity: Reads one row if the index describes this tree, else all plans.
  package func ends(of column: String, in snapshot: BoardSnapshot) throws -> ColumnEnds {
    if let ends = try drafts?.ends(of: column, in: snapshot) { return ends }
    return try readEnds(of: column, in: snapshot)
  }

  /// Returns the ends of a column like `ends(of:in:)`, but without the cache in `drafts`.
  func readEnds(of column: String, in snapshot: BoardSnapshot) throws -> ColumnEnds {
    if let head = index.head, head.tree == snapshot.tree.hex, let ends = head.ends(of: column) {
      return ends
    }
    var ends = ColumnEnds()
    for plan in try snapshot.plans(withTexts: false).plans where plan.state == column {
      ends.note(plan)
    }
    return ends
  }
}

/// The plans of a board, and the files that can't be read as plans.
package struct PlansRead: Sendable {
  /// The readable plans, sorted by id.
  package let plans: [Plan]
  package let unreadable: [UnreadablePlan]

  package init(_ plans: some Sequence<Plan>, unreadable: [UnreadablePlan] = []) {
    (self.plans, self.unreadable) = (Array(plans), unreadable)
  }
}
