import PlanModel
import PmgitTestSupport
import Testing

@Suite("Who wrote what")
struct BlameTests {
  /// Returns the rows of a plan: author's name, field, line and value.
  private func rows(
    _ pmgit: CommandRunner, _ id: String, at past: String = "pmgit/main"
  ) async throws -> [String] {
    try await pmgit("show", "--blame", id, "--at", past).split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return ([Person(fields[2]).name] + fields[3...]).joined(separator: "|")
    }
  }

  @Test("Each value has the one who wrote it, and not the one who merged it")
  func merged() async throws {
    let pair = try await SharedBoard()
    let (one, two) = (pair.first, pair.second)
    let id = try await one.add(
      "Fix login", "--label", "bug", "--body", "top\n\nmiddle\n\nend", "--check", "a test")
    try await one("sync")
    try await two("sync")
    two.now = one.now
    try await one("edit", id, "--priority", "high")
    try await two("check", id, "1")
    try await two("edit", id, "--label", "ui", "--body", "top\n\nmiddle\n\nend by two")
    try await two("comment", id, "-m", "seen")
    try await one("sync")
    try await two("sync")
    try await one("sync")
    try await one("edit", id, "--body", "top by one\n\nmiddle\n\nend by two")
    try await one("sync")
    try await two("sync")
    let expected = [
      "Dev One|title||Fix login", "Dev One|state||todo", "Dev One|priority||high",
      "Dev One|label||bug", "Dev Two|label||ui", "Dev One|checklist||a test",
      "Dev Two|checked||a test", "Dev One|body|1|top by one", "Dev One|body|2|",
      "Dev One|body|3|middle", "Dev One|body|4|", "Dev Two|body|5|end by two",
      "Dev Two|comment||seen",
    ]
    #expect(try await rows(one, id) == expected)
    #expect(try await rows(two, id) == expected)
    // Each row has the commit that made the change.
    let commit = try await one("show", "--blame", id).split(separator: "\n")[2].prefix(40)
    let subject = try await one.repository.git("log", "-1", "--format=%s", String(commit))
    #expect(subject.contains("priority"))
  }

  @Test("The past is told as of then; a removed value is nobody's")
  func past() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("One", "--label", "bug", "--check", "x")
    let first = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("edit", id, "--no-label", "bug", "--title", "Two")
    try await pmgit("check", id, "1", "--remove")
    #expect(try await rows(pmgit, id).map { $0.split(separator: "|")[1] } == ["title", "state"])
    let then = try await rows(pmgit, id, at: first)
    #expect(then.map { $0.split(separator: "|")[1] } == ["title", "state", "label", "checklist"])
    #expect(then[0].hasSuffix("|One"))
    let unknown = await pmgit.run(["show", "--blame", "zzzz"])
    #expect(unknown.exitCode == 1 && unknown.messages.contains("zzzz"))
  }
}
