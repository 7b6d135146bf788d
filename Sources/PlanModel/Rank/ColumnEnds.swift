/// The outermost positions in a column: no plan of it stands before the first or after the last.
///
/// They may lie beyond all plans that are there now, for example when a plan has left the column.
package struct ColumnEnds: Hashable, Sendable {
  /// nil where no plan has a position.
  package private(set) var first: String?
  package private(set) var last: String?

  package init(first: String? = nil, last: String? = nil) {
    (self.first, self.last) = (first, last)
  }

  /// Widens the ends to a plan of the column.
  ///
  /// A position that is no key counts as none, and so does one longer than pmgit makes them: a key
  /// of a megabyte from elsewhere would make every key after it as long.
  package mutating func note(_ plan: Plan) {
    let rank = plan.rank
    guard rank.utf8.count <= Rank.longest, Rank.isValid(rank) else { return }
    if first.map({ Rank.isLess(rank, $0) }) ?? true { first = rank }
    if last.map({ Rank.isLess($0, rank) }) ?? true { last = rank }
  }
}
