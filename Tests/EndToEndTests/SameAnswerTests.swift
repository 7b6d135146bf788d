import PmgitTestSupport
import Testing

/// The order of Swift's hash tables differs between processes. The output of commands must not
/// depend on it.
@Suite("The same answer at each run")
struct SameAnswerTests {
  private static let commands = [
    "log label:bug --oneline", "log label:bug", "log label:bug --json", "log --json", "list --json",
    "list --tree --all", "stats --by label | grep -v ^age", "digest --changelog 2026-01-01..",
    "diff 2026-01-01", "people --json", "label --json", "board --group-by label", "next", "export",
    "list nobody-is", "list label:lab", "log -n 1 -q",
    "show --blame $(pmgit list -q | head -n 1 | cut -f 1)", "stats forecast", "doctor",
    "resolve --list --json", "status --json", "stats chart cumulative-flow",
  ]

  @Test("A question has one answer, whatever the order of hash tables")
  func sameAnswer() async throws {
    let board = try await BoardFixture()
    let binary = Binary(repository: board.repository)
    let lines = (1...24).map { number in
      #"{"title":"plan \#(number)","labels":["bug","label \#(number % 5)"],"owner":"P\#(number % 4) <p\#(number % 4)@x>","state":"\#(number % 3 == 0 ? "done" : "doing")"}"#
    }
    try board.repository.write(lines.joined(separator: "\n") + "\n", to: "plans.jsonl")
    let made = try await binary.shell(
      "pmgit import ../plans.jsonl -q && pmgit edit --where label:bug --label again -q")
    #expect(made.exitCode == 0, "\(made.messages)")
    let all = Self.commands.map { "echo '== \($0.prefix(12))'; pmgit \($0) 2>&1" }
      .joined(separator: "; ")
    let first = try await binary.shell(all).output
    #expect(first.contains("plan 7"))
    #expect(!first.contains("is not a pmgit command") && !first.contains("--help'"), "\(first)")
    for _ in 0..<4 {
      let other = try await binary.shell(all).output
      #expect(other == first)
    }
  }
}
