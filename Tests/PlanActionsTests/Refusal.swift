import PlanActions
import Testing

/// Runs an action that must be refused, and returns why, as every face would be told.
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
