import PlanModel
import PlanTerminal
import PlanView
import PmgitTestSupport
import Testing

@Suite("A change that is watched, as text")
struct WatchTextTests {
  private static func text(by agent: Agent?) -> WatchText {
    let entry = TimelineEntry(
      commit: CommitID(trusting: String(repeating: "a", count: 40)),
      at: Timestamp(seconds: 0), author: agent.map { "\($0.name) <>" } ?? "Ada <ada@example.org>",
      agent: agent, plan: nil, planTitle: "A plan",
      changes: [FieldChange(path: .field("title"), old: .string("a"), new: .string("b"))])
    return WatchText(
      WatchedChange(.changed(.edited), entry, shortID: nil), board: Board(title: "B", columns: []),
      viewpoint: Samples.viewpoint)
  }

  @Test("For a change by an agent the last field is the person, after the event")
  func agent() {
    let text = Self.text(by: Agent(name: "claude", person: "Ada <ada@example.org>"))
    #expect(
      text.records.map { Array($0.fields.suffix(2)) } == [["edited", "Ada <ada@example.org>"]])
    #expect(text.records[0].fields.count == 10)
    #expect(text.lines(widthInCells: 80)[0].string.contains("claude for Ada"))
  }

  @Test("For a change by a person the event is the last field")
  func person() {
    let text = Self.text(by: nil)
    #expect(text.records.map(\.fields.count) == [9])
    #expect(text.records[0].fields.last == "edited")
  }
}
