@testable import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Plans as forms")
struct PlanFormTests {
  @Test("Fields, checklist lines and notes are distinguished")
  func parts() throws {
    let form = try PlanForm(
      ["Title", "", "Body", "more", ""],
      fields: [
        "# a note", "due: Dec 1", "  LABELS :a, b", "", "owner:", "checklist:", "1 [ ] one",
        "2. [x] two",
        "[X]three", "- [ ] four: five", "# no line", "estimate: 3",
      ], from: 7)
    #expect(form.title == "Title")
    #expect(form.body == ["Body", "more"])
    #expect(form.fields.map(\.name.text) == ["due", "labels", "owner", "estimate"])
    #expect(form.fields.map(\.text) == ["Dec 1", "a, b", "", "3"])
    #expect(form.fields.map(\.line) == [8, 9, 11, 18])
    let items = try #require(form.checklist)
    #expect(items.map(\.number) == [1, 2, nil, nil])
    #expect(items.map(\.isDone) == [false, true, true, false])
    #expect(items.map(\.text) == ["one", "two", "three", "four: five"])
    #expect(items.map(\.line) == [13, 14, 15, 16])
  }

  @Test(
    "A wrong line is named by its number",
    arguments: [
      (["due"], "line 5: 'due' is not a field"), (["x: y"], "line 5: there is no field 'x'"),
      (
        ["", "due: 1", "due: 2"], "line 7: 'due' is there twice, or its lines are in another place"
      ),
      (["checklist:", "a line"], "line 6: 'a line' is not a field"),
      (["checklist: a"], "line 5: 'checklist' is there twice, or its lines are in another place"),
      (["1 [ ] one"], "line 5: '1 [ ] one' is not a field"),
      (["checklist:", "[y] one"], "line 6: '[y] one' is not a field"),
    ])
  func wrong(lines: [String], message: String) throws {
    let problem = #expect(throws: Problem.self) {
      try PlanForm(["Title"], fields: lines, from: 5)
    }
    #expect(problem?.message == message)
  }

  @Test(
    "Members between commas are read, quoted or not",
    arguments: [
      ("", []), ("a", ["a"]), ("a, b ,c", ["a", "b", "c"]), (",a,,", ["a"]),
      ("\"a, b\", c", ["a, b", "c"]),
      ("\"a \\\" b\"", ["a \" b"]), ("\"\"", [""]), ("\"a", nil), ("\"a\" b", nil), ("\"a\\", nil),
    ] as [(String, [String]?)])
  func members(text: String, expected: [String]?) {
    #expect(MemberLine(reading: text)?.members == expected)
  }

  @Test("Any members are read as they are written", arguments: Seeds.each(20))
  func memberRoundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let members = (0..<random.number(below: 5)).map { _ in
        String((0..<1 + random.number(below: 6)).map { _ in random.pick(Array("ab,\"\\ <é")) })
          .trimmingSpaces
      }
      #expect(MemberLine(reading: MemberLine(members).text)?.members == members)
    }
  }

  @Test("What a stranger's program wrote is shown on one line each, and is no change")
  func strange() throws {
    var plan = Plan(id: try #require(PlanID("k7m2q9x4t1ab")))
    plan.values.labels = ["a, b", "\"q\"", "x\ny", " s", "\u{1b}[31m", "\\"]
    plan.values.owner = "O\u{202e}"
    plan.values.assignees = ["Ada <a@x>", "a\u{0}"]
    let board = Board(.newBoard)
    let lines = PlanForm.lines(of: plan, on: board)
    for line in lines {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
    let form = try PlanForm([""], fields: lines, from: 1)
    #expect(form.fields.count == PlanForm.Name.builtIn.count)
    for field in form.fields { #expect(field.text == field.name.text(of: plan, on: board)) }
  }

  @Test("A form that nobody touched changes nothing")
  func untouched() async throws {
    let worker = try await Worker()
    let lines = [
      #"{"title":"T: #1","body":"a\nchecklist:\n# ------------------------ >8 ------------------------","#,
      #""labels":["a, b","\"q\"","x#y"],"owner":"O","estimate":3,"due":"2026-12-01","#,
      #""assignees":["Ada <a@x>"],"checklist":[{"text":"[x] one"},{"text":"2 two"},{"text":"- x"}]}"#,
    ].joined()
    _ = try await worker.board().importPlans(Array(lines.utf8))
    let imported = try #require(try worker.board().store.snapshot().plans().plans.first).id
    for id in [imported, try await worker.add("Plain")] {
      let open = try worker.board().openPlan(id.text)
      let fields = PlanForm.lines(of: open.plan, on: open.board)
      let form = try PlanForm([open.plan.title, ""] + open.plan.body, fields: fields, from: 1)
      let changes = try await worker.board().edit(open, as: form)
      #expect(!changes.didChange)
    }
  }

  @Test("A field changed while its form was open is refused, until the change was seen")
  func meanwhile() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Plan") { $0.body = ["Old"] }
    let open = try worker.board().openPlan(id.text)
    #expect(open.news == nil)
    #expect(try worker.board().openPlan(id.text, at: open.commit).news == nil)
    _ = try await worker.edit(id) { $0.title = "Theirs" }
    let mine = try PlanForm(["Mine", "", "Old"], fields: [], from: 1)
    let problem = try await refusal { _ = try await worker.board().edit(open, as: mine) }
    #expect(problem.code == .changedMeanwhile)
    #expect(problem.hints.flatMap(\.commands) == [["pmgit", "edit", id.text, "--draft"]])
    #expect(try worker.plan(id).title == "Theirs")
    // Fields that nobody else has changed are always written.
    let body = try PlanForm(["Plan", "", "New"], fields: [], from: 1)
    _ = try await worker.board().edit(open, as: body)
    #expect(try worker.plan(id).title == "Theirs" && worker.plan(id).body == ["New"])
    let again = try worker.board().openPlan(id.text, at: open.commit)
    #expect(again.news?.message == "changed elsewhere since you began: title, body")
    // Later changes are refused again.
    _ = try await worker.edit(id) { $0.title = "Newest" }
    let refused = try await refusal { _ = try await worker.board().edit(again, as: mine) }
    #expect(refused.code == .changedMeanwhile)
    let seen = try worker.board().openPlan(id.text, at: open.commit)
    _ = try await worker.board().edit(seen, as: mine)
    #expect(try worker.plan(id).title == "Mine" && worker.plan(id).body == ["New"])
  }

  @Test(
    "Lines of a checklist are moved, made, reworded and removed, and only those",
    arguments: Seeds.each(10))
  func checklist(seed: UInt64) async throws {
    let worker = try await Worker()
    var random = SeededGenerator(seed: seed)
    let texts = (1...6).map { "line \($0)" }
    let id = try await worker.add("Plan") { $0.checklist = texts }
    var lines = texts.enumerated().map { "\($0 + 1) [ ] \($1)" }
    lines.shuffle(using: &random)
    lines.removeLast(random.number(below: 3))
    for number in 0..<random.number(below: 4) {
      lines.insert("[x] new \(number)", at: random.number(below: lines.count + 1))
    }
    lines[0] += " reworded"
    let open = try worker.board().openPlan(id.text)
    let form = try PlanForm(["Plan"], fields: ["checklist:"] + lines, from: 1)
    let changes = try await worker.board().edit(open, as: form)
    let plan = try changes.after.plan(id)
    let shown = plan.checklist.map { "[\($0.done ? "x" : " ")] \($0.text)" }
    #expect(shown == lines.map { String($0.drop { $0 != "[" }) })
    // A line keeps its id, by which other clones recognize it.
    for line in lines {
      guard let number = Int(line.prefix(1)) else { continue }
      let old = open.plan.checklist[number - 1]
      #expect(plan.checklist.first { $0.id == old.id }?.text.hasPrefix(old.text) == true)
    }
  }
}
