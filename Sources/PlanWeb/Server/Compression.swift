import CZlib

/// Compresses answers for browsers that accept it, which helps over ssh.
///
/// The length of compressed data tells something about their content to those who see it and can
/// choose a part of it, as in the attack called BREACH. Here nobody can do both. Only a request
/// with the bearer has a compressed answer: other pages have no bearer and see no length. Programs
/// that can listen to the connection can read it anyway, because it is not encrypted; over ssh,
/// nobody else chooses what the page requests. Answers with a key or a proof are never compressed.
enum Compression {
  /// The sizes of what is compressed, in bytes. Less is not worth it, and more would take too long.
  private static let sizes = 2 << 10...64 << 20
  /// The fastest level. On the machine itself, time matters more than size.
  private static let level: Int32 = 1
  /// The largest window, and gzip's head and end.
  private static let gzipWindow: Int32 = 15 + 16
  private static let memory: Int32 = 8

  /// Returns the answer with its body compressed, or as it is if that is not useful.
  static func compressed(_ answer: WebAnswer) -> WebAnswer {
    guard case .bytes(let bytes) = answer.body, sizes.contains(bytes.count),
      let gzipped = gzip(bytes), gzipped.count < bytes.count
    else { return answer }
    var answer = answer
    answer.body = .bytes(gzipped)
    answer.headers.append(("Content-Encoding", "gzip"))
    return answer
  }

  /// - Returns: nil if zlib fails, as without memory.
  private static func gzip(_ content: [UInt8]) -> [UInt8]? {
    // zlib remembers where the stream is, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, gzipWindow, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
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
