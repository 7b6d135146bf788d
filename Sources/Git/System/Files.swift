import CPlatform
import Libc

/// Returns the text of a small file of git, or `nil` if it does not exist. Invalid UTF-8 is
/// replaced.
///
/// - Throws: `GitError` if the file exists and can't be read.
func textOfFile(_ path: String) throws(GitError) -> String? {
  try bytesOfFile(path).map { String(decoding: $0, as: UTF8.self) }
}

/// Returns the bytes of a small file, or `nil` if it does not exist.
///
/// - Throws: `GitError` if the file exists and can't be read.
func bytesOfFile(_ path: String) throws(GitError) -> [UInt8]? {
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
  return bytes
}

/// Writes all bytes to an open file.
///
/// - Returns: Whether it succeeded; if not, `errno` has the reason.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { pmgit_write_all(descriptor, $0.baseAddress, $0.count, 0) } == 0
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

/// Creates folders.
package enum Folder {
  /// Creates a folder. Throws if the path already exists.
  package static func make(_ path: String) throws(GitError) {
    guard mkdir(path, 0o777) == 0 else { throw .system("make the folder '\(path)'") }
  }

  /// Creates a folder with a unique name, which only this user may enter.
  ///
  /// - Parameter parent: An existing folder.
  /// - Returns: The path, which ends in the name, a hyphen and six characters.
  package static func makeTemporary(in parent: String, named name: String) throws(GitError)
    -> String
  {
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("make a folder in '\(parent)'") }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a folder and its contents, but no targets of links in it. Failures are ignored,
  /// because the parent folder is cleaned up later: it is the quarantine or the system's temporary
  /// folder.
  package static func remove(_ path: String) {
    guard let names = try? Repository.fileNames(in: path) else { return }
    for name in names {
      let file = "\(path)/\(name)"
      if unlink(file) != 0 { remove(file) }
    }
    rmdir(path)
  }
}

/// A temporary folder, removed when this value goes out of scope.
struct ScratchFolder: ~Copyable {
  let path: String

  /// Creates a temporary folder, which is removed together with this object.
  ///
  /// - Parameter parent: An existing folder.
  /// - Throws: `GitError` if the temporary folder can't be created.
  init(in parent: String) throws(GitError) {
    path = try Folder.makeTemporary(in: parent, named: "pmgit")
  }

  deinit { Folder.remove(path) }
}

extension Repository {
  /// Sets this process's file mask as `core.sharedRepository` requires, so that other users can
  /// access the files created from now on. The mask stays the same if the key is not set.
  ///
  /// libgit2 applies the setting only when it creates a repository. With the process's own mask,
  /// the group could not write to new folders below `objects`. The folders' group comes from the
  /// set-group-ID bit that `git init --shared` sets.
  ///
  /// - Throws: `GitError` with code `.invalid` if git does not support the value.
  func followSharing() throws(GitError) {
    guard let value = try configString("core.sharedRepository")?.lowercased() else { return }
    let mask = umask(0)
    switch value {
    case "umask", "false", "no", "off", "0", "":
      umask(mask)
    case "group", "true", "yes", "on", "1":
      umask(mask & ~0o070)
    case "all", "world", "everybody", "2":
      umask(mask & ~0o075)
    default:
      guard let mode = mode_t(value, radix: 8), mode & 0o600 == 0o600 else {
        umask(mask)
        throw GitError(
          .invalid, "'\(value)' is not a value of 'core.sharedRepository'",
          operation: "read the configuration")
      }
      // A folder gets the execute bit wherever it has the read bit.
      umask(~(mode | (mode & 0o444) >> 2) & 0o777)
    }
  }
}
