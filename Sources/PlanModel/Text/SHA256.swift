/// SHA-256 by FIPS 180-4, and HMAC-SHA-256 by RFC 2104.
package enum SHA256 {
  private static let blockSize = 64

  /// Returns the HMAC of a message in hexadecimal digits. It can be computed only with the key.
  package static func code(of message: String, by key: [UInt8]) -> String {
    let key = key.count > blockSize ? digest(of: key) : key
    let block = key + [UInt8](repeating: 0, count: blockSize - key.count)
    let inner = digest(of: block.map { $0 ^ 0x36 } + Array(message.utf8))
    return hex(digest(of: block.map { $0 ^ 0x5c } + inner))
  }

  package static func digest(of message: [UInt8]) -> [UInt8] {
    var state = initialState
    let padded = padded(message)
    for start in stride(from: 0, to: padded.count, by: blockSize) {
      add(padded[start..<start + blockSize], to: &state)
    }
    return state.flatMap(bytes)
  }

  package static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the message with a 1 bit, zeros and its length in bits, filled up to whole blocks.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let zeros = (2 * blockSize - (message.count + 9) % blockSize) % blockSize
    let length = UInt64(message.count) * 8
    return message + [0x80] + [UInt8](repeating: 0, count: zeros)
      + bytes(UInt32(length >> 32)) + bytes(UInt32(truncatingIfNeeded: length))
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    let words = schedule(of: block)
    var work = state
    for index in 0..<blockSize {
      let (a, e) = (work[0], work[4])
      let choice = (e & work[5]) ^ (~e & work[6])
      let majority = (a & work[1]) ^ (a & work[2]) ^ (work[1] & work[2])
      let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = work[7] &+ sum &+ choice &+ constants[index] &+ words[index]
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      work = [first &+ second] + work.prefix(7)
      work[4] &+= first
    }
    for index in state.indices { state[index] &+= work[index] }
  }

  private static func schedule(of block: ArraySlice<UInt8>) -> [UInt32] {
    var words = (0..<16).map { index in
      let start = block.startIndex + index * 4
      return block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<blockSize {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ (early >> 3)
      let second = turned(late, 17) ^ turned(late, 19) ^ (late >> 10)
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    return words
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytes(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
  }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private static let initialState: [UInt32] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
    0x5be0cd19,
  ]

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
  ]
}
