package import Git
package import PlanModel

/// Data about the board as a whole, and the checksums of the index's rows.
package struct IndexHead: Equatable, Sendable {
  /// The commit of the indexed plans, as 40 hexadecimal digits.
  package var commit: String
  /// The tree of that commit, as 40 hexadecimal digits.
  package var tree: String
  /// The smallest and the greatest rank in each column, by the column's id. They may be ranks of
  /// plans that have left the column.
  private var ends: [ExactString: ColumnEnds] = [:]
  /// The plans with conflicts, without deleted plans.
  package private(set) var conflicted: Set<PlanID> = []
  /// The links and aliases of all plans, for finding the plans that mention a name.
  var mentions = MentionBuckets()
  /// The counts and checksums of the rows of plans, of their texts, and of unreadable files.
  var (plans, texts, files) = (RowSum(), RowSum(), RowSum())

  package init(commit: String, tree: String) { (self.commit, self.tree) = (commit, tree) }

  /// The longest column id, in bytes, for which the ends are stored. Plans written by other
  /// programs may contain a column id of any length.
  private static let longestColumn = 64

  /// Returns the smallest and the greatest rank in a column; nil if the column's id is too long.
  package func ends(of column: String) -> ColumnEnds? {
    column.utf8.count > Self.longestColumn ? nil : ends[ExactString(column)] ?? ColumnEnds()
  }

  /// Records whether a plan has conflicts, and widens the ends of the plan's column to include the
  /// plan's rank.
  mutating func note(_ plan: Plan) {
    if !plan.conflicts.isEmpty, !plan.isDeleted { conflicted.insert(plan.id) }
    guard plan.state.utf8.count <= Self.longestColumn else { return }
    ends[ExactString(plan.state), default: ColumnEnds()].note(plan)
  }

  /// Removes a plan from the conflicted plans. The ends of the plan's column are not updated.
  mutating func forget(_ plan: PlanID) { conflicted.remove(plan) }
}

/// A count of rows and the sum of their checksums, which detects missing and additional rows.
struct RowSum: Equatable {
  private(set) var count = 0
  private(set) var checks: Int64 = 0

  init(count: Int = 0, checks: Int64 = 0) { (self.count, self.checks) = (count, checks) }

  mutating func add(_ check: Int64) {
    count += 1
    checks &+= check
  }

  mutating func remove(_ check: Int64) {
    count -= 1
    checks &-= check
  }
}

extension IndexHead {
  func pack() -> [UInt8] {
    var writer = PackedWriter()
    writer.write(commit)
    writer.write(tree)
    for sum in [plans, texts, files] {
      writer.write(sum.count)
      writer.write(Int(sum.checks))
    }
    mentions.pack(into: &writer)
    writer.write(list: conflicted.sorted()) { $0.write(Int($1.number)) }
    writer.write(list: ends.sorted { $0.key < $1.key }) { writer, column in
      writer.write(column.key.text)
      writer.write([column.value.first, column.value.last].compactMap(\.self))
    }
    return writer.bytes
  }

  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    self.init(commit: try reader.text(), tree: try reader.text())
    plans = RowSum(count: try reader.integer(), checks: Int64(try reader.integer()))
    texts = RowSum(count: try reader.integer(), checks: Int64(try reader.integer()))
    files = RowSum(count: try reader.integer(), checks: Int64(try reader.integer()))
    mentions = try MentionBuckets(packed: &reader)
    conflicted = Set(try reader.list { reader throws(PackedReader.Failure) in try reader.planID() })
    let columns = try reader.list { reader throws(PackedReader.Failure) in
      (ExactString(try reader.text()), try reader.texts())
    }
    for (column, ranks) in columns {
      ends[column] = ColumnEnds(first: ranks.first, last: ranks.last)
    }
  }
}

/// Data about the indexed history of a board as a whole.
package struct PastHead: Equatable, Sendable {
  /// The commit whose whole history is indexed.
  package let tip: ObjectID
  /// The newest commit in the order of the history.
  package let newest: ObjectID
}

extension PastHead {
  func pack() -> [UInt8] {
    var writer = PackedWriter()
    writer.write(tip)
    writer.write(newest)
    return writer.bytes
  }

  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    (tip, newest) = (try reader.objectID(), try reader.objectID())
  }
}
