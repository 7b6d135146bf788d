extension Rank {
  static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  static let suffixLength = 3

  /// A key and the values of its characters.
  struct Key {
    let text: String
    /// The index of the head in `A`…`Z`, `a`…`z`, then the digits of the integer and the fraction.
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

  /// Returns the bounds as keys; nil for an invalid bound, and for an upper bound that does not
  /// sort after the lower one.
  static func bounds(_ lower: String?, _ upper: String?) -> (lower: Key?, upper: Key?) {
    let (lower, upper) = (lower.flatMap(Key.init), upper.flatMap(Key.init))
    if let lower, let upper, !(lower < upper) { return (lower, nil) }
    return (lower, upper)
  }

  /// Returns the first digits of a key between two bounds.
  ///
  /// With any digits after it, the key sorts strictly between the bounds. So the result sorts
  /// before `upper` and is not a prefix of it, and it contains the whole integer part.
  static func stem(_ lower: Key?, _ upper: Key?) -> [UInt8] {
    let stem =
      switch (lower, upper) {
      case (nil, nil): [headOfZero]
      case (let lower?, nil): following(lower)
      case (nil, let upper?): preceding(upper)
      case (let lower?, let upper?): middle(lower.values[...], upper.values[...])
      }
    // Any digits would do here; zeros are used.
    let missing = 1 + integerWidth(head: stem[0]) - stem.count
    return stem + [UInt8](repeating: 0, count: max(0, missing))
  }

  /// Returns the first digits of a greater key: those of the next integer, or of a greater fraction
  /// if the integer is the greatest.
  static func following(_ key: Key) -> [UInt8] {
    if let place = key.integer.lastIndex(where: { $0 < greatestDigit }) {
      return key.values[..<place] + [key.values[place] + 1]
    }
    guard key.head == greatestHead else { return [key.head + 1] }
    return [key.head] + above(key.values.dropFirst())
  }

  /// Returns the first digits of a smaller key: those of the previous integer, or of a smaller
  /// fraction if the integer is the smallest.
  static func preceding(_ key: Key) -> [UInt8] {
    if let place = key.integer.lastIndex(where: { $0 > 0 }) {
      let rest = key.integer.endIndex - place - 1
      return key.values[..<place] + [key.values[place] - 1]
        + [UInt8](repeating: greatestDigit, count: rest)
    }
    guard key.head > 0 else { return [key.head] + key.integer + below(key.fraction) }
    let width = integerWidth(head: key.head - 1)
    return [key.head - 1] + [UInt8](repeating: greatestDigit, count: width)
  }

  /// Returns digits that sort between two others, whatever digits follow the result.
  ///
  /// - Parameters:
  ///   - lower: The lower bound; missing digits count as zeros.
  ///   - upper: The upper bound, greater than `lower` and not `lower` with zeros appended.
  static func middle(_ lower: ArraySlice<UInt8>, _ upper: ArraySlice<UInt8>) -> [UInt8] {
    var (lower, upper) = (lower, upper)
    var result: [UInt8] = []
    while let most = upper.popFirst() {
      let least = lower.popFirst() ?? 0
      if least == most {
        result.append(least)
      } else if most - least > 1 {
        return result + [least + (most - least) / 2]
      } else {
        // Between 0zzz1 and 1V the result is 1F, not 0zzzV: otherwise long keys would never get
        // shorter again.
        let high = [least] + above(lower)
        let low = upper.contains { $0 != 0 } ? [most] + below(upper) : high
        return result + (low.count < high.count ? low : high)
      }
    }
    return result
  }

  /// Returns digits that sort after `lower`, whatever digits follow the result.
  static func above(_ lower: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for digit in lower {
      result.append(digit + (greatestDigit + 1 - digit) / 2)
      if digit < greatestDigit { break }
    }
    return result
  }

  /// Returns digits that sort before `upper`, whatever digits follow the result. At least one digit
  /// of `upper` must not be zero.
  static func below(_ upper: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for digit in upper {
      result.append(digit / 2)
      if digit > 0 { break }
    }
    return result
  }

  /// Returns three random digits; the last one is not zero.
  static func suffix(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    [0, 0, 1].map { UInt8.random(in: $0...greatestDigit, using: &generator) }
  }

  static func text(_ stem: [UInt8]) -> String {
    let head = alphabet[Int(stem[0] + digitOfFirstHead)]
    return String(decoding: [head] + stem.dropFirst().map { alphabet[Int($0)] }, as: UTF8.self)
  }

  /// Returns the digits of a number, with leading zeros.
  static func digits(of number: UInt64, width: Int) -> [UInt8] {
    var rest = number
    var result: [UInt8] = []
    for _ in 0..<width {
      result.append(UInt8(rest % base))
      rest /= base
    }
    return result.reversed()
  }

  /// Returns the number of digits that `count` different values need.
  static func digitsNeeded(for count: Int) -> Int {
    var width = 0
    while width < greatestWidth, power(width) < count { width += 1 }
    return width
  }

  static let base: UInt64 = 62

  /// The greatest number of digits for which every number fits in 64 bits.
  static let greatestWidth = 10

  /// Returns a power of 62; the exponent is at most `greatestWidth`.
  static func power(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  static func digitValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 36
    default: nil
    }
  }

  /// Returns the index of a head in `A`…`Z`, `a`…`z`; nil for another character.
  static func headValue(_ byte: UInt8) -> UInt8? {
    digitValue(byte).flatMap { $0 < digitOfFirstHead ? nil : $0 - digitOfFirstHead }
  }

  static let greatestDigit: UInt8 = 61
  /// The value of `A` as a digit. All digits except `0` to `9` can be heads, and `A` is the first.
  static let digitOfFirstHead: UInt8 = 10
  static let greatestHead: UInt8 = 51
  /// `a`, the head of the integers from 0 to 61.
  static let headOfZero: UInt8 = 26

  static func head(digits width: Int, isNegative: Bool) -> UInt8 {
    isNegative ? headOfZero - UInt8(width) : headOfZero - 1 + UInt8(width)
  }

  /// Returns the number of integer digits after a head.
  static func integerWidth(head: UInt8) -> Int {
    head < headOfZero ? Int(headOfZero - head) : Int(head - headOfZero) + 1
  }
}
