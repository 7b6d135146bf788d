import Git

/// A 64-bit checksum of a row, because SQLite stores none. It detects damage, but not deliberate
/// changes.
///
/// Eight bytes are processed at a time, so that checking a row takes less time than reading it.
struct RowCheck {
  private(set) var value: UInt64

  /// Begins a checksum.
  ///
  /// - Parameter seed: A number for the row or its table, so that rows in wrong places are
  ///   detected.
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

  /// Mixes a word so that each of its bits changes about half of the bits of the result.
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  static func head(_ bytes: UnsafeRawBufferPointer) -> Int64 { checksum(bytes, seed: 0) }

  /// Returns the checksum of a block of plans.
  ///
  /// - Parameter first: The key of the block.
  static func plans(_ first: Int64, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    checksum(bytes, seed: 5 << 60 | UInt64(bitPattern: first))
  }

  /// Returns the checksum of a plan's texts.
  ///
  /// - Parameter number: The number of the plan, `PlanID.number`.
  static func texts(_ number: Int64, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    checksum(bytes, seed: 7 << 60 | UInt64(bitPattern: number))
  }

  static func file(_ path: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Int64 {
    path.withUnsafeBytes { path in
      checksum(bytes, seed: UInt64(bitPattern: checksum(path, seed: 1)))
    }
  }

  /// Returns the checksum of a bucket of mentions.
  ///
  /// - Parameter bucket: The number of the bucket.
  static func mentions(_ bucket: Int, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    checksum(bytes, seed: 6 << 60 | UInt64(bucket))
  }

  /// Returns the checksum of a part of a commit's row.
  ///
  /// - Parameter place: The position of the commit.
  static func past(_ part: PastPart, _ place: PastPlace, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    var check = RowCheck(part.rawValue)
    check.add(UInt64(bitPattern: Int64(place.date)))
    place.commit.bytes.withUnsafeBytes { check.add($0) }
    check.add(bytes)
    return Int64(bitPattern: check.value)
  }

  /// A part of a commit's row with its own checksum.
  enum PastPart: UInt64 { case commit = 2, touches, details }

  /// Returns the checksum of a plan's touches.
  ///
  /// - Parameter number: The number of the plan.
  static func planPast(_ number: Int64, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    checksum(bytes, seed: ~UInt64(bitPattern: number))
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> Int64 {
    var check = RowCheck(seed)
    check.add(bytes)
    return Int64(bitPattern: check.value)
  }
}
