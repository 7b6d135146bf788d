import Git
import PlanModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file with the commit that was last pushed to a remote, even without success. Other clones may
/// have that commit as soon as the push begins.
///
/// The remote-tracking branch moves only after the remote has answered. If the file can't be
/// written or read, pmgit relies on that branch alone.
struct SentNote {
  private let path: String

  init(in folder: String, board: BoardName) { path = "\(folder)/sent-\(board)" }

  /// Writes the commit. A symbolic link at the file's path is replaced, not followed.
  func write(_ commit: ObjectID) {
    unlink(path)
    guard let file = fopen(path, "wxe") else { return }
    fputs("\(commit)\n", file)
    fclose(file)
  }

  func read() -> ObjectID? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = systemRead(file, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return ObjectID(hex: String(text.prefix { $0 != "\n" }))
  }
}

// The C function; a method above hides its name.
private let systemRead = read
