import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// The results and refusals of each action on plans.
@Suite("Actions on plans")
struct PlanActionTests {
  private static let nobody = "zzzzzzzzzzzz"

  @Test("A plan is added with what is said of it, by who adds it, at the end that is said")
  func add() async throws {
    let worker = try await Worker()
    let other = try await worker.add("Other")
    var fields = FieldChanges()
    (fields[.owner], fields[.priority], fields.checklist) = ("@me", "high", ["one", "two"])
    fields[.links].added = ["relates:\(other.text.prefix(6))"]
    let added = try await worker.board().add(
      AddPlan(title: " Fix login ", fields: fields, isAtTop: true))
    let plan = try worker.plan(added.plans[0])
    #expect(plan.title == "Fix login" && plan.state == "todo" && plan.priority == .high)
    #expect(plan.owner == "Ada Lovelace <ada@example.org>" && plan.created?.by == plan.owner)
    #expect(plan.checklist.map(\.text) == ["one", "two"])
    #expect(plan.links.map(\.description) == ["relates:\(other)"])
    #expect(try worker.titles(in: "todo") == ["Fix login", "Other"])
  }

  @Test("A plan without a title or in no column is not added")
  func addRefused() async throws {
    let worker = try await Worker()
    #expect(try await refusal { _ = try await worker.add(" \n") }.code == .usage)
    let problem = try await refusal { _ = try await worker.add("x") { $0.state = "nowhere" } }
    #expect(problem.code == .unknownColumn && problem.message.contains("nowhere"))
    #expect(try worker.titles(in: "todo").isEmpty)
  }

