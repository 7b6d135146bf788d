import PlanModel
import PmgitTestSupport
import Testing

@Suite("'edit --spend' and 'stats --time'")
struct SpendCommandTests {
  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Fix, login", "-l", "bug")
    let first = await pmgit.run([
      "edit", id, "--spend", "1h30m", "--on", "2026-11-18", "--note", "=1+1 \"x\"",
    ])
    #expect(first.messages == "spent 1h 30m on \(id.prefix(4)); 1h 30m in all\n", "\(first)")
    let second = await pmgit.run(["edit", id, "--spend", "15m", "--as", "claude"])
    #expect(second.messages.contains("spent 15m on \(id.prefix(4)); 1h 45m in all"), "\(second)")
    return (pmgit, id)
  }

  @Test("Entries are listed, shown, removed, logged and blamed")
  func entries() async throws {
    let (pmgit, id) = try await board()
    let listed = try await pmgit("show", id)
    #expect(listed.contains("\t2026-11-18\t90\t") && listed.contains("\t2026-11-20\t15\tclaude\t"))
    let shown = try await pmgit("show", id)
    #expect(shown.contains("\ntime\t") && shown.contains("\t2026-11-18\t90\t"))
    let json = try await pmgit("show", id, "--json")
    #expect(json.contains("\"spent\": 105") && json.contains("\"on\": \"2026-11-18\""))
    pmgit.useTerminal(widthInCells: 80)
    #expect(try await pmgit("show", id).contains("Time 1h 45m"))
    #expect(try await pmgit("log", id).contains("time: 1h 30m"))
    #expect(try await pmgit("show", "--blame", id).contains("90"))
    let removed = await pmgit.run(["edit", id, "--remove-spent", "1"])
    #expect(removed.messages.contains("removed 1h 30m from \(id.prefix(4)); 15m in all"))
    #expect(
      try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main").hasPrefix(
        "remove 1h 30m from "))
  }

  @Test("Plans are found and sorted by the time that was spent")
  func queries() async throws {
    let (pmgit, id) = try await board()
    let other = try await pmgit.add("Other")
    try await pmgit("edit", other, "--spend", "3h")
    _ = try await pmgit.add("None")
    let found = { (query: String) async throws -> [String] in
      try await pmgit("list", query, "sort:-spent", "--fields", "title").split(separator: "\n").map(
        String.init)
    }
    #expect(try await found("has:time") == ["Other", "Fix, login"])
    #expect(try await found("spent:>2h") == ["Other"])
    #expect(try await found("spent:<=1h45m") == ["Fix, login"])
    #expect(try await found("spent:1h..2h") == ["Fix, login"])
    #expect(try await found("spent:none") == ["None"])
    #expect(try await found("is:open") == ["Other", "Fix, login", "None"])
    let wrong = await pmgit.run(["list", "spent:>2d"])
    #expect(wrong.messages.contains("'2d' is not a length of work"), "\(wrong)")
    _ = id
  }

  @Test("'stats --time' sums up, as text, lines, JSON and CSV")
  func statistics() async throws {
    let (pmgit, id) = try await board()
    #expect(try await pmgit("stats", "--time") == "total\t105\t2\t1\n")
    #expect(
      try await pmgit("stats", "--time", "--by", "agent")
        == "total\t105\t2\t1\ngroup\tclaude\t15\t1\t1\ngroup\t\t90\t1\t1\n")
    #expect(try await pmgit("stats", "--time", "--since", "2026-11-19") == "total\t15\t1\t1\n")
    #expect(
      try await pmgit("stats", "--time", "--since", "2026-11-18", "--until", "2026-11-18")
        == "total\t90\t1\t1\n")
    #expect(try await pmgit("stats", "--time", "--where", "#nosuch") == "total\t0\t0\t0\n")
    let csv = try await pmgit("stats", "--time", "--csv")
    let lines = csv.split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "day,minutes,hours,person,plan,title,column,labels,note")
    // A cell that a spreadsheet would run as a formula is a text.
    #expect(lines[1].hasPrefix("2026-11-18,90,1.50,"))
    #expect(lines[1].hasSuffix(",\(id),\"Fix, login\",Todo,bug,\"'=1+1 \"\"x\"\"\""), "\(lines[1])")
    let groups = try await pmgit("stats", "--time", "--csv", "--by", "label")
    #expect(groups == "label,minutes,hours,entries,plans\r\nbug,105,1.75,2,1\r\n")
    let json = try await pmgit("stats", "--time", "--by", "person", "--json")
    let object = try #require(try JSONReader.value(in: Array(json.utf8)).object)
    #expect(
      object.members.map(\.key.text) == [
        "board", "by", "commit", "count", "entries", "format", "groups", "minutes", "plans",
        "query",
        "since", "until",
      ])
    #expect(object["minutes"] == .number(105))
    pmgit.useTerminal(widthInCells: 80)
    let table = try await pmgit("stats", "--time", "--by", "plan")
    #expect(table.contains("1h 45m spent on 1 plan, in 2 entries") && table.contains("Fix, login"))
  }

  @Test("Comma-separated values can't control a terminal, neither now nor from a file")
  func hostileValues() async throws {
    let (pmgit, id) = try await board()
    let hostile = "\u{1B}[31m\u{9B}2J\u{202E}"
    let path = "plans/\(id.prefix(2))/\(id).json"
    let quoted = CanonicalJSON.line(of: .string(ExactString("note \(hostile)")))
    let entry = #"{"by":"Eve \u001b[31m <eve@x>","minutes":5,"on":"2026-11-18","note":\#(quoted)}"#
    let plan = try await pmgit.repository.git("show", "pmgit/main:\(path)")
    try await pmgit.repository.commitToBoard(
      plan.replacing(
        "\"time\": {", with: "\"time\": {\"zzzzz\": \(entry),", maxReplacements: 1) + "\n",
      at: path)
    let csv = ["stats", "--time", "--csv"]
    let piped = await pmgit.run(csv)
    // As in an export, control characters are left out: what is behind them may be a formula.
    #expect(piped.output.contains(",note [31m2J\u{202E}\r\n"), "\(piped)")
    pmgit.useTerminal()
    for arguments in [csv, csv + ["--by", "person"], csv + ["--by", "plan"]] {
      let shown = await pmgit.run(arguments)
      #expect(shown.exitCode == 0 && shown.output.hasSuffix("\r\n"))
      let controls = shown.output.replacing("\r\n", with: "").unicodeScalars.filter {
        [.control, .format].contains($0.properties.generalCategory)
      }
      #expect(controls.isEmpty, "\(shown)")
    }
    #expect(try await pmgit("stats", "--time", "--csv").contains("note \\x1b[31m"))
  }

  @Test("No cell is a formula, by the same rule as in an export")
  func formulas() async throws {
    for text in ["＝HYPERLINK(1)", "＋1", "＠SUM(1)", " =1+1", "\u{A0}-1", "'=1", "@x"] {
      let pmgit = try await CommandRunner.withBoard()
      let line = JSONValue.object([
        "title": .string("T"), "owner": .string(text), "labels": .strings([text]),
        "time": .array([
          .object([
            "minutes": .number(5), "on": .string("2026-11-01"), "by": .string(text),
            "note": .string(text),
          ])
        ]),
      ])
      #expect(await pmgit.run(["import", "-"], input: CanonicalJSON.line(of: line)).exitCode == 0)
      for arguments in [
        ["export", "--format", "csv"], ["stats", "--time", "--csv"],
        ["stats", "--time", "--csv", "--by", "person"],
        ["stats", "--time", "--csv", "--by", "label"],
      ] {
        let output = await pmgit.run(arguments).output
        let cell = output.replacing("\"", with: "").split { ",\r\n".contains($0) }
          .first { $0.hasSuffix(text.drop { $0.isWhitespace }) }
        #expect(cell?.hasPrefix("'") == true, "\(arguments): \(output)")
      }
    }
  }

  @Test("What does not fit together is wrong usage")
  func usage() async throws {
    let (pmgit, id) = try await board()
    for arguments in [
      ["edit", id, "--spend"], ["show", id, "--on", "mon"],
      ["edit", id, "--remove-spent", "1", "--note", "x"], ["stats", "--csv"],
      ["stats", "--time", "--csv", "--json"], ["stats", "--time", "--by", "owner"],
      ["stats", "--by", "day"], ["edit", id, "--spend", "1h", "--on", "--note"],
    ] {
      let result = await pmgit.run(arguments)
      #expect(result.exitCode == 64, "\(arguments): \(result)")
    }
  }

  @Test("An export has the entries, and an import adds each once")
  func roundTrip() async throws {
    let (pmgit, id) = try await board()
    let exported = try await pmgit("export")
    let other = try await CommandRunner(seed: 2)
    other.now = pmgit.now
    try await other("init")
    try await other("import", "-", input: exported)
    #expect(try await other("export") == exported)
    #expect(
      await other.run(["import", "-"], input: exported).messages.contains("nothing to import"))
    // A line without ids adds what the plan lacks.
    let line =
      #"{"id":"\#(id)","title":"Fix, login","time":[{"minutes":15,"on":"2026-11-20"},{"minutes":20,"on":"2026-11-20"}]}"#
    try await other("import", "-", input: line)
    try await other("import", "-", input: line)
    #expect(try await other("stats", "--time") == "total\t125\t3\t1\n")
    // A removed entry stays removed.
    try await other("edit", id, "--remove-spent", "1")
    try await other("import", "-", input: exported)
    #expect(try await other("stats", "--time") == "total\t35\t2\t1\n")
    for wrong in [
      #"{"minutes":-5}"#, #"{"minutes":"1h"}"#, #"{"on":"soon"}"#, #"{"note":"a\nb"}"#, "7",
    ] {
      let result = await other.run(
        ["import", "-"], input: #"{"title":"x","time":[\#(wrong)]}"#)
      #expect(result.exitCode == 1, "\(wrong): \(result)")
    }
  }

  @Test("Wrong values in a file are kept, count as nothing, and the doctor reports them")
  func wrongValues() async throws {
    let (pmgit, id) = try await board()
    let path = "plans/\(id.prefix(2))/\(id).json"
    for wrong in ["-90", "1e400", "90.5", "\"90\"", "99999999999999999999"] {
      let text = try await pmgit.repository.git("show", "pmgit/main:\(path)") + "\n"
      try await pmgit.repository.commitToBoard(
        text.replacing("\"minutes\": 90,", with: "\"minutes\": \(wrong),"), at: path)
      #expect(try await pmgit("stats", "--time") == "total\t15\t2\t1\n", "\(wrong)")
      let doctor = await pmgit.run(["doctor"])
      #expect(
        (doctor.output + doctor.messages).contains("a whole number of minutes from 1 to 60000"),
        "\(wrong): \(doctor)")
      try await pmgit("edit", id, "--title", "Fix, login \(wrong)")
      #expect(try await pmgit.repository.git("show", "pmgit/main:\(path)").contains(": \(wrong),"))
      try await pmgit.repository.commitToBoard(text, at: path)
    }
  }

  @Test("The editor leaves entries alone")
  func editor() async throws {
    let (pmgit, id) = try await board()
    let times = { (shown: String) in
      shown.split(separator: "\n").filter { $0.hasPrefix("time\t") }
    }
    let before = try await times(pmgit("show", id))
    #expect(before.count > 1)
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/^Fix, login$/Fix it/'"
    pmgit.answers = []
    try await pmgit("edit", id)
    let after = try await pmgit("show", id)
    #expect(after.contains("title\tFix it"))
    #expect(times(after) == before)
  }

  @Test("A number means the entry that is shown with it, also if an id is the same number")
  func numbers() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let entries =
      #"[{"id":"2","minutes":30,"on":"2026-11-01"},{"id":"1","minutes":60,"on":"2026-11-02"}]"#
    try await pmgit("import", "-", input: #"{"title":"Work","time":\#(entries)}"#)
    let removed = await pmgit.run(["edit", "Work", "--remove-spent", "1"])
    #expect(removed.messages.contains("removed 30m"), "\(removed)")
  }

  @Test("An import keeps equal times of several people, and leaves out what was removed")
  func importedTimes() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let line = { (by: String) in
      #"{"title":"Work","aliases":["x:1"],"time":[{"minutes":60,"on":"2026-11-01"\#(by)}]}"#
    }
    let said = #","by":"Ann","at":"2026-11-01T10:00:00Z""#
    try await pmgit("import", "-", input: line(said))
    try await pmgit("import", "-", input: line(#","by":"Ben","at":"2026-11-01T11:00:00Z""#))
    #expect(try await pmgit("stats", "--time") == "total\t120\t2\t1\n")
    try await pmgit("import", "-", input: line(""))
    #expect(try await pmgit("stats", "--time") == "total\t120\t2\t1\n")
    try await pmgit("edit", "Work", "--remove-spent", "1")
    try await pmgit("import", "-", input: line(said))
    #expect(try await pmgit("stats", "--time") == "total\t60\t1\t1\n")
  }

  @Test("A period without an end counts the day that people further east already have")
  func easternDays() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let line = #"{"title":"Work","time":[{"id":"a","minutes":60,"on":"2026-11-21"}]}"#
    try await pmgit("import", "-", input: line)
    #expect(try await pmgit("stats", "--time", "--since", "2026-11-01") == "total\t60\t1\t1\n")
    #expect(
      try await pmgit("stats", "--time", "--since", "2026-11-01", "--until", "2026-11-20")
        .contains("60") == false)
  }
}
