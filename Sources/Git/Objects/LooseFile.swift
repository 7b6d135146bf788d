import CZlib
import Libc

/// The file of a loose object, which is read once for the size and the content.
///
/// libgit2 opens the file for each of them. It can also read an object in parts, but version 1.5
/// never ends if the file was cut off.
struct LooseFile {
  let isBlob: Bool
  /// The number of bytes of the content.
  let size: Int
  private let compressed: [UInt8]
  /// The length of the header `<type> <size>` and a NUL.
  private let headerLength: Int

  /// The longest file to read. Others are left to libgit2.
  private static let longest = 1 << 16

  /// Reads a file; nil if there is none, if it is long, or if its header can't be read.
  ///
  /// - Parameter folder: The folder `objects`, without `/` at the end.
  init?(_ id: ObjectID, in folder: String) {
    let descriptor = open(
      "\(folder)/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    compressed = [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, Self.longest))
    }
    guard compressed.count < Self.longest else { return nil }
    // A header that git writes has at most 32 bytes.
    let start = Self.inflated(compressed, atMost: 32)
    guard let end = start.firstIndex(of: 0) else { return nil }
    let words = String(decoding: start[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 2, let size = Int(words[1]), size >= 0 else { return nil }
    (isBlob, self.size, headerLength) = (words[0] == "blob", size, end + 1)
  }

  /// Returns the content; nil if the file is damaged.
  func content() -> [UInt8]? {
    let count = headerLength + size
    // With room for another byte, a content that is too long is found.
    let bytes = Self.inflated(compressed, atMost: count + 1)
    return bytes.count == count ? Array(bytes[headerLength...]) : nil
  }

  /// Returns the first bytes of what was compressed; none if the bytes can't be read.
  private static func inflated(_ bytes: [UInt8], atMost most: Int) -> [UInt8] {
    var length = uLong(most)
    return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      let status = uncompress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
      // If there are more bytes, zlib fills the buffer and returns `Z_BUF_ERROR`.
      count = status == Z_OK || status == Z_BUF_ERROR ? Int(length) : 0
    }
  }
}
