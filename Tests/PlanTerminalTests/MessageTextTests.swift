import Testing

@testable import PlanTerminal

@Suite("Messages on a terminal")
struct MessageTextTests {
  @Test(
    "Lines break between words, and not within a command",
    arguments: [
      ("short", ["short"]),
      (
        "2 finished plans left out; --all lists them too",
        ["2 finished plans left out; --all lists", "  them too"]
      ),
      (
        "hint: see the ids with 'pmgit list --all'; then 'pmgit sync', and go on",
        ["hint: see the ids with", "  'pmgit list --all'; then", "  'pmgit sync', and go on"]
      ),
      (
        "hint: for a board 'pmgit column add review --title Review'.",
        ["hint: for a board 'pmgit column add review --title Review'."]
      ),
      (
        "warning: 'plans/k7/k7m2.json' can't be read: it's broken",
        ["warning: 'plans/k7/k7m2.json' can't be", "  read: it's broken"]
      ),
      (
        "warning: 'tis not closed, and so each word counts",
        ["warning: 'tis not closed, and so each", "  word counts"]
      ),
      (
        "  three words behind two spaces at the start",
        ["  three words behind two spaces at the", "  start"]
      ),
      ("한글 한글 한글 한글 한글 한글 한글 한글 한글", ["한글 한글 한글 한글 한글 한글 한글", "  한글 한글"]),
    ])
  func lines(message: String, expected: [String]) {
    #expect(MessageText.lines(of: message, widthInCells: 38) == expected)
    #expect(MessageText.lines(of: message, widthInCells: nil) == [message])
  }
}
