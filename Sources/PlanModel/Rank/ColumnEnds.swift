/// The smallest and greatest rank in a column.
///
/// They may lie outside the ranks of all current plans, for example after a plan left the column.
package struct ColumnEnds: Hashable, Sendable {
  /// The smallest rank; nil if no plan has a valid rank. `last` likewise.
  package private(set) var first: String?
  package private(set) var last: String?

  package init(first: String? = nil, last: String? = nil) {
    (self.first, self.last) = (first, last)
  }

  /// Widens the ends to include a plan of the column.
  ///
  /// Invalid ranks are ignored. So are ranks longer than pmgit makes them: after a rank of one
  /// megabyte from another clone, every later rank would be as long.
  package mutating func note(_ plan: Plan) {
    let rank = plan.rank
    guard rank.utf8.count <= Rank.longest, Rank.isValid(rank) else { return }
    if first.map({ Rank.isLess(rank, $0) }) ?? true { first = rank }
    if last.map({ Rank.isLess($0, rank) }) ?? true { last = rank }
  }
}
