import PmgitTestSupport
import Testing

/// Changes under another name, with '--as'.
@Suite struct AuthorOptionTests {
  private func author(_ pmgit: CommandRunner) async throws -> String {
    try await pmgit.repository.git("log", "-1", "--format=%an <%ae> %cn", "pmgit/main")
  }

  @Test(
    "Every command that changes the board takes a name, which is the commit's author",
    arguments: [
      ["add", "New"], ["edit", "ID", "-p", "low"], ["move", "ID", "doing"],
      ["done", "ID"], ["comment", "ID", "-m", "x"], ["comment", "ID", "--edit", "1", "-m", "y"],
      ["comment", "ID", "--delete", "1"], ["check", "ID", "1"], ["check", "ID", "1", "--to", "2"],
      ["delete", "ID"], ["take", "ID"], ["take", "ID", "--lease", "30m"],
      ["label", "rename", "bug", "x"],
      ["label", "merge", "bug", "x"], ["config", "title", "T"], ["view", "add", "v", "#bug"],
      ["column", "add", "qa"], ["column", "edit", "doing", "--limit", "3"],
      ["column", "remove", "spare"], ["import", "-"],
    ])
  func authors(command: [String]) async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "add", "spare")
    let id = try await pmgit.add("Plan", "--label", "bug", "--check", "a", "--check", "b")
    try await pmgit("comment", id, "-m", "first", "--as", "agent-1")
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(
      command.map { $0 == "ID" ? id : $0 } + ["--as", "agent-1"], input: #"{"title":"Imported"}"#)
    #expect(result.exitCode == 0, "\(result)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") != before)
    #expect(try await author(pmgit) == "agent-1 <> Ada Lovelace")
  }

  @Test("The name is the author in plans, the owner of a claim, and whom @me means")
  func values() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Plan", "--assign", "@me", "--as", "Agent Two <two@example.org>")
    let shown = try await pmgit("show", id, "--json")
    #expect(shown.contains(#""by": "Agent Two <two@example.org>""#))
    #expect(
      shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains(#""assignees": [ "Agent Two <two@example.org>" ]"#), "\(shown)")
    try await pmgit("comment", id, "-m", "x", "--as", "agent-1")
    #expect(try await pmgit("show", id).contains("\tagent-1\tx\n"))
    try await pmgit("take", id, "--as", "agent-1")
    #expect(try await pmgit("show", id).contains("owner\tagent-1\n"))
    #expect(await pmgit.run(["take", id]).exitCode == 1)
    #expect(try await author(pmgit) == "agent-1 <> Ada Lovelace")
    try await pmgit("edit", id, "-p", "low", "--as", "@me")
    #expect(try await author(pmgit).hasPrefix("Ada Lovelace <"))
    #expect(try await pmgit("list", "owner:agent-1").hasPrefix(id))
    #expect(await pmgit.run(["doctor"]).exitCode == 0)
  }

  @Test("An undo in a name takes back what was done in that name, and so does a redo")
  func undo() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Plan")
    try await pmgit("edit", id, "-p", "low", "--as", "agent-1")
    try await pmgit("edit", id, "-l", "bug")
    #expect(
      await pmgit.run(["undo", "--as", "agent-2"]).messages.contains("no change of yours to undo"))
    try await pmgit("undo", "--as", "agent-1")
    let shown = try await pmgit("show", id)
    #expect(shown.contains("label\tbug") && shown.contains("priority\t\n"), "\(shown)")
    try await pmgit("redo", "--as", "agent-1")
    #expect(try await pmgit("show", id).contains("priority\tlow"))
  }

  @Test(
    "What git takes for no author is refused, and nothing is written",
    arguments: [
      "", " ", "<>", "A <b", "a>b", "...", "A\nB", "A\u{0}B", "A <b<c>", "A <b\nc>",
      "\u{1B}[31mA", ".A", "A <b@c>>",
    ])
  func refused(name: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["add", "x", "--as", name])
    #expect(result.exitCode == 64, "\(result)")
    #expect(!result.messages.contains("\u{1B}"))
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }
}
