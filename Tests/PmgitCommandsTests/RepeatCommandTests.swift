import PmgitTestSupport
import Testing

/// Plans that repeat, by commands.
@Suite struct RepeatCommandTests {
  @Test("A rule is set, shown, found, exported, imported, and makes the next plan")
  func everywhere() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Rent", "--due", "2026-11-30", "--repeat", "every month on last")
    #expect(try await pmgit("show", id).contains("repeat\tevery month on last\n"))
    #expect(try await pmgit("list", "repeat:monthly", "has:repeat").contains("Rent"))
    let exported = try await pmgit("export")
    #expect(exported.contains(#""repeat":"every month on last""#))

    let dryRun = await pmgit.run(["done", id, "--dry-run"])
    #expect(dryRun.messages.contains(" repeats as "), "\(dryRun)")
    #expect(try await pmgit("list", "is:any", "--json").contains("2026-12-31") == false)
    let done = await pmgit.run(["done", id])
    #expect(done.messages.contains(", due Thu 2026-12-31\n"), "\(done)")
    #expect(try await pmgit("list").contains("2026-12-31\tRent"))
    let log = try await pmgit.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(log.contains(" repeats as ") && log.contains("due 2026-12-31"))

    let other = try await CommandRunner.withBoard(seed: 2)
    try await other("import", "-", input: exported)
    #expect(try await other("list", "repeat:\"every month on last\"").contains("Rent"))
    let same = await other.run(["done", id])
    // The plan has the same id in another board.
    #expect(same.messages == done.messages)
  }

  @Test("What rules write on a finished plan is not on the next one")
  func rules() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("rule", "add", "ship", "on done: label +shipped; priority low")
    let id = try await pmgit.add("Water", "--due", "fri", "--repeat", "weekly", "-l", "home")
    try await pmgit("done", id)
    let plans = try await pmgit("list", "is:any", "--fields", "state,labels,priority")
    #expect(
      Set(plans.split(separator: "\n")) == ["todo\thome\t", "done\thome,shipped\tlow"], "\(plans)")
  }

  @Test("An undo takes a label off again that another clone's copy of the plan had")
  func undoneLabel() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add(
      "Water", "--due", "fri", "--repeat", "weekly", "-l", "home")
    try await pair.syncBoth()
    try await pair.first("done", id)
    let next = String(try await pair.first("list").prefix(12))
    try await pair.first("edit", next, "--no-label", "home")
    try await pair.second("done", id)
    for person in [pair.second, pair.first] { try await person("sync") }
    func labels() async throws -> String {
      try await pair.first("list", "--fields", "labels").replacing("\n", with: "")
    }
    #expect(try await labels() == "")
    try await pair.first("edit", next, "-l", "home")
    try await pair.first("sync")
    #expect(try await labels() == "home")
    try await pair.first("undo")
    #expect(try await labels() == "")
    try await pair.first("redo")
    #expect(try await labels() == "home")
  }

  @Test("A plan is skipped, and its series changed and ended")
  func series() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Water", "--due", "2026-11-20", "--repeat", "every 2d")
    let skipped = await pmgit.run(["edit", id, "--skip"])
    #expect(skipped.messages.contains("due Sun 2026-11-22"), "\(skipped)")
    try await pmgit("edit", id, "--repeat", "every week", "--repeat-from", "done")
    #expect(try await pmgit("show", id).contains("repeat\tevery week from done\n"))
    try await pmgit("edit", id, "--repeat-from", "due")
    #expect(try await pmgit("show", id).contains("repeat\tevery week\n"))
    try await pmgit("edit", id, "--repeat", "none")
    try await pmgit("done", id)
    #expect(try await pmgit("list") == "")
  }

  @Test("Wrong rules and options are refused with what to type")
  func refused() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Water")
    let cases: [([String], String)] = [
      (["--repeat", "sometimes"], "repeat 'sometimes' is not a rule to repeat by"),
      (["--repeat", ""], "repeat '' is not a rule to repeat by"),
      (["--repeat-from", "now", "--repeat", "daily"], "'now' is not done or due"),
      (["--repeat-from", "done"], "does not repeat"), (["--skip"], "does not repeat"),
      (["--skip", "--due", "fri"], "--skip sets the due date"),
      (["--skip", "--postpone", "1d"], "--skip sets the due date"),
      (["--repeat", "--skip"], "an option is missing its value"),
    ]
    for (options, message) in cases {
      let result = await pmgit.run(["edit", id] + options)
      #expect(result.exitCode != 0 && result.messages.contains(message), "\(options): \(result)")
    }
    let wrong = await pmgit.run(["list", "repeat:soon"])
    #expect(wrong.messages.contains("'soon' is not a rule to repeat by"), "\(wrong)")
  }

  @Test("Lines of a batch set a rule, skip a day and finish the plan")
  func batch() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = [
      #"{"add":{"title":"Water","due":"2026-11-20","repeat":"every 3 days"},"as":"w"}"#,
      #"{"edit":{"plan":"$w","skip":true}}"#, #"{"done":{"plan":"$w"}}"#,
    ]
    let result = await pmgit.run(["batch"], input: lines.joined(separator: "\n"))
    #expect(result.exitCode == 0, "\(result)")
    #expect(try await pmgit("list").contains("2026-11-26\tWater"))
    let refused = await pmgit.run(
      ["batch"], input: #"{"edit":{"plan":"x","skip":true,"due":"fri","repeatFrom":"x"}}"#)
    #expect(refused.messages.contains("'skip' excludes 'due'"), "\(refused)")
    #expect(refused.messages.contains("'repeatFrom' must be done or due"), "\(refused)")
  }

  @Test("The editor shows the rule, and reads it back")
  func editor() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Water", "--repeat", "daily")
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/^repeat: every day$/repeat: every 2w from done/'"
    pmgit.answers = []
    try await pmgit("edit", id)
    #expect(try await pmgit("show", id).contains("repeat\tevery 2 weeks from done\n"))
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/^repeat: .*$/repeat:/'"
    try await pmgit("edit", id)
    #expect(try await pmgit("show", id).contains("repeat\t\n"))
  }

  @Test("A wrong value in the file is kept, is no rule, and the doctor reports it")
  func wrongValue() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for rule in ["\"soon\"", "7", "[\"daily\"]", "{}", "true"] {
      let id = try await pmgit.add("Water")
      let path = "plans/\(id.prefix(2))/\(id).json"
      let text = try await pmgit.repository.git("show", "pmgit/main:\(path)") + "\n"
      try await pmgit.repository.commitToBoard(
        text.replacing(#""fields": {"#, with: "\"fields\": {\n\"repeat\": \(rule),"), at: path)
      #expect(try await pmgit("show", id).contains("repeat\t\n"))
      let doctor = await pmgit.run(["doctor"])
      #expect(
        (doctor.output + doctor.messages).contains(#"must be a rule as "every 2 weeks""#),
        "\(rule): \(doctor)")
      try await pmgit("done", id)
      #expect(try await pmgit("list") == "")
    }
  }

  @Test("A skipped plan never moves back, and does not start after it is due")
  func skippedEarly() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let rule = "every 2 weeks from done"
    let id = try await pmgit.add("Chore", "--due", "2026-12-20", "--repeat", rule)
    let skipped = await pmgit.run(["edit", id, "--skip"])
    #expect(skipped.messages.contains("due Sun 2027-01-03"), "\(skipped)")
    let started = try await pmgit.add("Later", "--start", "2026-12-24", "--repeat", rule)
    try await pmgit("edit", started, "--skip")
    let shown = try await pmgit("show", started)
    #expect(shown.contains("due\t2026-12-04") && shown.contains("start\t2026-12-04"), "\(shown)")
  }

  @Test("A plan that is added as done makes no next plan, and a warning says so")
  func addedAsDone() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let added = await pmgit.run(["add", "x", "--repeat", "daily", "--state", "done"])
    #expect(added.exitCode == 0 && added.messages.contains("it was added as done"), "\(added)")
    try await pmgit("rule", "add", "r", "on label ready: move done")
    let moved = await pmgit.run(["add", "y", "--repeat", "daily", "--label", "ready"])
    #expect(moved.messages.contains("it was added as done"), "\(moved)")
  }
}
