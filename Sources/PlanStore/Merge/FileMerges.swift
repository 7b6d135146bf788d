import PlanModel

/// The results of merges of files.
///
/// A sync that lost a race merges with the winner's state. Most files are then as they were in the
/// try before, and need neither be read nor merged again.
struct FileMerges {
  /// The versions of a file that meet: all inputs of its merge.
  struct Versions: Hashable {
    private let file: BoardFile
    private let sides: [TreeMerge.Leaf]
    private let bases: Set<TreeMerge.Leaf>

    init(of file: BoardFile, _ a: TreeMerge.Leaf, _ b: TreeMerge.Leaf, bases: Set<TreeMerge.Leaf>) {
      self.file = file
      // The merge is the same whichever side comes first.
      sides = a.id < b.id ? [a, b] : [b, a]
      self.bases = bases
    }
  }

  struct Outcome {
    /// The merged file; nil if it would be too long to be read back.
    var leaf: TreeMerge.Leaf?
    /// The paths where this merge, and neither side before it, has several values.
    var conflicts: [Conflict] = []
    /// Whether the merge depends on the versions alone, and not on the history below them.
    var isRepeatable = true
  }

  private var outcomes: [Versions: Outcome] = [:]
  /// The number of files that were merged and not looked up.
  private(set) var made = 0

  subscript(versions: Versions) -> Outcome? { outcomes[versions] }

  mutating func note(_ outcome: Outcome, of versions: Versions) {
    made += 1
    if outcome.isRepeatable { outcomes[versions] = outcome }
  }
}
