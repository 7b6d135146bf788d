extension Rank {
  /// Returns ascending keys for the bottom of a column, for an import in one go.
  ///
  /// All of them sort after `last`, and unless `last` lies in the future, before
  /// `bottom(at:after:using:)` of a millisecond later, whatever their number; 10,000 of them have
  /// 14 characters.
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
    // A bound that `between` ignored must stay ignored when one of them meets `middle`.
    let (lower, upper) = bounds(lower, upper)
    return rekey(count: before, between: lower?.text, and: middle, using: &generator) + [middle]
      + rekey(count: count - 1 - before, between: middle, and: upper?.text, using: &generator)
  }

  /// The keys that put a new plan at a place.
  package struct Insertion: Hashable, Sendable {
    /// The rank of the new plan.
    package let key: String
    /// The plans beside it that get new ranks, as a range of the column; nearly always empty.
    package let rekeyed: Range<Int>
    /// Their new ranks, in order.
    package let keys: [String]
  }

  /// Returns the keys that put a new plan at a place in a column.
  ///
  /// The plans around the place get new ranks only if no short key fits: if the new one would be
  /// longer than `longest`, if two plans have one rank, or if the plan before has no valid one.
  /// Then as few plans as possible are rekeyed, the nearest ones first.
  ///
  /// - Parameters:
  ///   - index: The number of plans before the new one; 0 is the top.
  ///   - ranks: The ranks of the column's other plans, in the order of `precedes`.
  /// - Complexity: Constant if nothing is rekeyed, else O(*n*) for *n* rekeyed plans.
  package static func insertion(
    at index: Int, in ranks: [String], using generator: inout some RandomNumberGenerator
  ) -> Insertion {
    let index = min(max(0, index), ranks.count)
    var range = index..<index
    while !hasRoom(for: range, in: ranks) {
      // The range grows to both sides in turn, so that the fewest plans move. An upper neighbour
      // with an invalid rank stays last, whatever is inserted before it.
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
    // The range may have grown on one side without need.
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

  /// Returns whether keys for the plans of `range` and a new one fit between its neighbours.
  static func hasRoom(for range: Range<Int>, in ranks: [String]) -> Bool {
    let (before, after) = (neighbour(before: range, in: ranks), neighbour(after: range, in: ranks))
    let (lower, upper) = bounds(before, after)
    if before != nil, lower == nil { return false }
    if let after, isValid(after), upper == nil { return false }
    // Plans that are rekeyed should get enough room not to be rekeyed again soon.
    let limit = range.isEmpty ? longest : longest / 2
    return stem(lower, upper).count + digitsNeeded(for: range.count) + suffixLength <= limit
  }
}
