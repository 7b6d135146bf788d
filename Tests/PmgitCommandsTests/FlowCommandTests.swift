import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// Commands about the flow of work, on a small board with known numbers.
@Suite("Statistics, forecasts and charts as commands")
struct FlowCommandTests {
  /// Returns a board with four plans: one was done within two days, one within six, one went
  /// straight from todo to done, and one has been in progress for four days.
  private func board() async throws -> (pmgit: CommandRunner, ids: [String]) {
    let pmgit = try await CommandRunner()
    let start = CommandRunner.start.milliseconds
    let at = { (days: Int64) in pmgit.now = Timestamp(milliseconds: start + days * 86_400_000) }
    at(-20)
    try await pmgit("init")
    var ids: [String] = []
    for title in ["Fast", "Slow", "Straight", "Begun"] {
      ids.append(try await pmgit.add(title, "--label", title == "Fast" ? "bug" : "ui"))
    }
    for (day, plan, column) in [
      (-12, 0, "doing"), (-10, 0, "done"), (-10, 1, "doing"), (-4, 1, "done"), (-3, 2, "done"),
      (-4, 3, "doing"),
    ].sorted(by: { $0.0 < $1.0 }) {
      at(Int64(day))
      try await pmgit("move", ids[plan], column)
    }
    at(0)
    return (pmgit, ids)
  }

  private func object(_ pmgit: CommandRunner, _ arguments: [String]) async throws -> JSONObject {
    let result = await pmgit.run(arguments + ["--json"])
    #expect(result.exitCode == 0, "\(result.messages)")
    return try document(result)
  }

