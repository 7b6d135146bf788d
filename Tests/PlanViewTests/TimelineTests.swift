import PlanModel
import PlanView
import Testing

@Suite struct TimelineTests {
  @Test("A merge says so, and what it changed")
  func merge() {
    let entry = TimelineEntry(
      commit: "abc", at: nil, author: "pmgit <pmgit@localhost>", isMerge: true, plan: nil,
      planTitle: "", changes: [FieldChange(path: .field("title"), old: nil, new: .string("x"))])
    let row = Timeline([entry], board: Build.board, viewpoint: Build.viewpoint).rows[0]
    #expect(row.changes.map(\.string) == ["merge", "title: x"])
    #expect(row.timeWords == "at an unknown time")
    #expect(row.author == "pmgit")
  }
}
