/// The file with the traces of a clone's exchanges. It only improves waits, so an error of writing
/// or reading it is ignored.
struct TurnFile {
  let path: String

  /// Writes the traces. A symbolic link at the file's path is replaced, not followed.
  func write(_ traces: ExchangeTurn.Traces) {
    let times = [traces.push, traces.length, traces.others].map { $0?.milliseconds ?? -1 }
    LineFile(path: path).write(times.map(String.init).joined(separator: " "))
  }

  /// Returns the traces; nil without a readable file.
  func read() -> ExchangeTurn.Traces? {
    guard let line = LineFile(path: path).read() else { return nil }
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
