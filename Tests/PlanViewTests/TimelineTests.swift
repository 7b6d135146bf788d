import PlanModel
import PlanView
import Testing

@Suite struct TimelineTests {
  @Test("A change without a time says so, and has its author's name")
  func entry() {
    let entry = TimelineEntry(
      commit: CommitID(trusting: "abc"), at: nil, author: "pmgit <pmgit@localhost>", plan: nil,
      planTitle: "", changes: [FieldChange(path: .field("title"), old: nil, new: .string("x"))])
    let row = Timeline([entry], board: Build.board, viewpoint: Build.viewpoint).rows[0]
    #expect(row.changes.map(\.string) == ["title: x"])
    #expect(row.timeWords == "at an unknown time")
    #expect(row.author == "pmgit")
  }

  @Test("The changes of an undo are below a word that says so")
  func undo() {
    let entry = TimelineEntry(
      commit: CommitID(trusting: "abc"), at: nil, author: "Ada", isUndo: true, plan: nil,
      planTitle: "", changes: [FieldChange(path: .field("title"), old: nil, new: .string("x"))])
    let row = Timeline([entry], board: Build.board, viewpoint: Build.viewpoint).rows[0]
    #expect(row.changes.map(\.string) == ["undo", "title: x"])
  }
}
