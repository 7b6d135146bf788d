extension Rank {
  /// Returns ascending keys for the bottom of a column, for a whole import.
  ///
  /// All of them sort after `last`, which is ignored if it is invalid or longer than `longest`.
  /// Unless `last` is in the future, they sort before the key that `bottom(at:after:using:)`
  /// returns a millisecond later. 10,000 of them have 14 characters each.
  package static func spread(
    _ count: Int, at time: Timestamp, after last: String?,
    using generator: inout some RandomNumberGenerator
  ) -> [String] {
    let integer = bottomStem(at: time, after: last)
    let width = digitsNeeded(for: count)
    let step = power(width) / UInt64(max(1, count))
    return (0..<max(0, count)).map { index in
      text(integer + digits(of: UInt64(index) * step, width: width) + suffix(using: &generator))
    }
  }

  /// Returns `count` ascending keys strictly between two others, evenly spread and therefore short.
  ///
  /// The bounds are those of `between(_:_:using:)`.
  package static func rekey(
    count: Int, between lower: String?, and upper: String?,
    using generator: inout some RandomNumberGenerator
  ) -> [String] {
    guard count > 0 else { return [] }
    let middle = between(lower, upper, using: &generator)
    let before = (count - 1) / 2
    // If `between` ignored a bound, the recursive calls must ignore it too.
    let (lower, upper) = bounds(lower, upper)
    return rekey(count: before, between: lower?.text, and: middle, using: &generator) + [middle]
      + rekey(count: count - 1 - before, between: middle, and: upper?.text, using: &generator)
  }

  /// The keys for inserting a plan at an index.
  package struct Insertion: Hashable, Sendable {
    /// The rank of the new plan.
    package let key: String
    /// The neighbouring plans that get new ranks, as a range of indices in the column; nearly
    /// always empty.
    package let rekeyed: Range<Int>
    /// The neighbours' new ranks, in order.
    package let keys: [String]
  }

  /// Returns the keys for inserting a plan at an index of a column.
  ///
  /// Neighbours get new ranks only if a key between them would be longer than `longest`, if they
  /// have the same rank, or if the previous plan's rank is invalid. Then as few plans as possible
  /// get new ranks, nearest first.
  ///
  /// - Parameters:
  ///   - index: The number of plans before the new one; 0 is the top.
  ///   - ranks: The ranks of the column's other plans, sorted by `precedes`.
  /// - Complexity: Constant if no neighbour gets a new rank, else O(*n*) for *n* such neighbours.
  package static func insertion(
    at index: Int, in ranks: [String], using generator: inout some RandomNumberGenerator
  ) -> Insertion {
    let index = min(max(0, index), ranks.count)
    var range = index..<index
    while !hasRoom(for: range, in: ranks) {
      // The range grows on both sides in turn, so that the fewest plans get new ranks. A following
      // plan with an invalid rank is excluded: it sorts last anyway.
      let growsDown = (index - range.lowerBound) <= (range.upperBound - index)
      let canGrowUp = range.upperBound < ranks.count && isValid(ranks[range.upperBound])
      if range.lowerBound > 0, growsDown || !canGrowUp {
        range = (range.lowerBound - 1)..<range.upperBound
      } else if canGrowUp {
        range = range.lowerBound..<(range.upperBound + 1)
      } else {
        break
      }
    }
    // One side may have grown more than needed.
    while range.lowerBound < index, hasRoom(for: range.dropFirst(), in: ranks) {
      range = range.dropFirst()
    }
    while range.upperBound > index, hasRoom(for: range.dropLast(), in: ranks) {
      range = range.dropLast()
    }
    var keys = rekey(
      count: range.count + 1, between: neighbour(before: range, in: ranks),
      and: neighbour(after: range, in: ranks), using: &generator)
    let key = keys.remove(at: index - range.lowerBound)
    return Insertion(key: key, rekeyed: range, keys: keys)
  }

  static func neighbour(before range: Range<Int>, in ranks: [String]) -> String? {
    range.lowerBound > 0 ? ranks[range.lowerBound - 1] : nil
  }

  static func neighbour(after range: Range<Int>, in ranks: [String]) -> String? {
    range.upperBound < ranks.count ? ranks[range.upperBound] : nil
  }

  /// Whether keys for the plans in `range` and a new plan fit between the neighbours.
  static func hasRoom(for range: Range<Int>, in ranks: [String]) -> Bool {
    let (before, after) = (neighbour(before: range, in: ranks), neighbour(after: range, in: ranks))
    let (lower, upper) = bounds(before, after)
    if before != nil, lower == nil { return false }
    if let after, isValid(after), upper == nil { return false }
    // Plans with new ranks get enough room not to need new ranks again soon.
    let limit = range.isEmpty ? longest : longest / 2
    return stem(lower, upper).count + digitsNeeded(for: range.count) + suffixLength <= limit
  }
}

// MARK: - Ends of a column

/// The smallest and greatest rank in a column.
///
/// They may lie outside the ranks of all current plans, for example after a plan left the column.
package struct ColumnEnds: Hashable, Sendable {
  /// The smallest rank; nil if no plan has a valid rank.
  package private(set) var first: String?
  /// The greatest rank; nil if no plan has a valid rank.
  package private(set) var last: String?

  package init(first: String? = nil, last: String? = nil) {
    (self.first, self.last) = (first, last)
  }

  /// Widens the ends to include a plan of the column.
  ///
  /// Invalid ranks are ignored. So are ranks longer than `Rank.longest`: after a rank of one
  /// megabyte from another clone, every later rank would be as long.
  package mutating func note(_ plan: Plan) {
    let rank = plan.rank
    guard rank.utf8.count <= Rank.longest, Rank.isValid(rank) else { return }
    if first.map({ Rank.isLess(rank, $0) }) ?? true { first = rank }
    if last.map({ Rank.isLess($0, rank) }) ?? true { last = rank }
  }
}
