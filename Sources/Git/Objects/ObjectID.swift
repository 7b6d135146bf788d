import CGit2

/// The id of a git object: the 20 bytes of its SHA-1 digest.
///
/// Ids are ordered by their bytes, which is also the order of their hexadecimal forms.
package struct ObjectID: Hashable, Sendable {
  /// The digest as big-endian words: comparing and hashing three words is faster than 20 bytes.
  private var high: UInt64
  private var middle: UInt64
  private var low: UInt32

  /// The id of 40 zeros, which names no object.
  package static let zero = ObjectID(high: 0, middle: 0, low: 0)

  /// The id of the empty tree, which every repository knows without storing it.
  package static let emptyTree = ObjectID(
    high: 0x4b82_5dc6_42cb_6eb9, middle: 0xa060_e54b_f8d6_9288, low: 0xfbee_4904)

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// Parses exactly 40 hexadecimal digits of either case; nil for any other text.
  package init?(hex: String) {
    self.init(hexadecimalDigits: hex.utf8)
  }

  /// Parses exactly 40 hexadecimal digits, given as ASCII bytes; nil for anything else.
  init?(hexadecimalDigits digits: some Collection<UInt8>) {
    guard digits.count == 40,
      let high: UInt64 = hexadecimalWord(digits.prefix(16)),
      let middle: UInt64 = hexadecimalWord(digits.dropFirst(16).prefix(16)),
      let low: UInt32 = hexadecimalWord(digits.dropFirst(32))
    else { return nil }
    self.init(high: high, middle: middle, low: low)
  }

  /// The 40 hexadecimal digits, in lower case.
  package var hex: String {
    var words = (high.bigEndian, middle.bigEndian, low.bigEndian)
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 40) { text in
      withUnsafeBytes(of: &words) { bytes in
        for index in 0..<20 {
          text[2 * index] = digits[Int(bytes[index] >> 4)]
          text[2 * index + 1] = digits[Int(bytes[index] & 15)]
        }
      }
      return 40
    }
  }

  /// Returns the first `count` hexadecimal digits, for people to read. They may not be unique.
  package func abbreviated(_ count: Int = 7) -> String {
    String(hex.prefix(count))
  }
}

extension ObjectID {
  /// The number of bytes of an id.
  package static let byteCount = 20

  /// Creates an id from its bytes; nil unless there are exactly 20.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(digest: bytes)
  }

  /// Creates an id from 20 bytes.
  init(digest bytes: UnsafeRawBufferPointer) {
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      middle: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      low: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)))
  }

  /// The 20 bytes of the id.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: high.bigEndian) { Array($0) }
      + withUnsafeBytes(of: middle.bigEndian) { Array($0) }
      + withUnsafeBytes(of: low.bigEndian) { Array($0) }
  }
}

extension ObjectID: Comparable {
  package static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }
}

extension ObjectID: CustomStringConvertible {
  package var description: String { hex }
}

extension ObjectID {
  init(_ raw: git_oid) {
    self = withUnsafeBytes(of: raw) { ObjectID(digest: $0) }
  }

  /// The id as a libgit2 value.
  var raw: git_oid {
    var raw = git_oid()
    withUnsafeMutableBytes(of: &raw) { bytes in
      bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return raw
  }
}

/// Parses hexadecimal digits of either case; nil if there is any other byte. Unlike
/// `init(_:radix:)` it accepts no sign.
private func hexadecimalWord<Word: FixedWidthInteger>(_ digits: some Sequence<UInt8>) -> Word? {
  var word: Word = 0
  for digit in digits {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | Word(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"):
      word = word << 4 | Word(digit - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"):
      word = word << 4 | Word(digit - UInt8(ascii: "A") + 10)
    default: return nil
    }
  }
  return word
}
