@testable import PlanModel
import PmgitTestSupport
import Testing

@Suite("Lines of an import")
struct ImportLineTests {
  static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  @Test("A state is a column's id, or else its id or title in any case")
  func states() throws {
    var board = ImportedBoard()
    board.board = Board(columns: [
      Column(id: "todo", title: "Doing", kind: .todo),
      Column(id: "doing", title: "In work", kind: .doing),
      Column(id: "a", title: "Twice", kind: .doing), Column(id: "b", title: "twice", kind: .done),
    ])
    for (name, id) in [("doing", "doing"), ("IN WORK", "doing"), ("ToDo", "todo"), ("b", "b")] {
      try board.importLines([#"{"title":"\#(name)","state":"\#(name)"}"#])
      #expect(board.plans.first { $0.title == name }?.state == id)
    }
    #expect(
      throws: ImportError(
        line: 1, reason: "state 'twice' names several columns; the columns are a, b")
    ) {
      try board.importLines([#"{"title":"x","state":"twice"}"#])
    }
  }

  @Test("All that is wrong in a file is reported, line by line, and member by member")
  func allErrors() {
    let found = ImportTests.error([
      #"{"title":"","due":"soon"}"#, "", #"{"title":"fine"}"#, "[7]", #"{"title":7}"#,
    ])
    #expect(found?.problems.map(\.line) == [1, 1, 4, 5])
    let pairs = ImportTests.error([
      #"{"aliases":["gh:1"]}"#, #"{"title":"B","aliases":["gh:1"]}"#, "{}",
    ])
    #expect(
      pairs?.problems.map(\.reason) == [
        "a new plan must have a 'title'", "the same plan as on line 1",
        "a new plan must have a 'title'",
      ])
    let mixed = ImportTests.error([#"{"due":"soon"}"#, #"{"nope":1}"#, #"{"title":"","due":"x"}"#])
    #expect(mixed?.problems.map(\.line) == [1, 2, 3, 3])
  }

  @Test("A bad value of any length is cut in its error")
  func longValues() throws {
    let digits = String(repeating: "9", count: 900_000)
    for line in [
      #"{"estimate":\#(digits)}"#, #"{"title":"\#(digits)"}"#, #"{"priority":"\#(digits)"}"#,
      #"{"\#(digits)":1,"\#(digits)":1}"#.replacing(digits, with: String(digits.prefix(400_000))),
      #"{"links":["\#(String(digits.prefix(900)))"]}"#, #"{"state":"\#(digits)"}"#,
    ] {
      let reason = try #require(ImportTests.error([line])?.problems.first?.reason)
      #expect(reason.utf8.count < 300)
    }
  }

  @Test("'@me' is who imports: as owner, assignee, author")
  func me() throws {
    let board = try ImportTests.imported([
      #"{"title":"T","owner":"@me","assignees":["@ME","Kim"],"created":{"by":"@me"}}"#
    ])
    let plan = try #require(board.plans.first)
    #expect(plan.owner == "Importer" && plan.assignees == ["Importer", "Kim"])
    #expect(plan.created?.by == "Importer")
  }

  @Test("Members that nobody knows are kept, exported, and replaced by the next import")
  func unknown() throws {
    var board = ImportedBoard()
    let plan = try board.importLines([
      #"{"title":"A","aliases":["gh:1"],"points":[1,{"a":2.50}],"nothing":null}"#
    ])
    #expect(plan.unknown == ["points": 1])
    #expect(board.export()[0]["points"] == (try JSONReader.value(in: utf8(#"[1,{"a":2.50}]"#))))
    #expect(board.export()[0]["nothing"] == nil)
    try board.importLines([#"{"aliases":["gh:1"],"points":3}"#])
    #expect(board.export()[0]["points"] == .number(3))
  }

  @Test("A member of a file that is called as one of the export's is not mistaken for it")
  func collidingMembers() throws {
    var document = PlanDocument(id: ExactString(SampleFile.id.text))
    document.apply([.title("T"), .write(.other("title"), .string("X"))], stamp: .none)
    let plan = Plan(document, id: SampleFile.id)
    let object = PlanJSON.object(plan, board: Board(.newBoard), today: ImportedBoard.now.day)
    #expect(object["title"] == .string("T"))
    #expect(try PlanFile.read(PlanFile.bytes(of: document)) == document)
  }

  @Test("100,000 members that nobody knows take no longer than their number")
  func manyMembers() throws {
    let members = (0..<80_000).map { #""m\#($0)":0"# }.joined(separator: ",")
    let board = try ImportTests.imported([#"{"title":"T",\#(members)}"#])
    #expect(board.plans.first?.other.count == 80_000)
    #expect(board.export()[0].count > 80_000)
  }

  @Test(
    "When a new plan was last changed is kept, unless that is to come or before it was made",
    arguments: [
      ("2026-11-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"),
      ("2099-01-01T00:00:00Z", "2026-10-01T00:00:00.000Z"),
      ("2026-09-01T00:00:00Z", "2026-10-01T00:00:00.000Z"),
      ("soon", "2026-10-01T00:00:00.000Z"),
    ])
  func updated(given: String, shown: String) throws {
    var board = try ImportTests.imported([
      #"{"title":"A","aliases":["gh:1"],"updated":"\#(given)","created":{"at":"2026-10-01T00:00:00Z"}}"#
    ])
    #expect(board.plans[0].updated?.description == shown)
    #expect(board.plans[0].stateSince == nil)
    try board.importLines([#"{"aliases":["gh:1"],"updated":"2026-11-02T00:00:00Z"}"#])
    #expect(board.plans[0].updated?.description == shown)
    try board.importLines([#"{"aliases":["gh:1"],"owner":"Kim"}"#])
    #expect(try #require(board.plans[0].updated) > ImportedBoard.now)
  }

  @Test(
    "When a new plan entered its column is kept, unless that is to come",
    arguments: [
      (#""state":"done","closed":"2026-11-01T00:00:00Z""#, "2026-11-01T00:00:00.000Z"),
      (#""state":"done","moved":"2026-11-01T00:00:00Z""#, "2026-11-01T00:00:00.000Z"),
      (#""state":"doing","moved":"2026-11-01T00:00:00Z""#, "2026-11-01T00:00:00.000Z"),
      (#""state":"doing","started":"2026-11-01T00:00:00Z""#, "2026-11-01T00:00:00.000Z"),
      (#""state":"done","closed":"2026-11-01""#, "2026-11-01T00:00:00.000Z"),
      (#""state":"doing","started":"2026-11-01""#, "2026-11-01T00:00:00.000Z"),
      (#""state":"todo","closed":"2026-11-01T00:00:00Z""#, nil),
      (#""state":"done","closed":"2099-01-01T00:00:00Z""#, nil),
      // Entering a column at the moment of creation would mean that it was added there.
      (#""state":"done","closed":"2026-10-01T00:00:00Z""#, "2026-10-01T00:00:00.001Z"),
      (#""state":"done","closed":"2026-10-01""#, "2026-10-01T00:00:00.001Z"),
      (#""state":"done","closed":"2026-09-29T10:00:00Z""#, "2026-09-29T10:00:00.000Z"),
      (#""state":"done","closed":null"#, nil),
    ])
  func entered(members: String, since: String?) throws {
    for id in ["", #","id":"k7m2q9x4t1ab""#] {
      var board = try ImportTests.imported([
        #"{"title":"A","aliases":["gh:1"],"created":{"at":"2026-10-01T00:00:00Z"},\#(members)\#(id)}"#
      ])
      #expect(board.plans[0].stateSince?.description == since)
      // A line that does not move an existing plan does not change when it was moved.
      try board.importLines([#"{"aliases":["gh:1"],"closed":"2026-11-02T00:00:00Z"}"#])
      #expect(board.plans[0].stateSince?.description == since)
    }
  }

  @Test(
    "When an existing plan entered a new column is kept, unless that is before its last move",
    arguments: [
      (#""state":"done","closed":"2026-11-03""#, "2026-11-03T00:00:00.000Z"),
      (#""state":"doing","moved":"2026-11-03T10:00:00Z""#, "2026-11-03T10:00:00.000Z"),
      (#""state":"done","closed":"2026-11-02T00:00:00Z""#, "2026-11-02T00:00:00.001Z"),
      (#""state":"done","closed":"2026-11-01""#, nil),
      (#""state":"done","closed":"2099-01-01""#, nil), (#""state":"done""#, nil),
    ])
  func enteredLater(members: String, since: String?) throws {
    var board = try ImportTests.imported([
      #"{"title":"A","aliases":["gh:1"],"created":{"at":"2026-10-01T00:00:00Z"},"state":"todo","#
        + #""moved":"2026-11-02"}"#
    ])
    let plan = try board.importLines([#"{"aliases":["gh:1"],\#(members)}"#])
    let entered = try #require(board.plans[0].stateSince)
    #expect(since.map { entered.description == $0 } ?? (entered > ImportedBoard.now))
    // It is said of plans that move, which shows in the merge.
    #expect(plan.ignored.isEmpty)
  }

  @Test("A 'closed' that is no time is a member like any other; 'started' is kept as well")
  func noTime() throws {
    let board = try ImportTests.imported([
      #"{"title":"A","closed":true,"started":"2026-11-01T00:00:00Z"}"#
    ])
    #expect(board.plans[0].other["closed"] == .bool(true))
    #expect(board.plans[0].other["started"] == .string("2026-11-01T00:00:00Z"))
  }

  @Test(
    "A start of work is kept as the line says it, also one that can't be",
    arguments: [
      (#""state":"done","closed":"2026-11-05","started":"2026-11-01""#, "2026-11-01"),
      (#""state":"done","closed":"2026-11-05","started":"2026-11-06""#, "2026-11-06"),
      (#""state":"done","closed":"2026-11-05","started":"2026-09-30""#, "2026-09-30"),
      (#""state":"doing","moved":"2026-11-05","started":"2099-01-01""#, "2099-01-01"),
      (#""state":"todo","started":"2099-01-01""#, "2099-01-01"),
    ])
  func start(members: String, day: String) throws {
    var board = ImportedBoard()
    let line =
      #"{"title":"A","aliases":["gh:1"],"created":{"at":"2026-10-01T00:00:00Z"},\#(members)}"#
    let plan = try board.importLines([line])
    #expect(board.plans[0].other["started"] == .string("\(day)T00:00:00.000Z"))
    #expect(plan.ignored.isEmpty)
    let documents = board.documents
    try board.importLines([line])
    #expect(board.documents == documents)
  }

  @Test("A day on which a plan was begun and finished counts from when it was made on that day")
  func sameDay() throws {
    let board = try ImportTests.imported([
      #"{"title":"A","state":"done","created":{"at":"2026-10-01T09:30:00Z"},"#
        + #""started":"2026-10-01","closed":"2026-10-01"}"#
    ])
    #expect(board.plans[0].other["started"] == .string("2026-10-01T09:30:00.000Z"))
    #expect(board.plans[0].stateSince?.description == "2026-10-01T09:30:00.001Z")
  }

  @Test("A plan without a creation was made before the first thing that its line says")
  func creation() throws {
    for (members, made) in [
      (#""state":"done","closed":"2026-10-05""#, "2026-10-04T23:59:59.999Z"),
      (#""state":"done","closed":"2026-10-05","started":"2026-10-03""#, "2026-10-02T23:59:59.999Z"),
      (#""state":"todo","updated":"2026-10-05T10:00:00Z""#, "2026-10-05T09:59:59.999Z"),
      (#""state":"done","closed":"2099-10-05""#, nil), (#""state":"todo""#, nil),
    ] {
      let board = try ImportTests.imported([#"{"title":"A","aliases":["gh:1"],\#(members)}"#])
      let created = try #require(board.plans[0].created?.at)
      #expect(made.map { created.description == $0 } ?? (created > ImportedBoard.now), "\(members)")
    }
  }

  @Test("Today is no day to come, where it began before it did in UTC")
  func dayAhead() {
    let now = Timestamp("2026-10-04T15:00:00Z") ?? ImportedBoard.now
    let midnight = { (day: String) in Timestamp("\(day)T00:00:00Z") ?? ImportedBoard.now }
    let made = ImportDays.Before.isNew(made: midnight("2026-10-01"))
    let entry = { (day: String, isDay: Bool) in
      ImportDays.entry(midnight(day), isDay: isDay, after: made, now: now)
    }
    #expect(entry("2026-10-05", true) == now)
    #expect(entry("2026-10-05", false) == nil)
    #expect(entry("2026-10-06", true) == nil)
  }

  @Test("A line that has the shown value does not decide against those that wait beside it")
  func waiting() throws {
    var board = try ImportTests.imported([#"{"title":"A","id":"k7m2q9x4t1ab"}"#])
    let id = board.plans[0].id
    let values = ["A", "B"].map {
      StampedValue(stamp: Stamp(at: ImportedBoard.now, using: &board.random), value: .string($0))
    }
    board.documents[id]?[.field("title")] = values
    let shown = board.plans[0].title
    try board.importLines([#"{"title":"\#(shown)","id":"k7m2q9x4t1ab"}"#])
    #expect(board.plans[0].conflicts.map(\.field) == ["title"])
    try board.importLines([#"{"title":"C","id":"k7m2q9x4t1ab"}"#])
    #expect(board.plans[0].conflicts.isEmpty)
  }

  @Test("A position is kept by a new plan alone, and where it is one")
  func ranks() throws {
    let long = "a0" + String(repeating: "1", count: 300)
    var board = try ImportTests.imported([
      #"{"title":"A","aliases":["gh:1"],"rank":"a1"}"#, #"{"title":"B","rank":"\#(long)"}"#,
      #"{"title":"C","rank":7}"#, #"{"title":"D","rank":"0|hzzz:"}"#,
    ])
    try board.importLines([#"{"aliases":["gh:1"],"rank":"a2"}"#])
    let ranks = Dictionary(uniqueKeysWithValues: board.plans.map { ($0.title, $0.rank) })
    #expect(ranks["A"] == "a1")
    #expect(["B", "C", "D"].allSatisfy { ranks[$0]?.hasPrefix("g") == true })
  }

  @Test("A checklist line is reworded where its source has ids, whatever they look like")
  func foreignItemIDs() throws {
    var board = ImportedBoard()
    for text in ["One", "Another"] {
      try board.importLines([
        """
        {"title":"T","aliases":["gh:1"],"checklist":[{"id":"#1","text":"\(text)"},\
        {"id":2,"text":"Two \(text)"},{"id":"ABC-3","text":"\(text)"}]}
        """
      ])
    }
    let texts = board.plans[0].checklist.map(\.text)
    #expect(texts == ["Another", "Two Another", "Another"])
    #expect(
      board.plans[0].checklist.map(\.id).allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber } }
    )
  }

  @Test("An item whose id nobody could type is found by it, and stays away once it was removed")
  func untypableItems() throws {
    var board = try ImportTests.imported([#"{"id":"k7m2q9x4t1ab","title":"T"}"#])
    let add = Edit.comment("M-1", text: ["Hi"], at: ImportedBoard.now, by: "Kim")
    let line = Edit.checklistItem("L_1", text: "One", rank: "a0")
    board.documents[SampleFile.id]?.apply(add + line, stamp: .none)
    let exported = CanonicalJSON.line(of: .object(board.export()[0]))
    try board.importLines([exported])
    #expect(board.plans[0].comments.map(\.id) == ["M-1"])
    #expect(board.plans[0].checklist.map(\.id) == ["L_1"])

    var document = try #require(board.documents[SampleFile.id])
    let gone =
      document.removals(ofItems: ["M-1"], in: "comments")
      + document.removals(ofItems: ["L_1"], in: "checklist")
    document.apply(gone, stamp: Stamp(at: ImportedBoard.now, using: &board.random))
    board.documents[SampleFile.id] = document
    try board.importLines([exported])
    #expect(board.plans[0].comments.isEmpty && board.plans[0].checklist.isEmpty)
  }

  @Test("Items that were removed here do not come back, though their source has other words")
  func removedItems() throws {
    let line = { (text: String) in
      """
      {"title":"T","aliases":["gh:1"],"checklist":[{"id":"c1","text":"\(text)"}],\
      "comments":[{"id":"m1","text":"\(text)"}]}
      """
    }
    var board = try ImportTests.imported([line("One")])
    let id = board.plans[0].id
    let document = try #require(board.documents[id])
    let comment = ExactString(board.plans[0].comments[0].id)
    board.documents[id]?.apply(
      [
        document.removal(ofItem: "c1", in: "checklist"),
        document.removal(ofItem: comment, in: "comments"),
      ], stamp: Stamp("x"))
    try board.importLines([line("Another")])
    #expect(board.plans[0].checklist.isEmpty && board.plans[0].comments.isEmpty)
  }

  @Test("An item that came without an id is found by its text when it has one")
  func itemsThatGetIDs() throws {
    var board = try ImportTests.imported([
      #"{"title":"T","aliases":["gh:1"],"checklist":[{"text":"a"},{"text":"b"}]}"#
    ])
    try board.importLines([
      ##"{"aliases":["gh:1"],"checklist":[{"id":"#1","text":"a","done":true},{"id":"#2","text":"b"}]}"##
    ])
    #expect(board.plans[0].checklist.map(\.text) == ["a", "b"])
    #expect(board.plans[0].checklist.map(\.done) == [true, false])
  }
}

// MARK: - Deleted plans and twins

extension ImportLineTests {
  static let deleted =
    #"{"id":"k7m2q9x4t1ab","title":"T","deleted":{"at":"2026-11-01T00:00:00Z","by":"Kim"}}"#

  @Test(
    "A deleted plan comes as one, and its deletion holds",
    arguments: [deleted, #"{"title":"T","deleted":true}"#])
  func newDeleted(line: String) throws {
    let plan = try #require(try ImportTests.imported([line]).plans.first)
    #expect(plan.isDeleted && plan.title == "T")
    #expect(plan.deletion?.by == (line == Self.deleted ? "Kim" : "Importer"))
  }

  @Test("A plan that shows is deleted, unless it was changed here after that")
  func deletesLivePlan() throws {
    let live =
      #"{"id":"k7m2q9x4t1ab","title":"T","created":{"at":"2026-10-01T00:00:00Z"}}"#
    var board = try ImportTests.imported([live])
    let files = board.files
    var changed = board
    try board.importLines([Self.deleted])
    #expect(board.plans[0].isDeleted && board.files != files)
    let after = board.files
    let again = try board.importLines([Self.deleted])
    #expect(board.files == after && again.alreadyDeleted == 1 && again.leftOut.isEmpty)

    try changed.importLines([#"{"id":"k7m2q9x4t1ab","owner":"Kim"}"#])
    let plan = try changed.importLines([Self.deleted])
    #expect(!changed.plans[0].isDeleted && plan.changedSinceDeletion == [SampleFile.id])
  }

  @Test("A line about a plan that is deleted here alone is left out")
  func leftOut() throws {
    var board = try ImportTests.imported([Self.deleted])
    let plan = try board.importLines([#"{"id":"k7m2q9x4t1ab","title":"U"}"#])
    #expect(plan.leftOut == [SampleFile.id] && board.plans[0].title == "T")
  }

  @Test("A plan that is deleted here comes back if that is asked for, with the values of the line")
  func restored() throws {
    var board = try ImportTests.imported([
      Self.deleted, #"{"title":"Gone","aliases":["a"],"deleted":true}"#,
    ])
    let plan = try board.importLines(
      [
        #"{"id":"k7m2q9x4t1ab","title":"U"}"#, #"{"aliases":["a"],"deleted":true}"#,
        #"{"title":"New"}"#,
      ], restoresDeleted: true)
    #expect(plan.restored == [SampleFile.id] && plan.leftOut.isEmpty && plan.alreadyDeleted == 1)
    #expect(board.plans.filter { !$0.isDeleted }.map(\.title).sorted() == ["New", "U"])
  }

  @Test("A byte order mark is skipped at the beginning of a file, and nowhere else")
  func byteOrderMark() throws {
    let line = #"{"title":"T"}"#
    #expect(try ImportTests.imported(["\u{FEFF}" + line, line]).plans.count == 2)
    #expect(throws: ImportError.self) { try ImportTests.imported([line, "\u{FEFF}" + line]) }
    #expect(throws: ImportError.self) { try ImportTests.imported(["\u{FEFF}\u{FEFF}" + line]) }
  }

  @Test("An alias of two plans means the one that shows, whichever is deleted", arguments: [0, 1])
  func twins(gone: Int) throws {
    var board = ImportedBoard()
    let ids = ["a00000000000", "k7m2q9x4t1ab"].compactMap(PlanID.init)
    try board.importLines(ids.map { #"{"id":"\#($0)","title":"T","aliases":["gh:1"]}"# })
    board.delete(ids[gone])
    let plan = try board.importLines([
      #"{"title":"New","aliases":["gh:1"]}"#, #"{"title":"L","links":["relates:gh:1"]}"#,
    ])
    #expect(plan.leftOut.isEmpty && plan.steps[0].id == ids[1 - gone])
    #expect(board.plans.first { $0.id == ids[1 - gone] }?.title == "New")
    #expect(board.plans.first { $0.title == "L" }?.links.map(\.target) == [ids[1 - gone].text])
  }

  @Test("Two clones that import one id apart have nothing to decide, and the first has made it")
  func oneIDApart() throws {
    let line = """
      {"id":"k7m2q9x4t1ab","title":"x","updated":"2026-11-01T00:00:00Z",\
      "comments":[{"id":"m1","text":"Hi"},{"text":"Hi"},{"text":"Hi"}],\
      "checklist":[{"text":"Once"},{"text":"Twice"},{"text":"Twice"}]}
      """
    var (first, second) = (ImportedBoard(), ImportedBoard())
    second.random = SeededGenerator(seed: 8)
    try first.importLines([line])
    try second.importLines([#"{"title":"Before"}"#])
    try second.importLines([line])
    let id = SampleFile.id
    let ours = try #require(first.documents[id])
    let theirs = try #require(second.documents[id])
    #expect(ours != theirs)
    let merged = PlanMerge.merge(ours, theirs, bases: [])
    #expect(merged.conflicts.isEmpty)
    let plan = Plan(merged, id: id)
    #expect(plan.created == Plan(ours, id: id).created)
    #expect(plan.comments.count == 3)
    #expect(plan.checklist.map(\.text) == ["Once", "Twice", "Twice"])
  }

  /// Returns the documents of a plan that two clones imported independently from one line.
  private func importedApart(_ line: String) throws -> (ours: PlanDocument, theirs: PlanDocument) {
    var (first, second) = (ImportedBoard(), ImportedBoard())
    second.random = SeededGenerator(seed: 8)
    try first.importLines([line])
    try second.importLines([line])
    return (
      try #require(first.documents[SampleFile.id]), try #require(second.documents[SampleFile.id])
    )
  }

  @Test("A deleted plan that two clones import apart stays deleted after the merge")
  func deletedApart() throws {
    let line = """
      {"id":"k7m2q9x4t1ab","title":"x","created":{"at":"2026-10-01T00:00:00Z","by":"A"},\
      "deleted":{"at":"2026-11-01T00:00:00Z","by":"A"}}
      """
    let (ours, theirs) = try importedApart(line)
    let plan = Plan(PlanMerge.merge(ours, theirs, bases: []), id: SampleFile.id)
    #expect(plan.isDeleted)
    #expect(plan.conflicts.isEmpty)
  }

  @Test("What two clones import apart was written by each once, and looks as old as it was made")
  func stampsOfItsOwn() throws {
    let line =
      #"{"id":"k7m2q9x4t1ab","title":"x","created":{"at":"2026-10-01T00:00:00Z","by":"A"}}"#
    let (ours, theirs) = try importedApart(line)
    for (path, elements) in ours.elements {
      #expect(Set(elements).isDisjoint(with: theirs[path]), "\(path.fieldName)")
    }
    let plan = Plan(PlanMerge.merge(ours, theirs, bases: []), id: SampleFile.id)
    #expect(plan.updated == plan.created?.at && plan.stateSince == nil)
    #expect(plan.conflicts.isEmpty)
  }
}
