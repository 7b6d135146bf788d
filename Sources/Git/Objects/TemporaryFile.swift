import CPlatform
import Libc

/// A new file that only its owner writes. It is removed if it never gets another name.
final class TemporaryFile {
  private let path: String
  private let descriptor: Int32
  /// Whether the file exists and still has the name `path`.
  private var isTemporary = false

  /// If pmgit is killed, 'git gc' or `git prune` removes the file by the beginning of its name,
  /// `tmp_`.
  init(in folder: String, named name: String) throws(GitError) {
    path = "\(folder)/\(name)_\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    var opened = open(path, flags, 0o444)
    if opened < 0, errno == ENOENT, mkdir(folder, 0o777) == 0 || errno == EEXIST {
      opened = open(path, flags, 0o444)
    }
    descriptor = opened
    guard descriptor >= 0 else { throw .system("write '\(path)'") }
    isTemporary = true
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if isTemporary { unlink(path) }
  }

  func append(_ bytes: [UInt8]) throws(GitError) {
    guard writeAll(bytes, to: descriptor) else { throw .system("write '\(path)'") }
    pmgit_start_writing_out(descriptor)
  }

  /// Replaces bytes without moving the place where the next ones are appended.
  func write(_ bytes: [UInt8], at offset: Int) throws(GitError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + bytes.count - rest.count))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system("write '\(path)'") }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads bytes; fewer only at the end of the file.
  func read(at offset: Int, atMost most: Int) throws(GitError) -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      while count < most {
        let part = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, most - count, off_t(offset + count))
        if part < 0, errno == EINTR { continue }
        failed = part < 0
        if part <= 0 { return }
        count += part
      }
    }
    if failed { throw .system("read '\(path)'") }
    return bytes
  }

  /// Returns the SHA-1 digest of the whole file.
  func digest() throws(GitError) -> [UInt8] {
    var (sum, offset) = (SHA1Digest(), 0)
    while true {
      let bytes = try read(at: offset, atMost: 1 << 18)
      if bytes.isEmpty { return sum.end() }
      bytes.withUnsafeBytes { sum.add($0) }
      offset += bytes.count
    }
  }

  func flush() throws(GitError) {
    guard flushToDisk(descriptor) == 0 else { throw .system("flush '\(path)'") }
  }

  /// Gives the file its name. A file with that name is replaced: it has the same content.
  func rename(to name: String) throws(GitError) {
    guard systemRename(path, name) == 0 else { throw .system("rename '\(path)' to '\(name)'") }
    isTemporary = false
  }

  /// Gives the file a name in a folder, which is made if it is missing. If `git gc` removes the new
  /// folder before the file is in it, the folder is made again.
  ///
  /// - Returns: Whether the folder had to be made.
  func rename(to name: String, in folder: String) throws(GitError) -> Bool {
    var isNew = false
    for _ in 0..<100 {
      if systemRename(path, name) == 0 {
        isTemporary = false
        return isNew
      }
      guard errno == ENOENT else { break }
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw .system("make '\(folder)'") }
      isNew = true
    }
    throw .system("rename '\(path)' to '\(name)'")
  }
}

// The C function, whose name a method above hides.
private let systemRename = rename
