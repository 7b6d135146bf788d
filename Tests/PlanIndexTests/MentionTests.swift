import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanIndex

@Suite("Who mentions a plan")
struct MentionTests {
  private let path: String
  private static let tree = String(repeating: "a", count: 40)

  init() throws { path = try newIndexPath() }

  /// Returns plans with aliases; each plan is linked to the one before it.
  private static func chain(_ count: Int) throws -> [Plan] {
    var random = SeededGenerator(seed: 5)
    let ids = (0..<count).map { _ in PlanID.random(using: &random) }
    return ids.enumerated().map { number, id in
      var plan = Plan(id: id)
      plan.values.aliases = ["#\(number)"]
      if number > 0 {
        plan.values.links = [Link(kind: Link.parentKind, target: ids[number - 1].text)]
      }
      return plan
    }
  }

  private func write(_ plans: [Plan], from old: IndexHead? = nil) throws -> PlanIndex {
    let index = try PlanIndex(at: path)
    let changes = plans.map {
      IndexChange(path: Array($0.id.path.utf8), id: $0.id, content: .plan(PackedPlan($0)))
    }
    #expect(try index.write(changes, from: old, to: Self.tree, tree: Self.tree))
    return index
  }

  private func mentioning(_ names: String..., in index: PlanIndex) throws -> Set<PlanID>? {
    try index.plans(mentioning: Set(names), at: Self.tree)
  }

  @Test(
    "Of many plans those that have a name are reported, and only of the tree that was asked for")
  func found() throws {
    let plans = try Self.chain(300)
    let index = try write(plans)
    for (number, plan) in plans.enumerated() {
      let next = number + 1 < plans.count ? [plans[number + 1].id] : []
      #expect(try mentioning(plan.id.text, in: index) == Set(next))
      #expect(try mentioning("#\(number)", plan.id.text, in: index) == Set([plan.id] + next))
    }
    #expect(try mentioning("#300", in: index) == [])
    #expect(try index.plans(mentioning: ["#1"], at: String(repeating: "b", count: 40)) == nil)
  }

  @Test("What a plan does not mention any more is forgotten, and so is a plan that is gone")
  func changed() throws {
    var plans = try Self.chain(3)
    let index = try write(plans)
    plans[1].values.links = []
    plans[2].values.aliases = ["#2", "PROJ-1"]
    _ = try write([plans[1], plans[2]], from: index.head())
    #expect(try mentioning(plans[0].id.text, in: index) == [])
    #expect(try mentioning("PROJ-1", in: index) == [plans[2].id])
    let gone = IndexChange(path: Array(plans[2].id.path.utf8), id: plans[2].id, content: .nothing)
    #expect(try index.write([gone], from: index.head(), to: Self.tree, tree: Self.tree))
    #expect(try mentioning("PROJ-1", "#2", plans[1].id.text, in: index) == [])
  }

  @Test("A commit of the code is no mention, and an id in capitals no id")
  func names() throws {
    var plans = try Self.chain(2)
    plans[1].values.links = [
      Link(kind: Link.commitKind, target: String(repeating: "c", count: 40)),
      Link(kind: Link.relatesKind, target: plans[0].id.text.uppercased()),
    ]
    let index = try write(plans)
    #expect(try mentioning(String(repeating: "c", count: 40), in: index) == [])
    // A link to an id in capitals only leads to a plan that has it as an alias.
    #expect(try mentioning(plans[0].id.text, in: index) == [])
    #expect(try mentioning(plans[0].id.text.uppercased(), in: index) == [plans[1].id])
  }

  @Test(
    "A bucket that is not as it was written is found",
    arguments: [
      "UPDATE mention SET bytes = x'00'", "DELETE FROM mention",
      "UPDATE mention SET bytes = (SELECT bytes FROM mention AS other WHERE other.id <> mention.id LIMIT 1)",
    ])
  func damage(statement: String) throws {
    let index = try write(try Self.chain(100))
    try index.database.run(untrusted: statement)
    let error = try #require(throws: DatabaseError.self) {
      for number in 0..<100 { _ = try mentioning("#\(number)", in: index) }
    }
    #expect(error.isDamage)
  }
}