  @Test("'stats' counts plans, and how long they took")
  func stats() async throws {
    let (pmgit, ids) = try await board()
    let lines = try await pmgit("stats").split(separator: "\n").map(String.init)
    #expect(lines[0] == "finished\t3")
    #expect(lines[1] == "unstarted\t1")
    #expect(lines[2] == "cycle\t2\t172800\t518400")
    #expect(lines[3].hasPrefix("lead\t3\t"))
    #expect(lines.contains("week\t2026-W46\t2026-11-09\t1"))
    #expect(lines.contains("week\t2026-W47\t2026-11-16\t2"))
    #expect(
      lines.contains { $0.hasPrefix("age\t\(ids[3])\t345600\t2026-11-16T09:00:00.000Z\tBegun") })
    pmgit.useTerminal()
    let shown = try await pmgit("stats", "--by", "label")
    #expect(shown.contains("3 plans finished, 2026-10-31 to 2026-11-20; 1 went straight to done"))
    #expect(shown.contains("cycle time  2d      6d"))
    #expect(shown.contains("4d           \(ids[3].prefix(4))  Begun"))
    #expect(shown.contains("\nbug    1         2d     2d"))
    #expect(shown.contains("\nui     2         6d     6d"))
  }

  @Test("'stats' takes a query and a time")
  func narrowed() async throws {
    let (pmgit, _) = try await board()
    #expect(try await pmgit("stats", "--where", "#bug").hasPrefix("finished\t1\n"))
    #expect(try await pmgit("stats", "--since", "5d").hasPrefix("finished\t2\n"))
    #expect(try await pmgit("stats", "--until", "5d").hasPrefix("finished\t1\n"))
    let past = try await pmgit("stats", "--until", "11d")
    #expect(past.hasPrefix("finished\t0\n") && past.contains("\nage\t"))
    for wrong in [
      ["--since", "+2d"], ["--since", "nonsense"], ["--since", "2d", "--until", "5d"],
      ["--by", "title"], ["--where", "nokey:x:"],
    ] {
      #expect(await pmgit.run(["stats"] + wrong).exitCode == 64, "\(wrong)")
    }
  }

  @Test("A week that the period cuts is distinguished from a whole one, to people and to programs")
  func wholeWeeks() async throws {
    let (pmgit, _) = try await board()
    for (since, first) in [("2026-11-02", true), ("2026-11-02T00:01", false)] {
      let options = ["--since", since, "--until", "2026-11-15"]
      let weeks = try await object(pmgit, ["stats"] + options)["weeks"]?.array ?? []
      #expect(weeks.map { $0.object?["whole"] } == [.bool(first), .bool(true)], "\(since)")
    }
    pmgit.useTerminal()
    let shown = try await pmgit("stats", "--since", "2026-11-02T00:01", "--until", "2026-11-15")
    let rows = shown.split(separator: "\n").filter { $0.contains("-W") }
    #expect(rows.map { $0.hasSuffix("in part") } == [true, false])
  }

  @Test("A deleted plan counts nowhere, unless the query asks for it")
  func deleted() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("delete", ids[0])
    #expect(try await pmgit("stats").hasPrefix("finished\t2\n"))
    #expect(try await pmgit("stats", "--where", "is:any").hasPrefix("finished\t3\n"))
    try await pmgit("restore", ids[0])
    #expect(try await pmgit("stats").hasPrefix("finished\t3\n"))
  }

  @Test("Plans that are added as done are reported, and not counted")
  func addedDone() async throws {
    let (pmgit, _) = try await board()
    _ = try await pmgit.add("Long ago", "--state", "done")
    pmgit.useTerminal(widthInCells: 200)
    #expect(try await pmgit("stats").contains("; 1 added as done are not counted"))
    #expect(!(try await pmgit("digest", "--changelog", "1d..").contains("Long ago")))
  }

  @Test("Plans that were finished in a tracker count, and a forecast draws from them")
  func importedDone() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (1...20).map { day in
      let (made, closed) = (
        "2026-10-01T00:00:00Z", "2026-10-\(day < 9 ? "0" : "")\(day + 1)T00:00:00Z"
      )
      return
        #"{"title":"\#(day)","state":"done","created":{"at":"\#(made)"},"started":"\#(made)","closed":"\#(closed)"}"#
    }
    try await pmgit("import", "-", input: lines.joined(separator: "\n"))
    #expect(
      try await pmgit("stats", "--since", "2026-10-01").hasPrefix(
        "finished\t20\nunstarted\t0\ncycle\t20\t864000\t1468800\nlead\t20\t864000\t1468800\n"))
    try await pmgit("add", "Open")
    #expect(await pmgit.run(["stats", "forecast"]).exitCode == 0)
    #expect(try await pmgit("list", "closed:2026-10-02").contains("\t1\t"))
  }

  @Test("Moves of one second, as a script makes them, count in their order")
  func sameSecond() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let moment = pmgit.now
    let id = try await pmgit.add("Quick")
    for column in ["doing", "todo", "doing", "done"] {
      pmgit.now = moment
      try await pmgit("move", id, column)
    }
    #expect(try await pmgit("stats").hasPrefix("finished\t1\nunstarted\t0\ncycle\t1\t0\t0\n"))
    pmgit.useTerminal()
    #expect(!(try await pmgit("stats", "chart", "cycle-time")).contains("nothing to show"))
  }

  @Test("A board without plans, or without finished ones, has statistics too")
  func empty() async throws {
    let pmgit = try await CommandRunner.withBoard()
    #expect(try await pmgit("stats").hasPrefix("finished\t0\nunstarted\t0\ncycle\t0\t\t\n"))
    pmgit.useTerminal()
    #expect(try await pmgit("stats") == "0 plans finished, 2026-11-20 to 2026-11-20\n")
    for kind in ["cumulative-flow", "burndown", "burnup", "cycle-time", "throughput"] {
      #expect(try await pmgit("stats", "chart", kind).contains("nothing to show yet"))
      #expect(try await pmgit("stats", "chart", kind, "--svg").hasPrefix("<svg "))
    }
  }

  @Test("The documents have their keys")
  func documents() async throws {
    let (pmgit, _) = try await board()
    let stats = try await object(pmgit, ["stats", "--by", "label"])
    #expect(
      keys(.object(stats)) == [
        "addedDone", "board", "by", "columns", "commit", "cycleTime", "finished", "format",
        "groups",
        "inProgress", "leadTime", "query", "since", "until", "weeks", "withoutStart",
      ])
    #expect(keys(stats["cycleTime"]) == ["median", "percentile85", "plans"])
    #expect(keys(stats["inProgress"]?.array?.first) == ["plan", "seconds", "since", "title"])
    #expect(keys(stats["weeks"]?.array?.first) == ["finished", "monday", "week", "whole"])
    #expect(
      keys(stats["columns"]?.array?.first) == [
        "id", "median", "percentile85", "permille", "plans", "title",
      ])
    #expect(
      keys(stats["groups"]?.array?.first) == [
        "addedDone", "cycleTime", "finished", "inProgress", "leadTime", "name", "withoutStart",
      ])
    let chart = try await object(pmgit, ["stats", "chart", "cycle-time", "--where", "is:closed"])
    #expect(
      keys(.object(chart)) == [
        "board", "chart", "commit", "format", "query", "rules", "series", "since", "unit", "until",
      ])
    #expect(chart["query"] == .string("is:closed"))
    let series = try #require(chart["series"]?.array?.first)
    #expect(keys(series) == ["name", "values"])
    let values = try #require(series.object?["values"]?.array)
    #expect(keys(values.first) == ["day", "number", "plan"])
    #expect(values.compactMap { $0.object?["number"] } == [.number(2), .number(6)])
    #expect(keys(chart["rules"]?.array?.first) == ["name", "number"])
    let changelog = try await object(pmgit, ["digest", "--changelog", "15d.."])
    #expect(
      keys(.object(changelog)) == ["board", "commit", "format", "from", "groups", "since", "until"])
    #expect(keys(changelog["groups"]?.array?.first) == ["label", "plans"])
  }

  @Test("The weeks without a row of their own are reported in a sentence")
  func earlierWeeks() async throws {
    let pmgit = try await CommandRunner()
    let day: Int64 = 86_400_000
    let end = CommandRunner.start
    pmgit.now = Timestamp(milliseconds: end.milliseconds - 100 * day)
    try await pmgit("init")
    let ids = [try await pmgit.add("One"), try await pmgit.add("Two")]
    pmgit.now = Timestamp(milliseconds: end.milliseconds - 95 * day)
    try await pmgit("done", ids[0])
    pmgit.now = Timestamp(milliseconds: end.milliseconds - day)
    try await pmgit("done", ids[1])
    pmgit.now = end
    pmgit.useTerminal()
    let lines = try await pmgit("stats").split(separator: "\n")
    #expect(lines.contains("earlier: 1 plan in 3 weeks"), "\(lines)")
  }

  // MARK: - Charts

  @Test("'stats chart' draws on a terminal, gives numbers to a pipe, and writes SVG to a file")
  func chart() async throws {
    let (pmgit, ids) = try await board()
    let points = try await pmgit("stats", "chart", "cycle-time")
    #expect(points.contains("2026-11-10\tcycle time\t2\t\(ids[0])\n"))
    #expect(points.contains("\t85 %\t6\t\n"))
    let open = try await pmgit("stats", "chart", "burndown").split(separator: "\n")
    #expect(open.first == "2026-10-30\topen\t0\t" && open.last == "2026-11-20\topen\t1\t")
    let result = await pmgit.run(["stats", "chart", "burnup", "-o", "burnup.svg"])
    #expect(result.exitCode == 0 && result.output == "")
    #expect(result.messages.contains("drew the chart in 'burnup.svg'"))
    let file = try pmgit.repository.read("repository/burnup.svg")
    #expect(file == (try await pmgit("stats", "chart", "burnup", "--svg")))
    #expect(
      file.contains("<title id=\"title\">Burn-up, board main · 2026-10-31 to 2026-11-20</title>"))
    pmgit.useTerminal(widthInCells: 60, heightInLines: 20)
    let picture = try await pmgit("stats", "chart", "cumulative-flow")
    #expect(picture.hasPrefix("Cumulative flow  board main · 2026-10-31 to 2026-11-20\n"))
    #expect(picture.split(separator: "\n").count <= 19)
  }

  @Test(
    "A chart goes to what is named as a shell writes there: links, modes and pipes stay what they are"
  )
  func chartFiles() async throws {
    let (pmgit, _) = try await board()
    let folder = pmgit.repository.path
    let shell = Binary(repository: pmgit.repository)
    let picture = try await pmgit("stats", "chart", "burnup", "--svg")
    try pmgit.repository.write("old", to: "repository/real.svg")
    _ = try await shell.shell("chmod 600 real.svg && ln -s real.svg link.svg && mkfifo pipe")
    _ = try await pmgit("stats", "chart", "burnup", "-o", "link.svg")
    #expect(try pmgit.repository.read("repository/real.svg") == picture)
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/link.svg") == "real.svg")
    let mode = try manager.attributesOfItem(atPath: folder + "/real.svg")[.posixPermissions]
    #expect(mode as? Int == 0o600)
    _ = try await shell.shell("ln -s new/../made.svg dangling.svg && mkdir new")
    _ = try await pmgit("stats", "chart", "burnup", "-o", "dangling.svg")
    #expect(try pmgit.repository.read("repository/made.svg") == picture)
    #expect(
      try manager.destinationOfSymbolicLink(atPath: folder + "/dangling.svg") == "new/../made.svg")
    _ = try await shell.shell("ln -s no/such/folder.svg lost.svg")
    #expect(await pmgit.run(["stats", "chart", "burnup", "-o", "lost.svg"]).exitCode == 1)
    // The data fits into the pipe's buffer, so the write does not block.
    try #require(picture.utf8.count < 1 << 16)
    let pipe = open(folder + "/pipe", O_RDWR | O_NONBLOCK)
    defer { close(pipe) }
    _ = try await pmgit("stats", "chart", "burnup", "-o", "pipe")
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(pipe, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == picture)
    #expect(try await pmgit("stats", "chart", "burnup", "-o", "-") == picture)
    #expect(!manager.fileExists(atPath: folder + "/-"))
    let full = await pmgit.run(["stats", "chart", "burnup", "-o", "/dev/full"])
    #expect(full.exitCode == 1 && full.messages.contains("could not write '/dev/full'"))
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    let absent = await pmgit.run(["stats", "chart", "burnup", "-o", "absent/file.svg"])
    #expect(absent.messages.contains("'absent/file.svg'"))
  }

  @Test("A day is that of the clocks at its date, whatever they show now")
  func summerTime() async throws {
    let pmgit = try await CommandRunner()
    // Summer time ends on 25 October.
    let end = try #require(Timestamp("2026-10-25T01:00:00Z"))
    pmgit.clocks = LocalClocks { $0 < end ? 120 : 60 }
    pmgit.now = try #require(Timestamp("2026-07-12T22:10:00Z"))
    try await pmgit("init")
    let id = try await pmgit.add("After midnight")
    try await pmgit("done", id)
    pmgit.now = try #require(Timestamp("2026-11-20T09:00:00Z"))
    for (day, isOnIt) in [("2026-07-12", false), ("2026-07-13", true)] {
      let range = ["--since", day, "--until", day]
      #expect(await pmgit.run(["log"] + range).output.contains(id.prefix(4)) == isOnIt)
      #expect(try await pmgit("list", "closed:\(day)").contains(id.prefix(4)) == isOnIt)
      let finished = await pmgit.run(["stats"] + range + ["--json"]).output
      #expect(finished.contains("\"finished\": \(isOnIt ? 1 : 0),"))
    }
    let chart = try await pmgit("stats", "chart", "throughput")
    #expect(chart.contains("2026-07-13\tfinished\t1"))
  }

  @Test("Wrong words for charts are refused with the right ones")
  func wrongChart() async throws {
    let (pmgit, _) = try await board()
    #expect(await pmgit.run(["stats", "chart", "pie"]).messages.contains("cumulative-flow"))
    #expect(await pmgit.run(["stats", "chart", "burndown", "--svg", "--json"]).exitCode == 64)
    #expect(await pmgit.run(["stats", "chart"]).exitCode == 64)
    #expect(
      await pmgit.run(["burndown"]).messages.contains("did you mean 'pmgit stats chart burndown'?"))
    #expect(await pmgit.run(["velocity"]).messages.contains("did you mean 'pmgit stats'?"))
    let missing = await pmgit.run(["stats", "chart", "burnup", "-o", "no/such/folder.svg"])
    #expect(missing.exitCode == 1 && missing.messages.contains("could not write"))
  }

  // MARK: - Forecasts

  @Test("A past of three finished plans is refused")
  func tooFew() async throws {
    let (pmgit, _) = try await board()
    let result = await pmgit.run(["stats", "forecast"])
    #expect(result.exitCode == 1)
    #expect(
      result.messages.contains("3 plans finished in the last 20 days: too few to forecast anything")
    )
    let document = await pmgit.run(["stats", "forecast", "--json"])
    #expect(document.exitCode == 1 && document.output.contains("too-few-data"))
  }

  @Test("One plan a day goes on as one plan a day")
  func forecast() async throws {
    let pmgit = try await CommandRunner()
    let start = CommandRunner.start.milliseconds
    pmgit.now = Timestamp(milliseconds: start - 30 * 86_400_000)
    try await pmgit("init")
    for day in -30..<0 {
      pmgit.now = Timestamp(milliseconds: start + Int64(day) * 86_400_000)
      try await pmgit("done", try await pmgit.add("Plan \(day)"))
    }
    pmgit.now = CommandRunner.start
    for title in ["A", "B", "C"] { _ = try await pmgit.add(title) }
    #expect(
      try await pmgit("stats", "forecast", "--by", "2026-11-30") == """
        finish\t50\t3\t2026-11-23
        finish\t85\t3\t2026-11-23
        finish\t95\t3\t2026-11-23
        by\t50\t2026-11-30\t10
        by\t85\t2026-11-30\t10
        by\t95\t2026-11-30\t10

        """)
    #expect(
      try await pmgit("stats", "forecast", "-n", "7").hasPrefix("finish\t50\t7\t2026-11-27\n"))
    // Days before the board existed are ignored.
    let long = try await pmgit("stats", "forecast", "--since", "2020-01-01")
    #expect(long.hasPrefix("finish\t50\t3\t2026-11-23\n"))
    let result = await pmgit.run(["stats", "forecast", "--since", "15d"])
    #expect(result.messages.contains("note: only 15 plans finished in 15 days"))
    let document = try await object(
      pmgit, ["stats", "forecast", "--by", "2026-11-30", "--seed", "7"])
    #expect(
      keys(.object(document)) == [
        "board", "by", "commit", "count", "counts", "finish", "format", "futures", "past", "query",
        "seed",
      ])
    #expect(keys(document["past"]) == ["finished", "first", "last"])
    #expect(document["past"]?.object?["first"] == .string("2026-10-21"))
    for wrong in [
      ["--by", "today"], ["--by", "yesterday"], ["--by", "none"], ["--by", "2099-01-01"],
      ["-n", "0"],
    ] {
      #expect(await pmgit.run(["stats", "forecast"] + wrong).exitCode == 64, "\(wrong)")
    }
    for (day, words) in [
      ("2026-11-20", "is today, and a forecast is for a later day"),
      ("2026-11-19", "is not a future day"),
    ] {
      let refused = await pmgit.run(["stats", "forecast", "--by", day])
      #expect(refused.messages.contains("'\(day)' \(words)\n"), "\(refused)")
    }
    pmgit.useTerminal()
    let shown = try await pmgit("stats", "forecast", "--by", "2026-11-30")
    #expect(shown.hasPrefix("3 open plans are finished\n  by 2026-11-23  50 %\n"))
    #expect(shown.contains("\nby 2026-11-30 are finished\n  at least 10 plans  50 %\n"))
    #expect(shown.contains("from the 30 plans finished from\n  2026-10-21 to 2026-11-19\n"))
  }
}
