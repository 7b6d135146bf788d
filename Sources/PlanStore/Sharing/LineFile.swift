#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A small file with one line, which a clone keeps for its next command. pmgit works without it.
struct LineFile {
  let path: String

  /// Writes the line. A symbolic link at the file's path is replaced, not followed.
  ///
  /// - Returns: Whether the file was written.
  @discardableResult func write(_ line: String) -> Bool {
    unlink(path)
    guard let file = fopen(path, "wxe") else { return false }
    let isWritten = fputs(line + "\n", file) >= 0
    return fclose(file) == 0 && isWritten
  }

  /// Returns the first 100 bytes of the line; nil without a readable file. A symbolic link is not
  /// followed.
  func read() -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = systemRead(file, &bytes, bytes.count)
    return String(
      String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" })
  }
}

// The C function; a method above hides its name.
private let systemRead = read
