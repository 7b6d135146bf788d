import PmgitTestSupport
import Testing

/// Exports in the formats of other tools, and files of other tools that have no server.
@Suite struct ExportCommandTests {
  private func sample() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard(seed: 5)
    _ = try await pmgit.add("Fix login", "--due", "2026-12-01", "--label", "bug", "-p", "high")
    _ = try await pmgit.add("=SUM(A1)", "--state", "done")
    return pmgit
  }

  @Test(
    "Each format is printed, for the plans that match",
    arguments: [
      ("csv", "id,title,"), ("markdown", "# "), ("todo-txt", "(B) "), ("taskwarrior", "[\n"),
      ("ical", "BEGIN:VCALENDAR\r\n"), ("pmgit", "{"),
    ])
  func formats(name: String, start: String) async throws {
    let pmgit = try await sample()
    let text = try await pmgit("export", "--format", name, "label:bug")
    #expect(text.hasPrefix(start))
    #expect(text.contains("Fix login") && !text.contains("SUM("))
  }

  @Test(
    "An export without plans says so, and how a format is named",
    arguments: [
      ("csv", "csv"), ("plans.csv", "csv"), ("board.ics", "ical"), ("x.jsonl", "pmgit"),
      ("nosuchword", nil),
    ])
  func nothing(query: String, format: String?) async throws {
    let hint = format.map { "hint: for that format write 'pmgit export --format \($0)'\n" } ?? ""
    let result = await (try await sample()).run(["export", query])
    #expect(result.exitCode == 0 && result.output == "", "\(result)")
    #expect(result.messages == "no plans match\n" + hint, "\(result)")
  }

  @Test(
    "An export that is imported again changes nothing",
    arguments: ["csv", "todo-txt", "taskwarrior"])
  func again(name: String) async throws {
    let pmgit = try await sample()
    let text = try await pmgit("export", "--format", name)
    let result = await pmgit.run(["import", "-"], input: text)
    #expect(result.exitCode == 0)
    #expect(result.messages.contains("nothing to import: 2 plans unchanged"))
  }

  @Test(
    "What others changed since an export is not taken back by it",
    arguments: ["csv", "todo-txt", "taskwarrior"])
  func oldExport(name: String) async throws {
    let pmgit = try await CommandRunner.withBoard(seed: 6)
    let alpha = try await pmgit.add("Alpha")
    let beta = try await pmgit.add("Beta")
    let old = try await pmgit("export", "--format", name)
    try await pmgit("edit", alpha, "--title", "Alpha changed here")
    try await pmgit("move", alpha, "doing")
    let file = old.replacing("Beta", with: "Gamma")
    let first = await pmgit.run(["import", "-"], input: file)
    #expect(first.messages.contains("0 new, 1 updated, 1 unchanged"), "\(first)")
    #expect(try await pmgit("list", "state:doing").contains("Alpha changed here"))
    #expect(try await pmgit("list").contains("Gamma"))
    // The same file again, after a change of what it brought.
    try await pmgit("edit", beta, "--title", "Delta")
    let second = await pmgit.run(["import", "-"], input: file)
    #expect(second.messages.contains("nothing to import"), "\(second)")
    let both = await pmgit.run(["import", "-"], input: old.replacing("Beta", with: "Other"))
    #expect(both.messages.contains("1 field changed both here and in the source"), "\(both)")
  }

  @Test("A file without the exported commit brings no old value back, and says so")
  func undatedExport() async throws {
    let pmgit = try await CommandRunner.withBoard(seed: 6)
    let id = try await pmgit.add("Alpha")
    let old = try await pmgit("export", "--format", "todo-txt")
    let words = old.split(whereSeparator: \.isWhitespace)
    let file = words.filter { !$0.hasPrefix("pmgit-at:") }.joined(separator: " ")
    try await pmgit("edit", id, "--title", "Alpha changed here")
    for line in [file, file + " pmgit-at:0123456789abcdef"] {
      let result = await pmgit.run(["import", "-"], input: line + "\n")
      #expect(
        result.messages.contains("does not say which state of the board"), "\(result)")
      #expect(try await pmgit("list").contains("Alpha changed here"))
    }
  }

  @Test("A list in Markdown that names plans of the board is refused")
  func markdownList() async throws {
    let pmgit = try await sample()
    let text = try await pmgit("export", "--format", "markdown")
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["import", "-", "--format", "markdown"], input: text)
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("the list names plans of this board"), "\(result)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    let other = try await CommandRunner.withBoard(seed: 9)
    let first = await other.run(["import", "-", "--format", "markdown"], input: text)
    #expect(first.exitCode == 0, "\(first)")
  }

  @Test(
    "Options that a format does not have are refused",
    arguments: [
      (["--format", "xls"], "'xls' is not a format"), (["--todos"], "'--todos' is for calendars"),
      (["--format", "csv", "--todos"], "'--todos' is for calendars"),
      (["--format", "csv", "--settings"], "only JSON Lines have the settings of a board"),
    ])
  func refused(options: [String], message: String) async throws {
    let pmgit = try await sample()
    let result = await pmgit.run(["export"] + options)
    #expect(result.exitCode != 0)
    #expect(result.output == "")
    #expect(result.messages.contains(message))
  }

  @Test("A table is imported by the names that '--map' gives its columns")
  func map() async throws {
    let pmgit = try await sample()
    let table = "Summary,When\nWrite docs,2026-12-24\n"
    let result = await pmgit.run(
      ["import", "-", "--map", "Summary=title", "--map", "When=due"], input: table)
    #expect(result.exitCode == 0, "\(result.messages)")
    #expect(try await pmgit("list", "due:2026-12-24").contains("Write docs"))
  }

  @Test(
    "A wrong '--map' is refused, and nothing is imported",
    arguments: [
      ("Summary", "is not COLUMN=FIELD"), ("Summary=tilte", "is neither a custom field nor one of"),
      ("Other=title", "there is no column 'Other'"), ("When=due", "no column is the title"),
    ])
  func wrongMap(map: String, message: String) async throws {
    let pmgit = try await sample()
    let result = await pmgit.run(
      ["import", "-", "--map", map], input: "Summary,When\nWrite docs,2026-12-24\n")
    #expect(result.exitCode != 0)
    #expect(result.messages.contains(message))
    #expect(try await !pmgit("list").contains("Write docs"))
  }

  @Test("'--map' is for tables only")
  func mapOfOthers() async throws {
    let pmgit = try await sample()
    let result = await pmgit.run(
      ["import", "-", "--format", "todo-txt", "--map", "a=title"], input: "Write docs\n")
    #expect(result.exitCode != 0)
    #expect(result.messages.contains("'--map' is for tables in CSV"))
  }
}
