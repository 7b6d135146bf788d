import CGit2

extension GitProgram {
  /// Runs git's automatic maintenance if it is due, as git's own commands do.
  ///
  /// git continues in the background unless `gc.autoDetach` is off. It writes failures to `gc.log`,
  /// and prints them at the next `git gc --auto`.
  package func maintainIfDue(deadline: Duration) async throws(GitProgramError) {
    let output = try await run(["maintenance", "run", "--auto", "--quiet"], deadline: deadline)
    if output.exitCode != 0 { throw .failed("git maintenance", output) }
  }
}

extension Repository {
  /// Whether git's own commands would start maintenance now.
  ///
  /// As `git gc --auto` does, this counts the loose objects in one of the 256 folders, and the
  /// packs. The limits are `gc.auto` and `gc.autoPackLimit`; `maintenance.auto` turns maintenance
  /// off. git checks this again, so the only purpose is not to start git needlessly.
  ///
  /// - Complexity: Lists two folders.
  package var isDueForMaintenance: Bool {
    get throws(GitError) {
      guard try configBool("maintenance.auto") ?? true else { return false }
      let looseLimit = try configInteger("gc.auto") ?? 6700
      guard looseLimit > 0 else { return false }
      let objects = commonDirectory + "objects/"
      let sample = try Self.fileNames(in: objects + "17").count
      // Rounded up, as git does.
      if sample > (looseLimit + 255) / 256 { return true }
      let packLimit = try configInteger("gc.autopacklimit") ?? 50
      guard packLimit > 0 else { return false }
      let packs = try Self.fileNames(in: objects + "pack").filter { $0.hasSuffix(".pack") }
      return packs.count > packLimit
    }
  }
}
