import PlanModel
import PlanView
import Testing

@Suite struct PersonWordsTests {
  @Test(
    "A person has a name for a line and a name for a card",
    arguments: [
      ("Jae Park <jae@example.com>", "Jae Park", "Jae"),
      ("박재희 <jae@example.com>", "박재희", "박재희"),
      ("jae@example.com", "jae@example.com", "jae"),
      ("<jae@example.com>", "jae@example.com", "jae"),
      ("jae", "jae", "jae"), ("@jae", "@jae", "@jae"), ("", "", ""),
    ])
  func person(identity: String, full: String, short: String) {
    #expect(Person(identity).fullName == full)
    #expect(Person(identity).shortName == short)
  }
}
