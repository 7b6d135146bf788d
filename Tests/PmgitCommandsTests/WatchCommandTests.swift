import PmgitTestSupport
import Testing

@Suite("pmgit watch")
struct WatchCommandTests {
  /// Lets the watch end at once or at the latest after this time, which no test waits for.
  private static let long = ["--timeout", "10m"]

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test("Ready at the start: the plan in the last line, and exit code 0")
  func ready() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Fix login")
    let json = await pmgit.run(["watch", "--until", "ready", "--json"] + Self.long)
    #expect(json.exitCode == 0)
    #expect(json.messages == "")
    #expect(
      json.output.hasPrefix(
        #"{"agent":null,"at":null,"by":null,"changes":[],"commit":""#))
    #expect(
      json.output.hasSuffix(
        """
        "for":null,"format":1,"from":null,"plan":"\(id)","short":"\(id.prefix(4))","title":"Fix login",\
        "to":null,"what":"ready"}\n
        """))
    let plain = await pmgit.run(["watch", "--until", "ready"] + Self.long)
    #expect(plain.exitCode == 0)
    #expect(lines(plain.output).count == 1)
    let fields = plain.output.split(whereSeparator: { "\t\n".contains($0) })
    #expect(fields.suffix(3) == [Substring(id), "Fix login", "ready"])
    pmgit.useTerminal()
    let shown = await pmgit.run(["watch", "--until", "ready"] + Self.long)
    #expect(shown.output == "\(id.prefix(4)) Fix login is ready\n")
  }

  @Test("Done at the start: each of the plans")
  func done() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [try await pmgit.add("one"), try await pmgit.add("two")]
    try await pmgit("done", ids[0], ids[1])
    let done = await pmgit.run(["watch", "--until", "done", "-q"] + ids + Self.long)
    #expect(done.exitCode == 0)
    #expect(lines(done.output).count == 2)
    #expect(done.messages == "")
  }

  @Test("After the time the exit code is 75, or 0 if nothing was waited for")
  func timeout() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let waited = await pmgit.run(["watch", "--until", "ready", "--timeout", "1s"])
    #expect(waited.exitCode == 75)
    #expect(waited.output == "")
    #expect(waited.messages.contains("watching board 'main'"))
    #expect(waited.messages.contains("no plan is ready after 1s"))
    let plain = await pmgit.run(["watch", "--timeout", "1s", "--json"])
    #expect(plain.exitCode == 0)
    #expect(plain.output + plain.messages == "")
  }

  @Test(
    "Wrong requests are usage errors",
    arguments: [
      (["--until", "later"], "later"), (["--timeout", "soon"], "'soon' is not a length of time"),
      (["--sync", "0s"], "'0s' is not a length of time"),
      (["k7m2", "--where", "#bug"], "but not both"), (["--where", "due:soonish"], "soonish"),
    ])
  func wrong(arguments: [String], words: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    // The first of two values of an option would be ignored.
    let long = arguments.contains("--timeout") ? [] : Self.long
    let result = await pmgit.run(["watch"] + arguments + long)
    #expect(result.exitCode == 64)
    #expect(result.messages.contains(words))
  }

  @Test("With --json an error is one line too")
  func errorLine() async throws {
    let pmgit = try await CommandRunner()
    let result = await pmgit.run(["watch", "--json"])
    #expect(result.exitCode == 1)
    #expect(lines(result.output).count == 1)
    #expect(result.output.hasPrefix(#"{"error":{"code":"no-board","#))
    let noRemote = try await CommandRunner.withBoard(seed: 2)
    let sync = await noRemote.run(["watch", "--sync", "1s", "--json"])
    #expect(sync.exitCode == 1)
    #expect(sync.output.hasPrefix(#"{"error":{"code":"no-remote","#))
  }
}
