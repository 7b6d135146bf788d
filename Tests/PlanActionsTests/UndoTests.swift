import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Undo of one person")
struct UndoTests {
  private typealias Act = (Workspace) async throws -> Void

  /// Returns an action that edits the chosen plans.
  private func edit(_ plans: PlanChoice, _ change: (inout FieldChanges) -> Void) -> Act {
    var fields = FieldChanges()
    change(&fields)
    return { [fields] in _ = try await $0.edit(EditPlan(plans, fields: fields)) }
  }

  @Test("Each kind of change is undone and redone to the letter")
  func kinds() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan") {
      ($0[.labels].added, $0.checklist, $0[.due]) = (["bug"], ["one"], "fri")
    }
    let other = try await worker.add("Another")
    let one = PlanChoice.named([id.text])
    let both = PlanChoice.named([id.text, other.text])
    var new = FieldChanges()
    (new[.labels].added, new.checklist) = (["x"], ["a"])
    var (review, limit) = (ColumnChanges(), ColumnChanges())
    (review.before, limit.limit) = ("done", "1")
    let acts: [(name: String, act: Act)] = [
      ("add", { [new] in _ = try await $0.add(AddPlan(title: "New one", fields: new)) }),
      ("move both", { _ = try await $0.move(MovePlans(both, to: "doing")) }),
      ("move", { _ = try await $0.move(MovePlans(one, to: "todo", at: .after(other.text))) }),
      ("comment", { _ = try await $0.comment(CommentOnPlan(one, text: ["a", "b"])) }),
      (
        "edit fields",
        edit(one) {
          ($0.title, $0.body, $0[.due]) = ("B", ["text"], "none")
          $0[.labels].removed = ["bug"]
        }
      ),
      (
        "edit more fields",
        edit(one) {
          ($0.checklist, $0[.assignees].added) = (["two"], ["@me"])
          ($0[.priority], $0[.estimate]) = ("high", "3")
        }
      ),
      ("check", { _ = try await $0.check(CheckLines(one, lines: .named(["1"]))) }),
      ("delete", { _ = try await $0.delete(both) }),
      ("add column", { [review] in _ = try await $0.addColumn("review", review) }),
      ("limit", { [limit] in _ = try await $0.changeColumn("doing", limit) }),
      ("remove column", { _ = try await $0.removeColumn("doing") }),
    ]
    func board() throws -> Board { try worker.board().store.snapshot().board }
    for (name, act) in acts {
      let before = (try worker.content(), try board())
      try await act(try worker.board())
      let after = (try worker.content(), try board())
      #expect(before != after, "\(name)")
      for _ in 0..<2 {
        #expect(try await worker.undo().kept.isEmpty)
        #expect((try worker.content(), try board()) == before, "\(name)")
        #expect(try await worker.redo().kept.isEmpty)
        #expect((try worker.content(), try board()) == after, "\(name)")
      }
      try await worker.undo()
    }
    #expect(try await worker.repository.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("What comes back is as old as it was, shared or not", arguments: [true, false])
  func times(isShared: Bool) async throws {
    let worker = try await Worker()
    /// Returns the plans that each query about times finds, in its order.
    func times() throws -> [[String]] {
      try ["updated:<2026-11-15", "moved:any", "claimed:any", "closed:any", "sort:updated"].map {
        try worker.board().find($0).plans.map {
          "\($0.id) \($0.title) \($0.state) \($0.owner ?? "") \($0.labels)"
            + " \($0.due?.description ?? "")"
        }
      }
    }
    func share() async throws {
      guard isShared else { return }
      try await worker.repository.git(
        "update-ref", "refs/remotes/origin/pmgit/main", "pmgit/main")
    }
    let lines = """
      {"id":"k70000000000","title":"Old","created":{"at":"2026-10-01T00:00:00Z"}}
      {"id":"m70000000000","title":"Mine","owner":"@me","labels":["a"],\
      "created":{"at":"2026-10-01T00:00:00Z"},"updated":"2026-10-02T00:00:00Z"}
      {"id":"n70000000000","title":"Done","state":"done","created":{"at":"2026-10-01T00:00:00Z"}}
      """
    _ = try await worker.board().importPlans(Array(lines.utf8))
    try await share()
    let before = try times()
    let acts: [(name: String, act: Act)] = [
      ("done", { _ = try await $0.move(MovePlans(.matching("is:open"), to: .first(.done))) }),
      ("delete", { _ = try await $0.delete(.matching("is:any")) }),
      (
        "edit sets",
        edit(.matching("is:any")) {
          ($0[.labels].added, $0[.labels].removed, $0[.due]) = (["x"], ["a"], "fri")
        }
      ),
      (
        "edit fields",
        edit(.matching("is:any")) {
          ($0[.owner], $0.title) = ("Kim <kim@example.org>", "T")
        }
      ),
      ("take", { _ = try await $0.take(TakePlan("k7")) }),
    ]
    for (name, act) in acts {
      try await act(try worker.board())
      let after = try times()
      #expect(after != before, "\(name)")
      try await share()
      try await worker.undo()
      #expect(try times() == before, "\(name)")
      try await worker.redo()
      #expect(try times() == after, "\(name)")
      try await worker.undo()
    }
  }

  @Test("An import is undone as a whole")
  func imports() async throws {
    let worker = try await Worker()
    let lines = (0..<150).map { #"{"title":"plan \#($0)"}"# }.joined(separator: "\n")
    _ = try await worker.board().importPlans(Array(lines.utf8))
    #expect(try await worker.undo().plans.count == 150)
    #expect(try worker.content().isEmpty)
    try await worker.redo()
    #expect(try worker.content().count == 150)
  }

  @Test("The commit of an undo, and that of a redo, name what they take back or bring back")
  func trailers() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let made = try worker.tip()
    let undone = try await worker.undo()
    #expect(undone.commits.map(\.id.hex) == [made] && undone.plans == [id])
    let subject = "add \(id.text.prefix(4)): A plan"
    #expect(
      try await worker.repository.git("log", "-1", "--format=%B", "pmgit/main")
        == "undo \(subject)\n\nPlan: \(id)\nUndoes: \(made)\n")
    let tip = try worker.tip()
    #expect(try await worker.redo().words == ["redid '\(subject)'"])
    #expect(
      try await worker.repository.git("log", "-1", "--format=%B", "pmgit/main")
        == "redo \(subject)\n\nPlan: \(id)\nRedoes: \(tip)\n")
  }

  @Test("A board that was squashed by hand is not undone as one change")
  func squashed() async throws {
    let worker = try await Worker()
    try await worker.add("A plan")
    let tree = try await worker.repository.git("rev-parse", "pmgit/main^{tree}")
    let root = try await worker.repository.git("commit-tree", "-m", "squash", tree)
    try await worker.repository.git("update-ref", "refs/heads/pmgit/main", root)
    #expect(try await refusal { try await worker.undo() }.code == .nothingToUndo)
    #expect(try worker.tip() == root)
    #expect(try worker.titles(in: "todo") == ["A plan"])
  }

  @Test("A plan that was put back, and what another deleted, are left as they are")
  func putBack() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    try await worker.move(id, to: "doing")
    try worker.repository.commitHostile([.removed(id.path)])
    try await worker.restore(id)
    let words = try await worker.undo().words
    #expect(words.first?.hasPrefix("nothing was left to undo of 'restore ") == true, "\(words)")
    #expect(words.contains { $0.contains("put back by hand") }, "\(words)")
    #expect(try worker.titles(in: "doing") == ["A plan"])
    // A removed plan does not prevent the undo of other changes.
    let other = try await worker.add("Another")
    try await worker.edit(other) { $0.title = "Changed" }
    try worker.repository.commitHostile([.removed(id.path)])
    try await worker.undo(3)
    #expect(try worker.content().isEmpty)
  }

  @Test("Undone, redone and undone again, the same steps are walked")
  func again() async throws {
    let worker = try await Worker()
    for title in ["A", "B", "C"] { try await worker.add(title) }
    try await worker.undo(2)
    try await worker.redo()
    let words = try await worker.undo().words
    #expect(words.count == 1 && words[0].hasPrefix("undid 'add ") && words[0].hasSuffix(": C'"))
    #expect(try worker.titles(in: "todo") == ["A", "B"])
  }

  @Test("Changes that cancel each other are undone, too")
  func cancelling() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    try await worker.edit(id) { $0[.labels].added = ["bug"] }
    try await worker.edit(id) { $0[.labels].removed = ["bug"] }
    #expect(try await worker.undo(2).commits.count == 2)
    #expect(try await worker.undo().words.first?.hasPrefix("undid 'add ") == true)
    #expect(try worker.content().isEmpty)
  }

  @Test("An undo of a redo that changed nothing says that it undid nothing")
  func undoOfSpentRedo() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    for title in ["One", "Two"] { try await pair.ada.edit(id) { $0.title = title } }
    try await pair.share()
    try await pair.ada.undo(2)
    try await pair.share()
    try await pair.ben.edit(id) { $0.title = "One" }
    try await pair.share()
    let redone = try await pair.ada.redo().words
    #expect(redone.allSatisfy { !$0.hasPrefix("redid") }, "\(redone)")
    let undone = try await pair.ada.undo(2).words
    #expect(undone.allSatisfy { !$0.hasPrefix("undid") }, "\(undone)")
    #expect(try pair.ada.plan(id).title == "One")
  }

  @Test("Each of two changes that cancel each other is reported", arguments: [true, false])
  func cancellingTitles(isShared: Bool) async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    for title in ["Another", "A plan"] { try await pair.ada.edit(id) { $0.title = title } }
    if isShared { try await pair.share() }
    let undone = try await pair.ada.undo(2).words
    #expect(undone.count == 2 && undone.allSatisfy { $0.hasPrefix("undid 'edit ") }, "\(undone)")
    #expect(try pair.ada.plan(id).title == "A plan")
    try await pair.ada.redo()
    try await pair.share()
    #expect(try await pair.ada.undo().words.first?.hasPrefix("undid 'edit ") == true)
    #expect(try pair.ada.plan(id).title == "Another")
  }
}
