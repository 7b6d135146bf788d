import PmgitTestSupport
import Testing

/// Runs the script of a seed; if it fails, shrinks it and returns what to print.
private func replicaFailure(
  seed: UInt64
) async throws -> (report: String?, merges: Int, comparisons: Int) {
  let script = ReplicaScript(seed: seed)
  let result = try await ReplicaRun.failure(of: script.steps, in: script, seed: seed)
  guard var failure = result.failure else { return (nil, result.merges, result.comparisons) }
  var shrinker = Shrinker(script.steps, budget: 60)
  while let steps = shrinker.next() {
    let shorter = try await ReplicaRun.failure(of: steps, in: script, seed: seed).failure
    shrinker.judge(fails: shorter != nil)
    failure = shorter ?? failure
  }
  let report = Seeds.report(
    seed, suite: "ReplicaTests", steps: shrinker.steps, of: script.steps.count, failure: failure)
  return (report, result.merges, result.comparisons)
}

@Suite("Clones that change and share in any order")
struct ReplicaTests {
  @Test(
    "hold what was written and not replaced after every step, and come to rest",
    arguments: Seeds.batches(10, of: 5))
  func convergence(seeds: [UInt64]) async throws {
    var (merges, comparisons) = (0, 0)
    for seed in seeds {
      let result = try await replicaFailure(seed: seed)
      if let report = result.report {
        Issue.record("\(report)")
        return
      }
      merges += result.merges
      comparisons += result.comparisons
    }
    guard Seeds.replayed == nil else { return }
    #expect(merges > 10)
    #expect(comparisons > 20)
  }
}

@Suite("Clones that change and share in any order, for long", .soak)
struct ReplicaSoak {
  @Test("hold what was written and not replaced after every step, and come to rest")
  func convergence() async throws {
    try await Soak.run("merges in repositories") { seed in
      let report = try await replicaFailure(seed: seed).report
      if let report { Issue.record("\(report)") }
      return report == nil
    }
  }
}
