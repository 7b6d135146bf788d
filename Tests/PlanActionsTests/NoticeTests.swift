import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("What an action says beside what it did")
struct NoticeTests {
  @Test("A column beyond its limit is reported by whatever fills it")
  func limit() async throws {
    let worker = try await Worker()
    var changes = ColumnChanges()
    changes.limit = "1"
    _ = try await worker.board().changeColumn("Doing", changes)
    let one = try await worker.add("One")
    let two = try await worker.board().add(
      AddPlan(title: "Two", fields: fields { $0.state = "doing" }))
    #expect(two.notices.isEmpty)
    let moved = try await worker.board().move(MovePlans([one.text], to: "doing"))
    #expect(moved.notices.map(\.message) == ["'Doing' holds 2 plans, its limit is 1"])
    #expect(moved.notices.map(\.isWarning) == [true])
    let three = try await worker.add("Three")
    let edited = try await worker.edit(three) { $0.state = "doing" }
    #expect(edited.notices.map(\.message) == ["'Doing' holds 3 plans, its limit is 1"])
    #expect(try await worker.edit(three) { $0[.priority] = "high" }.notices.isEmpty)
    let four = try await worker.add("Four")
    let taken = try await worker.board().take(TakePlan(four.text))
    #expect(taken.notices.map(\.message) == ["'Doing' holds 4 plans, its limit is 1"])
    #expect(try await worker.board().take(TakePlan(three.text)).notices.isEmpty)
    let five = try await worker.add("Five")
    try await worker.repository.git(
      "commit", "--allow-empty", "-q", "-m", "begin\n\nStarts: \(five)")
    let followed = try await worker.board().follow(["HEAD"])
    #expect(
      followed.recorded?.notices.last?.message.text() == "'Doing' holds 5 plans, its limit is 1")
  }

  @Test("An alias that another plan has is reported, with the command that takes it off there")
  func twins() async throws {
    let worker = try await Worker()
    let one = try await worker.add("One") { $0[.aliases].added = ["gh:1"] }
    let two = try await worker.board().add(
      AddPlan(title: "Two", fields: fields { $0[.aliases].added = ["gh:1"] }))
    let notice = try #require(two.notices.first)
    #expect(notice.message == "'gh:1' is an alias of \(one.text.prefix(4)) too: One")
    #expect(
      notice.hints.flatMap(\.commands) == [["pmgit", "edit", one.text, "--no-alias", "gh:1"]])
  }

  @Test("A label that a plan does not have is reported, with the one that may be meant")
  func absent() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One") { $0[.labels].added = ["backend"] }
    let edited = try await worker.edit(id) { $0[.labels].removed = ["backned"] }
    #expect(!edited.didChange)
    #expect(
      edited.notices.map(\.message) == ["\(id.text.prefix(4)) does not have the label 'backned'"])
    #expect(edited.notices.flatMap(\.hints) == ["did you mean 'backend'?"])
  }

  @Test("Whoever finishes a plan is told of its open lines and children")
  func unfinished() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One") { $0.checklist = ["first", "second"] }
    func done() async throws -> [String] {
      let moved = try await worker.board().move(MovePlans([id.text], to: .first(.done)))
      _ = try await worker.board().move(MovePlans([id.text], to: .first(.doing)))
      return moved.notices.map { $0.message.text() }
    }
    let short = id.text.prefix(4)
    #expect(try await done() == ["\(short) still has 2 open lines"])
    var children: [String] = []
    for title in ["A", "B", "C", "D"] {
      let child = try await worker.add(title) { $0[.links].added = ["parent:\(id)"] }
      children.append(String(child.text.prefix(4)))
      if title == "A" {
        #expect(
          try await done() == ["\(short) still has 2 open lines and 1 open child: \(children[0])"])
      }
    }
    children.sort()
    let named = children.prefix(3).joined(separator: ", ")
    #expect(
      try await done()
        == ["\(short) still has 2 open lines and 4 open children: \(named), and 1 more"])
    for child in children {
      _ = try await worker.board().move(MovePlans([child], to: .first(.done)))
    }
    #expect(try await done() == ["\(short) still has 2 open lines"])
    let moved = try await worker.board().move(MovePlans([id.text], to: .first(.todo)))
    #expect(moved.notices.isEmpty)
  }

  @Test("A removed column reports how many plans it leaves behind")
  func removedColumn() async throws {
    let worker = try await Worker()
    _ = try await worker.add("One") { $0.state = "doing" }
    let removed = try await worker.board().removeColumn("doing")
    #expect(removed.words == "removed column Doing")
    // The plans that it leaves behind, and that no column of its kind is left.
    #expect(removed.notices.count == 2)
    let board = try worker.board().store.snapshot().board
    #expect(board[column: "doing"] == nil)
  }

  private func fields(_ change: (inout FieldChanges) -> Void) -> FieldChanges {
    var fields = FieldChanges()
    change(&fields)
    return fields
  }
}
