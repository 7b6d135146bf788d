import PlanModel

/// The port of a repository. It is the same in each run, because browsers store the data of a page,
/// such as unsaved texts, separately for each port.
enum WebPort {
  /// The first port of a range in which no service is registered and from which systems do not
  /// assign ports automatically.
  private static let first = 17_000
  private static let count = 3_000
  private static let tries = 20

  /// The ports to try, in order.
  static func usual(for folder: String) -> [Int] {
    let hash = UInt64(FNV1a.hex(of: Array(folder.utf8)), radix: 16) ?? 0
    let start = Int(hash % UInt64(count))
    return (0..<tries).map { first + (start + $0) % count }
  }
}
