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
/// number of its own inode and the id of this machine, so it is the file that was made here. The
/// file of an unpacked or copied repository, or of a copied disk, whose secret others may know, is
/// replaced.
struct KeyFile {
  private let folder: String
  private let name = "web-key-\(geteuid())"
  private let machine: String

  init(in folder: String) { (self.folder, machine) = (folder, Self.machine()) }

  /// Returns the secret, and makes one if there is none.
  ///
  /// One server at a time is in here, so that none replaces the file that another has just made.
  ///
  /// - Parameter isNew: Whether to replace the secret by a new one.
  /// - Returns: nil if no secret can be kept, as on a read-only disk.
  func secret(isNew: Bool, using random: inout some RandomNumberGenerator) -> [UInt8]? {
    _ = mkdir(folder, 0o777)
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else { return nil }
    defer { close(place) }
    // Where folders can't be locked, the file itself is locked all the same.
    _ = flock(place, LOCK_EX)
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

  /// Returns the secret of an open file, and writes one into an empty file; nil if the file does
  /// not count. Another server may be writing into it, or have replaced it.
  private func secret(
    in file: Int32, using random: inout some RandomNumberGenerator
  ) -> [UInt8]? {
    guard isOwn(file), flock(file, LOCK_EX) == 0, isOwn(file) else { return nil }
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

  /// Returns the id of this machine's system, which differs on a copy of its disk that was set up
  /// anew; `-` where there is none.
  private static func machine() -> String {
    let file = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "-" }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(file, &text, text.count))
    let digits = text[..<count].prefix { $0 > UInt8(ascii: " ") && $0 < 127 }
    return digits.isEmpty ? "-" : String(decoding: digits, as: UTF8.self)
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
