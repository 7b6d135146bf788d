/// The id of a plan: twelve lowercase characters of Crockford base 32, beginning with a letter.
///
/// It is random, so that two people offline never create the same one. With 59.5 bits, the chance
/// of a collision among 100,000 plans is 6 in a billion.
///
/// It is stored as a number, because numbers are hashed and compared many times as fast as texts.
package struct PlanID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The characters as a number of 60 bits, five for each, the first in the highest ones. Numbers
  /// sort like texts.
  private let bits: UInt64

  /// Crockford's digits, which lack `i`, `l`, `o` and `u`.
  package static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  static let letters = Array("abcdefghjkmnpqrstvwxyz".utf8)
  package static let length = 12

  /// Parses a whole id in its stored form; nil for other texts.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count == Self.length, let first = bytes.first, Self.isLetter(first) else {
      return nil
    }
    var bits: UInt64 = 0
    for byte in bytes {
      guard let value = Self.value(of: byte) else { return nil }
      bits = bits << 5 | value
    }
    self.bits = bits
  }

  /// Returns the five bits of a digit; nil for another character.
  private static func value(of byte: UInt8) -> UInt64? {
    let value = values[Int(byte)]
    return value == noValue ? nil : UInt64(value)
  }

  private static let noValue: UInt8 = 0xFF
  /// The value of each byte as a digit, or `noValue`.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noValue, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  private static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "o"), UInt8(ascii: "u"): false
    default: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
  }

  /// Returns a new random id.
  package static func random(using generator: inout some RandomNumberGenerator) -> PlanID {
    let first = letters[Int.random(in: letters.indices, using: &generator)]
    var bits = value(of: first) ?? 0
    for _ in 1..<length {
      bits = bits << 5 | UInt64(Int.random(in: digits.indices, using: &generator))
    }
    return PlanID(bits: bits)
  }

  private init(bits: UInt64) { self.bits = bits }

  /// The id as a text of twelve characters.
  package var text: String {
    // A text of up to 15 bytes needs no memory of its own.
    unsafe String(unsafeUninitializedCapacity: Self.length) { bytes in
      var rest = bits
      for place in (0..<Self.length).reversed() {
        unsafe bytes[place] = Self.digits[Int(rest & 31)]
        rest >>= 5
      }
      return Self.length
    }
  }

  /// The folder of the plan's file: the first two characters.
  package var folder: String { String(text.prefix(2)) }

  /// The path of the plan's file on the board branch.
  package var path: String { "plans/\(folder)/\(text).json" }

  package static func < (left: PlanID, right: PlanID) -> Bool {
    left.bits < right.bits
  }

  package var description: String { text }
}

extension PlanID {
  /// The id as a number of 60 bits, five for each character. Numbers sort like ids.
  package var number: Int64 { Int64(bits) }

  /// Creates the id for a number; nil if no id has that number.
  package init?(number: Int64) {
    guard number >> 60 == 0, Self.isLetter(Self.digits[Int(number >> 55)]) else { return nil }
    bits = UInt64(number)
  }
}

// MARK: - Plans that repeat

extension PlanID {
  /// The id of the next plan, if this one repeats. It depends only on this id. So all clones make
  /// the same plan, and no plan has two next plans.
  ///
  /// It is the hash of `repeat ` and this id, FNV-1a with 64 bits. The first letter is the highest
  /// nine bits modulo 22; the other digits are the lower 55 bits.
  package var following: PlanID {
    PlanID(hashOf: "repeat \(text)")
  }

  /// Creates an id from the hash of a text. It is the same in all clones.
  private init(hashOf text: String) {
    let hash = FNV1a.hash(of: Array(text.utf8))
    let first = Self.letters[Int(hash >> 55) % Self.letters.count]
    self.init(bits: (Self.value(of: first) ?? 0) << 55 | hash & (1 << 55 - 1))
  }
}

// MARK: - Plans of other trackers

extension PlanID {
  /// Returns the id of a new plan for an imported line with this alias and no id. All clones that
  /// import the line make the same plan.
  ///
  /// It is the hash of the alias and ` plan`, as for plans that repeat. Because of the last word,
  /// even aliases that differ only in the last digits get ids that differ in every character.
  package static func imported(as alias: String) -> PlanID {
    imported(asWritten: AliasKey(alias).text.text)
  }

  /// Returns the id that earlier versions gave a plan, which depends on the case of its alias.
  static func imported(asWritten alias: String) -> PlanID { PlanID(hashOf: "\(alias) plan") }
}

// MARK: - Typed ids

extension PlanID {
  /// Returns a typed prefix in the stored form: lowercase, with `1` for `i` and `l`, and `0` for
  /// `o`.
  ///
  /// - Returns: nil if no id can begin with it.
  package static func normalizedPrefix(_ typed: String) -> String? {
    let bytes = typed.lowercased().utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "i"), UInt8(ascii: "l"): UInt8(ascii: "1")
      case UInt8(ascii: "o"): UInt8(ascii: "0")
      default: byte
      }
    }
    guard (1...length).contains(bytes.count), isLetter(bytes[0]), bytes.allSatisfy(isDigit)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the id begins with the typed text.
  package func isMeant(by typed: String) -> Bool {
    Self.normalizedPrefix(typed).map { text.hasPrefix($0) } ?? false
  }

  /// Returns the shortest prefix of the id, of at least four characters, with which no other id
  /// begins.
  ///
  /// - Complexity: O(n) over `others`; it suffices to pass the ids with the same `folder`.
  package func shortestPrefix(among others: some Sequence<PlanID>) -> String {
    var needed = 4
    for other in others where other != self {
      let shared = ((bits ^ other.bits).leadingZeroBitCount - 4) / 5
      needed = max(needed, shared + 1)
    }
    return String(text.prefix(needed))
  }
}

// MARK: - Shortened ids

/// The shortest unique prefix, of at least four characters, of each plan's id on a board.
package struct ShortIDs: Sendable {
  /// All ids of the board.
  private let sorted: [PlanID]

  /// Prepares the shortest unique prefixes of ids.
  ///
  /// - Parameter sorted: All ids of the board, sorted.
  package init(sorted: [PlanID]) { self.sorted = sorted }

  /// The prefix of a plan; for a plan that is not on the board, its first four characters.
  ///
  /// - Complexity: O(log n): in a sorted list, only a neighbour can share the longest prefix.
  package subscript(id: PlanID) -> String {
    let start = sorted.prefixEnd(while: { $0 < id })
    guard start < sorted.count, sorted[start] == id else { return String(id.text.prefix(4)) }
    // The same id may be there twice.
    var next = start + 1
    while next < sorted.count, sorted[next] == id { next += 1 }
    return id.shortestPrefix(among: sorted[max(0, start - 1)..<min(sorted.count, next + 1)])
  }
}
