import PlanModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file in `<git dir>/pmgit/` that can be made again from the board, and so may be deleted.
///
/// A file that can't be read or written only costs the time of reading the board again.
struct CacheFile {
  private let folder: String
  private let path: String

  init(_ name: String, in folder: String) { (self.folder, path) = (folder, "\(folder)/\(name)") }

  /// Returns the bytes, but of a longer file only some; nil if there is none.
  func read(upTo most: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= most {
      let count = systemRead(file, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Replaces the file as a whole; a link in its place is replaced, not followed.
  func write(_ bytes: [UInt8]) {
    let draft = path + ".\(getpid())"
    // Fails where it is there, which is usual; if it can't be made, the file can't be opened.
    _ = mkdir(folder, 0o777)
    unlink(draft)
    guard let file = fopen(draft, "wxe") else { return }
    let isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count
    if fclose(file) == 0, isWhole, rename(draft, path) == 0 { return }
    unlink(draft)
  }
}

// The C function, whose name a method above hides.
private let systemRead = read
