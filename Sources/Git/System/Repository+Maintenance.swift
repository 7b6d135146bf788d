import CGit2

extension Repository {
  /// Whether there are so many loose objects or packs that git's own commands would tidy up now.
  ///
  /// Counts as `git gc --auto` does: the loose objects in one of the 256 folders, and the packs;
  /// the limits are `gc.auto` and `gc.autoPackLimit`, and with `maintenance.auto` off it is never
  /// due. git checks again before it does anything; this only saves starting it.
  ///
  /// - Complexity: Two folders listed.
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
