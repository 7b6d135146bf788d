@testable import PlanModel
import PmgitTestSupport
import Testing

/// A board in memory that lines are imported into.
struct ImportedBoard {
  static let now = Timestamp(milliseconds: 1_795_168_951_120)

  var board = Board(.newBoard)
  var documents: [PlanID: PlanDocument] = [:]
  var random = SeededGenerator(seed: 7)
  /// The number of imports so far; each one has its own stamp.
  private var count = 0

  var plans: [Plan] { documents.map { Plan($1, id: $0) }.sorted { $0.id < $1.id } }

  /// The files of all plans, by id.
  var files: [PlanID: [UInt8]] { documents.mapValues { PlanFile.bytes(of: $0) } }

  @discardableResult
  mutating func importLines(
    _ lines: [String], restoresDeleted: Bool = false
  ) throws(ImportError) -> ImportPlan {
    let read = ImportFile(
      utf8(lines.joined(separator: "\n")), board: board, me: "Importer")
    count += 1
    let now = Timestamp(milliseconds: Self.now.milliseconds + Int64(count) * 1000)
    let plan = try ImportPlan(
      read, existing: plans, board: board,
      ranks: Rank.spread(lines.count, at: now, after: nil, using: &random),
      restoresDeleted: restoresDeleted, now: now, person: "Importer", using: &random)
    let stamp = Stamp(at: now, using: &random)
    for step in plan.steps + plan.relinked {
      let old = documents[step.id] ?? PlanDocument(id: ExactString(step.id.text))
      documents[step.id] = step.document(from: old, stamp: stamp)
    }
    return plan
  }

  /// Returns the plans as in an export.
  func export() -> [JSONObject] {
    plans.map { PlanJSON.object($0, board: board, today: Self.now.day) }
  }
}

@Suite("Importing plans")
struct ImportTests {
  static func imported(_ lines: [String]) throws -> ImportedBoard {
    var board = ImportedBoard()
    try board.importLines(lines)
    return board
  }

  static func error(_ lines: [String]) -> ImportError? {
    var board = ImportedBoard()
    do {
      try board.importLines(lines)
      return nil
    } catch {
      return error
    }
  }

