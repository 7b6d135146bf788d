import PlanModel
import PmgitTestSupport
import Testing

/// All commands read periods by the same rule: a period lasts from the beginning of its first value
/// to the end of its last value.
@Suite("Periods")
struct PeriodTests {
  /// A board, and the moments at which its plans were added and finished.
  private struct Worked {
    let pmgit: CommandRunner
    var added: [(at: Timestamp, id: String)] = []
    var finished: [(at: Timestamp, id: String)] = []
  }

  private static let hour: Int64 = 3_600_000

  private func worked(seed: UInt64) async throws -> Worked {
    let pmgit = try await CommandRunner()
    var random = SeededGenerator(seed: seed)
    var worked = Worked(pmgit: pmgit)
    let end = CommandRunner.start
    pmgit.now = Timestamp(milliseconds: end.milliseconds - 45 * 24 * Self.hour)
    try await pmgit("init")
    for _ in 0..<30 {
      let step = Int64.random(in: 1...70, using: &random) * Self.hour
      var next = Timestamp(milliseconds: pmgit.now.milliseconds + step)
      // Some of these moments are in the last second of a day or the first of the next.
      if Bool.random(using: &random) {
        let day = LocalClocks.utc.end(of: LocalClocks.utc.day(of: next)).milliseconds
        next = Timestamp(milliseconds: day + Int64.random(in: 0...1, using: &random))
      }
      guard next.milliseconds < end.milliseconds - 20_000 else { break }
      pmgit.now = next
      worked.added.append((pmgit.now, try await pmgit.add("A plan")))
      let open = worked.added.map(\.id).filter { id in !worked.finished.contains { $0.id == id } }
      if Bool.random(using: &random), let id = open.randomElement(using: &random) {
        worked.finished.append((pmgit.now, id))
        try await pmgit("done", id)
      }
    }
    pmgit.now = end
    return worked
  }

  private static let moments = [
    "mon", "yesterday", "today", "last week", "this month", "last month", "2026-11-10", "2026-10",
    "3d", "1w", "30h", "08:30", "yesterday 14:00", "2026-11-03T00:00:00Z", "last fri", "now",
  ]

  @Test(
    "log, diff, digest and stats say the same of a period, and what happened in it",
    arguments: Seeds.each(3))
  func sameInAll(seed: UInt64) async throws {
    let worked = try await worked(seed: seed)
    let pmgit = worked.pmgit
    for first in Self.moments {
      for last in ["", "yesterday", "sun", "2d", "2026-11-05"] {
        let now = CommandRunner.start
        let since = try #require(try PastMoment.span(first, now: now, clocks: .utc)).start
        let until =
          try last.isEmpty ? now : #require(try PastMoment.span(last, now: now, clocks: .utc)).end
        if since > until { continue }
        let isIn = { (at: Timestamp) in (since.seconds...until.seconds).contains(at.seconds) }
        let added = worked.added.filter { isIn($0.at) }.map(\.id).sorted()
        let finished = worked.finished.filter { isIn($0.at) }.map(\.id).sorted()
        let place: Testing.Comment = "seed \(seed), \(first)..\(last)"
        let ends = ["--since", first] + (last.isEmpty ? [] : ["--until", last])
        let range = ["\(first)..\(last)"], two = last.isEmpty ? [first] : [first, last]
        let log = try await document(pmgit, ["log", "--field", "state"] + ends)
        let events = log["events"]?.array?.compactMap(\.object) ?? []
        #expect(ids(events, "plan") { $0["old"]?.string == nil } == added, place)
        #expect(ids(events, "plan") { $0["new"]?.string == "done" } == finished, place)
        let diff = try await document(pmgit, ["diff"] + two)["plans"]?.array ?? []
        let states = diff.compactMap(\.object).compactMap { plan -> JSONObject? in
          let changes = plan["changes"]?.array?.compactMap(\.object) ?? []
          var state = changes.first { $0["field"]?.string == "state" }
          state?["plan"] = plan["plan"]
          return state
        }
        #expect(ids(states, "plan") { $0["old"]?.string == nil } == added, place)
        #expect(ids(states, "plan") { $0["new"]?.string == "done" } == finished, place)
        let groups =
          try await document(pmgit, ["digest", "--changelog"] + range)["groups"]?.array ?? []
        let plans = groups.compactMap(\.object).flatMap { $0["plans"]?.array ?? [] }
        #expect(ids(plans.compactMap(\.object), "id") { _ in true } == finished, place)
        let stats = try await document(pmgit, ["stats"] + ends)
        #expect(stats["finished"] == .number(finished.count), place)
      }
    }
  }

