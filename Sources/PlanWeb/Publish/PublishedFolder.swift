import CPlatform
import Libc
import PlanActions

/// A folder that pmgit writes a published board into.
///
/// The folder is new, empty except for `.git`, or was published by pmgit before. In the last case a
/// file in it lists the files that belong to pmgit. Other files are never changed or removed. Each
/// file is written under a temporary name and then renamed, so that a server never shows a partial
/// file.
struct PublishedFolder {
  /// The full path.
  private let path: String
  /// The folder as the person typed it.
  private let name: String
  /// The paths of the files that pmgit wrote before.
  let former: Set<String>

  /// The file that lists pmgit's files, one per line, below `heading`.
  static let listName = ".pmgit-publish"
  private static let heading = "pmgit publish 1"
  /// The temporary name of a file that is being written.
  private static let newName = ".pmgit-publish.new"
  /// The largest list that is read, in bytes.
  private static let longestList = 1 << 22

  /// Examines a folder, and changes nothing.
  ///
  /// - Parameters:
  ///   - path: The full path.
  ///   - name: The folder as the person typed it.
  init(at path: String, named name: String) throws {
    (self.path, self.name) = (path, name)
    guard let entries = try Self.entries(of: path, name) else {
      former = []
      return
    }
    if let list = Self.read("\(path)/\(Self.listName)", atMost: Self.longestList) {
      former = try Self.paths(in: String(decoding: list, as: UTF8.self), name)
    } else if entries.allSatisfy({ $0 == ".git" || $0 == Self.newName }) {
      former = []
    } else {
      throw Problem(
        code: .fileExists, message: "'\(name)' is not empty, and pmgit has not published it",
        hints: ["name a folder that is empty or does not exist yet"])
    }
  }

  // MARK: - Writing

  /// Returns the paths of the former files that are not in the new ones.
  func outdated(besides files: [String: [UInt8]]) -> [String] {
    former.filter { files[$0] == nil }.sorted()
  }

  /// Writes the files, and removes the files of the former publication that are not among them.
  func write(_ files: [String: [UInt8]]) throws {
    try requireOwn(files.keys.sorted())
    try makeFolder(path, name)
    // If the program is interrupted, the list contains all files that may exist.
    try writeList(of: former.union(files.keys))
    for folder in Set(files.keys.compactMap(Self.folder)).sorted(by: { $0.count < $1.count }) {
      try makeFolder("\(path)/\(folder)", "\(name)/\(folder)")
    }
    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) { try write(bytes, to: file) }
    for file in outdated(besides: files) {
      unlink("\(path)/\(file)")
      if let folder = Self.folder(of: file) { rmdir("\(path)/\(folder)") }
    }
    try writeList(of: Set(files.keys))
  }

  /// Throws a problem if a file that does not belong to pmgit is in the place of a new one.
  private func requireOwn(_ files: [String]) throws {
    for file in files where !former.contains(file) {
      var status = stat()
      guard lstat("\(path)/\(file)", &status) == 0 else { continue }
      throw Problem(
        code: .fileExists, message: "'\(name)/\(file)' was not published by pmgit",
        hints: ["move it to another place, or name another folder"])
    }
  }

  private func writeList(of files: Set<String>) throws {
    let lines = [Self.heading] + files.sorted()
    try write(Array((lines.joined(separator: "\n") + "\n").utf8), to: Self.listName)
  }

  /// Writes a file, unless it already has this content.
  private func write(_ bytes: [UInt8], to file: String) throws {
    let target = "\(path)/\(file)"
    if Self.read(target, atMost: bytes.count) == bytes { return }
    let new = "\(path)/\(Self.newName)"
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("write", file) }
    let isWritten =
      bytes.withUnsafeBytes { pmgit_write_all(descriptor, $0.baseAddress, $0.count, 0) } == 0
    var reason = errno
    if close(descriptor) != 0, isWritten { reason = errno } else if isWritten { reason = 0 }
    if reason == 0, rename(new, target) == 0 { return }
    if reason != 0 { errno = reason }
    let problem = failure("write", file)
    unlink(new)
    throw problem
  }

  private func makeFolder(_ path: String, _ name: String) throws {
    if mkdir(path, 0o777) == 0 { return }
    guard errno == EEXIST else { throw Self.failure("create", name) }
    var status = stat()
    // A symbolic link below the folder could lead to files outside of it.
    let isFolder = path == self.path ? stat(path, &status) : lstat(path, &status)
    guard isFolder == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Problem(
        code: .fileExists, message: "'\(name)' is not a folder",
        hints: ["move it to another place, or name another folder"])
    }
  }

  // MARK: - Reading

  /// Returns the names in a folder; nil if it does not exist.
  private static func entries(of path: String, _ name: String) throws -> [String]? {
    guard let stream = opendir(path) else {
      var status = stat()
      if errno == ENOENT, lstat(path, &status) != 0 { return nil }
      throw failure("read", name)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
        ) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the paths that a list names.
  ///
  /// - Throws: `Problem` if the list contains a path that pmgit never writes. Somebody may have
  ///   added it to make pmgit remove other files.
  private static func paths(in list: String, _ name: String) throws -> Set<String> {
    let lines = list.split(separator: "\n").map(String.init)
    guard lines.first == heading, lines.dropFirst().allSatisfy(isPublished) else {
      throw Problem(
        code: .file, message: "'\(name)/\(listName)' was not written by this version of pmgit",
        hints: ["name a folder that is empty or does not exist yet"])
    }
    return Set(lines.dropFirst())
  }

  /// Whether a path has the form of those that pmgit writes: at most two folders, and names of
  /// plain characters that do not begin with a dot.
  static func isPublished(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 3
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.count < 100 && part.first != "." && part.first != "-"
          && part.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E: true
            default: false
            }
          }
      }
  }

  private static func folder(of file: String) -> String? {
    file.lastIndex(of: "/").map { String(file[..<$0]) }
  }

  /// Reads a regular file; nil for anything else, and for a file with more than `limit` bytes.
  private static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) <= limit
    else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }

  // MARK: - Failures

  private func failure(_ verb: String, _ file: String) -> Problem {
    Self.failure(verb, "\(name)/\(file)")
  }

  private static func failure(_ verb: String, _ name: String) -> Problem {
    let hint: Hint? =
      switch errno {
      case ENOENT: "the folder around it must exist, and no link may lead nowhere"
      case EACCES, EPERM, EROFS: "name a folder that you may write"
      case ENOSPC, EDQUOT: "make room on the disk; the same command then completes the folder"
      case ENOTDIR: "name a folder, and not a file"
      default: nil
      }
    return Problem(
      code: .file, message: "could not \(verb) '\(name)': \(String(cString: strerror(errno)))",
      hints: hint.map { [$0] } ?? [])
  }
}

// The C function, whose name a method above would hide.
private let systemRead = read
