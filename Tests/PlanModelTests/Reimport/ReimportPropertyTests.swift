import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Importing the exports of a tracker again and again")
struct ReimportPropertyTests {
  @Test(
    "No edit here or in the tracker is lost, nothing is there twice, and all comes to rest",
    arguments: Seeds.batches(400, of: 200))
  func nothingIsLost(seeds: [UInt64]) throws {
    var counts: [String: Int] = [:]
    for seed in seeds {
      guard let found = Self.check(seed, count: 30) else { return }
      counts.merge(found, uniquingKeysWith: +)
    }
    guard seeds.count > 1 else { return }
    for name in ["conflicts", "kept", "merges", "decides", "undone"] {
      #expect(counts[name, default: 0] > 0, "no \(name)")
    }
  }

  /// - Returns: How often each kind of thing happened; nil after a failure.
  fileprivate static func check(
    _ seed: UInt64, count: Int, suite: String = "ReimportPropertyTests"
  ) -> [String: Int]? {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<count).map { _ in ReimportStep.random(using: &random) }
    var run = ReimportRun(seed: seed)
    run.run(steps)
    guard run.failure != nil else { return run.counts }
    let shrunk = Shrinker.shrink(steps, budget: 500) { candidate in
      var run = ReimportRun(seed: seed)
      run.run(candidate)
      return run.failure != nil
    }
    var last = ReimportRun(seed: seed)
    last.run(shrunk)
    Seeds.record(
      last.failure ?? "", seed: seed, suite: suite, steps: shrunk, of: steps.count)
    return nil
  }
}

@Suite(.soak) struct ReimportPropertySoak {
  @Test func nothingIsLost() async throws {
    try await Soak.run("imports again") { seed in
      // More steps than those of the fast test.
      ReimportPropertyTests.check(seed, count: 80, suite: "ReimportPropertySoak") != nil
    }
  }
}
