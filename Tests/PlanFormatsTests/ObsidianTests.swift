import PmgitTestSupport
import Testing

@testable import PlanFormats
@testable import PlanModel

/// Tasks as Obsidian's plugin Tasks writes them.
@Suite("Tasks of Obsidian")
struct ObsidianTests {
  /// Rules of the plugin, with those of pmgit; nil for a rule that pmgit does not have.
  static let rules: [(rule: String, meant: String?)] = [
    ("every day", "every day"), ("every 3 days", "every 3 days"),
    ("every 10 days when done", "every 10 days from done"),
    ("every weekday", "every weekday"), ("every weekday when done", "every weekday from done"),
    ("every week", "every week"), ("every week on Sunday", "every sun"),
    ("every week on Tuesday, Friday", "every tue,fri"), ("every 2 weeks", "every 2 weeks"),
    ("every 2 weeks on Friday", "every 2 weeks on fri"),
    ("Every Week When Done", "every week from done"),
    ("every month", "every month"), ("every month on the 15th", "every month on 15"),
    ("every month on the last", "every month on last"),
    ("every 3 months on the 1st", "every 3 months on 1"), ("every year", "every year"),
    ("every month on the last Friday", nil), ("every month on the 1st and 15th", nil),
    ("every month on the 2nd last Friday", nil), ("every 6 months on the 1st Wednesday", nil),
    ("every January on the 15th", nil), ("every April and December on the 1st and 24th", nil),
    ("every weekend", nil), ("every week for 10 times", nil), ("every hour", nil),
    ("every month on the 1st Monday when done", nil), ("every year on the 2nd Tuesday in May", nil),
    ("every 2 weeks on weekdays", nil), ("every day until December 1, 2027", nil),
    ("every week when done on Monday", nil), ("every 4 months on the 3rd Wed", nil),
    ("every month on Monday", nil), ("every day at 9", nil),
  ]

  @Test("A rule is taken as a whole, or stays in the title as a whole", arguments: rules)
  func rule(rule: String, meant: String?) throws {
    for (before, after) in [
      ("", ""), (" 📅 2026-12-01", ""), ("", " 📅 2026-12-01"), (" ⏫", " ➕ 2026-11-01 #home"),
      ("", " ^block1"),
    ] {
      let read = try plans(.markdown, "x.md", "- [ ] Sweep\(before) 🔁 \(rule)\(after)\n")
      let title = try #require(read.texts("title").first?.first)
      let rest = after.contains("^") ? " ^block1" : ""
      #expect(read.texts("repeat")[0] == (meant.map { [$0] } ?? []), "\(title)")
      #expect(title == (meant == nil ? "Sweep 🔁 \(rule)\(rest)" : "Sweep\(rest)"))
      #expect(read.losses.isEmpty == (meant != nil))
    }
  }

  @Test("The sign of a rule may stand before its first word without a space")
  func joined() throws {
    let read = try plans(.markdown, "x.md", "- [ ] Sweep 🔁every month on the last Friday\n")
    #expect(read.texts("title") == [["Sweep 🔁every month on the last Friday"]])
    let taken = try plans(.markdown, "x.md", "- [ ] Sweep 🔁every 2 weeks 📅2026-12-01\n")
    #expect(taken.texts("title") == [["Sweep"]] && taken.texts("repeat") == [["every 2 weeks"]])
  }

  @Test("Boxes with any sign are tasks, and signs without a meaning here are counted")
  func boxes() throws {
    let signs = [" ", "x", "X", "✓", "/", "-", ">", "<", "!", "?", "*", "b", "\"", "💡"]
    let others = "- [1] note\n- [[link]] note\n- [a](x) y\n"
    let text = signs.map { "- [\($0)] Task\n" }.joined() + others
    let read = try plans(.markdown, "x.md", text)
    #expect(
      read.states == ["todo", "done", "done", "done", "doing", "done"]
        + Array(repeating: "todo", count: 8))
    #expect(
      read.losses == [
        "signs in boxes that pmgit does not have, such as '[>]'": 8, "items without a box": 3,
      ])
  }

  @Test("Boxes below a task are its checklist, with any sign")
  func checklist() throws {
    let text = "- [ ] A\n  - [x] one\n  - [-] two\n  - [/] three\n  - [>] four\n  - [1] five\n"
    let read = try plans(.markdown, "x.md", text)
    let lines = (read.plans[0]["checklist"]?.array ?? []).compactMap(\.object)
    #expect(lines.map { $0["text"]?.string } == ["one", "two", "three", "four"])
    #expect(lines.map { $0["done"]?.bool } == [true, true, false, false])
    #expect(read.texts("body") == [["- [1] five"]])
  }

  @Test("A cancelled task goes to a column for these, if the board has one")
  func cancelled() throws {
    var columns = ToolFixture.board.columns
    columns.append(Column(id: "not-planned", title: "Not planned", kind: .done))
    let read = try plans(.markdown, "x.md", "- [-] A\n- [x] B\n", board: Board(columns: columns))
    #expect(read.states == ["not-planned", "done"])
  }

  @Test("A file whose boxes all have unknown signs is no list of tasks")
  func unrecognized() {
    let text = "- [>] A\n- [!] B\n"
    let source = TrackerSource(name: "x.md", bytes: Array(text.utf8))
    #expect(TrackerFormat.recognizing(source).isEmpty)
  }

  @Test("Both forms of the sign for a scheduled day are read", arguments: ["⏳", "⌛", "⏳️", "⌛️"])
  func scheduled(sign: String) throws {
    let text = "- [ ] A \(sign) 2026-12-01\n- [ ] B \(sign)2026-12-02\n"
    let read = try plans(.markdown, "x.md", text)
    #expect(read.texts("start") == [["2026-12-01"], ["2026-12-02"]])
    #expect(read.texts("title") == [["A"], ["B"]])
  }
}
