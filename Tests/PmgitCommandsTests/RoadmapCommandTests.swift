import Foundation
import PlanModel
import PmgitTestSupport
import Testing

@Suite("'stats chart roadmap' as a command")
struct RoadmapCommandTests {
  private static let day: Int64 = 86_400_000

  /// Returns a board with a milestone and four open plans, where each blocks the next one. 30 plans
  /// were finished on it, one a day.
  private func board(finished: Int = 30) async throws -> (pmgit: CommandRunner, ids: [String]) {
    let pmgit = try await CommandRunner()
    let start = CommandRunner.start.milliseconds
    pmgit.now = Timestamp(milliseconds: start - 40 * Self.day)
    try await pmgit("init")
    try await pmgit("milestone", "add", "v1.0", "--due", "2026-12-01")
    var done: [String] = []
    for number in 0..<finished { done.append(try await pmgit.add("Done \(number)")) }
    for (number, id) in done.enumerated() {
      pmgit.now = Timestamp(milliseconds: start - Int64(finished - number) * Self.day)
      try await pmgit("move", id, "doing")
      pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 3_600_000)
      try await pmgit("done", id)
    }
    pmgit.now = Timestamp(milliseconds: start - 2 * Self.day)
    var ids: [String] = []
    for title in ["Build", "Test", "Ship", "Rest"] {
      let id = try await pmgit.add(title, "--milestone", "v1.0")
      if let last = ids.last { try await pmgit("edit", id, "--link", "blocked-by:\(last)") }
      ids.append(id)
    }
    try await pmgit("move", ids[0], "doing")
    pmgit.now = CommandRunner.start
    return (pmgit, ids)
  }

  private func object(_ pmgit: CommandRunner, _ arguments: String...) async throws -> JSONObject {
    let result = await pmgit.run(["stats", "chart", "roadmap"] + arguments + ["--json"])
    #expect(result.exitCode == 0, "\(result.messages)")
    return try document(result)
  }

  @Test("It prints a line for each plan in a pipe")
  func lines() async throws {
    let (pmgit, ids) = try await board()
    let lines = try await pmgit("stats", "chart", "roadmap", "--where", "milestone:v1.0")
      .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(lines.map { String($0[1]) } == ids)
    #expect(lines.allSatisfy { $0.count == 14 && $0[0] == "v1.0" && $0[11] == "critical" })
    // One plan is finished a day at most, and each waits for the one before it.
    let days = lines.map { String($0[8]) }
    #expect(days.first == "2026-11-21" && Set(days).count == 4 && days == days.sorted())
    #expect(lines.map { String($0[7]) } == lines.map { String($0[8]) })
    #expect(lines.map { String($0[13]) } == [""] + ids.dropLast())
    let all = try await pmgit("stats", "chart", "roadmap").split(separator: "\n")
    #expect(all.count == 32, "the plans that were finished in four weeks")
    #expect(
      try await pmgit("stats", "chart", "roadmap", "--since", "2d").split(separator: "\n").count
        == 6)
    #expect(
      try await pmgit("stats", "chart", "roadmap", "-n", "3").split(separator: "\n").count == 3)
  }

  @Test("It agrees with 'pmgit milestone'")
  func milestones() async throws {
    let (pmgit, ids) = try await board()
    for (blocker, id) in zip(ids, ids.dropFirst()) {
      try await pmgit("edit", id, "--no-link", "blocked-by:\(blocker)")
    }
    let known = try await pmgit("milestone").split(separator: "\t").suffix(3).joined(
      separator: " ")
    let groups = try #require(try await object(pmgit)["groups"]?.array)
    let group = groups.first { $0.object?["name"] == .string("v1.0") }?.object
    let days = group?["forecast"]?.array?.compactMap { $0.object?["day"]?.string } ?? []
    #expect(days.joined(separator: " ") + "\n" == known)
  }

  @Test("The document has its keys")
  func documentKeys() async throws {
    let (pmgit, ids) = try await board()
    let found = try await object(pmgit, "--where", "is:open")
    #expect(
      keys(.object(found)) == [
        "board", "by", "chart", "commit", "criticalPath", "format", "futures", "groups", "leftOut",
        "notices", "query", "since", "today",
      ])
    #expect(found["futures"] == .number(10_000) && found["by"] == .string("milestone"))
    #expect(keys(found["criticalPath"]) == ["length", "measure", "plans"])
    #expect(found["criticalPath"]?.object?["plans"] == .strings(ids))
    #expect(keys(found["leftOut"]) == ["finishedEarlier", "more"])
    let group = try #require(found["groups"]?.array?.first)
    #expect(keys(group) == ["due", "forecast", "late", "more", "name", "plans", "title"])
    let row = try #require(group.object?["plans"]?.array?.first)
    #expect(
      keys(row) == [
        "bars", "begins", "blockers", "critical", "due", "finished", "forecast", "late", "plan",
        "start", "state", "title",
      ])
    #expect(keys(row.object?["bars"]?.array?.first) == ["first", "kind", "last", "state"])
    #expect(keys(row.object?["forecast"]?.array?.first) == ["day", "percent"])
    let few = try await object(pmgit, "--limit", "1")
    #expect(few["leftOut"]?.object?["more"] == .number(31))
  }

  @Test("It is drawn on a terminal, and as a picture")
  func drawn() async throws {
    let (pmgit, ids) = try await board()
    let file = await pmgit.run(["stats", "chart", "roadmap", "-o", "roadmap.svg"])
    #expect(file.exitCode == 0 && file.messages.contains("drew the chart in 'roadmap.svg'"))
    let picture = try pmgit.repository.read("repository/roadmap.svg")
    #expect(picture == (try await pmgit("stats", "chart", "roadmap", "--svg")))
    pmgit.useTerminal(widthInCells: 100)
    let shown = try await pmgit("stats", "chart", "roadmap", "--where", "milestone:v1.0")
    #expect(shown.hasPrefix("Roadmap  board main · by milestone · from 2026-10-23"))
    #expect(shown.contains("critical path (4 plans): \(ids[0].prefix(4)) → "))
    #expect(shown.contains("*  \(ids[3].prefix(4)) Rest"))
    let months = try await pmgit("stats", "chart", "roadmap", "--zoom", "months", "--by", "none")
    #expect(months.contains("2027") && !months.contains("by milestone"))
    #expect(try await pmgit("stats", "chart", "roadmap").contains("*  \(ids[3].prefix(4)) Rest"))
  }

  @Test("With too little history it says so and draws the rest")
  func noHistory() async throws {
    let (pmgit, ids) = try await board(finished: 2)
    let lines = try await pmgit("stats", "chart", "roadmap", "--where", "is:open").split(
      separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.contains("\t\t\t\t") })
    let found = try await object(pmgit)
    #expect(found["futures"] == .null && found["criticalPath"]?.object != nil)
    pmgit.useTerminal()
    let shown = try await pmgit("stats", "chart", "roadmap")
    #expect(shown.contains("no forecast: 2 plans finished") && shown.contains(ids[0].prefix(4)))
    #expect(shown.contains("░") && !shown.contains("━"))
    #expect(
      try await pmgit("stats", "chart", "roadmap", "--svg").contains(
        "no forecast: 2 plans finished"))
  }

  @Test("A board without plans, or a query without results, has nothing to show")
  func empty() async throws {
    let pmgit = try await CommandRunner.withBoard()
    #expect(try await pmgit("stats", "chart", "roadmap") == "")
    #expect(try await object(pmgit)["groups"] == .array([]))
    pmgit.useTerminal()
    #expect(try await pmgit("stats", "chart", "roadmap").contains("nothing to show yet"))
    #expect(try await pmgit("stats", "chart", "roadmap", "--svg").contains("nothing to show yet"))
  }

  @Test("Wrong options are refused with the right ones")
  func wrong() async throws {
    let (pmgit, _) = try await board(finished: 1)
    for (arguments, words) in [
      (["--by", "nosuch"], "owner"), (["--zoom", "years"], "months"), (["-n", "0"], "at least 1"),
      (["--until", "mon"], "no --until"), (["--since", "nonsense"], "nonsense"),
      (["--where", "nokey:x:"], "nokey"), (["--svg", "--json"], "choose one"),
    ] {
      let result = await pmgit.run(["stats", "chart", "roadmap"] + arguments)
      let said = result.messages + result.output
      #expect(result.exitCode == 64 && said.contains(words), "\(arguments): \(said)")
    }
    for arguments in [["--by", "parent"], ["--zoom", "days"], ["-n", "3"]] {
      let result = await pmgit.run(["stats", "chart", "burnup"] + arguments)
      #expect(result.exitCode == 64 && result.messages.contains("belongs to 'stats chart roadmap'"))
    }
    #expect(
      await pmgit.run(["gantt"]).messages.contains("did you mean 'pmgit stats chart roadmap'?"))
  }
}
