import PmgitTestSupport
import Testing

/// Exports in the formats of other tools, and files of other tools that have no server.
@Suite struct ExportCommandTests {
  private func sample() async throws -> CommandRunner {
    let pmgit = try await CommandRunner(seed: 5)
    try await pmgit("init")
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
