import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Random queries over random boards")
struct QueryOracleTests {
  @Test(
    "Each finds what a slow reading of the language finds",
    arguments: Seeds.batches(4000, of: 500))
  func agreement(seeds: [UInt64]) throws {
    var found = 0
    for seed in seeds {
      var random = RandomQuery(seed: seed)
      let plans = try random.plans()
      let context = QueryTests.context(plans)
      let slow = SlowQuery(
        plans: plans, board: QueryTests.board, now: context.now, me: RandomQuery.me)
      for _ in 0..<4 {
        let text = random.text()
        let quick = Set(try Query.parse(text, context: context).select(from: plans).map(\.id))
        #expect(quick == slow.find(text), "PMGIT_SEED=\(seed): \(text)")
        if !quick.isEmpty { found += 1 }
      }
    }
    // The test would prove little if most queries found nothing.
    #expect(seeds.count == 1 || found > seeds.count)
  }
}
