import PmgitTestSupport
import Testing

@testable import PmgitCommands

@Suite("Quotes of shells")
struct ShellQuotesTests {
  @Test(
    "A line is split into the words before the cursor and the one at it",
    arguments: [
      ("pmgit show ", ["pmgit", "show"], "", nil), ("pmgit sh", ["pmgit"], "sh", nil),
      ("pmgit list label:a\\ b", ["pmgit", "list"], "label:a b", nil),
      ("pmgit 'a b' \"c d", ["pmgit", "a b"], "c d", ShellQuotes.Open.double),
      ("pmgit \"a\\\"b\" 'x", ["pmgit", "a\"b"], "x", .single),
      ("pmgit \"a\\nb\" ", ["pmgit", "a\\nb"], "", nil), ("pmgit '' x", ["pmgit", ""], "x", nil),
      ("pmgit $(touch x)", ["pmgit", "$(touch"], "x)", nil), ("", [], "", nil),
    ] as [(String, [String], String, ShellQuotes.Open?)])
  func split(text: String, words: [String], current: String, open: ShellQuotes.Open?) {
    #expect(ShellQuotes.split(text) == ShellQuotes.Line(words: words, current: current, open: open))
  }

  @Test("bash reads what was quoted as the same word, and runs nothing of it")
  func quoted() async throws {
    let words = [
      "bug", "two words", "$(touch x)", "`touch x`", "a'b", "a\"b", "a\\b", "a;b&c|d", "~x", "#x",
      "*?[a]", "{a,b}", "로그인", "a!b", "<x>", "$HOME", "!!", "a\u{3000}b",
    ]
    for open in [nil, ShellQuotes.Open.single, .double] {
      for word in words {
        guard let quoted = ShellQuotes.quoted(word, behind: open) else {
          #expect(open == .single && word.contains("'") || open == .double && word.contains("!"))
          continue
        }
        let sign = open.map { String($0.rawValue) } ?? ""
        let scratch = try await ScratchRepository()
        let read = try await Binary(repository: scratch).shell(
          "set -H; printf '%s|' \(sign)\(quoted)\(sign); ls")
        #expect(read.output == word + "|" && read.messages == "", "\(quoted) \(read)")
      }
    }
  }
}
