import PlanModel
import PmgitTestSupport
import Testing

/// Runs the script of a seed. If the script fails, shortens it and returns a report.
func mergeFailure(
  seed: UInt64, puttingBack: Bool = false, suite: String
) -> (report: String?, tally: MergeTally) {
  let script = MergeScript(seed: seed, puttingBack: puttingBack)
  // The slow checks must run here too: a seed that failed in a soak must fail again.
  let thorough = Soak.duration != nil || Seeds.replayed != nil
  let run = { MergeReplicas(running: $0, replicas: script.replicas, thorough: thorough) }
  let replicas = run(script.steps)
  guard replicas.failure != nil else { return (nil, replicas.tally) }
  let steps = Shrinker.shrink(script.steps) { run($0).failure != nil }
  let report = Seeds.report(
    seed, suite: suite, steps: steps, of: script.steps.count, failure: run(steps).failure ?? "")
  return (report, replicas.tally)
}

@Suite("Merging in any history")
struct MergePropertyTests {
  @Test(
    "Every commit holds what was written in its history and not replaced",
    arguments: Seeds.batches(2000, of: 200))
  func specification(seeds: [UInt64]) {
    var tally = MergeTally()
    for seed in seeds {
      let result = mergeFailure(seed: seed, suite: "MergePropertyTests")
      if let report = result.report {
        Issue.record("\(report)")
        return
      }
      tally += result.tally
    }
    if Seeds.replayed == nil { expectEverything(in: tally) }
  }

  /// Checks that 200 random histories contained enough of each situation that merges handle.
  private func expectEverything(in tally: MergeTally) {
    #expect(tally.merges > 1000)
    #expect(tally.crissCrosses > 200)
    #expect(tally.conflicts > 2000)
    #expect(tally.decisions > 100)
    #expect(tally.handWrites > 200)
    #expect(tally.heldDeletions > 100)
    #expect(tally.lapsedDeletions > 100)
    #expect(tally.removedItems > 100)
    #expect(tally.imports > 100)
    #expect(tally.comparisons > 200)
    #expect(tally.filesReadBack > 200)
    #expect(tally.derived > 200)
    #expect(tally.removedDerived > 3)
  }
}

@Suite("Merging in any history, for long", .soak)
struct MergeSoak {
  @Test("Every commit holds what was written in its history and not replaced")
  func specification() async throws {
    try await Soak.run("merges in memory") { seed in
      let report = mergeFailure(seed: seed, suite: "MergePropertyTests").report
      if let report { Issue.record("\(report)") }
      return report == nil
    }
  }

  @Test("Values that were put back by hand end in one state")
  func putBack() async throws {
    try await Soak.run("values put back by hand") { seed in
      let report = mergeFailure(seed: seed, puttingBack: true, suite: "HandEditTests").report
      if let report { Issue.record("\(report)") }
      return report == nil
    }
  }
}
