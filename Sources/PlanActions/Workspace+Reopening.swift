import PlanModel
import PlanStore

extension Workspace {
  /// Opens the same board again for the same person, without anything that was read before.
  func reopened() throws -> Workspace {
    try Workspace(at: path, board: store.name, as: participant)
  }

  /// Returns a function with which another task opens the same board, at the time of the request.
  func opener() -> @Sendable () throws -> Workspace {
    let (path, board, now, clocks) = (path, store.name, now, clocks)
    let environment = participant.environment
    return {
      let participant = Participant(
        environment: environment, now: now, clock: { now }, clocks: clocks,
        random: SystemRandomNumberGenerator())
      return try Workspace(at: path, board: board, as: participant)
    }
  }
}
