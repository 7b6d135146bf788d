/// References in their order, each once, up to `PlanReference.mostOfACommit`.
///
/// A lazy sequence cut at the limit would read a line again for each reference taken from it: one
/// line may name a plan ten thousand times.
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
