import PlanModel
import Testing

@Suite("Mentions of people in texts")
struct PersonMentionsTests {
  private static let index = PeopleIndex([
    "Dev One <one@example.com>", "Dev Two <two@example.org>", "Mia Kim <mia@example.org>",
    "한빛 <bit@example.org>", "Zoë <zoe@example.org>",
  ])

  private func names(_ lines: [String], changedFrom old: [String] = []) -> Set<String> {
    let found = PersonMentions(of: Self.index).people(in: lines, changedFrom: old)
    return Set(found.map { Self.index.people[$0].person.name })
  }

  @Test(
    "A word of a name, the whole name, an address, or the part before its @ is a mention",
    arguments: [
      ("@one please look", ["Dev One"]), ("(@Two)", ["Dev Two"]), ("thanks, @mia.", ["Mia Kim"]),
      ("@Dev Two's idea", ["Dev Two"]), ("@two@example.org: see", ["Dev Two"]),
      ("@한빛 봐 주세요", ["한빛"]), ("@ZOË!", ["Zoë"]), ("@one,@two", ["Dev One", "Dev Two"]),
      ("a @ b", []), ("@", []), ("@nobody", []), ("mail one@two", []), ("x@one", []),
      ("@one-off", []), ("@ones", []), ("@one.more", []), ("@one. More", ["Dev One"]),
      // A name that several people have means all of them.
      ("@dev", ["Dev One", "Dev Two"]),
    ])
  func mentions(text: String, expected: [String]) {
    #expect(names([text]) == Set(expected))
  }

  @Test("Code mentions nobody; a single backtick begins no code")
  func code() {
    #expect(names(["use `@one` here"]) == [])
    #expect(names(["`a` @one `b`"]) == ["Dev One"])
    #expect(names(["5` @one"]) == ["Dev One"])
    #expect(names(["```", "@one", "```", "@two"]) == ["Dev Two"])
  }

  @Test("A block of code ends at a fence of the same kind that is at least as long")
  func fences() {
    #expect(names(["~~~", "@one", "~~~", "@two"]) == ["Dev Two"])
    #expect(names(["````", "```", "@one", "```", "````", "@two"]) == ["Dev Two"])
    #expect(names(["```", "~~~", "@one", "```", "@two"]) == ["Dev Two"])
    #expect(
      names(["- item", "  ```swift", "  @one", "  ``` swift", "  @one", "  `````", "@two"])
        == ["Dev Two"])
    // Three backticks within a line begin no block.
    #expect(names(["```x``` @one", "@two"]) == ["Dev One", "Dev Two"])
    #expect(names(["~~", "@one"]) == ["Dev One"])
  }

  @Test("A line that a text had before mentions nobody again")
  func changed() {
    #expect(names(["@one", "@two"], changedFrom: ["@one"]) == ["Dev Two"])
    #expect(names(["```", "@one", "```"], changedFrom: ["```"]) == [])
  }

  @Test("Long texts full of marks take no time to speak of")
  func long() {
    let text = String(repeating: "@", count: 200_000)
    #expect(names([text]) == [])
  }
}
