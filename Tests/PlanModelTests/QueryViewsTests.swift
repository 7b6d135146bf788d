import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Views that lead to views")
struct QueryViewTests {
  private func parse(_ text: String, views: [String: String]) throws(QueryError) -> Query {
    try Query.parse(
      text,
      context: QueryContext(
        now: QueryTests.time("2026-11-20T12:00:00Z"), me: nil, board: QueryTests.board,
        views: views))
  }

  @Test("A circle, a chain that is too long, and views that multiply are errors")
  func tooMany() {
    var chain = ["v9": "x"]
    var doubled = ["v9": "x"]
    for number in 0..<9 {
      chain["v\(number)"] = "view:v\(number + 1)"
      doubled["v\(number)"] = "view:v\(number + 1) view:v\(number + 1) view:v\(number + 1)"
    }
    let circle = ["a": "view:b", "b": "view:a"]
    for (text, views) in [("view:a", circle), ("view:v0", chain), ("view:v0", doubled)] {
      let error = #expect(throws: QueryError.self) { try parse(text, views: views) }
      #expect(error?.range == 5..<text.count)
      #expect(error?.message.contains("leads back to itself, or to too many views") == true)
    }
    #expect(throws: Never.self) { try parse("view:v5", views: chain) }
  }

  @Test("A view's mistake is reported with the view's text")
  func mistake() throws {
    let error = #expect(throws: QueryError.self) {
      try parse("a view:bad", views: ["bad": "is:opne"])
    }
    #expect(error?.message == "view 'bad' is wrong: unknown status 'opne'")
    #expect(error?.range == 7..<10)
    #expect(error?.hints.last == "its query is 'is:opne'")
  }

  @Test("The order and the limit of a query win over those of its views")
  func order() throws {
    let views = ["v": "sort:due limit:3", "w": "view:v limit:2", "empty": ""]
    #expect(try parse("view:v", views: views).limit == 3)
    #expect(try parse("view:w", views: views).limit == 2)
    #expect(try parse("limit:5 view:w", views: views).limit == 5)
    #expect(try parse("-view:empty", views: views).limit == nil)
    let plans = try QueryTests.plans()
    let first = { (text: String) in try parse(text, views: views).sorted(plans)[0].id.text }
    #expect(try first("view:v") == "dddd00000000")
    #expect(try first("view:v sort:-due") == "bbbb00000000")
  }

  @Test("One's own view replaces the one that is built in")
  func replaced() throws {
    let plan = try QueryTests.plan("aaaa00000000") { $0.values.title = "x" }
    #expect(try !parse("view:mine x", views: ["mine": "y"]).matches(plan))
    #expect(try parse("view:mine", views: ["mine": "x"]).matches(plan))
  }
}