  static let full = #"""
    {"title":"Fix login","body":"One.\n\nTwo.","state":"doing","due":"2026-12-01","priority":"high",
    "owner":"Dev","estimate":0.50,"labels":["ui","bug"],"assignees":["Dev"],
    "links":["blocked-by:gh:2","relates:gh:9"],"aliases":["gh:1"],
    "checklist":[{"text":"test"},{"text":"test","done":true},{"id":"c1","text":"ship","done":true}],
    "comments":[{"text":"Hi.\nBye."},{"id":"m1","at":"2026-11-01T00:00:00+09:00","by":"Kim","text":""}],
    "created":{"at":"2026-10-01T12:00:00Z","by":"Dev"},"x-extra":1}
    """#.replacing("\n", with: "")
  static let second = #"{"title":"Second","aliases":["gh:2"]}"#

  @Test("Every member of a line goes to its field")
  func allMembers() throws {
    let plan = try #require(
      try Self.imported([Self.full, Self.second]).plans.first {
        $0.title == "Fix login"
      })
    #expect(plan.body == ["One.", "", "Two."])
    #expect(plan.state == "doing" && plan.due == CalendarDay("2026-12-01"))
    #expect(plan.priority == .high && plan.owner == "Dev" && plan.estimate?.lexeme == "0.50")
    #expect(plan.labels == ["bug", "ui"] && plan.assignees == ["Dev"] && plan.aliases == ["gh:1"])
    #expect(plan.checklist.map(\.text) == ["test", "test", "ship"])
    #expect(plan.checklist.map(\.done) == [false, true, true])
    #expect(plan.checklist.last?.id == "c1")
    #expect(plan.comments.map(\.text) == [[], ["Hi.", "Bye."]])
    #expect(plan.comments.map(\.by) == ["Kim", "Importer"])
    #expect(plan.comments.first?.at == Timestamp("2026-10-31T15:00:00Z"))
    #expect(
      plan.created == Creation(at: Timestamp("2026-10-01T12:00:00Z"), by: "Dev"))
  }

  @Test("A line of a title alone enters the first column, created now by the importer")
  func titleAlone() throws {
    let plan = try #require(try Self.imported([#"{"title":" T "}"#]).plans.first)
    #expect(plan.title == "T" && plan.state == "todo" && Rank.isValid(plan.rank))
    #expect(plan.created?.by == "Importer")
    #expect(plan.created?.at == Timestamp(milliseconds: ImportedBoard.now.milliseconds + 1000))
  }

  @Test("Plans are in the order of their lines")
  func order() throws {
    let board = try Self.imported((0..<50).map { #"{"title":"\#($0)"}"# })
    let titles = board.plans.sorted { Rank.precedes(($0.rank, ""), ($1.rank, "")) }.map(\.title)
    #expect(titles == (0..<50).map(String.init))
  }

  @Test("A second import of the same lines changes no byte")
  func secondImport() throws {
    var board = try Self.imported([Self.full, Self.second])
    let files = board.files
    let again = try board.importLines([Self.full, Self.second])
    #expect(again.steps.allSatisfy { !$0.isNew })
    #expect(board.files == files)
  }

  @Test("A line is about the plan with its id, else with one of its aliases, else a new one")
  func pairing() throws {
    var board = try Self.imported([
      #"{"id":"k7m2q9x4t1ab","title":"By id"}"#, #"{"title":"By alias","aliases":["gh:1","gh:2"]}"#,
    ])
    let owner = try #require(board.plans.first { $0.title == "By alias" }).id
    let plan = try board.importLines([
      #"{"title":"New"}"#, #"{"owner":"Dev","aliases":["gh:3","gh:2"]}"#,
      #"{"id":"k7m2q9x4t1ab","owner":"Kim"}"#,
    ])
    #expect(plan.steps.map(\.isNew) == [true, false, false])
    #expect(plan.steps.map(\.id).dropFirst() == [owner, SampleFile.id])
    #expect(board.plans.count == 3)
    let updated = try #require(board.plans.first { $0.id == owner })
    #expect(updated.owner == "Dev" && updated.title == "By alias")
    #expect(updated.aliases == ["gh:1", "gh:2", "gh:3"])
  }

  @Test("Aliases that only look alike name two plans")
  func lookalikes() throws {
    let board = try Self.imported([
      "{\"title\":\"a\",\"aliases\":[\"\u{E9}\"]}", "{\"title\":\"b\",\"aliases\":[\"e\u{301}\"]}",
    ])
    #expect(board.plans.count == 2)
  }

  @Test("Links by alias are resolved, also to lines further on; others are kept and counted")
  func links() throws {
    var board = ImportedBoard()
    try board.importLines([#"{"title":"Here","aliases":["gh:0"]}"#])
    let plan = try board.importLines([
      """
      {"title":"A","aliases":["gh:1"],"links":["blocked-by:gh:2","parent:gh:0","relates:gh:1",\
      "relates:gh:404","relates:k7m2q9x4t1ab","relates:a00000000000"]}
      """,
      #"{"title":"B","aliases":["gh:2"]}"#, #"{"id":"k7m2q9x4t1ab","title":"C"}"#,
    ])
    let id = { (alias: String) in
      board.plans.first { $0.aliases.contains(alias) }?.id.text ?? "none"
    }
    let links = try #require(board.plans.first { $0.title == "A" }).links.map(\.description)
    #expect(
      Set(links) == [
        "blocked-by:\(id("gh:2"))", "parent:\(id("gh:0"))", "relates:\(id("gh:1"))",
        "relates:gh:404", "relates:k7m2q9x4t1ab", "relates:a00000000000",
      ])
    #expect(
      plan.danglingLinks.map(\.link.description) == ["relates:gh:404", "relates:a00000000000"])
  }

  @Test("Of lines with an id, members of sets are added, and other values are replaced")
  func update() throws {
    var board = try Self.imported([
      #"{"id":"k7m2q9x4t1ab","title":"T","labels":["a"],"owner":"Dev"}"#
    ])
    try board.importLines([#"{"id":"k7m2q9x4t1ab","labels":["b"],"owner":null,"body":null}"#])
    let plan = try #require(board.plans.first)
    #expect(plan.labels == ["a", "b"] && plan.owner == nil && plan.title == "T")
  }

  @Test("An item of the checklist is found by its id, else by its text, each once")
  func checklistItems() throws {
    var board = try Self.imported([
      #"{"title":"T","aliases":["gh:1"],"checklist":[{"id":"c1","text":"a"},{"text":"b"}]}"#
    ])
    try board.importLines([
      """
      {"aliases":["gh:1"],"checklist":[{"id":"c1","text":"A","done":true},{"text":"b","done":true},\
      {"text":"b"}]}
      """
    ])
    let items = try #require(board.plans.first).checklist
    #expect(items.map(\.text) == ["A", "b", "b"])
    #expect(items.map(\.done) == [true, true, false])
  }

  @Test("What an export derives is passed over; what can't be kept is counted")
  func ignored() throws {
    var board = ImportedBoard()
    let plan = try board.importLines([
      #"{"title":"A","items":1,"updated":"?","overdue":true,"conflicts":[],"rank":"zz","deleted":null}"#,
      #"{"title":"B","items":1,"stamps":2,"labels":[""," ","a"],"aliases":["\t"]}"#,
    ])
    #expect(
      plan.ignored == ["'items'": 2, "'stamps'": 1, "an empty label": 1, "an empty alias": 1])
    #expect(board.plans.first { $0.title == "B" }?.labels == ["a"])
    #expect(board.plans.allSatisfy { Rank.isValid($0.rank) && $0.other.isEmpty })
  }

  @Test("Members of sets that are no texts are named, and not taken over")
  func ignoredMembers() throws {
    var board = ImportedBoard()
    let plan = try board.importLines([
      #"{"title":"A","unknown":{"sets":{"watchers":["Ann",5,{"a":1}]}}}"#
    ])
    #expect(plan.ignored == ["'watchers' of 'unknown'": 2])
  }

  @Test(
    "Two lines about one plan are refused with the numbers of both",
    arguments: [
      (
        [#"{"title":"A","aliases":["gh:1"]}"#, "{}", #"{"title":"B","aliases":["gh:1"]}"#],
        3, "the same plan as on line 1"
      ),
      (
        [#"{"id":"k7m2q9x4t1ab","title":"A"}"#, #"{"id":"k7m2q9x4t1ab"}"#],
        2, "the same plan as on line 1"
      ),
      (
        [
          #"{"id":"k7m2q9x4t1ab","title":"A","aliases":["gh:1"]}"#,
          #"{"id":"a00000000000","title":"B","aliases":["gh:2"]}"#,
          #"{"title":"C","aliases":["gh:3","gh:1"]}"#,
        ], 3, "the same plan as on line 1"
      ),
    ])
  func duplicates(lines: [String], line: Int, reason: String) {
    let lines = lines.map { $0 == "{}" ? #"{"title":"Between"}"# : $0 }
    #expect(Self.error(lines) == ImportError(line: line, reason: reason))
  }

  @Test("Plans that go on over many lines are one error, not one for each line")
  func spread() {
    let lines = ["{", #"  "title": "One","#, #"  "state": "todo""#, "}"]
    let found = Self.error([""] + lines)?.problems ?? []
    #expect(found.map(\.line) == [2])
    #expect(found.first?.reason.contains("\"jq -c .\"") == true)
    let list = Self.error([" [ ", #"  {"title": "One"}"#, "]"])?.problems ?? []
    #expect(list.map(\.line) == [1])
    #expect(list.first?.reason.contains("\"jq -c '.[]'\"") == true)
    #expect(Self.error([#"{"title":"One"}"#] + lines)?.problems.map(\.line) == [2, 3, 4, 5])
  }

  @Test(
    "A malformed line is refused with its number and the reason",
    arguments: [
      ("{", "column 2: the text ends where '}' should be"),
      (#"{"title":"T",}"#, "column 14: a comma before '}'"),
      (#"{"title":"T","title":"T"}"#, "column 14: key 'title' is there twice"),
      ("7", "a plan must be an object"),
      ("id,title", "a plan must be a JSON object on one line"),
      ("[7]", "a plan must be an object; \"jq -c '.[]'\" writes the elements of a list one a line"),
      ("{}", "a new plan must have a 'title'"),
      (#"{"title":""}"#, "title '' is empty; give it at least one character"),
      (#"{"title":null}"#, "'title' must be a string"),
      (
        #"{"title":"a\nb"}"#,
        "title 'a\nb' has a line break or a control character in it; write it on one line; the body may have several"
      ),
      (#"{"id":"x"}"#, "'id' must be a plan's id of twelve characters"),
      (#"{"id":7}"#, "'id' must be a string"),
      (#"{"body":["a"]}"#, "'body' must be a string"),
      (
        #"{"state":"nowhere"}"#,
        "state 'nowhere' is not a column of this board; the columns are todo, doing, done"
      ),
      (#"{"state":null}"#, "'state' must be a string"),
      (#"{"due":"tomorrow"}"#, "'due' must be a day, YYYY-MM-DD"),
      (#"{"due":"2026-02-30"}"#, "'due' must be a day, YYYY-MM-DD"),
      (#"{"due":1}"#, "'due' must be a string"),
      (
        #"{"priority":"P1"}"#,
        "priority 'P1' is not low, medium, high or urgent; choose one of them, or null to clear it"
      ),
      (#"{"priority":1}"#, "'priority' must be a string"),
      (#"{"owner":" "}"#, "owner ' ' is empty; give it at least one character"),
      (#"{"estimate":"3"}"#, "'estimate' must be a number or null"),
      (
        #"{"estimate":-1}"#,
        "estimate '-1' must be 0 or more; write it like 3 or 0.5, or null to clear it"
      ),
      (#"{"labels":"bug"}"#, "'labels' must be a list of strings"),
      (#"{"labels":null}"#, "'labels' must be a list of strings"),
      (#"{"labels":["a",1]}"#, "'labels' must be a list of strings"),
      (#"{"assignees":{}}"#, "'assignees' must be a list of strings"),
      (
        #"{"links":["k7m2"]}"#,
        "link 'k7m2' is not KIND:ID; write it like blocked-by:k7m2; kinds in use are blocked-by, parent, relates and commit"
      ),
      (
        #"{"aliases":["a\u0000"]}"#,
        "alias 'a\u{0}' has a line break or a control character in it; write it on one line; the body may have several"
      ),
      (#"{"checklist":["a"]}"#, "'checklist' must be a list of objects"),
      (#"{"checklist":{}}"#, "'checklist' must be a list of objects"),
      (#"{"checklist":[{}]}"#, "'checklist' must be a string"),
      (
        #"{"checklist":[{"text":""}]}"#,
        "checklist text '' is empty; give it at least one character"
      ),
      (
        #"{"checklist":[{"text":"a","done":"yes"}]}"#,
        "'checklist' must be a list with 'done' true or false"
      ),
      (
        #"{"checklist":[{"text":"a","id":true}]}"#,
        "'checklist' must be a list of items whose ids are strings or numbers"
      ),
      (
        #"{"checklist":[{"text":"a","id":"c1"},{"text":"b","id":"c1"}]}"#,
        "'checklist' must be a list of items with an id of their own"
      ),
      (
        #"{"comments":[{"text":"a","id":"m1"},{"text":"b","id":"m1"}]}"#,
        "'comments' must be a list of items with an id of their own"
      ),
      (#"{"comments":[{"text":["a"]}]}"#, "'comments' must be a string"),
      (
        #"{"comments":[{"text":"a","at":"now"}]}"#,
        "'comments' must be a time as in 2026-11-20T09:00:00Z"
      ),
      (#"{"created":"now"}"#, "'created' must be an object or null"),
      (#"{"created":{"at":"now"}}"#, "'created' must be a time as in 2026-11-20T09:00:00Z"),
      (#"{"deleted":"yes"}"#, "'deleted' must be an object, true, false or null"),
      (
        #"{"x":\#(String(repeating: "[", count: 26))\#(String(repeating: "]", count: 26))}"#,
        "'x' must be a value of at most 25 levels"
      ),
    ])
  func malformed(line: String, reason: String) {
    let found = Self.error([#"{"title":"Fine"}"#, line])
    #expect(found?.problems.map(\.line) == [2])
    #expect(found?.problems.map(\.reason) == [reason])
    #expect(found?.problems.map(\.isUnknownColumn) == [line.contains("nowhere")])
  }

  @Test("Values that an export gives as null are taken as absent")
  func nulls() throws {
    let line = #"""
      {"title":"T","due":null,"priority":null,"owner":null,"estimate":null,"created":{"at":null,
      "by":"Dev"},"comments":[{"at":null,"by":"","id":"m1","text":"Hi"}],"deleted":{"holds":false}}
      """#.replacing("\n", with: "")
    let plan = try #require(try Self.imported([line]).plans.first)
    #expect(plan.created?.by == "Dev" && plan.created?.at != nil)
    #expect(plan.comments.first?.at != nil)
  }

  @Test("An export that is imported into an empty board gives the same export", arguments: 0..<8)
  func exportAndImport(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var board = ImportedBoard()
    let ids = (0..<20).map { _ in PlanID.random(using: &random) }
    for id in ids {
      var document = PlanDocument(id: ExactString(id.text))
      document.apply(random.planEdits(linkingTo: ids), stamp: .none)
      let changed = Timestamp(milliseconds: ImportedBoard.now.milliseconds - 1)
      if random.chance(50) {
        document.apply([.title("Changed")], stamp: Stamp(at: changed, using: &random))
      }
      if random.chance(30) {
        let stamp = Stamp(at: ImportedBoard.now, using: &random)
        document.apply([document.deletion(at: ImportedBoard.now, by: "Dev")], stamp: stamp)
      }
      board.documents[id] = document
    }
    let export = board.export()
    let lines = export.map { CanonicalJSON.line(of: .object($0)) }
    var copy = try Self.imported(lines)
    #expect(copy.export() == export, "seed \(seed)")
    let files = copy.files
    try copy.importLines(lines)
    #expect(copy.files == files, "seed \(seed)")
  }
}

extension SeededGenerator {
  /// Returns a line that validation accepts unchanged.
  fileprivate mutating func line() -> String {
    let words = ["a", "한글", "e\u{301}", "\u{E9}", "👩‍👩‍👧", "\"", "\\", "\u{202E}", "b c", "x:y"]
    return (0...number(below: 3)).map { _ in pick(words) }.joined()
  }

  /// Returns the edits of a plan with values for most fields.
  fileprivate mutating func planEdits(linkingTo ids: [PlanID]) -> [Edit] {
    let time = Timestamp(milliseconds: ImportedBoard.now.milliseconds - Int64(number(below: 9999)))
    var edits: [Edit] = [
      .title(line()),
      .body(
        Lines.entered((0..<number(below: 4)).map { _ in trickyText().text }.joined(separator: "\n"))
      ),
      .state(pick(["todo", "doing", "done"])), .created(at: time, by: line()),
      .rank(Rank.bottom(at: time, after: nil, using: &self)),
      .write(.other("x-é"), .array([.number(1)])),
      .due(chance(50) ? time.day + number(below: 9) : nil),
      .priority(chance(50) ? pick(Priority.allCases) : nil), .owner(chance(50) ? line() : nil),
      .estimate(JSONNumber(number(below: 9))),
    ]
    for set in PlanSet.allCases where set != .links {
      // An alias identifies one plan, so it is unique.
      let unique = set == .aliases ? "\(next())" : ""
      for _ in 0..<number(below: 3) { edits.append(.add(line() + unique, to: set)) }
    }
    for _ in 0..<number(below: 3) {
      let target = chance(70) ? pick(ids).text : line()
      edits.append(.add("\(pick(Link.knownKinds)):\(target)", to: .links))
    }
    for (index, rank) in Rank.spread(number(below: 4), at: time, after: nil, using: &self)
      .enumerated()
    {
      edits += Edit.checklistItem("c\(index)", text: line(), rank: rank)
      edits.append(.check("c\(index)", done: chance(50)))
    }
    for index in 0..<number(below: 3) {
      let at = Timestamp(milliseconds: time.milliseconds + Int64(number(below: 3)))
      edits += Edit.comment("m\(index)", text: Lines.entered(trickyText().text), at: at, by: line())
    }
    return edits
  }
}
