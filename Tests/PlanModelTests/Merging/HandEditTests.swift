import PlanModel
import PmgitTestSupport
import Testing

/// Values that are restored by hand. The guarantee in docs/merge.md does not cover them.
@Suite("Values that are put back by hand")
struct HandEditTests {
  @Test(
    "Everything else is as promised, merges keep their laws, and all end in one state",
    arguments: Seeds.batches(400, of: 100))
  func convergence(seeds: [UInt64]) {
    for seed in seeds {
      let report = mergeFailure(seed: seed, puttingBack: true, suite: "HandEditTests").report
      if let report {
        Issue.record("\(report)")
        return
      }
    }
  }

  private static let path = ElementPath.field("title")

  private static func document(_ title: String, _ stamp: String) -> PlanDocument {
    var document = PlanDocument(id: "p")
    document[path] = [StampedValue(stamp: Stamp(ExactString(stamp)), value: .string(title))]
    return document
  }

  @Test("The other side's value stands alone, if there is one", arguments: ["", "1~aaaaa"])
  func otherSide(stamp: String) {
    let base = Self.document("as it was", stamp)
    let changed = Self.document("changed", "2~bbbbb")
    for (ours, theirs) in [(base, changed), (changed, base)] {
      #expect(PlanMerge.merge(ours, theirs, bases: [base]) == changed)
    }
    #expect(PlanMerge.merge(base, base, bases: [base]) == base)
  }

  @Test("A value with another stamp, or with none, is not the old one: both sides' are kept")
  func anotherStamp() {
    let base = Self.document("as it was", "1~aaaaa")
    let byHand = Self.document("as it was", "")
    let changed = Self.document("changed", "2~bbbbb")
    let merged = PlanMerge.merge(byHand, changed, bases: [base])
    #expect(merged[Self.path] == changed[Self.path] + byHand[Self.path])
    #expect(merged == PlanMerge.merge(changed, byHand, bases: [base]))
  }

  @Test("What one side puts back by hand and the other one leaves is there")
  func alone() {
    let base = Self.document("as it was", "1~aaaaa")
    var between = base
    between.apply([.title("changed")], stamp: Stamp("2~bbbbb"))
    // Compared with the commit in between, the old value is new.
    #expect(PlanMerge.merge(base, between, bases: [between]) == base)
  }
}
