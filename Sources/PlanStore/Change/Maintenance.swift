import Git

extension BoardStore {
  /// The longest run of git's maintenance where the configuration keeps it in the foreground.
  private static let longestMaintenance: Duration = .seconds(3600)

  /// Keeps the disk from filling with small files: each edit leaves about five, which git packs.
  ///
  /// Called when the work is done and on the disk, so a failure here does not fail the command; git
  /// reports it itself the next time it is run. By default git continues in the background.
  func maintain() async {
    do {
      guard try repository.isDueForMaintenance else { return }
      try await program.maintainIfDue(deadline: Self.longestMaintenance)
    } catch {
      return
    }
  }
}
