/// What happened in random histories, so that a test can see that it tested something.
struct MergeTally {
  var merges = 0
  var crissCrosses = 0
  /// Paths with several elements, in all commits.
  var conflicts = 0
  var decisions = 0
  var handWrites = 0
  /// Commits in which a deletion hid the plan, and in which it did so no longer.
  var heldDeletions = 0
  var lapsedDeletions = 0
  var removedItems = 0
  var imports = 0
  /// Commits with the same changes as one before, whose bytes were compared.
  var comparisons = 0
  var filesReadBack = 0

  static func += (left: inout MergeTally, right: MergeTally) {
    for count in [
      \MergeTally.merges, \.crissCrosses, \.conflicts, \.decisions, \.handWrites,
      \.heldDeletions, \.lapsedDeletions, \.removedItems, \.imports, \.comparisons, \.filesReadBack,
    ] {
      left[keyPath: count] += right[keyPath: count]
    }
  }
}
