import PlanModel
import PmgitTestSupport
import Testing

@Suite("The check of merges")
struct MergeControlTests {
  @Test("With one base only, the same histories show a wrong merge")
  func oneBase() {
    var (wrong, crissCrossed, innocent) = (0, 0, 0)
    for seed in UInt64(0)..<60 {
      let script = MergeScript(seed: seed)
      let right = MergeReplicas(running: script.steps, replicas: script.replicas)
      let one = MergeReplicas(running: script.steps, replicas: script.replicas, bases: .first)
      if right.tally.crissCrosses > 0 { crissCrossed += 1 }
      if one.failure != nil { wrong += 1 }
      if one.failure != nil, right.tally.crissCrosses == 0 { innocent += 1 }
    }
    #expect(crissCrossed > 30, "\(crissCrossed)")
    #expect(3 * wrong > crissCrossed, "\(wrong) of \(crissCrossed) histories went wrong")
    #expect(innocent == 0)
  }

  @Test("A failure is shrunk to the few steps that matter: with one base, to a criss-cross")
  func shrinking() throws {
    var lengths: [Int] = []
    for seed in UInt64(0)..<60 where lengths.count < 5 {
      let script = MergeScript(seed: seed)
      let fails = { (steps: [MergeStep]) in
        MergeReplicas(running: steps, replicas: script.replicas, bases: .first).failure != nil
      }
      guard fails(script.steps) else { continue }
      let steps = Shrinker.shrink(script.steps, while: fails)
      #expect(fails(steps))
      for index in steps.indices {
        var fewer = steps
        fewer.remove(at: index)
        #expect(!fails(fewer), "step \(index) of \(steps) is not needed")
      }
      lengths.append(steps.count)
    }
    #expect(lengths.count == 5)
    #expect(lengths.allSatisfy { $0 <= 10 }, "\(lengths)")
  }
}
