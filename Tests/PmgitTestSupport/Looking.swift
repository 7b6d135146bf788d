/// Waits until something holds, for 6,000 looks at most, a hundredth of a second apart.
///
/// The looks are counted, and not timed, since a look takes longer on a busy machine, as does what
/// it waits for.
///
/// - Returns: Whether it held in the end.
package func holdsInTheEnd(_ condition: () throws -> Bool) async throws -> Bool {
  for _ in 0..<6000 {
    if try condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  }
  return false
}
