import PmgitTestSupport
import Testing

/// The day on which work on a plan begins.
@Suite struct StartDayTests {
  @Test("It is set, shown, found, sorted by, exported, imported and cleared")
  func everywhere() async throws {
    let pmgit = try await CommandRunner()
    let titles = { (pmgit: CommandRunner, query: [String]) async -> [String] in
      await pmgit.run(["list"] + query).output.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        return cells.count > 4 ? String(cells[4]) : nil
      }
    }
    try await pmgit("init")
    let late = try await pmgit.add("Late", "--start", "2026-12-02")
    let typed = await pmgit.run(["add", "Early", "--start", "tomorrow", "--due", "2026-12-24"])
    #expect(typed.messages.contains("start Sat 2026-11-21"), "\(typed)")
    _ = try await pmgit.add("Whenever")

    #expect(try await pmgit("show", late).contains("start\t2026-12-02"))
    #expect(await titles(pmgit, ["has:start", "sort:start"]) == ["Early", "Late"])
    #expect(await titles(pmgit, ["start:<=2026-11-30"]) == ["Early"])
    let exported = try await pmgit("export")
    #expect(exported.contains(#""start":"2026-12-02""#))

    #expect(try await pmgit("log", "-n", "1", "--json", late).contains(#""start""#))
    try await pmgit("edit", late, "--start", "none")
    #expect(await titles(pmgit, ["has:start"]) == ["Early"])
    let refused = await pmgit.run(["edit", late, "--start", "someday"])
    #expect(refused.exitCode != 0 && refused.messages.contains("'someday'"), "\(refused)")

    let other = try await CommandRunner.withBoard()
    try await other("import", "-", input: exported)
    #expect(await titles(other, ["start:2026-12-02"]) == ["Late"])
  }
}
