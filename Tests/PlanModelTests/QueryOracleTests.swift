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

  @Test(
    "A query that needs no texts finds the same in plans without texts",
    arguments: Seeds.batches(2000, of: 500))
  func withoutTexts(seeds: [UInt64]) throws {
    var count = 0
    for seed in seeds {
      var random = RandomQuery(seed: seed)
      let plans = try random.plans()
      let context = QueryTests.context(plans)
      for _ in 0..<4 {
        let text = random.text()
        guard !Query.needs(of: text, views: [:]).texts else { continue }
        let query = try Query.parse(text, context: context)
        let (found, next) = (query.search(plans).map(\.id), query.next(from: plans).map(\.plan.id))
        #expect(
          query.search(plans.map(\.outlined)).map(\.id) == found, "PMGIT_SEED=\(seed): \(text)")
        #expect(query.next(from: plans.map(\.outlined)).map(\.plan.id) == next, "\(text)")
        count += 1
      }
    }
    #expect(seeds.count == 1 || count > seeds.count)
  }

  @Test(
    "A query that names nobody finds the same without an index of people",
    arguments: Seeds.batches(2000, of: 500))
  func withoutPeople(seeds: [UInt64]) throws {
    var count = 0
    for seed in seeds {
      var random = RandomQuery(seed: seed)
      let plans = try random.plans()
      let context = QueryTests.context(plans)
      var nobody = context
      nobody.plans = QueriedPlans(
        plans, aliases: context.plans.aliases, relations: context.plans.relations, people: nil)
      for _ in 0..<4 {
        let text = random.text()
        guard !Query.needs(of: text, views: [:]).people else { continue }
        #expect(
          try Query.parse(text, context: nobody).search(plans)
            == Query.parse(text, context: context).search(plans), "PMGIT_SEED=\(seed): \(text)")
        count += 1
      }
    }
    #expect(seeds.count == 1 || count > seeds.count / 4)
  }

  @Test("Which plans are open and blocked does not depend on the order of the plans")
  func relations() throws {
    for seed: UInt64 in 0..<200 {
      var random = RandomQuery(seed: seed)
      let plans = try random.plans()
      let aliases = AliasIndex(plans)
      let sorted = PlanRelations(plans, board: QueryTests.board, aliases: aliases)
      let others = PlanRelations(plans.reversed(), board: QueryTests.board, aliases: aliases)
      for plan in plans {
        #expect(sorted.isOpen(plan.id) == others.isOpen(plan.id), "seed \(seed)")
        #expect(Set(sorted.openBlockers(of: plan.id)) == Set(others.openBlockers(of: plan.id)))
      }
    }
  }

  @Test(
    "Terms that may name people need an index of them, also in a view",
    arguments: [
      "@dev", "#bug -@me", "assignee:any", "owner:none", "created-by:dev", "by:@me", "is:mine",
      "is:ready", "reviewer:dev", "view:mine", "view:READY", "view:outer", "no:owner",
    ])
  func needsPeople(text: String) {
    let views = ["outer": "#bug view:inner", "inner": "lead:dev"]
    #expect(Query.needs(of: text, views: views).people)
  }

  @Test(
    "Other terms need none",
    arguments: ["", "login", "#bug due:<fri sort:due limit:3", "view:week2", "kind:todo", "("])
  func needsNoPeople(text: String) {
    #expect(!Query.needs(of: text, views: ["week2": "due:<=eow state:todo"]).people)
  }

  @Test(
    "Words, also of a view that a query uses, need texts",
    arguments: [
      "login", "-login", "#bug (is:open OR \"exact words\")", "title:login", "body:login",
      "-description:x", "view:words", "is:open view:outer",
    ])
  func needsTexts(text: String) {
    let views = ["words": "login", "outer": "#bug view:words", "bugs": "#bug"]
    #expect(Query.needs(of: text, views: views).texts)
  }

  @Test(
    "Other terms need no texts",
    arguments: [
      "", "is:open #bug @me", "has:body", "no:checklist has:comment", "alias:~12", "id:aaaa",
      "due:<fri sort:title limit:3", "view:bugs", "view:missing", "view:loop", "(",
    ])
  func needsNoTexts(text: String) {
    #expect(!Query.needs(of: text, views: ["bugs": "#bug", "loop": "view:loop"]).texts)
  }
}

extension Plan {
  /// The plan without its texts, but with their outline.
  fileprivate var outlined: Plan {
    var values = values
    values.setOutline(outline)
    return Plan(id: id, values)
  }
}
