import PlanModel
import PlanView
import Testing

@Suite struct ChangeTextTests {
  private static let label = ElementPath.setMember(set: "labels", member: "bug")
  private static let link = ElementPath.setMember(set: "links", member: "blocked-by:k7m2q9x4t1ab")
  private static let done = ElementPath.item(list: "checklist", item: "c1", member: "done")

  @Test(
    "A change is shown in the words of its field",
    arguments: [
      (.field("state"), .string("todo"), .string("doing"), "moved from Todo to Doing"),
      (.field("state"), .string("todo"), .string("ice"), "moved from Todo to ice"),
      (.field("title"), .string("a"), .string("b\u{1B}"), #"title: a → b\x1b"#),
      (.field("due"), nil, .string("2026-12-01"), "due: 2026-12-01"),
      (.field("due"), .string("2026-12-01"), .null, "due: 2026-12-01 → none"),
      (.field("estimate"), .number(3), .number(5), "estimate: 3 → 5"),
      (.field("owner"), nil, .string("Dev <j@x>"), "owner: Dev"),
      (.field("deleted"), nil, .object(["by": .string("Dev")]), "deleted"),
      (.field("deleted"), .object(["by": .string("Dev")]), .null, "restored"),
      (.field("created"), nil, .object([:]), "created"),
      (.field("rank"), .string("b"), .string("a"), "moved up in its column"),
      (.field("rank"), .string("a"), .string("b"), "moved down in its column"),
      (.field("state"), nil, .string("doing"), "moved to Doing"),
      (.field("state"), .string("doing"), .null, "column: Doing → none"),
      (
        .field("body"), .strings(["a", "b"]), .strings(["a", "c", "d"]),
        "changed the description (+2 lines, -1)"
      ),
      (
        .field("body"), .strings(["a", "b"]), .strings(["a"]), "changed the description (-1 line)"
      ),
      (.field("body"), nil, .strings(["a", "b"]), "added a description (+2 lines)"),
      (.field("body"), .strings(["a"]), .strings([]), "removed the description"),
      (.field("new-thing"), nil, .array([.number(1), .null]), "new-thing: [1,null]"),
      (label, nil, .bool(true), "added label bug"),
      (label, .bool(true), nil, "removed label bug"),
      (link, nil, .bool(true), "added link blocked-by k7m2q9x4t1ab"),
      (.setMember(set: "watchers", member: "me"), nil, .bool(true), "added watchers me"),
      (done, .bool(false), .bool(true), "checked write a test"),
      (done, .bool(true), .bool(false), "unchecked write a test"),
      (.other("x-meta"), nil, .object(["a": .string("\"b")]), #"x-meta: {"a":"\"b"}"#),
    ] as [(ElementPath, JSONValue?, JSONValue?, String)])
  func words(path: ElementPath, old: JSONValue?, new: JSONValue?, words: String) {
    let change = FieldChange(path: path, old: old, new: new, itemText: "write a test")
    #expect(change.words(on: Build.board).string == words)
  }

  private static func item(_ list: ExactString, _ member: ExactString) -> ElementPath {
    .item(list: list, item: "x1", member: member)
  }

  @Test(
    "A change of a list's item names the item, and no id",
    arguments: [
      (item("milestones", "closed"), .bool(false), .bool(true), "milestone V2 closed"),
      (item("milestones", "closed"), .bool(true), .bool(false), "milestone V2 reopened"),
      (item("milestones", "closed"), nil, .bool(false), "added milestone V2"),
      (item("milestones", "gone"), nil, .string("hash"), "removed milestone V2"),
      (item("milestones", "title"), .string("V1"), .string("V2"), "milestone: V1 → V2"),
      (item("milestones", "title"), nil, .string("V2"), "milestone: x1 → V2"),
      (
        item("milestones", "due"), nil, .string("2026-12-01"), "due day of milestone V2: 2026-12-01"
      ),
      (item("iterations", "last"), .string("a"), .string("b"), "last day of iteration V2: a → b"),
      (item("columns", "title"), nil, .string("V2"), "added column V2"),
      (item("columns", "limit"), .number(1), .number(2), "limit of column V2: 1 → 2"),
      (
        item("columns", "from"), nil, .strings(["doing", "x"]),
        "column V2 takes plans only from Doing, x"
      ),
      (
        item("columns", "from"), .strings(["doing"]), .null, "column V2 takes plans from any column"
      ),
      (item("fields", "options"), nil, .strings(["a", "b"]), "options of field V2: a, b"),
      (item("views", "query"), nil, .string("#bug"), "added view V2: #bug"),
      (item("views", "query"), .string("#bug"), .string("#ui"), "view V2: #bug → #ui"),
      (item("accounts", "person"), nil, .string("Ann <a@x>"), "added account V2: Ann"),
      (item("accounts", "person"), .string("A <a@x>"), .string("B <b@x>"), "account V2: A → B"),
      (item("rules", "text"), .string("a"), .string("b"), "rule: a → b"),
      (item("comments", "gone"), nil, .string("hash"), "removed comment V2"),
      (item("comments", "gone"), .string("hash"), .null, "restored comment V2"),
      (item("checklist", "text"), .string("a"), .string("b"), "checklist line: a → b"),
      (item("time", "minutes"), nil, .number(90), "time: 1h 30m"),
      (item("things", "size"), .number(1), .number(2), "size of things V2: 1 → 2"),
    ] as [(ElementPath, JSONValue?, JSONValue?, String)])
  func items(path: ElementPath, old: JSONValue?, new: JSONValue?, words: String) {
    let change = FieldChange(path: path, old: old, new: new, itemText: "V2")
    #expect(change.words(on: Build.board).string == words)
    let decided = FieldChange(path: path, old: .string("a"), new: .string("a"), itemText: "V2")
    #expect(!decided.words(on: Build.board).string.contains("x1"))
  }

  @Test("A new milestone is one change, with its day; so is a new account")
  func newSettings() {
    let change = { (list: ExactString, member: ExactString, new: JSONValue) in
      FieldChange(path: Self.item(list, member), old: nil, new: new, itemText: "V2")
    }
    #expect(
      words([
        change("milestones", "closed", .bool(false)), change("milestones", "due", .string("2026")),
        change("milestones", "title", .string("V2")),
        change("accounts", "account", .string("V2")), change("accounts", "person", .string("Ann")),
        change("columns", "kind", .string("doing")), change("columns", "rank", .string("a0")),
        change("columns", "title", .string("Review")),
      ]) == [
        "added milestone V2", "due day of milestone V2: 2026", "added account V2: Ann",
        "added column Review",
      ])
  }

  @Test(
    "An edited comment is one change, its undo too, and other comments are changes of their own")
  func editedComment() {
    let change = {
      (item: ExactString, member: ExactString, old: JSONValue?, new: JSONValue?, origin: String) in
      FieldChange(
        path: .item(list: "comments", item: item, member: member), old: old, new: new,
        itemText: "text of \(item.text)", commentOrigin: origin)
    }
    let edit = [
      change("c1", "gone", nil, .string("hash"), "2026 Ann"),
      change("c2", "at", nil, .string("2026"), "2026 Ann"),
      change("c2", "by", nil, .string("Ann"), "2026 Ann"),
      change("c2", "text", nil, .strings(["new", "second"]), "2026 Ann"),
    ]
    #expect(words(edit) == ["edited comment: new (+1 line)"])
    #expect(
      words([
        change("c1", "gone", .string("hash"), .null, "2026 Ann"),
        change("c2", "gone", nil, .string("hash"), "2026 Ann"),
      ]) == ["edited comment: text of c1"])
    #expect(
      words(edit + [change("c3", "gone", nil, .string("hash"), "2026 Ben")])
        == ["edited comment: new (+1 line)", "removed comment text of c3"])
    // Between two moments a comment can be added and edited.
    let added = change("c1", "text", nil, .strings(["old"]), "2026 Ann")
    #expect(words([added] + edit) == ["comment: new (+1 line)"])
  }

  private func words(_ changes: [FieldChange]) -> [String] {
    changes.words(on: Build.board).map(\.string)
  }

  @Test("A new plan is one change")
  func created() {
    let changes = [
      FieldChange(path: .field("created"), old: nil, new: .object([:])),
      FieldChange(path: .field("state"), old: nil, new: .string("todo")),
      FieldChange(path: .field("title"), old: nil, new: .string("a title")),
      FieldChange(path: Self.label, old: nil, new: .bool(true)),
    ]
    #expect(words(changes) == ["created in Todo"])
    #expect(words(Array(changes.prefix(1))) == ["created"])
  }

  @Test("A plan that is older than its commit was added, as by an import")
  func added() throws {
    let commit = try #require(Timestamp("2026-11-20T10:00:00Z"))
    let words = { (created: String) in
      [
        FieldChange(
          path: .field("created"), old: nil, new: .object(["at": .string(ExactString(created))])),
        FieldChange(path: .field("state"), old: nil, new: .string("todo")),
      ].words(on: Build.board, at: commit).map(\.string)
    }
    #expect(words("2026-02-20T10:00:00Z") == ["added in Todo"])
    #expect(words("2026-11-20T09:58:00Z") == ["created in Todo"])
    #expect(words("2026-11-20T11:00:00Z") == ["created in Todo"])
    #expect(words("no time") == ["created in Todo"])
  }

  @Test("A new comment and a new item are one change each")
  func newItems() {
    let member = { (list: ExactString, member: ExactString, value: JSONValue) in
      FieldChange(path: .item(list: list, item: "d1", member: member), old: nil, new: value)
    }
    #expect(
      words([
        member("comments", "at", .string("2026")), member("comments", "by", .string("Dev")),
        member("comments", "text", .strings(["first", "second"])),
        member("checklist", "done", .bool(false)), member("checklist", "rank", .string("a0")),
        member("checklist", "text", .string("write a test")),
      ]) == ["comment: first (+1 line)", "added checklist line write a test"])
  }

  @Test("A position is told only where nothing else changed")
  func position() {
    let rank = FieldChange(path: .field("rank"), old: .string("b"), new: .string("a"))
    let state = FieldChange(path: .field("state"), old: .string("todo"), new: .string("doing"))
    #expect(words([rank, state]) == ["moved from Todo to Doing"])
    #expect(words([rank]) == ["moved up in its column"])
  }
}
