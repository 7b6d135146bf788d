import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// The results and refusals of each action on a board's settings and on many plans.
@Suite("Actions on a board")
struct BoardActionTests {
  private func changes(_ change: (inout ColumnChanges) -> Void) -> ColumnChanges {
    var changes = ColumnChanges()
    change(&changes)
    return changes
  }

  private func columns(_ worker: Worker) throws -> [String] {
    try worker.board().store.snapshot().board.columns.map(\.id)
  }

  @Test("A board is made once, with the columns of a new one")
  func create() async throws {
    let worker = try Worker(try await ScratchRepository())
    let made = try await worker.board().createBoard()
    #expect(made.creation == .made && made.notices.isEmpty)
    #expect(made.shown.board.columns.map(\.id) == ["todo", "doing", "done"])
    let again = try await worker.board().createBoard()
    #expect(again.creation == .existed && again.notices.isEmpty)
  }

  @Test("A remote that can't be reached is reported, and the board is made")
  func createOffline() async throws {
    let repository = try await ScratchRepository()
    try await repository.git("remote", "add", "origin", repository.path + "-is-gone")
    let worker = try Worker(repository)
    let made = try await worker.board().createBoard()
    #expect(made.creation == .made && made.notices.map(\.isWarning) == [true])
    #expect(try worker.board().store.localTip() != nil)
  }

  @Test("Where a branch stands in the way no board is made")
  func createRefused() async throws {
    let worker = try Worker(try await ScratchRepository())
    try await worker.repository.git("commit", "-q", "--allow-empty", "-m", "code")
    try await worker.repository.git("branch", "pmgit")
    let problem = try await refusal {
      _ = try await worker.board().createBoard()
    }
    #expect(problem.code == .branchInTheWay)
  }

  @Test("A title is set and taken away; an empty one is refused")
  func title() async throws {
    let worker = try await Worker()
    let set = try await worker.board().setTitle("Work")
    #expect(set.words == "set the board's title to 'Work'")
    #expect(set.change.after.board.title == "Work")
    #expect(try await refusal { _ = try await worker.board().setTitle(" ") }.code == .usage)
    #expect(try await worker.board().setTitle(nil).change.after.board.title == nil)
  }

  @Test("A column is added at its place, and comes back as it was when it was removed")
  func addColumn() async throws {
    let worker = try await Worker()
    let review = changes { ($0.title, $0.before, $0.limit) = ("In review", "Done", "2") }
    let added = try await worker.board().addColumn("review", review)
    #expect(added.words == "added column In review (review) of kind doing")
    #expect(try columns(worker) == ["todo", "doing", "review", "done"])
    _ = try await worker.board().removeColumn("In review")
    #expect(try columns(worker) == ["todo", "doing", "done"])
    let back = try await worker.board().addColumn("review", ColumnChanges())
    let column = try #require(back.change.after.board[column: "review"])
    #expect(column.title == "In review" && column.limit == 2)
    #expect(try columns(worker) == ["todo", "doing", "review", "done"])
  }

  @Test("A column that is there already is not added, nor one with another's heading")
  func addColumnRefused() async throws {
    let worker = try await Worker()
    for (id, title) in [("doing", "Other"), ("other", "DOING"), ("한글", "Other")] {
      let problem = try await refusal {
        _ = try await worker.board().addColumn(id, changes { $0.title = title })
      }
      #expect(problem.code == .usage, "\(id): \(problem.message)")
    }
    #expect(try columns(worker) == ["todo", "doing", "done"])
  }

  @Test("A column's heading, kind, place and rule are changed by its id or heading")
  func changeColumn() async throws {
    let worker = try await Worker()
    let changed = try await worker.board().changeColumn(
      "DONE",
      changes { ($0.title, $0.kind, $0.before, $0.from) = ("Tested", .doing, "todo", ["doing"]) })
    let column = try #require(changed.change.after.board[column: "done"])
    #expect(column.title == "Tested" && column.kind == .doing && column.from == ["doing"])
    #expect(try columns(worker) == ["done", "todo", "doing"])
    _ = try await worker.board().changeColumn("done", changes { $0.from = ["any"] })
    #expect(try worker.board().store.snapshot().board[column: "done"]?.from == [])
  }

  @Test("A column that becomes one of finished plans, or no longer is, reports their number")
  func kindOfColumn() async throws {
    let worker = try await Worker()
    func notices(_ kind: Column.Kind) async throws -> [String] {
      try await worker.board().changeColumn("todo", changes { $0.kind = kind }).notices
        .map { $0.message.text() }
    }
    let lack = "the board has no column of kind todo any more"
    #expect(try await notices(.done) == [lack], "it is empty")
    #expect(try await notices(.todo) == [])
    for title in ["One", "Two"] { _ = try await worker.add(title) }
    #expect(try await notices(.doing) == [lack], "all are open as before")
    #expect(try await notices(.done) == ["2 plans in 'todo' are finished now"])
    #expect(try await notices(.todo) == ["2 plans in 'todo' are open again"])
  }

