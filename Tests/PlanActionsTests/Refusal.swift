import PlanActions
import Testing

/// Runs an action that must be refused, and returns the problem that is shown to the user.
func refusal(
  sourceLocation: SourceLocation = #_sourceLocation, _ action: () async throws -> Void
) async throws -> Problem {
  do {
    try await action()
  } catch {
    return Problem(error)
  }
  Issue.record("nothing was refused", sourceLocation: sourceLocation)
  throw NothingRefused()
}

private struct NothingRefused: Error {}
