import PlanModel
import PmgitTestSupport
import Testing

/// Values from editors and scripts that pmgit does not show.
@Suite("Values that are not shown") struct WrongValueTests {
  private static let id: PlanID = {
    var random = SeededGenerator(seed: 1)
    return PlanID.random(using: &random)
  }()

  private static func plan(_ members: String) throws -> PlanDocument {
    try PlanFile.read(Array(text(members).utf8))
  }

  private static func text(_ members: String) -> String {
    """
    {
      "format": 1,
      "id": "\(id)",
    \(members)
    }
    """
  }

  /// Fields with a wrong value and the corrected value. The corrected value is empty if there is no
  /// correction.
  static let fields: [(field: String, value: String, mended: String)] = [
    ("due", #""1 Dec 2026""#, #""2026-12-01""#), ("due", #""Dec 1, 2026""#, #""2026-12-01""#),
    ("due", #""2026/12/1""#, #""2026-12-01""#),
    ("due", #""2026-12-01T09:00:00Z""#, #""2026-12-01""#),
    ("due", #""01/12/2026""#, ""), ("due", #""31 Feb 2026""#, ""), ("due", "20261201", ""),
    ("due", #""next week""#, ""), ("due", #""tomorrow 1 2026""#, ""),
    ("priority", #""High""#, #""high""#), ("priority", #"" URGENT ""#, #""urgent""#),
    ("priority", #""P1""#, ""), ("priority", "1", ""), ("priority", "[]", ""),
    ("estimate", #""3""#, "3"), ("estimate", #"" 0.5""#, "0.5"), ("estimate", #""3 days""#, ""),
    ("estimate", "true", ""), ("body", #""one\ntwo""#, #"["one","two"]"#),
    ("body", #"["one",2]"#, #"["one","2"]"#), ("body", #"["one",null]"#, ""), ("body", "{}", ""),
    ("owner", "5", #""5""#), ("owner", #"["Ada"]"#, ""), ("title", "2026", #""2026""#),
    ("title", #""two\nlines""#, ""), ("title", #""  ""#, ""), ("title", "null", ""),
    ("created", #""yesterday""#, ""), ("created", #"{"at":"2026","by":"Ada"}"#, ""),
    ("deleted", "true", ""), ("state", "5", ""),
  ]

  @Test(
    "A field of a wrong kind is found, with its line, and mended where it is sure",
    arguments: fields)
  func field(_ trial: (field: String, value: String, mended: String)) throws {
    let title = trial.field == "title" ? "" : #""title": "A plan","#
    let members = "  \"fields\": {\n    \(title)\n    \"\(trial.field)\": \(trial.value)\n  }"
    var document = try Self.plan(members)
    let found = document.wrongValues
    #expect(found.map(\.path) == [.field(ExactString(trial.field))])
    let wrong = try #require(found.first)
    let line = WrongValue.lines(of: found, in: Array(Self.text(members).utf8))[wrong]
    #expect(line == (wrong.reason == .missing ? 1 : 6))
    #expect((wrong.repair == nil) == trial.mended.isEmpty, "\(wrong)")
    guard let mend = wrong.repair else { return }
    document.apply(mend, stamp: Stamp("s"))
    #expect(
      try document.value(at: wrong.path) == JSONReader.value(in: Array(trial.mended.utf8)))
    #expect(document.wrongValues.isEmpty)
  }

  @Test("A member whose name is known is found at any other place, and moved where that is sure")
  func misplaced() throws {
    var document = try Self.plan(
      #"""
        "labels": ["bug", "ui"], "assignees": "Ada", "aliases": "a, b", "links": ["k7m2"],
        "priority": "High", "due": "soon", "checklist": ["one"], "estimate": 3,
        "fields": {"title": "A plan", "estimate": 5, "comments": []},
        "sets": {"body": ["a line"]}, "items": {"labels": {"a": {"b": 1}}},
        "newer": 1
      """#)
    let found = document.wrongValues
    #expect(
      found.map(\.path.fieldName) == [
        "comments", "labels/a/b", "aliases", "assignees", "checklist", "due", "estimate", "labels",
        "links", "priority", "body/a line",
      ])
    #expect(
      found.filter { $0.repair != nil }.map(\.path.fieldName) == [
        "assignees", "labels", "priority",
      ])
    document.apply(found.compactMap(\.repair).flatMap(\.self), stamp: Stamp("s"))
    let plan = Plan(document, id: Self.id)
    #expect(plan.labels == ["bug", "ui"] && plan.assignees == ["Ada"] && plan.priority == .high)
    #expect(plan.estimate == JSONNumber(5))
    #expect(document.value(at: .other("newer")) == .number(1))
    #expect(document.wrongValues.allSatisfy { $0.repair == nil } && document.wrongValues.count == 8)
  }

  @Test("Lines of the checklist, comments and links that are not shown are found")
  func items() throws {
    var document = try Self.plan(
      #"""
        "fields": {"title": "A plan"}, "sets": {"links": ["k7m2", "parent:k7m2"]},
        "items": {"checklist": {"aaaaa": {"text": 5, "done": "yes", "rank": [], "x": 1}},
          "comments": {"bbbbb": {"at": "noon", "by": 1, "text": "a\nb"}},
          "later": {"c": {"text": 1}}}
      """#)
    #expect(
      document.wrongValues.map(\.path.fieldName) == [
        "checklist/aaaaa/done", "checklist/aaaaa/rank", "checklist/aaaaa/text",
        "comments/bbbbb/at", "comments/bbbbb/by", "comments/bbbbb/text", "links/k7m2",
      ])
    document.apply(document.wrongValues.compactMap(\.repair).flatMap(\.self), stamp: Stamp("s"))
    let plan = Plan(document, id: Self.id)
    #expect(plan.checklist.map(\.text) == ["5"] && plan.checklist.map(\.done) == [true])
    #expect(plan.comments.map(\.text) == [["a", "b"]] && plan.comments.map(\.by) == ["1"])
    #expect(document.wrongValues.count == 3)
  }

  @Test("The board's own settings are looked at too")
  func settings() throws {
    var document = try PlanFile.read(
      Array(
        #"""
        {"format": 1, "id": "board", "title": "Up here", "fields": {"title": 5}, "items": {"columns":
          {"todo": {"title": "Todo", "kind": "Doing", "limit": "3", "from": "done", "rank": "a0"},
           "done": {"kind": "finished", "limit": 1.5}}}}
        """#.utf8))
    #expect(
      document.wrongValues.map(\.path.fieldName) == [
        "title", "columns/done/kind", "columns/done/limit", "columns/todo/from",
        "columns/todo/kind", "columns/todo/limit", "title",
      ])
    document.apply(document.wrongValues.compactMap(\.repair).flatMap(\.self), stamp: Stamp("s"))
    let todo = try #require(Board(document)[column: "todo"])
    #expect(todo.kind == .doing && todo.limit == 3 && todo.from == ["done"])
    #expect(document.wrongValues.count == 3)
  }

  @Test("Members of saved queries that are not read are found, and mended where that is sure")
  func views() throws {
    var document = try PlanFile.read(
      Array(
        #"""
        {"format": 1, "id": "board", "items": {"views": {
          "a": {"query": ["is:open"], "title": 5}, "b": {"query": "is:open", "columns": "due"},
          "c": {"query": "is:open", "title": null, "later": 1}}}}
        """#.utf8))
    #expect(
      document.wrongValues.map(\.path.fieldName) == [
        "views/a/query", "views/a/title", "views/b/columns",
      ])
    document.apply(document.wrongValues.compactMap(\.repair).flatMap(\.self), stamp: Stamp("s"))
    let board = Board(document)
    #expect(board.looks["b"]?.columns == ["due"] && board.views["a"] == nil)
    #expect(document.wrongValues.map(\.path.fieldName) == ["views/a/query"])
  }

  @Test("Accounts that are not read are found, and get their right id where that is sure")
  func accounts() throws {
    var document = try PlanFile.read(
      Array(
        #"""
        {"format": 1, "id": "board", "items": {"accounts": {
          "a": {"account": "github:annlee", "person": "Ann Lee"},
          "b": {"account": "jira:x", "person": "Ben"}, "c": {"person": "Cy"},
          "d": {"account": "github:dan"}, "e": {"account": "github:eve", "person": "@me"},
          "f": {"account": 5, "person": "Fay"}, "g": {"account": "github:gus", "person": []},
          "h": {"account": "nothing", "gone": "x"}}}}
        """#.utf8))
    #expect(
      document.wrongValues.map(\.path.fieldName) == [
        "accounts/a/account", "accounts/b/account", "accounts/c/person", "accounts/d/account",
        "accounts/e/person", "accounts/f/account", "accounts/f/person", "accounts/g/account",
        "accounts/g/person", "accounts/h/account",
      ])
    #expect(Board(document).accounts.entries.isEmpty)
    document.apply(Edit.account(try #require(Account("github:zoe")), of: "Zoe"), stamp: Stamp("r"))
    document.apply(document.wrongValues.compactMap(\.repair).flatMap(\.self), stamp: Stamp("s"))
    let known = Board(document).accounts.entries.map { [$0.account.text, $0.person] }
    #expect(known.prefix(1) == [["github:annlee", "Ann Lee"]] && known.count > 1, "\(known)")
    #expect(!document.wrongValues.contains { $0.path.fieldName.hasPrefix("accounts/a/") })
  }

  @Test("What waits for a decision, what was removed and what is deleted is left as it is")
  func leftAlone() throws {
    var document = try Self.plan(#"  "fields": {"title": "A plan", "priority": "low"}"#)
    document[.field("priority")].append(StampedValue(stamp: Stamp("z"), value: .string("High")))
    #expect(document.wrongValues.map(\.isConflict) == [true])
    #expect(document.wrongValues.allSatisfy { $0.repair == nil })
    document[.item(list: "checklist", item: "a", member: "text")] = [
      StampedValue(value: .number(5))
    ]
    #expect(document.wrongValues.count == 2)
    document.apply([document.removal(ofItem: "a", in: "checklist")], stamp: Stamp("s"))
    #expect(document.wrongValues.count == 1)
    document.apply(
      [document.deletion(at: Timestamp(seconds: 0), by: "Ada")], stamp: Stamp("s"))
    #expect(document.wrongValues.isEmpty)
  }
}
