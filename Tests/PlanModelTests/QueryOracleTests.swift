import Parallel
import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Random queries over random boards")
struct QueryOracleTests {
  /// A random query over a random board.
  private struct Case {
    let seed: UInt64
    let text: String
    let plans: [Plan]
    let context: QueryContext

    var report: Testing.Comment { "PMGIT_SEED=\(seed): \(text)" }

    func query(in context: QueryContext? = nil) throws -> Query {
      try Query.parse(text, context: context ?? self.context)
    }
  }

  /// Returns the number of random queries, four for each seed, for which a body returns true.
  private func count(_ seeds: [UInt64], where body: (Case) throws -> Bool) throws -> Int {
    var count = 0
    for seed in seeds {
      var random = RandomQuery(seed: seed)
      let plans = try random.plans()
      let context = QueryTests.context(plans)
      for _ in 0..<4 {
        let item = Case(seed: seed, text: random.text(), plans: plans, context: context)
        if try body(item) { count += 1 }
      }
    }
    return count
  }

  @Test(
    "Each finds what a slow reading of the language finds",
    arguments: Seeds.batches(4000, of: 500))
  func agreement(seeds: [UInt64]) throws {
    let found = try count(seeds) { item throws in
      let slow = SlowQuery(
        plans: item.plans, board: QueryTests.board, now: item.context.now, me: RandomQuery.me)
      let quick = Set(try item.query().select(from: item.plans).map(\.id))
      #expect(quick == slow.find(item.text), item.report)
      return !quick.isEmpty
    }
    // The test would prove little if most queries found nothing.
    #expect(seeds.count == 1 || found > seeds.count)
  }

  @Test(
    "A query that needs no texts finds the same in plans without texts",
    arguments: Seeds.batches(2000, of: 500))
  func withoutTexts(seeds: [UInt64]) throws {
    let count = try count(seeds) { item throws in
      guard !Query.needs(of: item.text, views: [:]).texts else { return false }
      let (query, outlined) = (try item.query(), item.plans.map(\.outlined))
      #expect(
        query.search(outlined).map(\.id) == query.search(item.plans).map(\.id), item.report)
      let next = query.next(from: item.plans).map(\.plan.id)
      #expect(query.next(from: outlined).map(\.plan.id) == next, item.report)
      return true
    }
    #expect(seeds.count == 1 || count > seeds.count)
  }

  @Test(
    "A query that names nobody finds the same without an index of people",
    arguments: Seeds.batches(2000, of: 500))
  func withoutPeople(seeds: [UInt64]) throws {
    let count = try count(seeds) { item throws in
      guard !Query.needs(of: item.text, views: [:]).people else { return false }
      var nobody = item.context
      nobody.plans = QueriedPlans(
        item.plans, aliases: nobody.plans.aliases, relations: nobody.plans.relations, people: nil)
      #expect(
        try item.query(in: nobody).search(item.plans) == item.query().search(item.plans),
        item.report)
      return true
    }
    #expect(seeds.count == 1 || count > seeds.count / 4)
  }

  @Test("The number of processors changes no result", arguments: Seeds.batches(1000, of: 250))
  func processors(seeds: [UInt64]) throws {
    let found = try count(seeds) { item throws in
      let query = try item.query()
      let results = [1, 2, 7].map { parts in
        Processors.$testedParts.withValue(parts) { query.search(item.plans).map(\.id) }
      }
      #expect(Set(results).count == 1, item.report)
      return !results[0].isEmpty && !query.words.isEmpty
    }
    #expect(seeds.count == 1 || found > seeds.count / 4)
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
