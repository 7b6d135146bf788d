import CGit2

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
