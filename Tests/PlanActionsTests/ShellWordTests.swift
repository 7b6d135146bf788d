import PlanView
import PmgitTestSupport
import Subprocess
import Testing

/// A hint that is pasted into a shell must be read as the words that it shows, whatever the texts
/// on the board contain.
@Suite("Words for a shell")
struct ShellWordTests {
  @Test("are read by a shell as they are", arguments: Seeds.each(100))
  func quoted(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", " ", "'", "\"", "\\", "$(id)", "`id`", "!", "\n", ";", "&", "*", "~", "#", "한",
    ]
    let word = (0..<random.number(below: 6)).map { _ in random.pick(pieces) }.joined()
    let script = "printf '%s|' \([word, "end"].shellCommand)"
    let result = try await Subprocess.run(
      .name("sh"), arguments: ["-c", script], output: .string(limit: 1 << 16))
    #expect(result.standardOutput == "\(word)|end|", "\(script)")
  }

  @Test("of plain characters stay as they are")
  func plain() {
    #expect("blocked-by:k7m2".shellWord == "blocked-by:k7m2")
    #expect("/tmp/한글/a_b".shellWord == "/tmp/한글/a_b")
    #expect("".shellWord == "\"\"")
    #expect("a b".shellWord == "\"a b\"")
    #expect("it's!".shellWord == #"'it'\''s!'"#)
  }
}
