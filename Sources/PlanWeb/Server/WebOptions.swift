import PlanActions
package import PlanModel

/// The options of one run of the server, with the environment and the clocks of the process.
package struct WebOptions: Sendable {
  /// A folder in the repository.
  package var folder: String
  /// The board to open first; nil for the default board. The repository's other boards are
  /// available as well.
  package var board: BoardName?
  /// The port; nil for the repository's usual port, or the next free one.
  package var port: Int?
  package var isReadOnly = false
  /// Whether a new key is created, so that pages opened before lose access.
  package var hasNewKey = false
  /// The interval of automatic syncs; nil for none.
  package var syncPeriod: Duration?
  package var environment: [String: String]
  package var clock: @Sendable () -> Timestamp
  package var clocks: LocalClocks

  package init(
    folder: String, environment: [String: String], clock: @escaping @Sendable () -> Timestamp,
    clocks: LocalClocks
  ) {
    (self.folder, self.environment) = (folder, environment)
    (self.clock, self.clocks) = (clock, clocks)
  }

  /// Opens a board for the user of this machine at the current time; the default board if `board`
  /// is nil.
  func workspace(_ board: BoardName?) throws -> Workspace {
    let participant = Participant(
      environment: environment, now: clock(), clock: clock, clocks: clocks,
      random: SystemRandomNumberGenerator())
    try participant.actAsAgentOfEnvironment()
    return try Workspace(at: folder, board: board, as: participant)
  }
}
