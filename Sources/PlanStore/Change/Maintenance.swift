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
