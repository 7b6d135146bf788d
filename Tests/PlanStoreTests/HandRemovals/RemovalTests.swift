import PmgitTestSupport
import Testing

/// Runs the scripts of some seeds in one repository. The first script that fails is shortened; its
/// report is returned.
private func removals(
  seeds: [UInt64]
) async throws -> (report: String?, tally: RemovalRun.Tally) {
  let board = try await BoardFixture().repository
  var tally = RemovalRun.Tally()
  for seed in seeds {
    let script = RemovalScript(seed: seed)
    let run = try await RemovalRun.run(script.steps, replicas: script.replicas, in: board)
    tally += run.tally
    guard var failure = run.failure else { continue }
    var shrinker = Shrinker(script.steps, budget: 500)
    while let steps = shrinker.next() {
      let shorter = try await RemovalRun.run(steps, replicas: script.replicas, in: board).failure
      shrinker.judge(fails: shorter != nil)
      failure = shorter ?? failure
    }
    let report = Seeds.report(
      seed, suite: "RemovalTests", steps: shrinker.steps, of: script.steps.count, failure: failure)
    return (report, tally)
  }
  return (nil, tally)
}

@Suite("Plans whose files are removed and broken by hand")
struct RemovalTests {
  @Test(
    "hold what was written and not replaced: a removed or unreadable file is no write",
    arguments: Seeds.batches(160, of: 40))
  func specification(seeds: [UInt64]) async throws {
    let (report, tally) = try await removals(seeds: seeds)
    if let report { Issue.record("\(report)") }
    guard Seeds.replayed == nil else { return }
    #expect(tally.merges > 50, "\(tally)")
    #expect(tally.crissCrosses > 2, "\(tally)")
    #expect(tally.hidden > 25, "\(tally)")
    #expect(tally.hiddenBases > 10, "\(tally)")
  }
}

@Suite("Plans whose files are removed and broken by hand, for long", .soak)
struct RemovalSoak {
  @Test("hold what was written and not replaced: a removed or unreadable file is no write")
  func specification() async throws {
    try await Soak.run("files removed by hand") { seed in
      let report = try await removals(seeds: [seed]).report
      if let report { Issue.record("\(report)") }
      return report == nil
    }
  }
}
