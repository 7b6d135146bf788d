import PlanView
import Testing

@Suite struct StyledTextTests {
  @Test("Neighbours of one role are one span, and nothing is no span")
  func spans() {
    var text = StyledText("a", .id)
    text.append("b", .id)
    text.append("", .overdue)
    text.append("c")
    #expect(text.spans.map(\.text.string) == ["ab", "c"])
    #expect(text.spans.map(\.role) == [.id, .plain])
    #expect(StyledText().isEmpty)
  }

  @Test("What is interpolated is made safe and keeps its role")
  func interpolation() {
    let title = "evil\u{1B}[2J"
    let text: StyledText = "moved \(title, .title) to \(StyledText("Done", .heading))"
    #expect(text.string == #"moved evil\x1b[2J to Done"#)
    #expect(text.spans.map(\.role) == [.plain, .title, .plain, .heading])
  }

  @Test("A role is given only where there was none")
  func styled() {
    let text = ("plain " + StyledText("id", .id)).styled(.muted)
    #expect(text.spans.map(\.role) == [.muted, .id])
  }

  @Test("Joining leaves out what is empty")
  func joined() {
    let parts: [StyledText] = ["a", "", "b"]
    #expect(parts.joined(by: ", ").string == "a, b")
  }
}
