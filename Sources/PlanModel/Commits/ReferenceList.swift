/// A list of references without duplicates, up to `PlanReference.mostOfACommit`.
///
/// One line may name a plan ten thousand times. A lazy sequence with a limit would read the line
/// again for each of them.
struct ReferenceList {
  private(set) var references: [PlanReference] = []
  private var seen: Set<PlanReference> = []

  var isFull: Bool { references.count == PlanReference.mostOfACommit }

  mutating func add(_ more: some Sequence<PlanReference>) {
    for reference in more where !isFull && seen.insert(reference).inserted {
      references.append(reference)
    }
  }
}
