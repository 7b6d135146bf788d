import Git
import PlanModel
import PmgitTestSupport
import Testing

/// Incomplete files that the guard accepts, because every reader can show them and a command
/// repairs them.
@Suite("Plans and boards that lack something")
struct IncompleteBoardTests {
  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    return (pmgit, try await pmgit.add("A plan"))
  }

  /// Checks that the guard accepts a push of the board's last commits.
  private func expectPassing(
    _ pmgit: CommandRunner, commits: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let git = pmgit.repository
    let (old, new) = (
      try await git.git("rev-parse", "pmgit/main~\(commits)"),
      try await git.git("rev-parse", "pmgit/main")
    )
    let pushed = await pmgit.run(
      ["hooks", "run", "pre-receive"], input: "\(old) \(new) refs/heads/pmgit/main\n")
    #expect(pushed.exitCode == 0, "\(pushed.messages)", sourceLocation: sourceLocation)
  }

  /// Commits a file of the board, and checks that the guard accepts it.
  private func commit(_ text: String, at path: String, _ pmgit: CommandRunner) async throws {
    try await pmgit.repository.commitToBoard(text, at: path)
    try await expectPassing(pmgit)
  }

  @Test("A plan without title and column is pushed, shown in a lane of its own, named, and mended")
  func plan() async throws {
    let (pmgit, _) = try await board()
    let id = "k7m2q9x4t1ab"
    let text = """
      {
        "fields": {
          "rank": "a0"
        },
        "format": 1,
        "id": "\(id)"
      }

      """
    try await commit(text, at: "plans/\(id.prefix(2))/\(id).json", pmgit)
    #expect(try await pmgit("list").contains("\(id)\t\t"))
    #expect(try await pmgit("board").contains("\t\(id)\t"))
    #expect(await pmgit.run(["show", id]).messages.contains("the plan has no title"))
    let found = await pmgit.run(["doctor"])
    #expect(found.exitCode == 1)
    #expect(found.messages.contains("'pmgit edit \(id) --title TITLE'"))
    #expect(found.messages.contains("'pmgit move \(id) COLUMN'"))
    pmgit.useTerminal()
    #expect(try await pmgit("list").contains("(no title)"))
    try await pmgit("edit", id, "--title", "Mended")
    try await pmgit("move", id, "doing")
    #expect(await pmgit.run(["doctor"]).exitCode == 0)
  }

  @Test("A board without columns is pushed and read; commands that need one say how to add it")
  func columns() async throws {
    let (pmgit, id) = try await board()
    try await commit("{\n  \"format\": 1,\n  \"id\": \"board\"\n}\n", at: "board.json", pmgit)
    #expect(try await pmgit("list").hasPrefix("\(id)\ttodo\t"))
    #expect(try await pmgit("board").hasPrefix("todo\t\(id)\t"))
    for words in [["add", "Another"], ["move", id, "todo"], ["edit", id, "--state", "todo"]] {
      let refused = await pmgit.run(words)
      #expect(refused.exitCode != 0, "\(words)")
      #expect(
        refused.messages.contains(
          "the board has no columns\nhint: add one with 'pmgit column add todo --kind todo'"),
        "\(words): \(refused.messages)")
    }
    try await pmgit("column", "add", "todo", "--kind", "todo")
    #expect(try await pmgit("list", "state:todo").hasPrefix("\(id)\t"))
    try await pmgit("add", "Another")
  }

  @Test("A comment may name another person than its commit's author, who is on record")
  func comment() async throws {
    let (pmgit, id) = try await board()
    let line =
      #"{"id":"\#(id)","comments":[{"by":"Kim","at":"2026-11-01T00:00:00Z","text":"Seen"}]}"#
    try await pmgit("import", "-", input: line)
    try await expectPassing(pmgit)
    #expect(try await pmgit("show", id).contains("\tKim\tSeen\n"))
    let author = try await pmgit.repository.git("log", "-1", "--format=%an", "pmgit/main")
    #expect(try await pmgit("show", "--blame", id).contains(author) && author != "Kim")
  }

  @Test("A commit dated 2099 hides nothing that was made after it")
  func dated() async throws {
    let (pmgit, before) = try await board()
    let now = pmgit.now
    pmgit.now = try #require(Timestamp("2099-01-01T00:00:00Z"))
    let ahead = try await pmgit.add("Ahead")
    pmgit.now = now
    let after = try await pmgit.add("After")
    try await pmgit("done", after)
    try await expectPassing(pmgit, commits: 3)
    for (words, wanted) in [
      (["list", "--all", "--at", "now"], [before, ahead, after]),
      (["diff", "1h"], [before, ahead, after]),
      (["log", "--until", "now"], [before, ahead, after]),
      (["digest", "--changelog", "1h.."], [String(after.prefix(4))]),
    ] {
      let shown = await pmgit.run(words)
      for id in wanted { #expect(shown.output.contains(id), "\(words): \(shown)") }
    }
    let found = await pmgit.run(["doctor"])
    #expect((found.output + found.messages).contains("was made by a clock that is ahead"))
  }
}
