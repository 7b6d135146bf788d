/// Positions in a column, as keys that sort by their bytes and leave room between any two.
///
/// A key is an integer part and a fraction, in the digits `0-9A-Za-z`, as rocicorp's
/// fractional-indexing writes them. The first character says how many digits the integer has:
/// `a` one, `b` two, … `z` 26 for the numbers from 0 up, and `Z` one, `Y` two, … `A` 26 for the
/// negative ones. So integers of any length sort by their bytes, and a fraction may follow:
///
///     T8zzzzzz1fA   <   Zz   <   a0   <   a0V   <   a1   <   b00   <   gVkP3w2AqQ7
///
/// A fraction never ends with `0`; otherwise no key would fit between `a0` and `a00`.
///
/// Every new key ends in three random characters, so that two people who insert at one place
/// concurrently get different keys, and a plan still fits between theirs after the merge.
package enum Rank {
  /// The most characters that a key should have; for a longer one the plans around it are rekeyed.
  ///
  /// The limit is high because rekeying writes plans that were not moved, which may conflict with
  /// other changes of them: with a limit of 48 a move beside a busy plan wrote eight others.
  package static let longest = 256

  /// Returns whether `key` is a key. A plan from another clone may hold any text.
  ///
  /// A key over `longest` characters is valid. The least integer, `A` and 26 zeros, is not: no key
  /// would fit before it.
  package static func isValid(_ key: String) -> Bool {
    // The bytes are not copied, because sorting a column calls this at every comparison.
    let bytes = key.utf8
    guard let head = bytes.first.flatMap(headValue) else { return false }
    let width = 1 + integerWidth(head: head)
    let isWhole = bytes.count == width || (bytes.count > width && bytes.last != UInt8(ascii: "0"))
    return isWhole && bytes.allSatisfy { digitValue($0) != nil }
      && (head > 0 || bytes.dropFirst().contains { $0 != UInt8(ascii: "0") })
  }

  /// Returns whether `left` stands before `right`: by the bytes of their ranks, then of their ids.
  ///
  /// Invalid ranks sort last, so that they move no other plan.
  package static func precedes(
    _ left: (rank: String, id: String), _ right: (rank: String, id: String)
  ) -> Bool {
    let (leftIsValid, rightIsValid) = (isValid(left.rank), isValid(right.rank))
    if leftIsValid != rightIsValid { return leftIsValid }
    if !left.rank.utf8.elementsEqual(right.rank.utf8) { return isLess(left.rank, right.rank) }
    return isLess(left.id, right.id)
  }

  package static func isLess(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

// MARK: - One key

extension Rank {
  /// Returns a key that sorts strictly between two others.
  ///
  /// Between two keys it takes the middle, so that keys grow by a character only after about six
  /// insertions at one place; next to an open end it takes the next integer, and keys do not grow.
  ///
  /// - Parameters:
  ///   - lower: The key before; nil, or a text that is no key, means an open end.
  ///   - upper: The key after, likewise. If it does not sort after `lower`, it is ignored.
  package static func between(
    _ lower: String?, _ upper: String?, using generator: inout some RandomNumberGenerator
  ) -> String {
    let (lower, upper) = bounds(lower, upper)
    return text(stem(lower, upper) + suffix(using: &generator))
  }

  /// Returns a key before all those made earlier for the top of a column, and before `first`.
  ///
  /// The mirror image of `bottom(at:after:using:)`: `T` and the complement of the time.
  package static func top(
    at time: Timestamp, before first: String?, using generator: inout some RandomNumberGenerator
  ) -> String {
    let stem = integer(of: time, mirrored: true)
    guard let first = first.flatMap(Key.init), first.values.count <= longest,
      !stem.lexicographicallyPrecedes(first.values) || first.values.starts(with: stem)
    else { return text(stem + suffix(using: &generator)) }
    return text(Self.stem(nil, first) + suffix(using: &generator))
  }

  /// Returns a key after all those made earlier for the bottom of a column, and after `last`.
  ///
  /// The integer part is the time: `g` and its milliseconds, seven digits until the year 2081, one
  /// more after that. So plans that two people append concurrently are in the order of time. If
  /// `last` is in the future, as after a wrong clock, the integer is the next one after it. Times
  /// before 1970 count as 1970.
  package static func bottom(
    at time: Timestamp, after last: String?, using generator: inout some RandomNumberGenerator
  ) -> String {
    text(bottomStem(at: time, after: last) + suffix(using: &generator))
  }

  static func bottomStem(at time: Timestamp, after last: String?) -> [UInt8] {
    let stem = integer(of: time, mirrored: false)
    guard let last = last.flatMap(Key.init), last.values.count <= longest,
      !last.values.lexicographicallyPrecedes(stem)
    else { return stem }
    return Self.stem(last, nil)
  }

  /// Returns the integer part for a time, or its mirror image on the other side of zero.
  static func integer(of time: Timestamp, mirrored: Bool) -> [UInt8] {
    let milliseconds = UInt64(max(0, time.milliseconds))
    var width = 7
    while width < greatestWidth, milliseconds >= power(width) { width += 1 }
    let greatest = power(width) - 1
    // Ten digits suffice for 26 million years.
    let number = min(milliseconds, greatest)
    return [head(digits: width, isNegative: mirrored)]
      + digits(of: mirrored ? greatest - number : number, width: width)
  }
}
