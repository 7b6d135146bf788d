import PmgitTestSupport
import Testing

/// Runs the script of a seed. If it fails, the script is shortened and the result has the report to
/// print.
private func replicaResult(seed: UInt64) async throws -> ReplicaRun.Result {
  let script = ReplicaScript(seed: seed)
  var result = try await ReplicaRun.run(script.steps, in: script, seed: seed)
  guard var failure = result.failure else { return result }
  var shrinker = Shrinker(script.steps, budget: 60)
  while let steps = shrinker.next() {
    let shorter = try await ReplicaRun.run(steps, in: script, seed: seed).failure
    shrinker.judge(fails: shorter != nil)
    failure = shorter ?? failure
  }
  result.failure = Seeds.report(
    seed, suite: "ReplicaTests", steps: shrinker.steps, of: script.steps.count, failure: failure)
  return result
}

@Suite("Clones that change and share in any order")
struct ReplicaTests {
  @Test(
    "hold what was written and not replaced after every step, and come to rest",
    arguments: Seeds.batches(10, of: 5))
  func convergence(seeds: [UInt64]) async throws {
    var sum = ReplicaRun.Result()
    for seed in seeds {
      let result = try await replicaResult(seed: seed)
      if let report = result.failure {
        Issue.record("\(report)")
        return
      }
      sum.merges += result.merges
      sum.crissCrosses += result.crissCrosses
      sum.comparisons += result.comparisons
      sum.refusals += result.refusals
      sum.branchMoves += result.branchMoves
      sum.undoings += result.undoings
    }
    guard Seeds.replayed == nil else { return }
    #expect(sum.merges > 10)
    #expect(sum.crissCrosses > 2)
    #expect(sum.comparisons > 20)
    #expect(sum.branchMoves > 0)
    #expect(sum.undoings > 0)
  }
}

@Suite("Clones that change and share in any order, for long", .soak)
struct ReplicaSoak {
  @Test("hold what was written and not replaced after every step, and come to rest")
  func convergence() async throws {
    try await Soak.run("merges in repositories") { seed in
      let report = try await replicaResult(seed: seed).failure
      if let report { Issue.record("\(report)") }
      return report == nil
    }
  }
}
