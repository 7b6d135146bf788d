import PlanModel
import PmgitTestSupport
import Testing

@Suite("Changelogs")
struct ChangelogTests {
  private static let day: Int64 = 86_400_000

  private func board() async throws -> CommandRunner {
    let pmgit = try await CommandRunner()
    pmgit.now = Timestamp(milliseconds: CommandRunner.start.milliseconds - 10 * Self.day)
    try await pmgit("init")
    return pmgit
  }

  /// Sets the clock to some days before the start of the tests.
  private func go(_ pmgit: CommandRunner, daysBefore days: Int64) {
    pmgit.now = Timestamp(milliseconds: CommandRunner.start.milliseconds - days * Self.day)
  }

  @Test("Lists what is done at the end and was not at the beginning, by the first label")
  func groups() async throws {
    let pmgit = try await board()
    let before = try await pmgit.add("Before", "--label", "bug")
    try await pmgit("done", before)
    let both = try await pmgit.add("Both *stars*", "--label", "ui,Bug")
    let plain = try await pmgit.add("Plain")
    let again = try await pmgit.add("Again")
    let gone = try await pmgit.add("Gone")
    _ = try await pmgit.add("Open", "--label", "ui")
    go(pmgit, daysBefore: 5)
    for plan in [both, plain, again, gone] { try await pmgit("done", plan) }
    go(pmgit, daysBefore: 3)
    try await pmgit("move", again, "todo")
    try await pmgit("delete", gone)
    pmgit.now = CommandRunner.start
    let listed = """
      ## Bug

      - Both \\*stars\\* (\(both.prefix(4)))

      ## Other

      - Plain (\(plain.prefix(4)))

      """
    #expect(try await pmgit("digest", "--changelog", "7d..") == listed)
    #expect(try await pmgit("digest", "--changelog", "7d..1d") == listed)
    #expect(
      try await pmgit("digest", "--changelog", "7d..", "--where", "#ui").hasSuffix(
        "(\(both.prefix(4)))\n"))
    // The query selects among the finished plans.
    let last = try await pmgit("digest", "--changelog", "7d..", "--where", "sort:-title limit:1")
    #expect(last.contains("Plain") && !last.contains("Both"))
    #expect(
      try await pmgit("digest", "--changelog", "7d..", "--where", "-#ui").hasPrefix("## Other\n"))
    #expect(try await pmgit("digest", "--changelog", "7d..4d").contains("Again"))
    let none = await pmgit.run(["digest", "--changelog", "2d.."])
    #expect(none.output == "" && none.messages.contains("nothing was finished"))
    let early = await pmgit.run(["digest", "--changelog", "2020-01-01.."])
    #expect(early.exitCode == 0 && early.output.contains("Before"))
    #expect(early.messages.contains("there was no board yet at '2020-01-01'"))
  }

  @Test("What was created or imported as done was not finished in the period")
  func bornDone() async throws {
    let pmgit = try await board()
    go(pmgit, daysBefore: 5)
    try await pmgit("add", "Born done", "--state", "done")
    try await pmgit(
      "import", "-", input: #"{"title":"Imported","state":"done"}"# + "\n" + #"{"title":"Open"}"#)
    try await pmgit(
      "import", "-", "--format", "todo-txt",
      input: "x 2026-02-01 2026-01-01 Long ago\nx 2026-11-14 2026-11-01 Recently\n")
    try await pmgit("move", "Open", "done")
    pmgit.now = CommandRunner.start
    let listed = try await pmgit("digest", "--changelog", "7d..")
    for title in ["Open", "Recently"] { #expect(listed.contains("- \(title) ("), "\(listed)") }
    for title in ["Born done", "Imported", "Long ago"] { #expect(!listed.contains(title)) }
    // A plan that was reopened and finished again counts.
    try await pmgit("move", "Born done", "todo")
    try await pmgit("done", "Born done")
    #expect(try await pmgit("digest", "--changelog", "7d..").contains("- Born done ("))
  }

  @Test("A commit of the board, and a tag of the code, are moments")
  func names() async throws {
    let pmgit = try await board()
    let plan = try await pmgit.add("Fix login")
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    _ = try await pmgit.repository.program.run(
      ["commit", "--quiet", "--allow-empty", "-m", "code"], in: pmgit.repository.path,
      adding: ["GIT_COMMITTER_DATE": "\(pmgit.now.seconds) +0000"])
    try await pmgit.repository.git("tag", "v1.0")
    go(pmgit, daysBefore: 5)
    try await pmgit("done", plan)
    for from in [tip, "v1.0", "pmgit/main~1"] {
      #expect(
        try await pmgit("digest", "--changelog", "\(from)..").contains("- Fix login"), "\(from)")
    }
    #expect(try await pmgit("digest", "--changelog", "v1.0..v1.0") == "")
    let alone = await pmgit.run(["digest", "--changelog", "v1.0"])
    #expect(alone.messages.contains("'pmgit digest --changelog v1.0..'"), "\(alone.messages)")
    // The day five days before the start of the tests is a Sunday.
    for week in ["2026-W46", "2026-w46", "2026-W46.."] {
      #expect(try await pmgit("digest", "--changelog", week).contains("- Fix login"), "\(week)")
    }
    let unknown = await pmgit.run(["digest", "--changelog", "v9.9.."])
    #expect(unknown.exitCode != 0 && unknown.messages.contains("v9.9"))
  }

  @Test(
    "What is no range is refused with one that would do",
    arguments: [
      ("7d", "'pmgit digest --changelog 7d..'"),
      ("v1.0", "'v1.0' is not a period\nhint: a day, a week"),
      ("foo", "'foo' is not a period\nhint: a day, a week"), ("2026-W54", "go from W01 to W53"),
      ("..v1.0", "does not say where it begins"),
      ("1d..7d", "ends before it begins"), ("+3d..", "in the future"),
      ("2019-01-01..2020-01-01", "there was no board yet at '2020-01-01'"),
    ])
  func wrong(range: String, words: String) async throws {
    let pmgit = try await board()
    pmgit.now = CommandRunner.start
    let result = await pmgit.run(["digest", "--changelog", range])
    #expect(result.exitCode == 64 && result.messages.contains(words), "\(result.messages)")
  }
}
