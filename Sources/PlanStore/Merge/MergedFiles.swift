import PlanIndex
import PlanModel

/// A cache of merged files.
///
/// If another clone pushes first, a sync merges again, with the newer board of the remote. Most
/// files are the same as in the previous try. The cache avoids reading and merging these again.
struct MergedFiles {
  /// All inputs of a file's merge.
  struct Versions: Hashable {
    private let file: BoardFile
    private let sides: [Touch.Version]
    private let bases: Set<Touch.Version>

    init(of file: BoardFile, _ a: Touch.Version, _ b: Touch.Version, bases: Set<Touch.Version>) {
      self.file = file
      // The order of the sides does not change the merge.
      sides = a.id < b.id ? [a, b] : [b, a]
      self.bases = bases
    }
  }

  struct Outcome {
    /// The merged file; nil if it would be too long to be read back.
    var leaf: Touch.Version?
    /// The conflicts that neither side had before the merge.
    var conflicts: [Conflict] = []
    /// Whether the merge depends only on the versions and not on their histories.
    var isRepeatable = true
  }

  private var outcomes: [Versions: Outcome] = [:]
  /// The number of files that were merged, without those from the cache.
  private(set) var made = 0

  subscript(versions: Versions) -> Outcome? { outcomes[versions] }

  mutating func note(_ outcome: Outcome, of versions: Versions) {
    made += 1
    if outcome.isRepeatable { outcomes[versions] = outcome }
  }
}
