import PlanModel
import Testing

@Suite("Completion of queries")
struct QueryCompletionTests {
  private static let people = [
    PersonHandles(Person("Dev Two <two@example.org>"), handles: ["two", "two@example.org"]),
    PersonHandles(Person("Mia <mia@example.org>"), handles: ["mia", "mia@example.org"]),
  ]
  private static var names: QueryCompletion.Names {
    QueryCompletion.Names(
      columns: QueryTests.board.columns,
      labels: {
        ["bug", "build", "two words", "a,b", "say \"hi\"", "<b>", "-x"].map { Completion($0) }
      },
      people: { people },
      plans: { typed in
        ["k7m2", "k9zz"].filter { $0.hasPrefix(typed) }.map { Completion($0, about: "Login") }
      },
      aliases: { [Completion("github:me/it#12")] },
      views: { [Completion("mine"), Completion("week")] })
  }

  private func texts(_ typed: String) -> [String] {
    QueryCompletion(Self.names).completions(of: typed).map(\.text)
  }

  @Test(
    "The last term is completed, and what stands before it is kept",
    arguments: [
      ("la", ["label:"]), ("LA", ["label:"]), ("-la", ["-label:"]), ("zz", []),
      ("label:b", ["label:bug", "label:build"]), ("-label:bu", ["-label:bug", "-label:build"]),
      ("Label:BUG", ["Label:bug"]), ("tag:bug", ["tag:bug"]), ("nokey:b", []),
      ("#bu", ["#bug", "#build"]), ("-#bug", ["-#bug"]), ("(#bug", ["(#bug"]),
      ("label:bug,bui", ["label:bug,build"]), ("label:\"two", ["label:\"two words\""]),
      ("label:two", ["label:\"two words\""]), ("label:a", ["label:\"a,b\""]),
      ("label:say", [#"label:"say \"hi\"""#]), ("label:<", [#"label:"<b>""#]),
      (#"label:"say \"hi\"",bui"#, [#"label:"say \"hi\"",build"#]),
      (#"label:"say \"x,bui"#, []),
      ("is:open label:bug", ["is:open label:bug"]), ("is:open la", ["is:open label:"]),
      ("\"is:open la", []), ("title:\"a b\" kin", ["title:\"a b\" kind:"]),
      ("is:o", ["is:open", "is:overdue"]), ("has:check", ["has:checklist"]),
      ("kind:d", ["kind:doing", "kind:done"]), ("priority:>=h", ["priority:>=high"]),
      ("sort:-pr", ["sort:-priority"]), ("sort:due,-upd", ["sort:due,-updated"]),
      ("assignee:m", ["assignee:mia"]), ("assignee:@m", ["assignee:@me"]),
      ("owner:no", ["owner:none"]), ("by:n", []), ("by:ag", ["by:agent"]), ("@m", ["@me", "@mia"]),
      ("@tw", ["@two"]),
      ("due:<=eo", ["due:<=eow", "due:<=eom"]), ("updated:>=yes", ["updated:>=yesterday"]),
      ("parent:k7", ["parent:k7m2"]), ("parent:a", ["parent:any"]),
      ("id:k", ["id:k7m2", "id:k9zz"]),
      ("link:b", ["link:blocked-by:"]), ("link:blocked-by:k7", ["link:blocked-by:k7m2"]),
      ("link:bl", ["link:blocked-by:"]), ("view:w", ["view:week"]),
      ("alias:git", ["alias:github:me/it#12"]), ("limit:", []), ("body:x", []),
    ])
  func terms(typed: String, expected: [String]) {
    #expect(texts(typed) == expected)
  }

  @Test("Behind a key more is to be typed, behind a value not; each key says what it means")
  func goesOn() {
    let keys = QueryCompletion(Self.names).completions(of: "")
    #expect(keys.count > 25 && keys.allSatisfy { $0.goesOn && !$0.about.isEmpty })
    #expect(QueryCompletion(Self.names).completions(of: "is:").allSatisfy { !$0.goesOn })
  }

  @Test("What is offered can be read as a query")
  func valid() throws {
    var plan = Plan(id: try #require(PlanID("k7m2000000aa")))
    plan.values.labels = ["bug"]
    plan.values.owner = "Dev Two <two@example.org>"
    plan.values.assignees = ["Mia <mia@example.org>"]
    var other = plan
    other.id = try #require(PlanID("k9zz000000aa"))
    let context = QueryTests.context([plan, other])
    let completion = QueryCompletion(Self.names)
    var count = 0
    for key in completion.completions(of: "").map(\.text) + ["#", "@", "due:<=", "moved:>="] {
      for value in completion.completions(of: key) where !value.goesOn {
        count += 1
        #expect(throws: Never.self, "\(value.text)") {
          try Query.parse(value.text, context: context)
        }
      }
    }
    #expect(count > 100)
  }
}
