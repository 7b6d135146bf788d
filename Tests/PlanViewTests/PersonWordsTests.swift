import PlanModel
import PlanView
import Testing

@Suite struct PersonWordsTests {
  @Test(
    "A person has a name for a line and a name for a card",
    arguments: [
      ("Dev One <one@example.com>", "Dev One", "Dev"),
      ("개발자 <one@example.com>", "개발자", "개발자"),
      ("one@example.com", "one@example.com", "one"),
      ("<one@example.com>", "one@example.com", "one"),
      ("devOne", "devOne", "devOne"), ("@devOne", "@devOne", "@devOne"), ("", "", ""),
    ])
  func person(identity: String, full: String, short: String) {
    #expect(Person(identity).fullName == full)
    #expect(Person(identity).shortName == short)
  }
}
