import PlanModel
import PmgitTestSupport
import Testing

@Suite("History in reach")
struct LogTests {
  /// Returns a board with two plans. Kim changed the second one three hours after the other
  /// changes.
  private func board() async throws -> (CommandRunner, [String]) {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [try await pmgit.add("One"), try await pmgit.add("Two", "--label", "bug")]
    try await pmgit("move", ids[0], "doing")
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 3 * 3_600_000)
    let kim = ["GIT_AUTHOR_NAME": "Kim", "GIT_AUTHOR_EMAIL": "kim@example.org"]
    pmgit.environment.merge(kim) { _, new in new }
    try await pmgit("edit", ids[1], "--priority", "high", "--label", "ui")
    for name in kim.keys { pmgit.environment[name] = nil }
    return (pmgit, ids)
  }

  private func fields(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return "\(fields[4]) \(fields[5])"
    }
  }

  @Test("The history is narrowed by time, by person and by field, alone and together")
  func narrowed() async throws {
    let (pmgit, ids) = try await board()
    // The later move is not counted by `-n 1`, because `--field` filters first.
    let titles = try await pmgit("log", ids[0], "--field", "title", "-n", "1")
    #expect(fields(titles) == ["One title"])
    #expect(
      fields(try await pmgit("log", "--since", "1h")) == ["Two priority", "Two labels/ui"])
    #expect(try await pmgit("log", "--until", "1h").contains("One"))
    #expect(try await !pmgit("log", "--until", "1h").contains("labels/ui"))
    #expect(fields(try await pmgit("log", "--by", "kim")) == ["Two priority", "Two labels/ui"])
    #expect(fields(try await pmgit("log", "--by", "kim", "--field", "label")) == ["Two labels/ui"])
    #expect(
      fields(try await pmgit("log", "--by", "me", "--field", "state", "-n", "1")) == ["One state"])
    #expect(
      fields(try await pmgit("log", "#bug", "--field", "priority", "--field", "state"))
        == ["Two priority", "Two state"])
    let today = try await pmgit("log", "--since", "today", "--until", "today")
    #expect(try await pmgit("log").hasPrefix(today))
    #expect(today.contains("One") && !today.contains("columns"))
    #expect(try await pmgit("log", "--since", "30min", "--by", "me") == "")
  }

  @Test("Changes of the board's settings are told in words, without paths")
  func settings() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let then = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("milestone", "add", "v2", "--due", "2026-12-01")
    try await pmgit("milestone", "close", "v2")
    pmgit.useTerminal(widthInCells: 100)
    let log = await pmgit.run(["log"]).output
    #expect(log.contains("milestone v2 closed\n"), "\(log)")
    #expect(
      log.contains("added milestone v2\n") && log.contains("due day of milestone v2: 2026-12-01\n"))
    #expect(!log.contains("milestones"), "\(log)")
    #expect(await pmgit.run(["diff", then]).output.contains("  added milestone v2\n"))
  }

  @Test("Commits of a clock that was ahead are explained once")
  func future() async throws {
    let (pmgit, ids) = try await board()
    #expect(await !pmgit.run(["log"]).messages.contains("future"))
    let right = pmgit.now
    pmgit.now = Timestamp(milliseconds: right.milliseconds + 3 * 86_400_000)
    try await pmgit("edit", ids[0], "--priority", "low")
    pmgit.now = right
    let log = await pmgit.run(["log"]).messages
    #expect(log.contains("note: 1 commit is dated in the future"), "\(log)")
  }

  @Test("A wrong moment, person or field is an error that names the right ones")
  func wrong() async throws {
    let (pmgit, _) = try await board()
    for (words, hint) in [
      (["--since", "mondya"], "for example"), (["--by", "zorb"], "pmgit people"),
      (["--field", "labls"], "did you mean 'labels'?"), (["--since", "2026-02-30"], "dates are"),
      (["--since", "today", "--until", "yesterday"], "the time ends before it begins"),
      (["--since", "--json"], "missing"),
    ] {
      let result = await pmgit.run(["log"] + words)
      #expect(result.exitCode == 64, "\(words)")
      #expect(result.messages.contains(hint) || result.output.contains(hint), "\(words)")
    }
  }

  @Test("Several ids are several plans; an id beside a word that is none is an error")
  func several() async throws {
    let (pmgit, ids) = try await board()
    #expect(try await pmgit("log", ids[0], ids[1]) == pmgit("log", "one OR two"))
    let wrong = await pmgit.run(["log", ids[0], "q9q9"])
    #expect(wrong.exitCode == 1)
    #expect(wrong.messages.contains("no plan's id begins with 'q9q9'"))
    #expect(try await pmgit("log", "two", "#bug").contains("Two"))
  }

  @Test("Times are as asked for, or as git's log.date says; into a pipe they are whole")
  func dates() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    let piped = try await pmgit("log", "--date", "iso")
    #expect(piped.contains("2026-11-20T09:00:01.000Z") || piped.contains("2026-11-20T09:00:01Z"))
    pmgit.useTerminal()
    for command in [["log"], ["log", "--oneline"], ["show", "--blame", id]] {
      let shown = await pmgit.run(command + ["--date", "iso"]).output
      #expect(shown.contains("2026-11-20 09:00:01 +0000"), "\(shown)")
      try await pmgit.repository.git("config", "log.date", "local")
      #expect(await pmgit.run(command).output.contains("Fri Nov 20 09:00:01 2026"))
      #expect(await pmgit.run(command + ["--date", "relative"]).output.contains("just now"))
      try await pmgit.repository.git("config", "log.date", "format:%Y")
      #expect(await pmgit.run(command).output.contains("just now"))
    }
    let wrong = await pmgit.run(["log", "--date", "yesterday"])
    #expect(wrong.exitCode == 64 && wrong.messages.contains("relative"), "\(wrong.messages)")
  }

  @Test(
    "A new board has no history, and the two commits that every board begins with are not reported")
  func newBoard() async throws {
    let pmgit = try await CommandRunner.withBoard()
    #expect(try await pmgit("log") == "")
    let id = try await pmgit.add("A plan")
    let plans = try await pmgit("log").split(separator: "\n").map { $0.split(separator: "\t")[3] }
    #expect(Set(plans) == [id[...]])
  }

  @Test(
    "In a narrow window what changed stays, and the author and the time go",
    arguments: [20, 40, 60, 80])
  func narrow(width: Int) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    try await pmgit("edit", id, "--priority", "high")
    pmgit.useTerminal(widthInCells: width)
    let line = try await pmgit("log", "--oneline", "-n", "1", "--no-pager")
    #expect(line.contains(width < 40 ? "pri" : "priority"), "\(line)")
    #expect(line.contains("just now") == (width >= 60), "\(line)")
    #expect(line.contains("Ada") == (width >= 80), "\(line)")
  }

  @Test("--oneline has a line for each commit and plan, and folds a commit of many for people")
  func oneline() async throws {
    let (pmgit, ids) = try await board()
    let first = try await pmgit("log", "--oneline", "-n", "1").split(separator: "\t")
    #expect(
      first.dropFirst(3).joined(separator: "|") == "\(ids[1])|Two|priority: high, added label ui\n")
    for number in 0..<5 { _ = try await pmgit.add("More \(number)") }
    try await pmgit("move", "--where", "more", "doing")
    pmgit.useTerminal(widthInCells: 60)
    let lines = try await pmgit("log", "--oneline", "-n", "1", "--no-pager").split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines[0].contains("5 plans: moved from T"), "\(lines)")
    #expect(lines.allSatisfy { $0.count <= 60 })
  }

  @Test(
    "A commit of many plans has one line with their number and what happened to all of them",
    arguments: [1, 4, 5, 10, 11, 40])
  func manyPlans(count: Int) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (1...count).map { #"{"title":"Plan \#($0)"}"# }.joined(separator: "\n")
    #expect(await pmgit.run(["import", "-"], input: lines).exitCode == 0)
    pmgit.useTerminal(widthInCells: 100)
    let plans = { (text: String) in text.matches(of: /Plan \d+/).count }
    // Of more than ten plans the first ones are read, so nothing is said of all.
    let many = { (text: String) in
      text.firstMatch(
        of: count > 10
          ? /(\d+) plans: Plan \d+, Plan \d+, Plan \d+ …\n/ : /(\d+) plans: created in Todo\n/
      ).flatMap { Int($0.1) }
    }
    let long = try await pmgit("log", "--no-pager")
    #expect(plans(long) == (count > 10 ? 3 : count))
    #expect(many(long) == (count > 10 ? count : nil))
    let short = try await pmgit("log", "--oneline", "--no-pager")
    #expect(plans(short) == (count > 10 ? 3 : count > 4 ? 0 : count))
    #expect(many(short) == (count > 4 ? count : nil))
    // With a field, an entry needs a change of that field, so all plans are read.
    let fields = try await pmgit("log", "--field", "title", "--no-pager")
    let titles = fields.firstMatch(of: /\d+ plans: Plan \d+, Plan \d+, Plan \d+ …\n/)
    #expect((titles != nil) == (count > 10), "\(fields)")
  }

  @Test("Nothing is said of all plans of a commit that is true of some", arguments: [8, 40])
  func differentPlans(count: Int) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = { (priority: (Int) -> String) in
      (1...count).map {
        #"{"aliases":["a:\#($0)"],"title":"Plan \#($0)","priority":"\#(priority($0))"}"#
      }.joined(separator: "\n")
    }
    try await pmgit("import", "-", input: lines { _ in "medium" })
    let ids = try await pmgit("list", "--fields", "id,aliases").split(separator: "\n").sorted()
    // Plans of a commit are in the order of their ids.
    let low = Set(ids.prefix(10).compactMap { $0.split(separator: ":").last.flatMap { Int($0) } })
    try await pmgit(
      "import", "-", input: lines { low.contains($0) && count > 10 ? "low" : "urgent" })
    pmgit.useTerminal(widthInCells: 100)
    for form in [["--oneline"], []] where count > 10 || form != [] {
      let log = await pmgit.run(["log", "-n", "1", "--no-pager"] + form).output
      #expect(log.contains("priority: ") == (count < 10), "\(log)")
      #expect(log.contains("\(count) plans: "), "\(log)")
    }
  }

  @Test("The settings have their own line beside many plans of one commit")
  func settingsBesidePlans() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (1...12).map { #"{"title":"Plan \#($0)","state":"qa"}"# }.joined(separator: "\n")
    try await pmgit("import", "-", "--add-columns", input: lines)
    pmgit.useTerminal(widthInCells: 100)
    for form in [["--oneline"], []] {
      let log = await pmgit.run(["log", "-n", "1", "--no-pager"] + form).output
      #expect(log.contains("added column qa") && log.contains("12 plans: "), "\(log)")
    }
  }

  @Test("One comment goes to several plans in one commit")
  func comments() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("comment", ids[0], ids[1], "-m", "Seen")
    let subject = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject == "comment on 2 plans: “Seen”")
    #expect(try await pmgit("list", "seen").split(separator: "\n").count == 2)
    let dryRun = await pmgit.run(["comment", "--where", "#bug", "-m", "x", "--dry-run"])
    #expect(dryRun.output == "\(ids[1])\tcomment\tTwo\n")
    #expect(try await pmgit("list", "has:comment").split(separator: "\n").count == 2)
    for words in [["--where", "#bug", "--edit", "1", "-m", "x"], ["--dry-run", ids[0]], []] {
      #expect(await pmgit.run(["comment"] + words).exitCode == 64, "\(words)")
    }
  }
}
