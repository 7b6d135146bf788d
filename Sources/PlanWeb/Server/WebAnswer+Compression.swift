import CZlib

// Compresses answers for browsers that accept it, which helps over ssh.
//
// The length of compressed data reveals something about the content to an attacker who can see the
// length and choose a part of the content, as in the attack BREACH. Here no attacker can do both.
// Only requests with the bearer get a compressed answer. Other pages have no bearer and can't see
// the length. Programs that can listen to the connection can read it anyway, because it is not
// encrypted. Over ssh nobody else can choose what the page requests. Answers with a key or a proof
// are never compressed.
extension WebAnswer {
  /// The sizes of bodies that are compressed, in bytes. For smaller ones it is not worth it, and
  /// larger ones would take too long.
  private static let sizes = 2 << 10...64 << 20
  /// The level of zlib.
  enum Level: Int32 {
    /// For answers that are made for one request. Without a slow connection, time matters more than
    /// size.
    case fastest = 1
    /// For files that a browser asks for once. Higher levels need far longer for 1 % less.
    case usual = 6
  }
  /// The largest window, with a gzip header and trailer.
  private static let gzipWindow: Int32 = 15 + 16
  private static let memory: Int32 = 8

  /// Returns the answer with its body compressed, or unchanged if compression is not useful.
  func compressed(_ level: Level = .fastest) -> WebAnswer {
    guard case .bytes(let bytes) = body, Self.sizes.contains(bytes.count),
      let gzipped = Self.gzip(bytes, level), gzipped.count < bytes.count
    else { return self }
    var answer = self
    answer.body = .bytes(gzipped)
    answer.headers.append(("Content-Encoding", "gzip"))
    return answer
  }

  /// Compresses bytes by gzip.
  ///
  /// - Returns: nil if zlib fails, for example because memory is exhausted.
  private static func gzip(_ content: [UInt8], _ level: Level) -> [UInt8]? {
    // zlib stores the address of the stream, so the stream must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    let status = deflateInit2_(
      stream, level.rawValue, Z_DEFLATED, gzipWindow, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { deflateEnd(stream) }
    let most = Int(deflateBound(stream, uLong(content.count)))
    var isWhole = false
    let output = [UInt8](unsafeUninitializedCapacity: most) { output, count in
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = uInt(output.count)
      isWhole = content.withUnsafeBufferPointer { content in
        // zlib does not write to its input.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
        stream.pointee.avail_in = uInt(content.count)
        return deflate(stream, Z_FINISH) == Z_STREAM_END
      }
      count = Int(stream.pointee.total_out)
    }
    return isWhole ? output : nil
  }
}
