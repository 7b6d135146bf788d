import PlanModel

/// The port of a repository, the same at each run: a browser keeps what a page remembers, such as a text that is
/// being written, by the port.
enum WebPort {
  /// Ports that no service is registered for and systems don't hand out, some in a row for one repository.
  private static let first = 17_000
  private static let count = 3_000
  private static let tries = 20

  /// The ports to try, in their order.
  static func usual(for folder: String) -> [Int] {
    let hash = UInt64(FNV1a.hex(of: Array(folder.utf8)), radix: 16) ?? 0
    let start = Int(hash % UInt64(count))
    return (0..<tries).map { first + (start + $0) % count }
  }
}
