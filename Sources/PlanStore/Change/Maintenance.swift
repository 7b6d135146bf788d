import Git

extension BoardStore {
  /// The longest time for git's maintenance if the configuration runs it in the foreground.
  private static let longestMaintenance: Duration = .seconds(3600)

  /// Lets git pack loose objects when there are many. Each edit leaves about five small files.
  ///
  /// It is called when the change is on the disk, so a failure does not fail the command. git
  /// reports the failure at its next run. By default git continues in the background.
  func maintain() async {
    do {
      guard try repository.isDueForMaintenance else { return }
      try await program.maintainIfDue(deadline: Self.longestMaintenance)
    } catch {
      return
    }
  }
}

extension BoardStore {
  /// The most files that are written as loose objects. Each of these is flushed to the disk on its
  /// own; more files are written as one pack.
  private static let looseLimit = 100

  /// Runs `body`, which writes `fileCount` files, and packs the objects if there are many.
  func packing<Result>(
    files fileCount: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if fileCount <= Self.looseLimit { return try body() }
    return try repository.withObjectBatch(body)
  }
}
