import Synchronization

/// Limits the number of connections that run at the same time.
final class ConnectionCount: Sendable {
  private let limit: Int
  private let open = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Runs `body`, and counts it as a connection while it runs. If the limit is reached, returns at
  /// once instead.
  ///
  /// - Throws: The error of `body`.
  func holding(_ body: () async throws -> Void) async throws {
    let isIn = open.withLock { open in
      guard open < limit else { return false }
      open += 1
      return true
    }
    guard isIn else { return }
    defer { open.withLock { $0 -= 1 } }
    try await body()
  }
}
