import CZlib

/// Compresses objects one after another with the same memory.
final class Compressor {
  // zlib's state points to the structure, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var output: UnsafeMutableRawBufferPointer

  /// Uses git's default compression level for packs, which is zlib's default, or another one.
  init(level: Int32 = Z_DEFAULT_COMPRESSION) throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    output = .allocate(byteCount: 1 << 14, alignment: 1)
    let status = deflateInit_(
      stream, level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw Self.error(status) }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  func compress(_ content: [UInt8], into bytes: inout [UInt8]) throws(GitError) {
    let most = Int(deflateBound(stream, uLong(content.count)))
    if output.count < most {
      output.deallocate()
      output = .allocate(byteCount: most, alignment: 1)
    }
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = uInt(output.count)
    var status = content.withUnsafeBufferPointer { content in
      // zlib does not write to its input.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
      stream.pointee.avail_in = uInt(content.count)
      return deflate(stream, Z_FINISH)
    }
    guard status == Z_STREAM_END else { throw Self.error(status) }
    bytes += output[..<Int(stream.pointee.total_out)]
    status = deflateReset(stream)
    guard status == Z_OK else { throw Self.error(status) }
  }

  private static func error(_ status: Int32) -> GitError {
    GitError(.generic, "zlib error \(status)", operation: "compress an object")
  }
}
