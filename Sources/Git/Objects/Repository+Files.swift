import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Returns the text of a small file of git, or `nil` if it does not exist. Invalid UTF-8 is
/// replaced.
///
/// - Throws: `GitError` if the file exists and can't be read.
func textOfFile(_ path: String) throws(GitError) -> String? {
  guard let file = fopen(path, "re") else {
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .system("read '\(path)'")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes += buffer[..<count]
  }
  if ferror(file) != 0 { throw .system("read '\(path)'") }
  return String(decoding: bytes, as: UTF8.self)
}

extension Repository {
  /// Returns the sorted names of a folder's entries; empty if the folder does not exist.
  static func fileNames(in folder: String) throws(GitError) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw .system("list '\(folder)'")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

extension GitError {
  /// Returns an error for the current `errno`.
  static func system(_ operation: String) -> GitError {
    let number = errno
    return GitError(
      .generic, String(cString: strerror(number)), operation: operation,
      errorClass: Int32(GIT_ERROR_OS.rawValue),
      cause: SystemFailure(errno: number).map(Cause.system))
  }
}