  @Test("A change of a column that says nothing, or what can't be, is refused")
  func changeColumnRefused() async throws {
    let worker = try await Worker()
    let wrong = [
      changes { _ in }, changes { $0.limit = "0" }, changes { $0.after = "doing" },
      changes { $0.from = ["doing"] }, changes { $0.title = "Todo" },
    ]
    for changes in wrong {
      let problem = try await refusal {
        _ = try await worker.board().changeColumn("doing", changes)
      }
      #expect(problem.code == .usage, "\(problem.message)")
    }
    let unknown = try await refusal {
      _ = try await worker.board().changeColumn("nowhere", changes { $0.limit = "1" })
    }
    #expect(unknown.code == .unknownColumn)
  }

  @Test("The last column is not removed")
  func removeColumnRefused() async throws {
    let worker = try await Worker()
    for id in ["todo", "doing"] { _ = try await worker.board().removeColumn(id) }
    let problem = try await refusal { _ = try await worker.board().removeColumn("done") }
    #expect(problem.code == .usage && problem.message == "'done' is the last column")
    #expect(try columns(worker) == ["done"])
  }

  @Test("An import reports what it added, changed and left")
  func importPlans() async throws {
    let worker = try await Worker()
    let kept = try await worker.add("Kept") { $0[.aliases].added = ["a:1"] }
    let other = try await worker.add("Other")
    let lines = [
      #"{"id":"\#(kept)","title":"Kept"}"#, #"{"id":"\#(other)","title":"Another"}"#,
      #"{"title":"New","state":"doing"}"#,
    ]
    let done = try await worker.board().importPlans(Array(lines.joined(separator: "\n").utf8))
    #expect((done.added, done.updated, done.unchanged) == (1, 1, 1))
    #expect(try worker.titles(in: "doing") == ["New"])
    #expect(try worker.plan(other).title == "Another")
  }

  @Test("An import with a line that is wrong takes nothing in, and names every one")
  func importRefused() async throws {
    let worker = try await Worker()
    var rule = ColumnChanges()
    rule.from = ["doing"]
    _ = try await worker.board().changeColumn("done", rule)
    let syntax = try await refusal {
      let lines = #"{"title":"Good"}"# + "\n{\n" + #"{"title":""}"#
      _ = try await worker.board().importPlans(Array(lines.utf8))
    }
    #expect(syntax.code == .badImport)
    let step = try await refusal {
      let lines = #"{"title":"Good"}"# + "\n" + #"{"title":"Old","state":"done"}"#
      _ = try await worker.board().importPlans(Array(lines.utf8))
    }
    #expect(step.code == .badImport && step.message.hasPrefix("line 2:"), "\(step.message)")
    #expect(try worker.titles(in: "todo").isEmpty)
  }

  @Test("Settings that somebody broke come back; whole ones stay")
  func restoreSettings() async throws {
    let worker = try await Worker()
    _ = try await worker.board().setTitle("Work")
    #expect(try await !worker.board().restoreSettings().didChange)
    try worker.repository.commitHostile([HostileFile("board.json", "{")])
    #expect(try worker.board().store.snapshot().brokenSettings != nil)
    let restored = try await worker.board().restoreSettings()
    #expect(restored.after.snapshot.brokenSettings == nil && restored.after.board.title == "Work")
  }

  @Test("Another change of broken settings mends them by the way, and says so")
  func repairedSettings() async throws {
    let worker = try await Worker()
    try worker.repository.commitHostile([HostileFile("board.json", "{")])
    let set = try await worker.board().setTitle("Work")
    #expect(set.notices.map(\.isWarning) == [true])
    #expect(set.change.after.brokenSettings == nil)
  }

  @Test("A revision is found as git finds it; what is none is refused")
  func commit() async throws {
    let worker = try await Worker()
    try await worker.repository.git("commit", "-q", "--allow-empty", "-m", "code")
    let head = try await worker.repository.git("rev-parse", "HEAD")
    #expect(try worker.board().commit(named: "HEAD").hex == head)
    let problem = try await refusal { _ = try worker.board().commit(named: "v9") }
    #expect(problem.code == .usage && problem.message == "'v9' is not a commit")
  }

  @Test("A range has two dots, and either end may be left out")
  func range() async throws {
    let range = try #require(try CommitRange("v1..HEAD"))
    #expect(range.old == "v1" && range.new == "HEAD")
    #expect(try CommitRange("..HEAD")?.old == "" && CommitRange("HEAD") == nil)
    #expect(try await refusal { _ = try CommitRange("a...b") }.code == .usage)
  }
}
