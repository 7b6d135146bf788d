import PlanModel
import PmgitTestSupport
import Testing

/// Runs a search and prints its extent.
private func search(
  _ subject: MergeGraph.Subject, depth: Int, bases: MergeReplicas.Bases = .all
) -> MergeSearch {
  let search = MergeSearch(subject, depth: depth, bases: bases)
  print(
    "\(subject), \(depth) steps: \(search.states) states, \(search.graph.count) commits,",
    "\(search.graph.merges) merges, \(search.graph.crissCrosses) with several bases")
  return search
}

@Suite("Merging in all small histories")
struct MergeSearchTests {
  /// The minimum size of a search. It ensures that tests notice a search that finds too little.
  struct Extent {
    let states: Int
    let merges: Int
    let crissCrosses: Int
  }

  @Test(
    "Every history of seven steps of three replicas and a hub is merged right, and comes to rest",
    arguments: [
      (MergeGraph.Subject.register, Extent(states: 18_000, merges: 8000, crissCrosses: 3000)),
      (.setMember, Extent(states: 4300, merges: 1500, crissCrosses: 600)),
    ])
  func all(subject: MergeGraph.Subject, extent: Extent) {
    let search = search(subject, depth: 7)
    #expect(search.failure == nil)
    #expect(search.states >= extent.states)
    #expect(search.graph.merges >= extent.merges)
    #expect(search.graph.crissCrosses >= extent.crissCrosses)
  }

  @Test(
    "With one base only, the search finds a wrong merge",
    arguments: [MergeGraph.Subject.register, .setMember])
  func oneBase(subject: MergeGraph.Subject) {
    let failure = search(subject, depth: 7, bases: .first).failure
    #expect(failure?.contains("has [") == true, "\(failure ?? "nothing was wrong")")
  }
}

@Suite("Merging in all histories that are not so small", .soak)
struct MergeSearchSoak {
  @Test(
    "Every history of eight steps is merged right, and comes to rest",
    arguments: [MergeGraph.Subject.register, .setMember])
  func all(subject: MergeGraph.Subject) {
    #expect(search(subject, depth: 8).failure == nil)
  }
}
