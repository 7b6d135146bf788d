import Libc
import PlanActions

/// A file or stream that is read more than once without keeping it in memory.
///
/// A stream is copied to a temporary file that has no name, so the system removes it when pmgit
/// ends.
final class RewindableFile {
  private let descriptor: Int32
  private let name: String
  private let opened: stat

  /// Prepares to read an input several times.
  ///
  /// - Parameter descriptor: An open file or stream, which the caller may close afterwards.
  init(descriptor: Int32, name: String, _ environment: [String: String]) throws {
    self.name = name
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw HostFiles.problem("read", name) }
    // A file's position may not be its beginning.
    let isAtStart = status.st_mode & S_IFMT == S_IFREG && lseek(descriptor, 0, SEEK_CUR) == 0
    self.descriptor =
      isAtStart
      ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      : try Self.copy(of: descriptor, name: name, in: environment["TMPDIR"])
    guard self.descriptor >= 0, fstat(self.descriptor, &status) == 0 else {
      throw HostFiles.problem("read", name)
    }
    opened = status
    guard status.st_size <= HostFiles.maximumSize else { throw Self.tooLong(name) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var input: ImportInput {
    ImportInput { offset, count in try self.read(at: offset, atMost: count) }
  }

  private static func tooLong(_ name: String) -> Problem {
    Problem(code: .file, message: "'\(name)' is longer than \(HostFiles.maximumSize) bytes")
  }

  /// Copies a stream to a temporary file, and returns its descriptor.
  private static func copy(of stream: Int32, name: String, in folder: String?) throws -> Int32 {
    let folder = folder.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(folder)/pmgit-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw HostFiles.problem("write", "\(folder)/pmgit-XXXXXX") }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    var size = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = HostFiles.readOnce(stream, into: &buffer)
      if count == 0 { return file }
      guard count > 0 else {
        defer { close(file) }
        throw HostFiles.problem("read", name)
      }
      size += count
      guard size <= HostFiles.maximumSize else {
        close(file)
        throw tooLong(name)
      }
      guard HostFiles.write(Array(buffer[..<count]), to: file) else {
        defer { close(file) }
        throw HostFiles.problem("write", "a temporary file in \(folder)")
      }
    }
  }

  /// Reads bytes at an offset.
  ///
  /// - Throws: `Problem` if the file was changed since it was opened, because the readings would
  ///   differ.
  private func read(at offset: Int, atMost most: Int) throws -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw HostFiles.problem("read", name) }
    guard status.st_size == opened.st_size, status.isWritten(at: opened) else {
      throw Problem(code: .file, message: "'\(name)' was changed while it was read")
    }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      while true {
        let read = pread(descriptor, buffer.baseAddress, most, off_t(offset))
        if read < 0, errno == EINTR { continue }
        failed = read < 0
        count = max(0, read)
        return
      }
    }
    if failed { throw HostFiles.problem("read", name) }
    return bytes
  }
}

extension stat {
  /// Whether two files have the same modification time.
  fileprivate func isWritten(at other: stat) -> Bool {
    #if canImport(Darwin)
      let (own, others) = (st_mtimespec, other.st_mtimespec)
    #else
      let (own, others) = (st_mtim, other.st_mtim)
    #endif
    return own.tv_sec == others.tv_sec && own.tv_nsec == others.tv_nsec
  }
}
