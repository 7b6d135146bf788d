import CPlatform
import PlanActions

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that pmgit writes a published board into.
///
/// It is new, empty, or was published by pmgit before: then a file in it lists what is pmgit's.
/// Other files in it are never written or removed. Each file is written under another name and then
/// renamed, so a server shows whole files.
struct PublishedFolder {
  /// The path for the system.
  private let path: String
  /// The folder as the person named it.
  private let name: String
  /// The paths of the files that pmgit wrote before.
  let former: Set<String>

  /// The file that lists the files that are pmgit's, one a line, below `heading`.
  static let listName = ".pmgit-publish"
  private static let heading = "pmgit publish 1"
  /// The name of a file until it is complete.
  private static let newName = ".pmgit-publish.new"
  /// The longest list that is read.
  private static let longestList = 1 << 22

  /// Examines a folder, and changes nothing.
  ///
  /// - Parameters:
  ///   - path: The path for the system.
  ///   - name: The folder as the person named it.
  init(at path: String, named name: String) throws(Problem) {
    (self.path, self.name) = (path, name)
    guard let entries = try Self.entries(of: path, name) else {
      former = []
      return
    }
    if let list = Self.text(ofFile: "\(path)/\(Self.listName)") {
      former = try Self.paths(in: list, name)
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

  /// Writes the files, and removes those of the former publication that are not among them.
  func write(_ files: [String: [UInt8]]) throws(Problem) {
    try requireOwn(files.keys.sorted())
    try makeFolder(path, name)
    // If the program ends meanwhile, the list has all files that may be there.
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

  /// Fails if a file that is not pmgit's is in the place of a new one.
  private func requireOwn(_ files: [String]) throws(Problem) {
    for file in files where !former.contains(file) {
      var status = stat()
      guard lstat("\(path)/\(file)", &status) == 0 else { continue }
      throw Problem(
        code: .fileExists, message: "'\(name)/\(file)' was not published by pmgit",
        hints: ["move it to another place, or name another folder"])
    }
  }

  private func writeList(of files: Set<String>) throws(Problem) {
    let lines = [Self.heading] + files.sorted()
    try write(Array((lines.joined(separator: "\n") + "\n").utf8), to: Self.listName)
  }

  /// Writes a file, unless it has these bytes already.
  private func write(_ bytes: [UInt8], to file: String) throws(Problem) {
    let target = "\(path)/\(file)"
    if Self.hasBytes(bytes, target) { return }
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

  private func makeFolder(_ path: String, _ name: String) throws(Problem) {
    if mkdir(path, 0o777) == 0 { return }
    guard errno == EEXIST else { throw Self.failure("create", name) }
    var status = stat()
    // A link below the folder would lead to files that are not of the folder.
    let isFolder = path == self.path ? stat(path, &status) : lstat(path, &status)
    guard isFolder == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Problem(
        code: .fileExists, message: "'\(name)' is not a folder",
        hints: ["move it to another place, or name another folder"])
    }
  }

  // MARK: - Reading

  /// Returns the names in a folder; nil if it does not exist.
  private static func entries(of path: String, _ name: String) throws(Problem) -> [String]? {
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
  /// - Throws: `Problem` if the list has a path that pmgit does not write: somebody may have
  ///   written it so that other files are removed.
  private static func paths(in list: String, _ name: String) throws(Problem) -> Set<String> {
    let lines = list.split(separator: "\n").map(String.init)
    guard lines.first == heading, lines.dropFirst().allSatisfy(isPublished) else {
      throw Problem(
        code: .file, message: "'\(name)/\(listName)' was not written by this version of pmgit",
        hints: ["name a folder that is empty or does not exist yet"])
    }
    return Set(lines.dropFirst())
  }

  /// Whether a path has the form of those that pmgit writes: names of plain characters that begin
  /// with none of a hidden file, in two folders at most.
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

  /// Returns the text of a plain file; nil for anything else, and for a very long file.
  private static func text(ofFile path: String) -> String? {
    read(path, atMost: longestList).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func hasBytes(_ bytes: [UInt8], _ path: String) -> Bool {
    read(path, atMost: bytes.count) == bytes
  }

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
