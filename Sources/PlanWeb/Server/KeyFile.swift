import Libc
import PlanModel

/// The file with the secret from which the keys of pages are derived, so that open pages keep
/// working with the next run of the server.
///
/// The file is in the folder of pmgit's own files in the clone, which git never sends anywhere.
/// Each user of a shared repository has a separate file. A file is valid only if nobody else can
/// have read or written it. It must be a regular file of the user with mode 0600 and one hard link.
/// It must also contain its own inode number and a hash of this machine's id, which shows that it
/// was created here. The file of an unpacked or copied repository, or of a copied disk, is
/// replaced, because others may know its secret.
struct KeyFile {
  private let folder: String
  private let name = "web-key-\(geteuid())"
  private let machine: String

  init(in folder: String) { (self.folder, machine) = (folder, Self.machine()) }

  /// Returns the secret, and creates one if there is none.
  ///
  /// Several servers of the user wait for each other, so that none replaces the file that another
  /// has just created. They lock a separate file, which other users can't lock. Other users could
  /// lock the folder.
  ///
  /// - Parameter isNew: Whether to replace the secret by a new one.
  /// - Returns: nil if no secret can be stored, as on a read-only disk.
  func secret(isNew: Bool, using random: inout some RandomNumberGenerator) -> [UInt8]? {
    _ = mkdir(folder, 0o777)
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else { return nil }
    defer { close(place) }
    guard let lock = lock(in: place) else { return nil }
    defer { close(lock) }
    if isNew, unlinkat(place, name, 0) != 0, errno != ENOENT { return nil }
    for _ in 0..<3 {
      let file = openat(place, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      if file >= 0 {
        defer { close(file) }
        if let secret = secret(in: file, using: &random) { return secret }
      }
      // A symbolic link is removed, not its target.
      guard unlinkat(place, name, 0) == 0 || errno == ENOENT else { return nil }
    }
    return nil
  }

  /// Returns the lock file, which stays locked until it is closed; nil if it can't be created or
  /// locked. A lock file that others can open is replaced.
  private func lock(in place: Int32) -> Int32? {
    let name = self.name + ".lock"
    for _ in 0..<3 {
      let file = openat(place, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      if file >= 0 {
        if isOwn(file), lock(file), isOwn(file) { return file }
        close(file)
      }
      guard unlinkat(place, name, 0) == 0 || errno == ENOENT else { return nil }
    }
    return nil
  }

  /// Waits for the lock of an open file. Returns false where files can't be locked.
  private func lock(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Returns the secret of an open file, and writes a new secret into an empty file. Returns nil if
  /// the file is not valid. Another server may be writing the file, or may have replaced it.
  private func secret(in file: Int32, using random: inout some RandomNumberGenerator) -> [UInt8]? {
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

  /// Whether nobody else can read the file, and it has one hard link.
  private func isOwn(_ file: Int32) -> Bool {
    guard let status = status(of: file) else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o7777 == 0o600
      && status.st_uid == geteuid() && status.st_nlink == 1
  }

  /// Returns a hash of this machine's id; `-` if the system has none. A copy of the disk has
  /// another id if it was set up anew. The id itself is confidential; see machine-id(5).
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

  /// Parses hexadecimal digits.
  ///
  /// - Returns: nil if a byte is not a lowercase hexadecimal digit.
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
