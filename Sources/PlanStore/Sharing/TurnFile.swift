#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file with the traces of a clone's exchanges. It only makes waits better, so if it can't be
/// written or read, nothing is reported.
struct TurnFile {
  let path: String

  /// Writes the traces. A symbolic link at the file's path is replaced, not followed.
  func write(_ traces: ExchangeTurn.Traces) {
    unlink(path)
    guard let file = fopen(path, "wxe") else { return }
    let times = [traces.push, traces.length, traces.others].map { $0?.milliseconds ?? -1 }
    fputs(times.map(String.init).joined(separator: " ") + "\n", file)
    fclose(file)
  }

  /// Returns the traces; nil without a readable file.
  func read() -> ExchangeTurn.Traces? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = systemRead(file, &bytes, bytes.count)
    let line = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" }
    let times = line.split(separator: " ").map { Int64($0).flatMap(Duration.init(checking:)) }
    guard times.count == 3, let length = times[1] else { return nil }
    return ExchangeTurn.Traces(push: times[0], length: length, others: times[2])
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// Creates a duration of milliseconds; nil if it is negative or longer than a century.
  fileprivate init?(checking milliseconds: Int64) {
    guard (0...3_155_760_000_000).contains(milliseconds) else { return nil }
    self = .milliseconds(milliseconds)
  }
}

// The C function; a method above hides its name.
private let systemRead = read
