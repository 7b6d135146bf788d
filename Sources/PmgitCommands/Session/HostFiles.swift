import CPlatform
import Libc
import PlanActions

/// Files of the host, named by their paths: imports, charts, drafts, and the files that git passes
/// to hooks and to the merge driver.
struct HostFiles {
  /// The folder against which relative paths are resolved.
  let directory: String

  /// The largest file that is read: a gibibyte.
  static let maximumSize = 1 << 30

  func path(_ name: String) -> String {
    if name.hasPrefix("/") { return name }
    return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// Reads a whole file.
  func read(_ name: String) throws -> [UInt8] {
    let descriptor = try opened(name, O_RDONLY)
    defer { close(descriptor) }
    return try Self.read(descriptor: descriptor, name: name)
  }

  /// Opens a file for an import, which reads it twice.
  func importInput(_ name: String, _ environment: [String: String]) throws -> ImportInput {
    let descriptor = try opened(name, O_RDONLY)
    defer { close(descriptor) }
    return try RewindableFile(descriptor: descriptor, name: name, environment).input
  }

  /// Reads a file with at most `limit` bytes; nil if it has more. Only a little more than `limit`
  /// is read.
  func read(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    let descriptor = try opened(name, O_RDONLY)
    defer { close(descriptor) }
    let bytes = try Self.read(descriptor: descriptor, name: name, upTo: limit)
    return bytes.count <= limit ? bytes : nil
  }

  /// Reads a descriptor to its end.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes after which reading stops, possibly a little later.
  ///   - size: The expected number of bytes.
  static func read(
    descriptor: Int32, name: String, upTo limit: Int = .max, expecting size: Int = 1 << 16
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(max(size, 0) + 1, 1 << 16))
    while true {
      let count = readOnce(descriptor, into: &buffer)
      if count == 0 { return bytes }
      if count < 0 { throw problem("read", name) }
      bytes += buffer[..<count]
      if bytes.count > limit { return bytes }
      guard bytes.count <= maximumSize else {
        throw Problem(code: .file, message: "'\(name)' is longer than \(maximumSize) bytes")
      }
    }
  }

  /// Reads the bytes that have come on a descriptor, and waits for the first.
  ///
  /// - Returns: At most 64 KiB; empty at the end, or if the descriptor can't be read.
  static func readPart(of descriptor: Int32) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = readOnce(descriptor, into: &buffer)
    return buffer[..<max(0, count)]
  }

  /// Waits for bytes, and reads as many as have come, at most a full buffer.
  ///
  /// - Returns: The number of bytes; 0 at the end, and less if it failed, as `errno` says.
  static func readOnce(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Replaces a file, or a symbolic link at its path, by renaming a new file, so that other
  /// programs never see a half-written file.
  func replace(_ name: String, with bytes: [UInt8], mode: mode_t = 0o644) throws {
    let target = path(name)
    let temporary = "\(target).pmgit-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Self.problem("write", name) }
    guard Self.write(bytes, andClose: descriptor, isSynced: true), rename(temporary, target) == 0
    else {
      let problem = Self.problem("write", name)
      unlink(temporary)
      throw problem
    }
  }

  /// Creates a file. If anything is at the path, even a symbolic link that leads nowhere, nothing
  /// is written.
  func create(_ name: String, with bytes: [UInt8]) throws {
    let target = path(name)
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw Self.problem("write", name) }
      throw Problem(
        code: .fileExists, message: "'\(name)' exists already",
        hints: ["overwrite it with --force, or choose another place with --output FILE"])
    }
    guard Self.write(bytes, andClose: descriptor) else {
      let problem = Self.problem("write", name)
      unlink(target)
      throw problem
    }
  }

  /// Writes a file that a person named, like a shell's '>'. A symbolic link is followed, a missing
  /// file is created, and an existing file keeps its mode. A pipe or a device is written to, not
  /// replaced.
  func put(_ bytes: [UInt8], at name: String) throws {
    var status = stat()
    if stat(path(name), &status) != 0 {
      guard lstat(path(name), &status) == 0 else { return try replace(name, with: bytes) }
      // The target of a dangling symbolic link is created, empty.
      close(try opened(name, O_WRONLY | O_CREAT))
      guard stat(path(name), &status) == 0 else { throw Self.problem("write", name) }
    }
    guard status.st_mode & S_IFMT == S_IFREG, access(path(name), W_OK) == 0,
      let real = Self.real(path(name))
    else {
      let isWritten = Self.write(bytes, andClose: try opened(name, O_WRONLY))
      guard isWritten else { throw Self.problem("write", name) }
      return
    }
    try replace(real, with: bytes, mode: status.st_mode & 0o777)
  }

  /// The path of a file without symbolic links; nil if the system can't resolve it.
  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the names of the files in a folder, unsorted; empty if there is no such folder.
  func names(in folder: String) throws -> [String] {
    guard let stream = opendir(path(folder)) else {
      if errno == ENOENT { return [] }
      throw Self.problem("read", folder)
    }
    defer { closedir(stream) }
    return Self.rawNames(of: stream).map(Self.text)
  }

  #if canImport(Darwin)
    typealias OpenFolder = UnsafeMutablePointer<DIR>
  #else
    typealias OpenFolder = OpaquePointer
  #endif

  /// Decodes a file name that ends in a zero byte. Bytes that are not UTF-8 become U+FFFD.
  static func text(of name: [CChar]) -> String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the names in an open folder that do not begin with a dot, unsorted. They are raw
  /// bytes, which may not be UTF-8, each with a zero byte at its end.
  static func rawNames(of stream: OpenFolder) -> [[CChar]] {
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
        ) { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
      }
      if name.first != 0x2E { names.append(name) }
    }
    return names
  }

  func remove(_ name: String) { unlink(path(name)) }

  /// Creates a folder, unless it exists. The folder around it must exist.
  ///
  /// - Throws: `Problem` if the folder can't be created, or if it is a symbolic link, because
  ///   private files would be written at its target.
  func makeFolder(_ name: String) throws {
    if mkdir(path(name), 0o777) == 0 { return }
    guard errno == EEXIST else { throw Self.problem("create", name) }
    var status = stat()
    if lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw Problem.symbolicLink(path(name))
    }
  }

  /// Opens a file, and returns its descriptor.
  private func opened(_ name: String, _ flags: Int32) throws -> Int32 {
    let descriptor = open(path(name), flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Self.problem(flags & O_WRONLY == 0 ? "read" : "write", name)
    }
    return descriptor
  }

  /// Writes to a descriptor, and closes it.
  ///
  /// - Returns: false if something failed; then `errno` has the first reason.
  private static func write(
    _ bytes: [UInt8], andClose descriptor: Int32, isSynced: Bool = false
  ) -> Bool {
    let isWritten = write(bytes, to: descriptor) && (!isSynced || fsync(descriptor) == 0)
    let reason = errno
    let isClosed = close(descriptor) == 0
    if !isWritten { errno = reason }
    return isWritten && isClosed
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { pmgit_write_all(descriptor, $0.baseAddress, $0.count, 0) } == 0
  }

  static func problem(_ verb: String, _ name: String) -> Problem {
    let hint: [Hint] = errno == ENOENT ? ["check the path"] : []
    return Problem(
      code: .file, message: "could not \(verb) '\(name)': \(String(cString: strerror(errno)))",
      hints: hint)
  }
}

// The C function, whose name a method above would hide.
private let systemRead = read
