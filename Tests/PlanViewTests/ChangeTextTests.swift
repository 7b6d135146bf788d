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
      (.field("state"), .string("todo"), .string("doing"), "state: Todo → Doing"),
      (.field("state"), .string("todo"), .string("ice"), "state: Todo → ice"),
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
      (.field("body"), .strings(["a", "b"]), .strings(["a", "c", "d"]), "body: +2 lines, -1"),
      (.field("new-thing"), nil, .array([.number(1), .null]), "new-thing: [1,null]"),
      (label, nil, .bool(true), "+label bug"),
      (label, .bool(true), nil, "-label bug"),
      (link, nil, .bool(true), "+blocked-by k7m2q9x4t1ab"),
      (.setMember(set: "watchers", member: "me"), nil, .bool(true), "+watchers me"),
      (done, .bool(false), .bool(true), "checked write a test"),
      (done, .bool(true), .bool(false), "unchecked write a test"),
      (.other("x-meta"), nil, .object(["a": .string("\"b")]), #"x-meta: {"a":"\"b"}"#),
    ] as [(ElementPath, JSONValue?, JSONValue?, String)])
  func words(path: ElementPath, old: JSONValue?, new: JSONValue?, words: String) {
    let change = FieldChange(path: path, old: old, new: new, itemText: "write a test")
    #expect(change.words(on: Build.board).string == words)
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
      ]) == ["comment: first (+1 line)", "+item write a test"])
  }

  @Test("A position is told only where nothing else changed")
  func position() {
    let rank = FieldChange(path: .field("rank"), old: .string("b"), new: .string("a"))
    let state = FieldChange(path: .field("state"), old: .string("todo"), new: .string("doing"))
    #expect(words([rank, state]) == ["state: Todo → Doing"])
    #expect(words([rank]) == ["moved up in its column"])
  }
}
