import Git

/// A checksum of a row, 64 bits, against damage of the file and not against attacks: SQLite keeps
/// none.
///
/// Eight bytes at a time are multiplied in, so that checking a row costs less than reading it.
struct RowCheck {
  private(set) var value: UInt64

  /// - Parameter seed: What the row is about, so that rows which changed places are found out.
  init(_ seed: UInt64) { value = Self.mix(seed ^ 0x9E37_79B9_7F4A_7C15) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var place = 0
    while place + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[place...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
  }

  mutating func add(_ word: UInt64) { value = Self.mix(value ^ word) }

  /// Every bit of a word changes about half of the bits of the result.
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}

extension RowCheck {
  static func head(_ bytes: UnsafeRawBufferPointer) -> Int64 { of(bytes, seed: 0) }

  /// - Parameter number: The plan's, `PlanID.number`.
  static func plan(_ number: Int64, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    of(bytes, seed: UInt64(bitPattern: number))
  }

  static func file(_ path: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Int64 {
    path.withUnsafeBytes { path in of(bytes, seed: UInt64(bitPattern: of(path, seed: 1))) }
  }

  /// - Parameter bucket: The number of the bucket that the bytes are.
  static func mentions(_ bucket: Int, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    of(bytes, seed: ~UInt64(bucket) << 61)
  }

  /// - Parameter place: That of the commit, of which the bytes are a part.
  static func past(_ part: PastPart, _ place: PastPlace, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    var check = RowCheck(part.rawValue)
    check.add(UInt64(bitPattern: Int64(place.date)))
    place.commit.bytes.withUnsafeBytes { check.add($0) }
    check.add(bytes)
    return Int64(bitPattern: check.value)
  }

  /// A part of a commit's row that has a checksum of its own.
  enum PastPart: UInt64 { case commit = 2, touches, details }

  /// - Parameter number: That of the plan whose touches the bytes are.
  static func planPast(_ number: Int64, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    of(bytes, seed: ~UInt64(bitPattern: number))
  }

  private static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> Int64 {
    var check = RowCheck(seed)
    check.add(bytes)
    return Int64(bitPattern: check.value)
  }
}
