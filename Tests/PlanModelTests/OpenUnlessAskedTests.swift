import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Queries for open plans unless finished ones are asked for")
struct OpenUnlessAskedTests {
  private static func query(_ text: String) throws -> Query { try QueryTests.query(text) }

  @Test(
    "Of what a query finds, it finds what is open, and counts the rest",
    arguments: Seeds.batches(2000, of: 500))
  func narrowing(seeds: [UInt64]) throws {
    var hidden = 0
    for seed in seeds {
      var random = RandomQuery(seed: seed)
      let plans = try random.plans()
      let context = QueryTests.context(plans)
      let text = random.text()
      let query = try Query.parse(text, context: context)
      let open = query.openUnlessAsked
      let all = query.select(from: plans)
      let wanted = all.filter {
        query.asksForFinished || context.board.kind(of: $0.state) != .done
      }
      #expect(open.select(from: plans) == wanted, "PMGIT_SEED=\(seed): \(text)")
      #expect(open.countOfHidden(among: plans) == all.count - wanted.count, "\(text)")
      #expect(query.countOfHidden(among: plans) == 0)
      hidden += all.count - wanted.count
    }
    #expect(seeds.count == 1 || hidden > seeds.count / 10)
  }

  @Test(
    "A query that says which plans it wants is taken at its word",
    arguments: [
      "is:closed", "is:open", "-is:open", "is:finished", "is:deleted", "is:any", "state:done",
      "status:todo", "-kind:done", "closed:>=1w", "resolved:any", "sort:closed", "sort:-closed",
      "id:aaaa", "aaaa00000000", "alias:github:owner/repo#12", "alias:~github", "view:gone",
      "-view:gone", "view:recent", "view:mine", "#bug OR is:closed", "#bug (login -(state:done))",
    ])
  func asking(_ text: String) throws {
    #expect(try Self.query(text).asksForFinished)
  }

  @Test(
    "Everything else means open plans",
    arguments: [
      "", "login", "#bug", "@me", "is:ready", "-is:overdue", "is:blocked", "is:conflict",
      "updated:>=1w", "moved:any", "parent:aaaa", "sort:updated", "sort:state", "limit:3",
      "\"aaaa00000000\"", "title:done", "view:bugs", "-view:bugs", "view:ready",
    ])
  func meaning(_ text: String) throws {
    #expect(try !Self.query(text).asksForFinished)
  }

  @Test("The limit counts open plans")
  func limit() throws {
    let plans = try ["aaaa", "bbbb", "cccc", "dddd"].enumerated().map { place, id in
      try QueryTests.plan(id + "00000000") {
        $0.values.state = place < 2 ? "done" : "todo"
        $0.values.rank = "a\(place)"
      }
    }
    let query = try Query.parse("limit:1", context: QueryTests.context(plans)).openUnlessAsked
    #expect(query.select(from: plans).map(\.id.text) == ["cccc00000000"])
    #expect(query.search(plans).map(\.id.text) == ["cccc00000000"])
    #expect(query.countOfHidden(among: plans) == 2)
  }
}
