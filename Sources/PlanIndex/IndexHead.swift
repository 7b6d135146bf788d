package import PlanModel

/// What an index knows of the board as a whole, and against which its rows are counted.
package struct IndexHead: Equatable, Sendable {
  /// The commit that the rows were read from: 40 hexadecimal digits.
  package var commit: String
  /// The tree of that commit, likewise.
  package var tree: String
  /// The outermost positions in each column, by its id.
  private var ends: [ExactString: ColumnEnds] = [:]
  /// The plans with values that wait for a decision, but for deleted ones.
  package private(set) var conflicted: Set<PlanID> = []
  /// Which plans mention which, by their links and aliases.
  var mentions = MentionBuckets()
  /// What the rows of plans, and those of unreadable files, add up to.
  var (plans, files) = (RowSum(), RowSum())

  package init(commit: String, tree: String) { (self.commit, self.tree) = (commit, tree) }

  /// The most bytes of a column's id whose ends are kept: a plan from elsewhere may name any text.
  private static let longestColumn = 64

  /// Returns the ends of a column; nil for one whose ends are not kept.
  package func ends(of column: String) -> ColumnEnds? {
    column.utf8.count > Self.longestColumn ? nil : ends[ExactString(column)] ?? ColumnEnds()
  }

  /// Notes what is to be known of a plan as it is now: widens the ends of its column by its position.
  mutating func note(_ plan: Plan) {
    if !plan.conflicts.isEmpty, !plan.isDeleted { conflicted.insert(plan.id) }
    guard plan.state.utf8.count <= Self.longestColumn else { return }
    ends[ExactString(plan.state), default: ColumnEnds()].note(plan)
  }

  /// Forgets a plan as it was, but not how far the ends of its column are.
  mutating func forget(_ plan: PlanID) { conflicted.remove(plan) }
}

/// The number of some rows and the sum of their checks: it tells when one is missing, or too many.
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
    for sum in [plans, files] {
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
    files = RowSum(count: try reader.integer(), checks: Int64(try reader.integer()))
    mentions = try MentionBuckets(packed: &reader)
    conflicted = Set(
      try reader.list { reader throws(PackedReader.Failure) in try reader.planID() })
    let columns = try reader.list { reader throws(PackedReader.Failure) in
      (ExactString(try reader.text()), try reader.texts())
    }
    for (column, ranks) in columns {
      ends[column] = ColumnEnds(first: ranks.first, last: ranks.last)
    }
  }
}