  private func ids(
    _ objects: [JSONObject], _ key: String, _ isWanted: (JSONObject) -> Bool
  ) -> [String] {
    objects.filter(isWanted).compactMap { $0[ExactString(key)]?.string }.sorted()
  }

  /// Runs a command at the start time, and returns its JSON document.
  private func document(_ pmgit: CommandRunner, _ arguments: [String]) async throws -> JSONObject {
    pmgit.now = CommandRunner.start
    let result = await pmgit.run(arguments + ["--json"])
    #expect(result.exitCode == 0, "\(arguments): \(result.messages)")
    return try #require(JSONReader.value(in: Array(result.output.utf8), maximumSize: .max).object)
  }

  @Test(
    "A day, a week or a month alone is a period of a changelog; a distance and a commit are not")
  func alone() async throws {
    let worked = try await worked(seed: 5)
    let pmgit = worked.pmgit
    for period in ["yesterday", "last week", "this month", "2026-11-10", "last-month", "oct"] {
      let alone = await pmgit.run(["digest", "--changelog", period, "--json"])
      pmgit.now = CommandRunner.start
      let both = await pmgit.run(["digest", "--changelog", "\(period)..\(period)", "--json"])
      pmgit.now = CommandRunner.start
      #expect(alone.exitCode == 0 && alone.output == both.output, "\(period): \(alone.messages)")
    }
    for (typed, hint) in [
      ("2w", "pmgit digest --changelog 2w.."), ("08:00", "pmgit digest --changelog 08:00.."),
    ] {
      let refused = await pmgit.run(["digest", "--changelog", typed])
      #expect(refused.exitCode == 64 && refused.messages.contains(hint), "\(refused.messages)")
      let words = hint.split(separator: " ").dropFirst().map(String.init)
      #expect(await pmgit.run(words).exitCode == 0)
    }
  }

  @Test("The period is printed in local days and times")
  func printed() async throws {
    let pmgit = try await CommandRunner()
    pmgit.clocks = LocalClocks(minutesAheadOfUTC: 540)
    try await pmgit("init")
    for (typed, words) in [
      ("last week", "2026-11-09 to 2026-11-15"), ("yesterday", "2026-11-19"),
      ("mon..", "2026-11-16 to now"),
      ("yesterday 14:00..", "2026-11-19 14:00 to now"),
      ("2026-11-18..14:00", "2026-11-18 to 2026-11-20 14:00"),
    ] {
      pmgit.now = CommandRunner.start
      let told = await pmgit.run(["digest", "--changelog", typed]).messages
      #expect(told.contains("period: \(words)\n"), "\(typed): \(told)")
    }
  }

  @Test("A period that begins before the board is compared with an empty board")
  func beforeTheBoard() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    for typed in ["today", "fri", "2020-01-01"] {
      let result = await pmgit.run(["diff", typed])
      #expect(result.exitCode == 0 && result.output.contains(id), "\(result)")
      #expect(!result.output.contains("columns"), "\(result.output)")
      #expect(result.messages.contains("there was no board yet at '\(typed)'"))
    }
    #expect(await pmgit.run(["diff", "2020-01-01", "2021-01-01"]).exitCode != 0)
  }
}
