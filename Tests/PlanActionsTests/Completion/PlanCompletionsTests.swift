import PlanModel
import Testing

@testable import PlanActions

@Suite("Plans to complete")
struct PlanCompletionsTests {
  private static let board = Board(columns: [
    Column(id: "todo", title: "To do", kind: .todo), Column(id: "done", title: "Done", kind: .done),
  ])

  private static func plan(
    _ id: String, _ title: String, _ change: (inout Plan) -> Void = { _ in }
  ) throws -> Plan {
    var plan = Plan(id: try #require(PlanID(id)))
    (plan.values.title, plan.values.state) = (title, "todo")
    change(&plan)
    return plan
  }

  private func completions() throws -> PlanCompletions {
    PlanCompletions(
      [
        try Self.plan("a2bc00000000", "Old work") {
          ($0.values.state, $0.values.labels) = ("done", ["bug"])
        },
        try Self.plan("k7m200000000", "Fix login") {
          ($0.values.rank, $0.values.labels, $0.values.aliases) = (
            "b", ["bug", "x\u{1B}[1m"], ["gh:12", "e\u{202E}vil"]
          )
        },
        try Self.plan("k7m300000000", "Docs of the login") {
          ($0.values.rank, $0.values.labels) = ("a", ["-x", "two words"])
        },
        try Self.plan("z9zz00000000", "Gone") {
          ($0.values.deletion, $0.values.labels) = (
            Deletion(at: nil, by: "", holds: true), ["gone"]
          )
        },
      ], board: Self.board)
  }

  @Test("Plans are offered by id with their titles, open ones first, in the order of the board")
  func plans() throws {
    let found = try completions().plans("")
    #expect(found.map(\.text) == ["k7m3", "k7m2", "a2bc"])
    #expect(found.map(\.about) == ["Docs of the login", "Fix login", "Old work"])
    #expect(try completions().plans("", .open).map(\.text) == ["k7m3", "k7m2"])
    #expect(try completions().plans("", .deleted).map(\.text) == ["z9zz"])
    #expect(try completions().plans("", .inConflict) == [])
  }

  @Test(
    "The beginning of an id counts first, then that of an alias, then that of a word of the title",
    arguments: [
      ("k7", ["k7m3", "k7m2"]), ("K7M2", ["k7m2"]), ("k7m20", ["k7m200000000"]), ("gh:", ["gh:12"]),
      ("log", ["k7m3", "k7m2"]), ("FIX", ["k7m2"]), ("docs of", ["k7m3"]), ("ogin", []), ("z9", []),
      ("l", []), ("e", []),
    ])
  func typed(typed: String, expected: [String]) throws {
    #expect(try completions().plans(typed).map(\.text) == expected)
  }

  @Test("Labels are offered with counts; no escape, no option, and none of deleted plans alone")
  func labels() throws {
    let labels = try completions().labels
    #expect(labels.map(\.text) == ["bug", "two words"])
    #expect(labels.map(\.about) == ["2 plans", "1 plan"])
    #expect(try completions().aliases.map(\.text) == ["gh:12"])
  }

  @Test("Of several values between commas the last one is completed, and none comes twice")
  func list() {
    let values = ["bug", "build", "ui", "a,b"].map { Completion($0) }
    func texts(_ typed: String) -> [String] {
      PlanCompletions.list(typed, of: values).map(\.text)
    }
    #expect(texts("b") == ["bug", "build"] && texts("ui,b") == ["ui,bug", "ui,build"])
    #expect(texts("bug,B") == ["bug,build"] && texts("x,") == ["x,bug", "x,build", "x,ui"])
  }
}
