import Testing

@testable import PlanModel

@Suite("Persons")
struct PersonTests {
  @Test(
    "A name, an address or both",
    arguments: [
      ("Dev One <one@example.com>", "Dev One", "one@example.com"), ("<a@b>", "", "a@b"),
      ("one@example.com", "", "one@example.com"), ("Dev", "Dev", ""), ("", "", ""),
      ("A <b> <c@d>", "A <b>", "c@d"), ("a>", "a>", ""), ("<>", "", ""),
    ])
  func parts(text: String, name: String, email: String) {
    #expect(Person(text) == Person(name: name, email: email))
  }

  @Test(
    "Addresses tell persons apart, and names where there is no address",
    arguments: [
      ("A <x@y>", "B <X@Y>", true), ("A <x@y>", "A <z@y>", false), ("A", "a <x@y>", true),
      ("x@y", "A <x@y>", true), ("", "", false), ("x@y", "A", false),
    ])
  func same(left: String, right: String, expected: Bool) {
    #expect(Person(left).isSame(as: Person(right)) == expected)
    #expect(Person(right).isSame(as: Person(left)) == expected)
  }
}