  @Test("An edit changes what it names, and leaves the rest")
  func edit() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login") {
      ($0[.due], $0[.labels].added) = ("2026-12-01", ["bug"])
    }
    let edited = try await worker.edit(id) {
      ($0.postpone, $0[.labels].added, $0[.labels].removed) = ("2d", ["ui"], ["bug"])
    }
    #expect(edited.didChange && edited.plans == [id])
    let plan = try worker.plan(id)
    #expect(plan.due == CalendarDay("2026-12-03") && plan.labels == ["ui"])
    #expect(plan.title == "Fix login")
    #expect(try await !worker.edit(id) { $0[.labels].added = ["ui"] }.didChange)
  }

  @Test("What can't be said of a plan is refused, and nothing of the edit is made")
  func editRefused() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    let edits: [@Sendable (inout FieldChanges) -> Void] = [
      { $0.postpone = "2d" }, { $0[.priority] = "huge" }, { $0[.links].added = ["relates:\(id)"] },
      { $0[.links].added = ["commit:nowhere"] }, { $0[.due] = "someday" },
    ]
    for change in edits {
      let problem = try await refusal {
        _ = try await worker.edit(id) {
          $0.title = "Half"
          change(&$0)
        }
      }
      #expect(problem.code == .usage, "\(problem.message)")
    }
    #expect(try worker.plan(id).title == "Fix login")
    let unknown = try await refusal {
      _ = try await worker.board().edit(EditPlan(Self.nobody, fields: FieldChanges()))
    }
    #expect(unknown.code == .unknownPlan)
  }

  @Test("Lines of a checklist are ticked off, opened again and removed, by number or id")
  func check() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login") { $0.checklist = ["one", "two", "three"] }
    _ = try await worker.board().check(CheckLines([id.text], lines: .named(["2", "3", "2"])))
    #expect(try worker.plan(id).checklist.map(\.done) == [false, true, true])
    let second = try worker.plan(id).checklist[1].id
    _ = try await worker.board().check(
      CheckLines([id.text], lines: .named([second]), action: .uncheck))
    #expect(try worker.plan(id).checklist.map(\.done) == [false, false, true])
    _ = try await worker.board().check(CheckLines([id.text], lines: .named(["1"]), action: .remove))
    #expect(try worker.plan(id).checklist.map(\.text) == ["two", "three"])
  }

  @Test("Lines moved at random stand where they were put, and only they are written")
  func places() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan") { $0.checklist = (0..<12).map(String.init) }
    var generator = SeededGenerator(seed: 7)
    var expected = (0..<12).map(String.init)
    for _ in 0..<120 {
      let (from, to) = (
        Int.random(in: 0..<12, using: &generator), Int.random(in: 0..<14, using: &generator)
      )
      let before = try worker.plan(id).checklist
      let line = expected.remove(at: from)
      expected.insert(line, at: min(to, 11))
      _ = try await worker.board().change(
        ChangeLine(id.text, line: before[from].id, text: nil, place: to + 1))
      let after = try worker.plan(id).checklist
      #expect(after.map(\.text) == expected)
      let written = after.filter { !before.contains($0) }
      #expect(written.count <= (from == min(to, 11) ? 0 : 1))
    }
  }

  @Test("A line that a checklist does not have is refused, with those that it has")
  func checkRefused() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login") { $0.checklist = ["one", "two"] }
    let problem = try await refusal {
      _ = try await worker.board().check(CheckLines([id.text], lines: .named(["1", "3"])))
    }
    #expect(problem.code == .usage && problem.message.hasSuffix("has no checklist line '3'"))
    #expect(problem.hints.flatMap(\.commands) == [["pmgit", "show", id.text]])
    #expect(try worker.plan(id).checklist.map(\.done) == [false, false])
  }

  @Test("A comment is kept with who said it, without blank lines at its ends")
  func comment() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    let text = ["", "First", "", "second", " "]
    _ = try await worker.board().comment(CommentOnPlan(id.text, text: text))
    let comments = try worker.plan(id).comments
    #expect(comments.map(\.text) == [["First", "", "second"]])
    #expect(comments.map(\.by) == ["Ada Lovelace <ada@example.org>"])
  }

  @Test("An empty comment is refused, and one on a plan that is deleted")
  func commentRefused() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    let empty = try await refusal {
      _ = try await worker.board().comment(CommentOnPlan(id.text, text: [" ", ""]))
    }
    #expect(empty.code == .usage)
    _ = try await worker.board().delete([id.text])
    let deleted = try await refusal {
      _ = try await worker.board().comment(CommentOnPlan(id.text, text: ["x"]))
    }
    #expect(deleted.code == .deleted)
    #expect(deleted.hints.flatMap(\.commands) == [["pmgit", "restore", id.text]])
  }

  @Test("Plans are deleted and restored together, in one commit each")
  func delete() async throws {
    let worker = try await Worker()
    let ids = [try await worker.add("One"), try await worker.add("Two")]
    let deleted = try await worker.board().delete(.named(ids.map(\.text) + [ids[0].text]))
    #expect(deleted.plans == ids && deleted.didChange)
    #expect(try ids.allSatisfy { try worker.plan($0).isDeleted })
    #expect(try await !worker.board().delete([ids[0].text]).didChange)
    let restored = try await worker.board().restore(.named(ids.map(\.text)))
    #expect(restored.plans == ids && restored.notices.isEmpty)
    #expect(try worker.titles(in: "todo") == ["One", "Two"])
  }

  @Test("Among several plans one that nobody knows stops all of it")
  func deleteRefused() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One")
    let problem = try await refusal {
      _ = try await worker.board().delete([id.text, Self.nobody])
    }
    #expect(problem.code == .unknownPlan)
    #expect(try worker.titles(in: "todo") == ["One"])
  }

  @Test(
    "A plan that somebody broke or removed by hand comes back as it was", arguments: ["{", nil])
  func restore(text: String?) async throws {
    let worker = try await Worker()
    let id = try await worker.add("One")
    try worker.repository.commitHostile([
      text.map { HostileFile(id.path, $0) } ?? .removed(id.path)
    ])
    let restored = try await worker.board().restore([id.text])
    #expect(restored.notices.map { $0.message.text() } == ["repaired '\(id.path)'"])
    #expect(try worker.titles(in: "todo") == ["One"])
  }

  @Test("What never was is not restored")
  func restoreRefused() async throws {
    let worker = try await Worker()
    let problem = try await refusal { _ = try await worker.board().restore([Self.nobody]) }
    #expect(problem.code == .unknownPlan || problem.code == .nothingToRestore)
  }

  @Test("A move without a column or to a neighbour elsewhere is refused")
  func moveRefused() async throws {
    let worker = try await Worker()
    let ids = [try await worker.add("One"), try await worker.add("Two")]
    let column = try await refusal {
      _ = try await worker.board().move(MovePlans([ids[0].text], to: "nowhere"))
    }
    #expect(column.code == .unknownColumn)
    let neighbour = try await refusal {
      let move = MovePlans([ids[0].text], to: "done", at: .before(ids[1].text))
      _ = try await worker.board().move(move)
    }
    #expect(neighbour.code == .usage && neighbour.message == "plan 'Two' is not in column 'Done'")
    // The page has no options of commands.
    #expect(neighbour.hints.count == 1 && neighbour.hints.allSatisfy { !$0.isForPages })
    #expect(try worker.titles(in: "todo") == ["One", "Two"])
  }

  @Test("A step that a column's rule forbids is refused by a move and by an edit")
  func ruleRefused() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One")
    var rule = ColumnChanges()
    rule.from = ["doing"]
    _ = try await worker.board().changeColumn("done", rule)
    let moved = try await refusal {
      _ = try await worker.board().move(MovePlans([id.text], to: "done"))
    }
    let edited = try await refusal { _ = try await worker.edit(id) { $0.state = "done" } }
    #expect(moved.code == .columnRule && edited.code == .columnRule)
    #expect(try worker.plan(id).state == "todo")
  }
}
