/// The 64-bit FNV-1a hash by Fowler, Noll and Vo (RFC 9923).
package enum FNV1a {
  package static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Returns the hash in 16 hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String {
    let digits = String(hash(of: bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
