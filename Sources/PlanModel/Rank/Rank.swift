/// Positions in a column, as keys that sort by bytes and leave room between any two.
///
/// A key is an integer and a fraction with the digits `0-9A-Za-z`, in the form of rocicorp's
/// fractional-indexing. The first character, the head, gives the number of digits of the integer.
/// From 0 up, `a` means one digit, `b` two, up to `z` for 26. For negative numbers, `Z` means one
/// digit, `Y` two, up to `A` for 26. So integers of any length sort by their bytes, and a fraction
/// may follow:
///
///     T8zzzzzz1fA   <   Zz   <   a0   <   a0V   <   a1   <   b00   <   gVkP3w2AqQ7
///
/// A fraction never ends with `0`; otherwise no key would fit between `a0` and `a00`.
///
/// Every new key ends in three random characters. So two people who insert at the same place
/// concurrently get different keys, and after the merge another plan still fits between theirs.
package enum Rank {
  /// The longest wanted key; if a key would be longer, neighbouring plans get new keys.
  ///
  /// The limit is high, because new keys for plans that were not moved may conflict with other
  /// changes. With a limit of 48, one move could give new keys to eight other plans.
  package static let longest = 256

  /// Whether `key` is a valid key. A plan from another clone may have any text as its rank.
  ///
  /// Keys longer than `longest` are valid. The smallest integer, `A` with 26 zeros, is not: no key
  /// would fit before it.
  package static func isValid(_ key: String) -> Bool {
    // The bytes are not copied, because sorting a column calls this in every comparison.
    let bytes = key.utf8
    guard let head = bytes.first.flatMap(headValue) else { return false }
    let width = 1 + integerWidth(head: head)
    let isWhole = bytes.count == width || (bytes.count > width && bytes.last != UInt8(ascii: "0"))
    return isWhole && bytes.allSatisfy { digitValue($0) != nil }
      && (head > 0 || bytes.dropFirst().contains { $0 != UInt8(ascii: "0") })
  }

  /// Whether `left` is shown before `right`: ordered by the bytes of ranks, then of ids.
  ///
  /// Invalid ranks sort last, so that they don't affect other plans.
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
  /// Between two keys it is the middle, so about six insertions at one place add one character.
  /// Next to an open end it is the next integer, so keys don't grow.
  ///
  /// - Parameters:
  ///   - lower: The key before; nil or an invalid key means an open end.
  ///   - upper: The key after; nil, an invalid key, or a key that does not sort after `lower` means
  ///     an open end.
  package static func between(
    _ lower: String?, _ upper: String?, using generator: inout some RandomNumberGenerator
  ) -> String {
    let (lower, upper) = bounds(lower, upper)
    return text(stem(lower, upper) + suffix(using: &generator))
  }

  /// Returns a key for the top of a column. It sorts before `first`, and before the keys that this
  /// function returned for earlier times. An invalid `first`, or one longer than `longest`, is
  /// ignored.
  ///
  /// It mirrors `bottom(at:after:using:)`: `T` and the complement of the time.
  package static func top(
    at time: Timestamp, before first: String?, using generator: inout some RandomNumberGenerator
  ) -> String {
    let stem = integer(of: time, mirrored: true)
    guard let first = first.flatMap(Key.init), first.values.count <= longest,
      !stem.lexicographicallyPrecedes(first.values) || first.values.starts(with: stem)
    else { return text(stem + suffix(using: &generator)) }
    return text(Self.stem(nil, first) + suffix(using: &generator))
  }

  /// Returns a key for the bottom of a column. It sorts after `last`, and after the keys that this
  /// function returned for earlier times. An invalid `last`, or one longer than `longest`, is
  /// ignored.
  ///
  /// The integer is the time: `g` and seven digits of milliseconds, or from the year 2081 `h` and
  /// eight. So plans that two people append concurrently are sorted by time. If `last` is in the
  /// future because of a wrong clock, the next integer after it is used. Times before 1970 count as
  /// 1970.
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

  /// Returns the integer for a time, or its mirror image below zero.
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
