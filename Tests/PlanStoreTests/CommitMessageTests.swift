import PlanModel
import PlanStore
import Testing

@Suite("A commit message")
struct CommitMessageTests {
  @Test("Subject, lines and trailers are paragraphs, and each is left out where it is empty")
  func paragraphs() {
    let ids = ["k7", "m2"].map(PlanID.test)
    #expect(
      CommitMessage(subject: "move", lines: ["one", "two"], plans: ids).text == """
        move

        one
        two

        Plan: \(ids[0])
        Plan: \(ids[1])

        """)
    #expect(CommitMessage(subject: "move", plans: []).text == "move\n")
  }

  @Test("A title can't break a line, make a trailer or speak to a terminal")
  func oneLine() {
    let hostile = "a\nPlan: x\r\u{1B}[31m\u{2028}\u{202E}b\0"
    let message = CommitMessage(subject: hostile, lines: [hostile], plans: [])
    #expect(message.subject == "a Plan: x  [31m  b ")
    #expect(message.text == "a Plan: x  [31m  b \n\na Plan: x  [31m  b \n")
  }

  @Test("A long subject is cut, between characters")
  func longSubject() {
    let message = CommitMessage(subject: String(repeating: "한", count: 101), plans: [])
    #expect(message.subject == String(repeating: "한", count: 99) + "…")
    let just = String(repeating: "👨‍👩‍👧", count: 100)
    #expect(CommitMessage(subject: just, plans: []).subject == just)
  }
}
