/// Counts of situations in random histories, to check that a test covers them.
struct MergeTally {
  var merges = 0
  var crissCrosses = 0
  /// The number of paths with several elements, in all commits.
  var conflicts = 0
  var decisions = 0
  var handWrites = 0
  /// The number of commits in which a deletion holds.
  var heldDeletions = 0
  /// The number of commits in which a deletion no longer holds.
  var lapsedDeletions = 0
  var removedItems = 0
  var imports = 0
  /// The number of commits with derived values.
  var derived = 0
  /// How often a person removed a derived member of a set.
  var removedDerived = 0
  /// The number of commits whose bytes were compared with a commit of the same changes.
  var comparisons = 0
  var filesReadBack = 0

  static func += (left: inout MergeTally, right: MergeTally) {
    for count in [
      \MergeTally.merges, \.crissCrosses, \.conflicts, \.decisions, \.handWrites,
      \.heldDeletions, \.lapsedDeletions, \.removedItems, \.imports, \.comparisons, \.filesReadBack,
      \.derived, \.removedDerived,
    ] {
      left[keyPath: count] += right[keyPath: count]
    }
  }
}
