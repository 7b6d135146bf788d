package import PlanModel

/// What one run of the server is told, and all that it knows of the process.
package struct WebOptions: Sendable {
  /// A folder in the repository.
  package var folder: String
  /// The board to open first; the others of the repository are there as well.
  package var board: BoardName?
  /// nil for the usual port of the repository, or the next one that is free.
  package var port: Int?
  package var isReadOnly = false
  /// How often the board is synchronised by itself; nil for never.
  package var syncPeriod: Duration?
  package var environment: [String: String]
  package var clock: @Sendable () -> LocalTime

  package init(
    folder: String, environment: [String: String], clock: @escaping @Sendable () -> LocalTime
  ) {
    (self.folder, self.environment, self.clock) = (folder, environment, clock)
  }
}

/// A moment, and how far the local clocks are ahead of UTC then.
package struct LocalTime: Sendable {
  package let now: Timestamp
  package let minutesAheadOfUTC: Int

  package init(now: Timestamp, minutesAheadOfUTC: Int) {
    (self.now, self.minutesAheadOfUTC) = (now, minutesAheadOfUTC)
  }
}
