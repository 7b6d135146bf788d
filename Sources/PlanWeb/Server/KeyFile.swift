import PlanModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file of the secret from which the keys of pages are made, so that pages that are open
/// continue with the next run of the server.
///
/// It is in the folder of pmgit's own files in the clone, of which git sends nothing anywhere. Each
/// user of a shared repository has a file. A file counts only if nobody else can have read or
/// written it: it is a plain file of the user with mode 0600 and one name, and it contains the
/// number of its own inode and a hash of the id of this machine, so it is the file that was made
/// here. The file of an unpacked or copied repository, or of a copied disk, is replaced, because
/// others may know its secret.
struct KeyFile {
  private let folder: String
  private let name = "web-key-\(geteuid())"
  private let machine: String

  init(in folder: String) { (self.folder, machine) = (folder, Self.machine()) }

  /// Returns the secret, and makes one if there is none.
  ///
  /// Servers of the user wait for each other, so that none replaces the file that another has just
  /// made. They lock a file of their own: other users can't lock it, but could lock the folder.
  ///
  /// - Parameter isNew: Whether to replace the secret by a new one.
  /// - Returns: nil if no secret can be kept, as on a read-only disk.
  func secret(isNew: Bool, using random: inout some RandomNumberGenerator) -> [UInt8]? {
    _ = mkdir(folder, 0o777)
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else { return nil }
    defer { close(place) }
    guard let lock = lock(in: place) else { return nil }
    defer { close(lock) }
    if isNew, unlinkat(place, name, 0) != 0, errno != ENOENT { return nil }
    for _ in 0..<3 {
      let file = openat(
        place, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      if file >= 0 {
        defer { close(file) }
        if let secret = secret(in: file, using: &random) { return secret }
      }
      // A link is removed, not what it leads to.
      guard unlinkat(place, name, 0) == 0 || errno == ENOENT else { return nil }
    }
    return nil
  }

  /// Returns the file of the lock, locked until it is closed; nil if there can be none. One that
  /// others can open is replaced.
  private func lock(in place: Int32) -> Int32? {
    let name = self.name + ".lock"
    for _ in 0..<3 {
      let file = openat(
        place, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      if file >= 0 {
        if isOwn(file), lock(file), isOwn(file) { return file }
        close(file)
      }
      guard unlinkat(place, name, 0) == 0 || errno == ENOENT else { return nil }
    }
    return nil
  }

  /// Waits for the lock of an open file; false where files can't be locked.
  private func lock(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Returns the secret of an open file, and writes one into an empty file; nil if the file does
  /// not count. Another server may be writing into it, or have replaced it.
  private func secret(
    in file: Int32, using random: inout some RandomNumberGenerator
  ) -> [UInt8]? {
    guard isOwn(file), lock(file), isOwn(file) else { return nil }
    let place = "\(status(of: file)?.st_ino ?? 0) \(machine)"
    let length = 64 + 1 + place.utf8.count + 1
    var text = [UInt8](repeating: 0, count: length + 1)
    let count = read(file, &text, text.count)
    if count == 0 {
      let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let line = Array("\(SHA256.hex(secret)) \(place)\n".utf8)
      return write(file, line, line.count) == line.count && fsync(file) == 0 ? secret : nil
    }
    guard count == length, text[64..<length].elementsEqual(" \(place)\n".utf8) else { return nil }
    return Self.bytes(ofHex: text[..<64])
  }

  /// Whether nobody else can read the file, and it has one name.
  private func isOwn(_ file: Int32) -> Bool {
    guard let status = status(of: file) else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o7777 == 0o600
      && status.st_uid == geteuid() && status.st_nlink == 1
  }

  /// Returns a hash of the id of this machine's system; `-` where there is none. It differs on a
  /// copy of the disk that was set up anew. The id itself is private, see machine-id(5).
  private static func machine() -> String {
    let file = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "-" }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(file, &text, text.count))
    let digits = text[..<count].prefix { $0 > UInt8(ascii: " ") && $0 < 127 }
    guard !digits.isEmpty, !digits.elementsEqual("uninitialized".utf8) else { return "-" }
    return SHA256.hex(SHA256.digest(of: Array("pmgit web-key ".utf8) + digits))
  }

  private func status(of file: Int32) -> stat? {
    var status = stat()
    return fstat(file, &status) == 0 ? status : nil
  }

  /// - Returns: nil if a byte is no lower-case hexadecimal digit.
  private static func bytes(ofHex digits: ArraySlice<UInt8>) -> [UInt8]? {
    let values = digits.compactMap { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard values.count == digits.count else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
