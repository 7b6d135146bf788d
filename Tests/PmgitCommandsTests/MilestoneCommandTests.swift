import PlanModel
import PmgitTestSupport
import Testing

/// Milestones and iterations on the command line. The clock shows Friday 2026-11-20.
@Suite("Commands about milestones and iterations")
struct MilestoneCommandTests {
  private func titles(_ pmgit: CommandRunner, _ query: String...) async -> [String] {
    await pmgit.run(["list"] + query).output.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      return cells.count > 4 ? String(cells[4]) : nil
    }
  }

  @Test("A milestone is added, given to plans, found, shown, exported, imported and cleared")
  func milestone() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let added = await pmgit.run(
      ["milestone", "add", "v1.0", "--due", "2026-12-01", "--title", "First one"])
    #expect(added.messages == "added milestone First one (v1.0), due 2026-12-01\n")
    try await pmgit("milestone", "add", "v2.0")
    let id = try await pmgit.add("Login", "--milestone", "v1.0", "--estimate", "3")
    _ = try await pmgit.add("Later", "--milestone", "v2.0")
    _ = try await pmgit.add("Whenever")
    #expect(try await pmgit("show", id).contains("milestone\tv1.0\n"))
    #expect(await titles(pmgit, "milestone:v1.0") == ["Login"])
    #expect(await titles(pmgit, "milestone:'first one',v2.0", "sort:-milestone") == [])
    #expect(
      await titles(pmgit, "milestone:\"first one\",v2.0", "sort:-milestone") == ["Later", "Login"])
    #expect(await titles(pmgit, "no:milestone") == ["Whenever"])
    let wrong = await pmgit.run(["list", "milestone:v1"])
    #expect(wrong.exitCode == 64 && wrong.messages.contains("did you mean 'v1.0'?"), "\(wrong)")
    let refused = await pmgit.run(["edit", id, "--milestone", "v3.0"])
    #expect(refused.exitCode == 64 && refused.messages.contains("there is no milestone 'v3.0'"))
    #expect(
      try await pmgit("milestone") == """
        v1.0\tFirst one\t\t2026-12-01\topen\t0\t1\t0\t3\t\t\t
        v2.0\t\t\t\topen\t0\t1\t0\t0\t\t\t

        """)
    let exported = try await pmgit("export", "--settings")
    #expect(exported.contains(#""milestone":"v1.0""#))
    let other = try await CommandRunner.withBoard(seed: 7)
    try await other("import", "-", "--settings", input: exported)
    #expect(await titles(other, "milestone:v1.0") == ["Login"])
    let bare = try await CommandRunner.withBoard(seed: 8)
    let kept = await bare.run(
      ["import", "-"], input: #"{"title":"x","milestone":"v9"}"# + "\n")
    #expect(kept.exitCode == 0)
    #expect(
      kept.unbroken.contains("1 plan in milestone 'v9', which the board does not have"), "\(kept)")
    #expect(await titles(bare, "milestone:v9") == ["x"])
    let doctor = await bare.run(["doctor"])
    #expect(doctor.exitCode == 1 && doctor.output.contains("is in milestone 'v9'"), "\(doctor)")
    try await pmgit("edit", id, "--milestone", "none")
    #expect(await titles(pmgit, "milestone:v1.0") == [])
  }

  @Test("Why there is no forecast is said of one milestone, not in each list")
  func noForecast() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("milestone", "add", "v1.0")
    _ = try await pmgit.add("Login", "--milestone", "v1.0")
    #expect(await pmgit.run(["milestone"]).messages == "")
    let one = await pmgit.run(["milestone", "v1.0"])
    #expect(one.messages.contains("too few to forecast anything"), "\(one)")
    #expect(try await pmgit("milestone", "--json").contains("too few to forecast anything"))
  }

  @Test("Iterations are found by the calendar, and closed with what is left")
  func iteration() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let dry = await pmgit.run([
      "iteration", "add", "--every", "2w", "--start", "2026-11-16", "--dry-run",
    ])
    #expect(dry.messages.hasPrefix("would have added 3 iterations: 2026-11-16"), "\(dry)")
    #expect(try await pmgit("iteration") == "")
    try await pmgit("iteration", "add", "--every", "2w", "--start", "2026-11-16")
    let id = try await pmgit.add("Now", "--iteration", "current")
    _ = try await pmgit.add("Then", "--iteration", "2026-11-30")
    #expect(await titles(pmgit, "iteration:current") == ["Now"])
    #expect(await titles(pmgit, "iteration:next") == ["Then"])
    let none = await pmgit.run(["list", "iteration:previous"])
    #expect(none.exitCode == 0 && none.messages.contains("no iteration ended before 2026-11-20"))
    let dryRun = await pmgit.run(["iteration", "close", "current", "--dry-run"])
    #expect(dryRun.output == "\(id)\ttodo\tNow\n")
    #expect(
      dryRun.unbroken
        == "would have closed iteration 2026-11-16, 1 open plan carried over to 2026-11-30; nothing was changed\n"
    )
    #expect(await titles(pmgit, "iteration:current") == ["Now"])
    let closed = await pmgit.run(["iteration", "close", "current", "--json"])
    let document = try document(closed)
    #expect(
      document.members.map(\.key.text) == [
        "board", "closed", "commit", "decided", "dryRun", "format", "notices", "plans", "rules",
        "to",
      ])
    #expect(document["to"] == .string("2026-11-30"))
    #expect(document["closed"]?.object?["closed"] == .bool(true))
    #expect(document["plans"]?.array?.first?.object?["iteration"] == .string("2026-11-30"))
    #expect(await titles(pmgit, "iteration:next", "sort:title") == ["Now", "Then"])
    let open = await pmgit.run(["iteration"])
    #expect(open.output.split(separator: "\n").count == 2)
    #expect(open.messages.hasSuffix("1 closed, not shown; '--all' shows them too\n"))
    #expect(try await pmgit("iteration", "list", "--all").split(separator: "\n").count == 3)
    try await pmgit("undo")
    #expect(await titles(pmgit, "iteration:current") == ["Now"])
    #expect(try await pmgit("iteration").split(separator: "\n").count == 3)
    let brief = await pmgit.run(["iteration", "close", "current", "--brief"])
    #expect(brief.output == "board\n\(id.prefix(4))\n" && brief.messages == "", "\(brief)")
  }

  @Test("'milestone' and 'iteration' have their keys, and the days of a single one")
  func json() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("milestone", "add", "v1.0", "--due", "2026-12-01")
    try await pmgit("iteration", "add", "--every", "1w", "--start", "2026-11-16")
    let id = try await pmgit.add("A", "--milestone", "v1.0", "--iteration", "current")
    try await pmgit("done", id)
    let all = try document(await pmgit.run(["milestone", "--json"]))
    let frame = ["board", "closedLeftOut", "commit", "format"]
    #expect(all.members.map(\.key.text) == frame + ["milestones", "notices"])
    let row = try #require(all["milestones"]?.array?.first?.object)
    #expect(
      row.members.map(\.key.text) == [
        "ahead", "closed", "done", "due", "estimate", "estimateDone", "forecast", "id", "plans",
        "title", "withoutEstimate",
      ])
    #expect(row["done"] == .number(1) && row["plans"] == .number(1))
    let one = try document(await pmgit.run(["iteration", "current", "--json"]))
    #expect(
      one.members.map(\.key.text)
        == ["board", "closedLeftOut", "commit", "days", "format", "iterations", "notices"])
    #expect(one["iterations"]?.array?.first?.object?["current"] == .bool(true))
    #expect(one["iterations"]?.array?.first?.object?["first"] == .string("2026-11-16"))
    let last = try #require(one["days"]?.array?.last?.object)
    #expect(last.members.map(\.key.text) == ["day", "done", "plans"])
    #expect(last["day"] == .string("2026-11-20") && last["done"] == .number(1))
    let plain = try await pmgit("iteration", "current")
    #expect(plain.hasPrefix("progress\t2026-11-16\t\t2026-11-16\t2026-11-22\topen\t1\t1\t"))
    #expect(plain.hasSuffix("day\t2026-11-20\t1\t1\n"), "\(plain)")
    let unknown = await pmgit.run(["milestone", "v2", "--json"])
    #expect(unknown.exitCode == 64)
    #expect(try document(unknown)["error"]?.object?["code"] == .string("unknown-milestone"))
  }

  @Test("What is over, current or closed can be read without colours, however long the titles are")
  func states() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let title = { (id: String) in "Sprint \(id): sign-in and payments" }
    let add = ["iteration", "add"]
    for (id, first, last) in [
      ("s11", "2026-11-02", "2026-11-15"), ("s12", "2026-11-16", "2026-11-29"),
      ("s10", "2026-10-19", "2026-11-01"),
    ] {
      let added = await pmgit.run(add + [id, "--start", first, "--last", last])
      #expect(added.exitCode == 0, "\(added)")
      try await pmgit("iteration", "edit", id, "--title", title(id))
      _ = try await pmgit.add("x", "--iteration", id)
    }
    try await pmgit("iteration", "close", "s10", "--to", "none")
    let ends = try await pmgit("iteration", "--all").split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(12) }
    #expect(ends == [[""], [""], ["current"]])
    #expect(try await pmgit("iteration", "current").contains("\tcurrent\n"))
    pmgit.useTerminal(widthInCells: 80)
    let table = try await pmgit("iteration", "--all")
    for words in [
      "2026-10-19 to 2026-11-01, closed ", "! 2026-11-02 to 2026-11-15 ",
      "2026-11-16 to 2026-11-29, current ",
    ] {
      #expect(table.contains("  \(words) "), "\(table)")
    }
    #expect(try await pmgit("iteration", "s12").contains("\(title("s12")) (s12), current\n"))
  }

  @Test("Estimates add up exactly, and a sum that is too large says so instead of a wrong number")
  func estimates() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for name in ["large", "small"] { try await pmgit("milestone", "add", name) }
    for (name, estimates) in [("large", ["7", "7"]), ("small", ["0.1", "0.2", "100"])] {
      for estimate in estimates {
        let id = try await pmgit.add("x", "--milestone", name, "--estimate", estimate)
        guard name == "large" else { continue }
        // Only somebody who edits by hand can write such a number.
        let path = "plans/\(id.prefix(2))/\(id).json"
        let text = try await pmgit.repository.git("show", "pmgit/main:\(path)")
        try await pmgit.repository.commitToBoard(
          text.replacing("\"estimate\": 7", with: "\"estimate\": 1e308") + "\n", at: path)
      }
    }
    let cells = try await pmgit("milestone").split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(cells.map { $0[8] } == ["too large", "100.3"] && cells.map { $0[7] } == ["0", "0"])
    let rows = try document(await pmgit.run(["milestone", "--json"]))["milestones"]?.array
    let sum = try #require(JSONNumber("100.3"))
    #expect(rows?.map { $0.object?["estimate"] } == [.null, .number(sum)])
    #expect(rows?.map { $0.object?["estimateDone"] } == [.number(0), .number(0)])
    pmgit.useTerminal()
    let table = try await pmgit("milestone")
    #expect(table.contains("0/too large") && table.contains("0/100.3"), "\(table)")
  }

  @Test("They split statistics, and make rows of a board in their own order")
  func groups() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for (name, due) in [("late", "2027-01-01"), ("early", "2026-12-01")] {
      try await pmgit("milestone", "add", name, "--due", due)
      _ = try await pmgit.add("In \(name)", "--milestone", name)
    }
    _ = try await pmgit.add("In none")
    let board = try document(await pmgit.run(["board", "--group-by", "milestone", "--json"]))
    let groups = try #require(board["groups"]?.array)
    #expect(groups.map { $0.object?["value"] } == [.string("early"), .string("late"), .null])
    let stats = try document(await pmgit.run(["stats", "--by", "milestone", "--json"]))
    #expect(
      stats["groups"]?.array?.map { $0.object?["name"] } == [
        .string("early"), .string("late"), .null,
      ])
  }

  @Test("Names are completed: after options, in queries, and of commands")
  func completion() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("milestone", "add", "v1.0")
    try await pmgit("milestone", "add", "v0.9")
    try await pmgit("milestone", "close", "v0.9")
    try await pmgit(
      "iteration", "add", "--every", "1w", "--start", "2026-11-16", "--count", "1")
    #expect(await pmgit.completions("edit", "x", "--milestone", "") == ["v1.0", "v0.9"])
    #expect(await pmgit.completions("milestone", "v1") == ["v1.0"])
    #expect(await pmgit.completions("add", "x", "--iteration", "2") == ["2026-11-16"])
    #expect(await pmgit.completions("list", "iteration:c") == ["iteration:current"])
    #expect(await pmgit.completions("list", "milestone:v") == ["milestone:v1.0", "milestone:v0.9"])
    #expect(await pmgit.completions("iteration", "close", "p") == ["previous"])
  }

  @Test("A broken milestone is found and named with the command that mends it")
  func broken() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("milestone", "add", "v1.0")
    let text = try await pmgit.repository.git("show", "pmgit/main:board.json")
    let wrong = text.replacing(
      #""milestones": {"#,
      with: #""iterations": { "-i": { "first": 3, "last": "2026-12-01" } }, "milestones": {"#,
      maxReplacements: 1)
    try await pmgit.repository.commitToBoard(wrong, at: "board.json")
    let doctor = await pmgit.run(["doctor"])
    #expect(doctor.exitCode == 1, "\(doctor)")
    #expect(doctor.output.contains("iterations/-i/first 3 is not shown"), "\(doctor)")
    #expect(
      doctor.messages.contains("pmgit iteration edit --start DAY -- -i"), "\(doctor)")
    #expect(await pmgit.run(["iteration"]).exitCode == 0)
  }

  @Test("Plans whose days contradict each other are notes of 'doctor', and lines of 'show'")
  func spans() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A", "--start", "2026-12-24", "--due", "2026-12-20")
    let doctor = await pmgit.run(["doctor"])
    #expect(doctor.output.contains("starts 2026-12-24, after it is due 2026-12-20"), "\(doctor)")
    #expect(doctor.exitCode == 0, "\(doctor)")
    try await pmgit("edit", id, "--start", "2026-12-18")
    #expect(!(try await pmgit("doctor").contains("starts")))
  }

  @Test("Words such as 'none' and 'next' keep their meaning, whatever plans and titles say")
  func reservedWords() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("iteration", "add", "--every", "2w", "--start", "2026-11-16")
    for member in [#""milestone":"None""#, #""iteration":"current""#, #""milestone":"keep""#] {
      let refused = await pmgit.run(["import", "-"], input: #"{"title":"Bad",\#(member)}"#)
      #expect(refused.exitCode == 1 && refused.messages.contains("can't be"), "\(refused)")
    }
    let titled = await pmgit.run(["iteration", "edit", "next", "--title", "Current"])
    #expect(titled.exitCode == 64 && titled.messages.contains("can't be called 'Current'"))
    let id = try await pmgit.add("By hand")
    let path = "plans/\(id.prefix(2))/\(id).json"
    let text = try await pmgit.repository.git("show", "pmgit/main:\(path)") + "\n"
    try await pmgit.repository.commitToBoard(
      text.replacing(
        #""fields": {"#,
        with: #""fields": { "iteration": "current", "milestone": "none","#, maxReplacements: 1),
      at: path)
    _ = try await pmgit.add("Planned", "--iteration", "current")
    #expect(await titles(pmgit, "iteration:current") == ["Planned"])
    #expect(await titles(pmgit, "iteration:\"current\"") == ["By hand"])
    #expect(await titles(pmgit, "milestone:none") == ["Planned"])
  }

  @Test("A milestone that is added again has the title and the due day that it had")
  func addedAgain() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("milestone", "add", "v9", "--title", "Nine", "--due", "2026-12-24")
    let id = try await pmgit.add("Plan", "--milestone", "v9")
    let deleted = try await pmgit.add("Deleted", "--milestone", "v9")
    try await pmgit("delete", deleted)
    let removed = await pmgit.run(["milestone", "remove", "v9"])
    #expect(
      removed.unbroken
        .contains(#"pmgit edit --where "milestone:v9 is:open,closed" --milestone none"#))
    let again = await pmgit.run(["milestone", "add", "v9"])
    #expect(again.messages.contains("added milestone Nine (v9), due 2026-12-24"), "\(again)")
    try await pmgit("milestone", "close", "v9")
    try await pmgit("milestone", "remove", "v9")
    try await pmgit("milestone", "add", "v9")
    #expect(try await pmgit("milestone").contains("v9\t"))
    try await pmgit("milestone", "remove", "v9")
    try await pmgit("done", id)
    try await pmgit("edit", "--where", "milestone:v9 is:open,closed", "--milestone", "none")
    #expect(try await pmgit("show", id).contains("milestone\tv9") == false)
  }

  @Test("Iterations of four weeks stay four weeks long, also after February")
  func fourWeeks() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit(
      "iteration", "add", "--every", "4w", "--start", "2027-01-04", "--count", "2")
    let more = await pmgit.run(["iteration", "add", "--count", "2"])
    #expect(more.messages.contains("2027-03-01 to 2027-03-28"), "\(more)")
    #expect(more.messages.contains("2027-03-29 to 2027-04-25"), "\(more)")
  }

  @Test("Iterations of months go on where one begins today")
  func monthsUntilToday() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let add = ["iteration", "add", "--every", "1m", "--count", "1"]
    let first = await pmgit.run(add + ["--start", "2026-05-20"])
    #expect(first.exitCode == 0, "\(first)")
    let next = await pmgit.run(add)
    #expect(next.messages.contains("(2026-11-20 to 2026-12-19)"), "\(next)")
  }

  @Test("Where no iteration includes today, the hint adds one that does")
  func hintOfCurrent() async throws {
    for first in [nil, "2026-11-23", "2026-11-21"] {
      let pmgit = try await CommandRunner.withBoard()
      if let first {
        try await pmgit("iteration", "add", "--every", "1w", "--start", first)
      }
      let lacking = await pmgit.run(["add", "x", "--iteration", "current"])
      let hint = try #require(
        lacking.unbroken.firstMatch(of: /pmgit (iteration add [^']*)'/)?.1)
      let added = await pmgit.run(hint.split(separator: " ").map(String.init))
      #expect(added.exitCode == 0, "\(hint): \(added)")
      try await pmgit("add", "x", "--iteration", "current")
    }
  }

  @Test("Open plans of closed iterations, and iterations with days in common, are named")
  func afterMerges() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let add = ["iteration", "add"]
    for (id, first, last) in [("a", "2026-11-09", "2026-11-15"), ("b", "2026-11-16", "2026-11-29")]
    {
      let added = await pmgit.run(add + [id, "--start", first, "--last", last])
      #expect(added.exitCode == 0, "\(added)")
    }
    let early = await pmgit.run(["iteration", "close", "b"])
    #expect(early.messages.contains("iteration 'a' is over, and still open"), "\(early)")
    _ = try await pmgit.add("Late", "--iteration", "b")
    let moved = await pmgit.run(["iteration", "edit", "a", "--last", "2026-11-17"])
    #expect(moved.messages.contains("have days in common"), "\(moved)")
    let shown = await pmgit.run(["iteration"])
    #expect(shown.messages.contains("iteration 'b' is closed, and has 1 open plan"), "\(shown)")
    // None follows that the plan could be carried over to.
    #expect(shown.unbroken.contains("open it again with 'pmgit iteration reopen b'"), "\(shown)")
    try await pmgit("iteration", "add", "c", "--start", "2026-12-01", "--last", "2026-12-07")
    let more = await pmgit.run(["iteration"])
    #expect(more.unbroken.contains("with 'pmgit iteration close b --to next'"), "\(more)")
    try await pmgit("iteration", "close", "b", "--to", "next")
    #expect(shown.messages.contains("iterations 'a' and 'b' have days in common"), "\(shown)")
  }

  @Test("A name without Latin letters is refused with a command that works")
  func koreanName() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let refused = await pmgit.run(["milestone", "add", "출시"])
    #expect(refused.messages.contains("pmgit milestone add v1 --title 출시"), "\(refused)")
    try await pmgit("milestone", "add", "v1", "--title", "출시")
    _ = try await pmgit.add("x", "--milestone", "출시")
  }
}
