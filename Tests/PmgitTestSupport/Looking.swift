/// Waits until a condition holds. It checks at most 6,000 times, with pauses of 10 ms.
///
/// The number of checks is limited, not the time, because both the checks and what they wait for
/// are slower on a busy machine.
///
/// - Returns: Whether the condition held.
package func holdsInTheEnd(_ condition: () throws -> Bool) async throws -> Bool {
  for _ in 0..<6000 {
    if try condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  }
  return false
}
