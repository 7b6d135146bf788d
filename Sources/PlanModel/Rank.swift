/// Positions in a column, as keys that sort by their bytes and leave room between any two.
///
/// A key is an integer part and a fraction, in the digits `0-9A-Za-z`, as rocicorp's
/// fractional-indexing writes them. The first character says how many digits the integer has:
/// `a` one, `b` two, … `z` 26 for the numbers from 0 up, and `Z` one, `Y` two, … `A` 26 for the
/// negative ones. So integers of any length sort by their bytes, and a fraction may follow:
///
///     T8zzzzzz1fA   <   Zz   <   a0   <   a0V   <   a1   <   b00   <   gVkP3w2AqQ7
///
/// A fraction never ends with `0`; otherwise nothing would fit between `a0` and `a00`.
///
/// Every key made here ends in three random characters, so that two people who insert at one place
/// at the same time get two keys, and a plan still fits between theirs after the merge.
package enum Rank {
  /// The most characters that a key should have; see `needsRekeying(_:)`.
  package static let longest = 48

  /// Whether `key` is a key at all. Any text may stand in a plan that came from elsewhere.
  ///
  /// A key over `longest` characters is valid. The least integer, `A` and 26 zeros, is not: nothing
  /// would fit before it.
  package static func isValid(_ key: String) -> Bool {
    // Without a copy, because sorting a column asks for it at every comparison.
    let bytes = key.utf8
    guard let head = bytes.first.flatMap(headValue) else { return false }
    let width = 1 + integerWidth(head: head)
    let isWhole = bytes.count == width || (bytes.count > width && bytes.last != UInt8(ascii: "0"))
    return isWhole && bytes.allSatisfy { digitValue($0) != nil }
      && (head > 0 || bytes.dropFirst().contains { $0 != UInt8(ascii: "0") })
  }

  /// Whether a key has grown so long that its neighbourhood should be spread anew.
  package static func needsRekeying(_ key: String) -> Bool { key.utf8.count > longest }

  /// Whether `left` stands before `right`: by the bytes of their ranks, then of their ids.
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

  private static func isLess(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

// MARK: - One key

extension Rank {
  /// Returns a key that sorts strictly between two others.
  ///
  /// Between two keys it takes the middle, so that keys grow by a character only after about six
  /// insertions at one place; next to an open end it counts the integer on, and they do not grow.
  ///
  /// - Parameters:
  ///   - lower: The key before; nil, or a text that is no key, is the open end.
  ///   - upper: The key after; the same. Where it does not sort after `lower`, the result is only
  ///     after `lower`.
  package static func between(
    _ lower: String?, _ upper: String?, using generator: inout some RandomNumberGenerator
  ) -> String {
    let (lower, upper) = bounds(lower, upper)
    return text(stem(lower, upper) + suffix(using: &generator))
  }

  /// Returns a key before all that were made for the top of a column at earlier times.
  ///
  /// The mirror image of `bottom(at:using:)`: `T` and the complement of the time.
  package static func top(
    at time: Timestamp, using generator: inout some RandomNumberGenerator
  ) -> String {
    text(integer(of: time, mirrored: true) + suffix(using: &generator))
  }

  /// Returns a key after all that were made for the bottom of a column at earlier times.
  ///
  /// The integer part is the time: `g` and its milliseconds, seven digits until the year 2081, one
  /// more after that. "The last key and one" would read the whole column to find that key; this
  /// reads nothing, however many plans there are. The price is that a clock that is wrong puts
  /// a plan at the wrong place in its column, where a person can move it. Times before 1970 count
  /// as 1970.
  package static func bottom(
    at time: Timestamp, using generator: inout some RandomNumberGenerator
  ) -> String {
    text(integer(of: time, mirrored: false) + suffix(using: &generator))
  }

  /// The integer part for a time, or its mirror image on the other side of zero.
  private static func integer(of time: Timestamp, mirrored: Bool) -> [UInt8] {
    let milliseconds = UInt64(max(0, time.milliseconds))
    var width = 7
    while width < greatestWidth, milliseconds >= power(width) { width += 1 }
    let greatest = power(width) - 1
    // Ten digits hold 26 million years.
    let number = min(milliseconds, greatest)
    return [head(digits: width, isNegative: mirrored)]
      + digits(of: mirrored ? greatest - number : number, width: width)
  }
}

// MARK: - Many keys

extension Rank {
  /// Returns ascending keys for the bottom of a column, for an import in one go.
  ///
  /// All of them sort before `bottom(at:using:)` of a millisecond later, whatever their number;
  /// 10,000 of them have 14 characters.
  package static func spread(
    _ count: Int, at time: Timestamp, using generator: inout some RandomNumberGenerator
  ) -> [String] {
    let integer = integer(of: time, mirrored: false)
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
    // Bounds that `between` left out must stay out where one of them meets `middle`.
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
  /// The plans around the place get new ranks only where no good key fits: where the new one would
  /// need rekeying, where two plans have one rank, or where the plan before has none that is valid.
  /// Then as few as will do, the nearest ones first.
  ///
  /// - Parameters:
  ///   - index: How many plans stand before the new one; 0 is the top.
  ///   - ranks: The ranks of the column's other plans, in the order of `precedes`.
  /// - Complexity: Constant where nothing is rekeyed, else O(*n*) for *n* plans that are.
  package static func insertion(
    at index: Int, in ranks: [String], using generator: inout some RandomNumberGenerator
  ) -> Insertion {
    let index = min(max(0, index), ranks.count)
    var range = index..<index
    while !hasRoom(for: range, in: ranks) {
      // Grow to both sides in turn, so that the fewest plans move. An upper neighbour that is no
      // key stands last by itself, whatever is inserted before it.
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
    // One side may have grown in vain.
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

  private static func neighbour(before range: Range<Int>, in ranks: [String]) -> String? {
    range.lowerBound > 0 ? ranks[range.lowerBound - 1] : nil
  }

  private static func neighbour(after range: Range<Int>, in ranks: [String]) -> String? {
    range.upperBound < ranks.count ? ranks[range.upperBound] : nil
  }

  /// Whether keys for the plans of `range` and a new one fit between its neighbours.
  private static func hasRoom(for range: Range<Int>, in ranks: [String]) -> Bool {
    let (before, after) = (neighbour(before: range, in: ranks), neighbour(after: range, in: ranks))
    let (lower, upper) = bounds(before, after)
    if before != nil, lower == nil { return false }
    if let after, isValid(after), upper == nil { return false }
    // Plans that move at all should get so much room that they need not move again soon.
    let limit = range.isEmpty ? longest : longest / 2
    return stem(lower, upper).count + digitsNeeded(for: range.count) + suffixLength <= limit
  }
}

// MARK: - Digits

extension Rank {
  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let suffixLength = 3

  /// A key and the values of its characters.
  private struct Key {
    let text: String
    /// The head as its place among `A`…`Z`, `a`…`z`, then the digits of the integer and the fraction.
    let values: [UInt8]

    init?(_ text: String) {
      guard Rank.isValid(text) else { return nil }
      self.text = text
      var values = text.utf8.compactMap(Rank.digitValue)
      values[0] -= Rank.digitOfFirstHead
      self.values = values
    }

    var head: UInt8 { values[0] }
    var integer: ArraySlice<UInt8> { values[1...Rank.integerWidth(head: head)] }
    var fraction: ArraySlice<UInt8> { values[(1 + Rank.integerWidth(head: head))...] }

    static func < (left: Key, right: Key) -> Bool {
      left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }

  /// The bounds that can be kept: those that are keys, and an upper one only after the lower one.
  private static func bounds(_ lower: String?, _ upper: String?) -> (lower: Key?, upper: Key?) {
    let (lower, upper) = (lower.flatMap(Key.init), upper.flatMap(Key.init))
    if let lower, let upper, !(lower < upper) { return (lower, nil) }
    return (lower, upper)
  }

  /// The values of a key's beginning.
  ///
  /// Whatever digits follow it, the key sorts strictly between the bounds. So it sorts before
  /// `upper` and is not the beginning of it, and it holds all digits of its integer.
  private static func stem(_ lower: Key?, _ upper: Key?) -> [UInt8] {
    let stem =
      switch (lower, upper) {
      case (nil, nil): [headOfZero]
      case (let lower?, nil): following(lower)
      case (nil, let upper?): preceding(upper)
      case (let lower?, let upper?): middle(lower.values[...], upper.values[...])
      }
    // Zeros are as good as any digits that may follow.
    let missing = 1 + integerWidth(head: stem[0]) - stem.count
    return stem + [UInt8](repeating: 0, count: max(0, missing))
  }

  /// The next integer; after the greatest one, a greater fraction.
  private static func following(_ key: Key) -> [UInt8] {
    if let place = key.integer.lastIndex(where: { $0 < greatestDigit }) {
      return key.values[..<place] + [key.values[place] + 1]
    }
    guard key.head == greatestHead else { return [key.head + 1] }
    return [key.head] + above(key.values.dropFirst())
  }

  /// The integer before; before the least one, a smaller fraction.
  private static func preceding(_ key: Key) -> [UInt8] {
    if let place = key.integer.lastIndex(where: { $0 > 0 }) {
      let rest = key.integer.endIndex - place - 1
      return key.values[..<place] + [key.values[place] - 1]
        + [UInt8](repeating: greatestDigit, count: rest)
    }
    guard key.head > 0 else { return [key.head] + key.integer + below(key.fraction) }
    let width = integerWidth(head: key.head - 1)
    return [key.head - 1] + [UInt8](repeating: greatestDigit, count: width)
  }

  /// Values between two sequences of them, whatever follows.
  ///
  /// - Parameters:
  ///   - lower: Counts as followed by zeros.
  ///   - upper: Greater than `lower` and not `lower` with zeros after it.
  private static func middle(_ lower: ArraySlice<UInt8>, _ upper: ArraySlice<UInt8>) -> [UInt8] {
    var (lower, upper) = (lower, upper)
    var result: [UInt8] = []
    while let most = upper.popFirst() {
      let least = lower.popFirst() ?? 0
      if least == most {
        result.append(least)
      } else if most - least > 1 {
        return result + [least + (most - least) / 2]
      } else {
        // Between 0zzz1 and 1V it is 1F and not 0zzzV: else keys would stay long for ever where
        // they once were.
        let high = [least] + above(lower)
        let low = upper.contains { $0 != 0 } ? [most] + below(upper) : high
        return result + (low.count < high.count ? low : high)
      }
    }
    return result
  }

  /// Digits greater than others, whatever follows.
  private static func above(_ lower: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for digit in lower {
      result.append(digit + (greatestDigit + 1 - digit) / 2)
      if digit < greatestDigit { break }
    }
    return result
  }

  /// Digits less than others, of which one is not zero, whatever follows.
  private static func below(_ upper: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for digit in upper {
      result.append(digit / 2)
      if digit > 0 { break }
    }
    return result
  }

  /// Three random digits of which the last is not zero.
  private static func suffix(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    [0, 0, 1].map { UInt8.random(in: $0...greatestDigit, using: &generator) }
  }

  private static func text(_ stem: [UInt8]) -> String {
    let head = alphabet[Int(stem[0] + digitOfFirstHead)]
    return String(decoding: [head] + stem.dropFirst().map { alphabet[Int($0)] }, as: UTF8.self)
  }

  /// The digits of a number, filled up with zeros in front.
  private static func digits(of number: UInt64, width: Int) -> [UInt8] {
    var rest = number
    var result: [UInt8] = []
    for _ in 0..<width {
      result.append(UInt8(rest % base))
      rest /= base
    }
    return result.reversed()
  }

  /// How many digits tell `count` things apart.
  private static func digitsNeeded(for count: Int) -> Int {
    var width = 0
    while width < greatestWidth, power(width) < count { width += 1 }
    return width
  }

  private static let base: UInt64 = 62

  /// The widest number that a 64-bit integer holds all of.
  private static let greatestWidth = 10

  /// 62 to a power of at most `greatestWidth`.
  private static func power(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  private static func digitValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 36
    default: nil
    }
  }

  /// The place of a head among `A`…`Z`, `a`…`z`.
  private static func headValue(_ byte: UInt8) -> UInt8? {
    digitValue(byte).flatMap { $0 < digitOfFirstHead ? nil : $0 - digitOfFirstHead }
  }

  private static let greatestDigit: UInt8 = 61
  /// The heads are the letters among the digits, in the same order.
  private static let digitOfFirstHead: UInt8 = 10
  private static let greatestHead: UInt8 = 51
  /// `a`, the head of the integers from 0 to 61.
  private static let headOfZero: UInt8 = 26

  private static func head(digits width: Int, isNegative: Bool) -> UInt8 {
    isNegative ? headOfZero - UInt8(width) : headOfZero - 1 + UInt8(width)
  }

  /// How many digits the integer after a head has.
  private static func integerWidth(head: UInt8) -> Int {
    head < headOfZero ? Int(headOfZero - head) : Int(head - headOfZero) + 1
  }
}
