import PlanModel
import PlanStore

/// The values from which another task can open the same board at the time of the request.
struct WorkspaceSource: Sendable {
  private let path: String
  private let board: BoardName
  private let environment: [String: String]
  private let now: Timestamp
  private let clocks: LocalClocks

  init(of workspace: Workspace) {
    (path, board) = (workspace.path, workspace.store.name)
    (environment, now) = (workspace.participant.environment, workspace.now)
    clocks = workspace.participant.clocks
  }

  func open() throws -> Workspace {
    let now = now
    let participant = Participant(
      environment: environment, now: now, clock: { now }, clocks: clocks,
      random: SystemRandomNumberGenerator())
    return try Workspace(at: path, board: board, as: participant)
  }
}

extension Workspace {
  /// Opens the same board again for the same person, without anything that was read before.
  func reopened() throws -> Workspace {
    try Workspace(at: path, board: store.name, as: participant)
  }
}
