import PlanModel
import PmgitTestSupport
import Testing

@Suite("Commands about rules of the board")
struct RuleCommandTests {
  private func board() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "add", "review", "--title", "In review", "--before", "done")
    return pmgit
  }

  @Test("An undo gives a rule's value back as one, so that it is in conflict with no person's")
  func undone() async throws {
    let pair = try await SharedBoard()
    try await pair.first("rule", "add", "hot", "on move to doing: priority high")
    let id = try await pair.first.add("Water")
    try await pair.first("move", id, "doing")
    try await pair.syncBoth()
    try await pair.second("edit", id, "-p", "medium")
    try await pair.second("sync")
    try await pair.second("undo")
    try await pair.second("sync")
    try await pair.first("edit", id, "-p", "low")
    try await pair.first("sync")
    #expect(try await pair.first("resolve", "--list") == "")
    #expect(try await pair.first("list", "--fields", "priority") == "low\n")
  }

  @Test("A rule is added, shown, run, changed, renamed, exported, imported and removed")
  func everywhere() async throws {
    let pmgit = try await board()
    let rule = "on move to In review: label +needs-eyes"
    let dry = await pmgit.run(["rule", "add", "review", rule, "--dry-run"])
    #expect(
      dry.unbroken
        == "would have added rule review: when a plan is moved to 'In review': add label "
        + "'needs-eyes'; nothing was changed\n")
    #expect(try await pmgit("rule", "list") == "")
    let added = await pmgit.run(["rule", "add", "review", rule])
    #expect(
      added.unbroken
        == "added rule review: when a plan is moved to 'In review': add label 'needs-eyes'\n")
    let canonical = "on move to review: label +needs-eyes"
    #expect(try await pmgit("rule") == "review\t\(canonical)\t\n")
    #expect(try await pmgit("config").contains("rule.review\t\(canonical)\n"))

    let id = try await pmgit.add("Login")
    let dryRun = await pmgit.run(["move", id, "review", "--dry-run"])
    #expect(dryRun.output.contains("+needs-eyes"), "\(dryRun)")
    #expect(dryRun.messages.contains("rule review: label +needs-eyes\n"), "\(dryRun)")
    let moved = await pmgit.run(["move", id, "review"])
    #expect(moved.messages.contains("rule review: label +needs-eyes\n"), "\(moved)")
    #expect(try await pmgit("list", "#needs-eyes").contains("Login"))
    #expect(try await pmgit("log", id).contains("labels/needs-eyes\t\ttrue"))

    #expect(
      try await pmgit("rule", "--text") == "rule    what it does\nreview  \(canonical)\n")

    try await pmgit("rule", "edit", "review", "on move to review: priority high")
    try await pmgit("rule", "rename", "review", "z")
    let exported = try await pmgit("export", "--settings")
    #expect(exported.contains(#""rules":[{"id":"z","text":"on move to review: priority high"}]"#))
    let other = try await CommandRunner.withBoard(seed: 7)
    try await other("import", "-", "--settings", input: exported)
    #expect(try await other("rule") == "z\ton move to review: priority high\t\n")
    try await other("undo")
    #expect(try await other("rule") == "")
    try await pmgit("rule", "remove", "z")
    #expect(try await pmgit("rule") == "")
    try await pmgit("undo")
    #expect(try await pmgit("rule") == "z\ton move to review: priority high\t\n")
  }

  @Test("Documents say what rules did, and which rules a board has")
  func documents() async throws {
    let pmgit = try await board()
    try await pmgit("rule", "add", "b", "on add: label +old")
    let refused = await pmgit.run(["rule", "add", "b", "on add: label +new"])
    #expect(refused.exitCode == 64 && refused.messages.contains("there is a rule 'b' already"))
    try await pmgit("rule", "edit", "b", "on add: label +new; move review")
    try await pmgit("column", "remove", "review")
    let added = try document(await pmgit.run(["add", "Login", "--json"]))
    let run = try #require(added["rules"]?.array?.first?.object)
    #expect(run["rule"] == .string("b") && run["actions"] == .strings(["label +new"]))
    let reason = run["refused"]?.array?.first?.object
    #expect(reason?["action"] == .string("move review"), "\(run)")
    #expect(reason?["reason"]?.string?.contains("no column 'review'") ?? false, "\(run)")
    let config = try document(await pmgit.run(["config", "--json"]))
    let rule = try #require(config["rules"]?.array?.first?.object)
    #expect(rule.members.map(\.key.text).sorted() == ["fault", "id", "text", "words"])
    #expect(
      rule["fault"] == .string("names column 'review', which the board does not have"), "\(rule)")
    let batch = try document(
      await pmgit.run(["batch", "--json"], input: #"{"add":{"title":"x"}}"#))
    let line = batch["results"]?.array?.first?.object
    #expect(line?["rules"]?.array?.first?.object?["rule"] == .string("b"), "\(batch)")
  }

  @Test("What is not understood is kept, marked, reported as a note, and never run")
  func unreadable() async throws {
    let pmgit = try await board()
    try await pmgit("rule", "add", "a", "on add: label +new")
    let text = try await pmgit.repository.git("show", "pmgit/main:board.json") + "\n"
    let newer = text.replacing("on add: label +new", with: "on full moon: howl")
    try await pmgit.repository.commitToBoard(newer, at: "board.json")
    #expect(
      try await pmgit("rule")
        == "a\ton full moon: howl\tis not understood: trigger 'full moon' is not known\n")
    let id = try await pmgit.add("Login")
    #expect(try await pmgit("show", id).contains("label\t") == false)
    let doctor = await pmgit.run(["doctor"])
    #expect(doctor.exitCode == 0, "\(doctor)")
    #expect(
      (doctor.output + doctor.messages).contains("rule 'a' is not understood"), "\(doctor)")
    try await pmgit("config", "title", "Board")
    #expect(try await pmgit("export", "--settings").contains("on full moon: howl"))
  }

  @Test("Names are completed, and wrong names refused")
  func names() async throws {
    let pmgit = try await board()
    try await pmgit("rule", "add", "review", "on add: label +new")
    let wrong = await pmgit.run(["rule", "remove", "reveiw"])
    #expect(wrong.exitCode == 64 && wrong.messages.contains("did you mean 'review'?"), "\(wrong)")
    let bad = await pmgit.run(["rule", "add", "x", "on add label +new"])
    #expect(
      bad.exitCode == 64 && bad.messages.contains("has no ': ' before its actions"), "\(bad)")
  }

  @Test("The report of a move names the column to which a rule moved the plan on")
  func movedOn() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "add", "review", "--before", "done")
    try await pmgit("rule", "add", "back", "on move to review: move doing")
    let id = try await pmgit.add("A plan")
    let preview = await pmgit.run(["move", id, "review", "--dry-run"])
    #expect(preview.messages.contains(" to Doing"), "\(preview)")
    let moved = await pmgit.run(["move", id, "review"])
    #expect(moved.messages.hasPrefix("moved \(id.prefix(4)) to Doing"), "\(moved)")
  }
}
