import Git

extension BoardStore {
  /// How long git may take where it was told not to go to the background.
  private static let longestMaintenance: Duration = .seconds(3600)

  /// Keeps the disk from filling with small files: each edit leaves about five, which git packs.
  ///
  /// Called when the work is done and on the disk: so that it fails is no failure of the work, and
  /// git itself tells of it when somebody runs it. By itself git goes on in the background.
  func maintain() async {
    do {
      guard try repository.isDueForMaintenance else { return }
      try await program.maintainIfDue(deadline: Self.longestMaintenance)
    } catch {
      return
    }
  }
}
