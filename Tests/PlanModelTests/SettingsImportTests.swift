@testable import PlanModel
import PmgitTestSupport
import Testing

/// Board settings in imports.
@Suite struct SettingsImportTests {
  private static let settings =
    #"{"board":{"name":"x","title":"T","columns":[{"id":"todo","title":"Todo","kind":"todo"},"#
    + #"{"id":"review","title":"In Review","kind":"doing","limit":3},"#
    + #"{"id":"done","title":"Done","kind":"done","from":["review"]}],"#
    + #""fields":[{"id":"size","title":"Size","kind":"choice","options":["S","M"],"help":null,"#
    + #""card":true}],"views":[{"name":"soon","query":"due:<3d"}],"fileLimit":7000000},"format":1}"#

  private func imported(
    _ lines: [String], _ scope: SettingsScope, on document: PlanDocument = .newBoard,
    inUse: Set<ExactString> = []
  ) throws -> SettingsImport {
    var random = SeededGenerator(seed: 3)
    return try SettingsImport(
      ImportText(utf8(lines.joined(separator: "\n"))), scope, on: document, inUse: inUse,
      using: &random)
  }

  private func problems(_ lines: [String], _ scope: SettingsScope = .all) -> [String] {
    let text = ImportText(utf8(lines.joined(separator: "\n")))
    guard text.problems.isEmpty else { return text.problems.map(\.reason) }
    do {
      _ = try imported(lines, scope)
      return []
    } catch let error as ImportError {
      return error.problems.map(\.reason)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("All settings are taken: title, order, kinds, limits, rules, fields and views")
  func all() throws {
    let board = try imported([Self.settings], .all).board
    #expect(board.title == "T")
    #expect(board.columns.map(\.id) == ["todo", "review", "done"])
    #expect(board[column: "review"]?.title == "In Review")
    #expect(board[column: "review"]?.limit == 3)
    #expect(board[column: "done"]?.from == ["review"])
    #expect(board.views == ["soon": "due:<3d"])
    #expect(board.fields.map(\.options) == [["S", "M"]])
    #expect(board.fileLimit == 7_000_000)
    let name = try #require(BoardName("x"))
    #expect(
      CanonicalJSON.line(of: .object(BoardJSON.line(board, name: name)))
        == CanonicalJSON.line(of: try JSONReader.value(in: utf8(Self.settings)).withDefaults))
  }

  @Test(
    "A rule that is no list of columns is an error that names the column, and clears nothing",
    arguments: [#""review""#, "3", "{}", "true"])
  func wrongRule(from: String) {
    let line = #"{"board":{"columns":[{"id":"todo"},{"id":"done","from":\#(from)}]}}"#
    #expect(
      problems([line]) == [
        "'columns' must be a list of columns whose 'from' is a list of column ids or null; "
          + "see column 'done'"
      ])
    #expect(problems([#"{"board":{"columns":[{"id":"done","from":null}]}}"#]).isEmpty)
  }

  @Test("What the board has like that is not written again, and only new columns are reported")
  func again() throws {
    let first = try imported([Self.settings], .all)
    #expect((first.added, first.removed) == (["review"], ["doing"]))
    var document = PlanDocument.newBoard
    document.apply(first.edits, stamp: .none)
    let second = try imported([Self.settings], .all, on: document)
    #expect(second.edits == [] && second.added == [] && second.removed == [])
  }

  @Test("Milestones and iterations are taken, written once, and stay if the file lacks them")
  func phases() throws {
    let line =
      #"{"board":{"milestones":[{"id":"v1.0","title":"One","due":"2026-12-01","closed":true},"#
      + #"{"id":"v2"}],"iterations":[{"id":"2026-12-07","first":"2026-12-07","#
      + #""last":"2026-12-20"}]}}"#
    let made = try imported([line], .all)
    let phases = made.board.phases
    #expect(phases.milestones.map(\.id) == ["v1.0", "v2"])
    #expect(phases[.milestone, "v1.0"]?.title == "One" && phases.milestones[0].isClosed)
    #expect(phases.milestones[0].last == CalendarDay("2026-12-01"))
    #expect(phases.iterations.map(\.days) == ["2026-12-07 to 2026-12-20"])
    var document = PlanDocument.newBoard
    document.apply(made.edits, stamp: .none)
    #expect(try imported([line], .all, on: document).edits == [])
    #expect(try imported([Self.settings], .all, on: document).board.phases == phases)
    document.apply([document.removal(ofItem: "v1.0", in: "milestones")], stamp: .none)
    #expect(Board(document).phases.milestones.map(\.id) == ["v2"])
    #expect(try imported([line], .all, on: document).board.phases == phases)
  }

  @Test(
    "A milestone or an iteration with a wrong value is an error",
    arguments: [
      (#""milestones":[{"title":"x"}]"#, "'milestones' must be"),
      (#""milestones":[{"id":"a b"}]"#, "whose ids are 1 to 63 of a-z"),
      (#""milestones":[{"id":"none"}]"#, "whose ids are"),
      (#""milestones":[{"id":"v1","due":"soon"}]"#, "'due' is a day, YYYY-MM-DD; see 'v1'"),
      (#""milestones":[{"id":"v1"},{"id":"v1"}]"#, "with an id of their own"),
      (#""iterations":[{"id":"i1","first":"2026-12-01"}]"#, "a first and a last day; see 'i1'"),
      (
        #""iterations":[{"id":"i1","first":"2026-12-02","last":"2026-12-01"}]"#,
        "a first and a last day"
      ),
      (#""milestones":[{"id":"v1","closed":"yes"}]"#, "'closed' true or false"),
      (#""iterations":3"#, "a list of objects"),
    ])
  func wrongPhases(member: String, words: String) {
    let found = problems([#"{"board":{\#(member)}}"#])
    #expect(found.count == 1 && found.first?.contains(words) == true, "\(found)")
  }

  @Test("A column that the file lacks stays as long as plans are in it")
  func inUse() throws {
    let board = try imported([Self.settings], .all, inUse: ["doing"]).board
    #expect(board.columns.map(\.id).sorted() == ["doing", "done", "review", "todo"])
  }

  @Test("Columns that stand in another order are put in that of the file")
  func order() throws {
    let ids = ["done", "doing", "new", "todo"]
    let columns = ids.map { #"{"id":"\#($0)","kind":"done"}"# }.joined(separator: ",")
    let board = try imported([#"{"board":{"columns":[\#(columns)]}}"#], .all).board
    #expect(board.columns.map(\.id) == ids)
    #expect(board.columns.allSatisfy { $0.kind == .done })
  }

  @Test("A column that was removed comes back, and settings without columns remove none")
  func back() throws {
    var document = PlanDocument.newBoard
    document.apply([document.removal(ofItem: "todo", in: "columns")], stamp: .none)
    #expect(try imported([Self.settings], .all, on: document).added == ["todo", "review"])
    let titled = try imported([#"{"board":{"title":"T"}}"#], .all, on: document).board
    #expect(titled.columns.map(\.id) == ["doing", "done"] && titled.title == "T")
  }

  @Test(
    "Missing columns get an id of the name's letters, and stand before those of finished work",
    arguments: [
      ("review", "review", "review"), ("In Review", "in-review", "In Review"),
      (" QA / Test ", "qa-test", "QA / Test"), ("To do", "to-do", "To do"),
    ])
  func missing(name: String, id: String, title: String) throws {
    let made = try imported([#"{"title":"x","state":"\#(name)"}"#], .missingColumns)
    #expect(made.added == [id])
    #expect(made.board.columns.map(\.id) == ["todo", "doing", id, "done"])
    #expect(made.board[column: id]?.title == title && made.board[column: id]?.kind == .doing)
  }

  @Test("Names in other case are one column, and names with one id get two")
  func names() throws {
    let lines = ["QA!", "qa!", "Done", "QA?", "todo"].map { #"{"title":"x","state":"\#($0)"}"# }
    let made = try imported(lines, .missingColumns)
    #expect(made.added == ["qa", "qa-2"])
    #expect(made.board[column: "qa-2"]?.title == "QA?")
  }

  @Test("A missing column is as the file's settings have it, at its place among them")
  func described() throws {
    let made = try imported([Self.settings, #"{"title":"x","state":"review"}"#], .missingColumns)
    #expect(made.added == ["review"] && made.removed == [])
    #expect(made.board.columns.map(\.id) == ["todo", "doing", "review", "done"])
    #expect(made.board[column: "review"]?.limit == 3 && made.board.title == nil)
  }

  @Test("The first column of each kind stays the first, and new ones are in the file's order")
  func firstOfKind() throws {
    let columns = [
      ("icebox", "todo"), ("backlog", "todo"), ("todo", "todo"), ("spec", "doing"),
      ("doing", "doing"), ("wontfix", "done"), ("done", "done"),
    ]
    let given = columns.map { #"{"id":"\#($0)","kind":"\#($1)"}"# }.joined(separator: ",")
    let plans = columns.reversed().map { #"{"title":"x","state":"\#($0.0)"}"# }
    let made = try imported([#"{"board":{"columns":[\#(given)]}}"#] + plans, .missingColumns)
    #expect(
      made.board.columns.map(\.id)
        == ["todo", "icebox", "backlog", "doing", "spec", "done", "wontfix"])
  }

  @Test("On a board without a kind, new columns of that kind are in the file's order")
  func firstOfNewKind() throws {
    var document = PlanDocument.newBoard
    document.apply([document.removal(ofItem: "done", in: "columns")], stamp: .none)
    let given = #"{"id":"wontfix","kind":"done"},{"id":"done","kind":"done"}"#
    let plans = ["done", "wontfix"].map { #"{"title":"x","state":"\#($0)"}"# }
    let made = try imported(
      [#"{"board":{"columns":[\#(given)]}}"#] + plans, .missingColumns, on: document)
    #expect(made.board.columns.filter { $0.kind == .done }.map(\.id) == ["wontfix", "done"])
  }

  @Test("A column that only plans name is behind the first of its kind, wherever that is")
  func behindDone() throws {
    var document = PlanDocument.newBoard
    var doing = try #require(Board(document)[column: "doing"])
    var random = SeededGenerator(seed: 4)
    let last = try #require(Board(document).columns.last)
    doing.rank = Rank.between(last.rank, nil, using: &random)
    document.apply(Edit.column(doing), stamp: .none)
    #expect(Board(document).columns.map(\.id) == ["todo", "done", "doing"])
    let made = try imported([#"{"title":"x","state":"qa"}"#], .missingColumns, on: document)
    #expect(made.board.columns.map(\.id) == ["todo", "done", "doing", "qa"])
  }

  @Test("Nothing is taken unasked")
  func nothing() throws {
    let made = try imported([Self.settings, #"{"title":"x","state":"review"}"#], .nothing)
    #expect(made.edits == [] && made.board == Board(.newBoard))
  }

  @Test("The shown value of a conflict in the settings decides nothing")
  func conflict() throws {
    var document = PlanDocument.newBoard
    document[.field("title")] = [
      StampedValue(stamp: Stamp("2"), value: .string("T")),
      StampedValue(stamp: Stamp("1"), value: .string("U")),
    ]
    let made = try imported([#"{"board":{"title":"T"}}"#], .all, on: document)
    #expect(made.edits == [])
  }

  @Test(
    "What is wrong with settings is said",
    arguments: [
      (#"{"board":{"columns":[{"id":"A b"}]}}"#, "column 'A b' is not the id of a column; use 1"),
      (
        #"{"board":{"columns":[{"id":"a"},{"id":"a"}]}}"#,
        "'columns' must be a list of columns with"
      ),
      (
        #"{"board":{"columns":[{"id":"a","kind":"x"}]}}"#,
        "'columns' must be a list of columns whose"
      ),
      (
        #"{"board":{"columns":[{"id":"a","limit":0}]}}"#,
        "'columns' must be a list of columns whose"
      ),
      (#"{"board":{"columns":{}}}"#, "'columns' must be a list of objects"),
      (#"{"board":{"title":"a\nb"}}"#, "title 'a\nb' has a line break"),
      (
        #"{"board":{"views":[{"name":"a b","query":"x"}]}}"#, "view 'a b' is not the name of a view"
      ),
      (#"{"title":"x"}"#, "the settings of a board must stand here"),
    ])
  func wrong(line: String, problem: String) {
    let found = problems([line])
    #expect(found.count == 1 && found[0].hasPrefix(problem), "\(found)")
  }

  @Test("Settings stand on the first line; a plan with a member 'board' is a plan")
  func place() {
    #expect(
      problems([#"{"title":"x"}"#, Self.settings])
        == ["the settings of a board must stand on the first line"])
    let text = ImportText(utf8(#"{"title":"x","board":{"title":"y"}}"#))
    #expect(text.headings.count == 1 && text.settings == nil)
  }

  @Test("A view keeps its title and how it is shown, and a wrong look is refused")
  func looks() throws {
    let look = #""title":"버그!","view":"list","group":"","columns":["due","field/size"]"#
    let line = #"{"board":{"views":[{"name":"view",\#(look),"query":"is:open"}]}}"#
    let board = try imported([line], .all).board
    let expected = ViewLook(title: "버그!", view: "list", group: "", columns: ["due", "field/size"])
    #expect(board.views == ["view": "is:open"] && board.looks == ["view": expected])
    let name = try #require(BoardName("x"))
    let again = CanonicalJSON.line(of: .object(BoardJSON.line(board, name: name)))
    #expect(try imported([again], .all).board.looks == board.looks)
    let wrongs = [
      #""title":"a\nb""#, #""view":"../x""#, #""group":"A B""#, #""columns":["a\nb"]"#,
    ]
    for wrong in wrongs {
      #expect(problems([#"{"board":{"views":[{"name":"v","query":"x",\#(wrong)}]}}"#]).count == 1)
    }
  }

  @Test("Members that pmgit does not know are named, once each")
  func unknown() {
    let columns = #"[{"id":"todo","color":"red"},{"id":"done","color":"green"}]"#
    let views = #"[{"name":"v","query":"is:open","icon":1}]"#
    let line = #"{"board":{"columns":\#(columns),"views":\#(views),"hue":1}}"#
    let text = ImportText(utf8(line))
    #expect(text.ignoredSettings == ["'color' of 'columns'", "'hue'", "'icon' of 'views'"])
  }

  @Test("Too many columns, and names without a letter, are refused")
  func refused() {
    let many = (1...51).map { #"{"title":"x","state":"s\#($0)"}"# }
    #expect(problems(many, .missingColumns).first?.contains("names 51 columns") == true)
    #expect(problems(Array(many.dropLast()), .missingColumns) == [])
    #expect(problems([#"{"title":"x","state":"할 일"}"#], .missingColumns) == [])
    let nameless = problems([#"{"title":"x","state":"!?"}"#], .missingColumns)
    #expect(nameless.first?.hasPrefix("state '!?' gives no id for a column; add one") == true)
  }
}

extension JSONValue {
  /// The settings with the default values that an export adds to columns.
  fileprivate var withDefaults: JSONValue {
    guard var object, var board = object["board"]?.object else { return self }
    board["columns"] = .array(
      (board["columns"]?.array ?? []).map { column in
        var column = column.object ?? JSONObject()
        if column["limit"] == nil { column["limit"] = .null }
        if column["from"] == nil { column["from"] = .array([]) }
        return .object(column)
      })
    board["milestones"] = board["milestones"] ?? .array([])
    board["iterations"] = board["iterations"] ?? .array([])
    board["rules"] = board["rules"] ?? .array([])
    object["board"] = .object(board)
    return .object(object)
  }
}
