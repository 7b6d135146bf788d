import Testing

@testable import PlanModel

@Suite("Near names")
struct SuggestionTests {
  static let names = ["state", "kind", "label", "assignee", "due", "id", "is", "priority"]

  @Test(
    "The nearest name is suggested",
    arguments: [
      ("lable", "label"), ("labels", "label"), ("LABEL", "label"), ("sate", "state"),
      ("asignee", "assignee"), ("asigne", "assignee"), ("prio", "priority"), ("do", nil),
      ("deu", "due"), ("xyzzy", nil), ("", nil), ("l", nil), ("stat", "state"),
      ("kidn", "kind"), ("ki", "kind"), ("completely-different", nil),
    ])
  func nearest(word: String, expected: String?) {
    #expect(Suggestion.nearest(to: word, in: Self.names) == expected)
  }

  @Test(
    "A name is misspelt if at most one letter of three is wrong",
    arguments: [
      ("lable", "label"), ("asignee", "assignee"), ("stae", "state"), ("due-", "due"),
      ("deu", "due"), ("prio", "priority"), ("type", nil), ("kind2", "kind"), ("it", nil),
      ("duty", nil), ("slate-s", nil), ("lab", "label"), ("a", nil), ("", nil),
    ])
  func misspelt(word: String, expected: String?) {
    #expect(Suggestion.misspelt(word, in: Self.names) == expected)
  }

  @Test("Of two that are as near, the first is suggested")
  func ties() {
    #expect(Suggestion.nearest(to: "cat", in: ["bat", "car"]) == "bat")
    #expect(Suggestion.nearest(to: "car", in: ["bar", "car"]) == "car")
  }

  @Test("A very long word is near to nothing, and that is found out at once")
  func longWords() {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(Suggestion.nearest(to: word, in: [word, "a"]) == nil)
  }

  @Test(
    "Adding, leaving out, changing and swapping a letter count one each",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1),
      ("abc", "abd", 1), ("abcd", "badc", 2), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    #expect(Suggestion.distance(Array(left), Array(right)) == expected)
    #expect(Suggestion.distance(Array(right), Array(left)) == expected)
  }
}
