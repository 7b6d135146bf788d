/// The id of a plan: twelve lowercase characters of Crockford base 32, beginning with a letter.
///
/// It is random, so that two people offline never create the same one. With 59.5 bits, the chance
/// of a collision among 100,000 plans is 6 in a thousand million.
package struct PlanID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The twelve characters.
  package let text: String

  /// Crockford's digits, which lack `i`, `l`, `o` and `u`.
  package static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  static let letters = Array("abcdefghjkmnpqrstvwxyz".utf8)
  package static let length = 12

  /// Parses a whole id in its stored form; nil for other texts.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count == Self.length, let first = bytes.first, Self.isLetter(first),
      bytes.allSatisfy(Self.isDigit)
    else { return nil }
    self.text = text
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || isLetter(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "o"), UInt8(ascii: "u"): false
    default: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
  }

  /// Returns a new random id.
  package static func random(using generator: inout some RandomNumberGenerator) -> PlanID {
    var bytes = [letters[Int.random(in: letters.indices, using: &generator)]]
    for _ in 1..<length { bytes.append(digits[Int.random(in: digits.indices, using: &generator)]) }
    return PlanID(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  private init(unchecked text: String) { self.text = text }

  /// The folder of the plan's file: the first two characters.
  package var folder: String { String(text.prefix(2)) }

  /// The path of the plan's file on the board branch.
  package var path: String { "plans/\(folder)/\(text).json" }

  package static func < (left: PlanID, right: PlanID) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package var description: String { text }
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
      let shared = zip(text.utf8, other.text.utf8).prefix { $0 == $1 }.count
      needed = max(needed, shared + 1)
    }
    return String(text.prefix(needed))
  }
}

// MARK: - Shortened ids

/// The shortest unique prefix, of at least four characters, of each plan's id on a board.
package struct ShortIDs: Sendable {
  private let prefixes: [PlanID: String]

  /// - Complexity: O(n log n): in sorted order only neighbours need to be compared.
  package init(_ ids: some Sequence<PlanID>) {
    let sorted = ids.sorted()
    var prefixes: [PlanID: String] = [:]
    prefixes.reserveCapacity(sorted.count)
    for (index, id) in sorted.enumerated() {
      let neighbours = sorted[max(0, index - 1)..<min(sorted.count, index + 2)]
      prefixes[id] = id.shortestPrefix(among: neighbours)
    }
    self.prefixes = prefixes
  }

  /// The prefix of a plan; for a plan that is not on the board, its first four characters.
  package subscript(id: PlanID) -> String { prefixes[id] ?? String(id.text.prefix(4)) }
}
