import PlanModel
import PmgitTestSupport
import Testing

@Suite("'import' of another tracker's exports")
struct ReimportCommandTests {
  private static let first =
    #"{"title":"Fix","state":"todo","aliases":["github:o/r#1"],"labels":["bug"]}"#
  private static let other = #"{"title":"Docs","state":"todo","aliases":["github:o/r#2"]}"#

  /// Returns a board with two plans of a tracker, of which one was renamed and moved here.
  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    _ = await pmgit.run(["import", "-"], input: "\(Self.first)\n\(Self.other)")
    try await pmgit("edit", "github:o/r#1", "--title", "Mine")
    try await pmgit("move", "github:o/r#1", "doing")
    return (pmgit, PlanID.imported(as: "github:o/r#1").text)
  }

  private static let later =
    #"{"title":"Theirs","state":"todo","aliases":["github:o/r#1"],"labels":["ui"]}"#

  @Test("A dry run lists what is taken, kept and in conflict, and changes nothing")
  func dryRun() async throws {
    let (pmgit, id) = try await board()
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let new = #"{"title":"New","aliases":["github:o/r#3"]}"#
    let input = "\(Self.later)\n\(new)"
    let result = await pmgit.run(["import", "-", "--dry-run"], input: input)
    #expect(result.exitCode == 0, "\(result)")
    let added = PlanID.imported(as: "github:o/r#3").text
    let lines = result.output.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(
      lines.contains { $0.starts(with: [id, "Theirs", "changed", "labels/bug"]) }, "\(lines)")
    #expect(lines.contains { $0.starts(with: [id, "Theirs", "conflict", "title"]) }, "\(lines)")
    #expect(
      lines.contains { $0.starts(with: [id, "Theirs", "kept", "state", "doing", "todo"]) },
      "\(lines)")
    #expect(lines.contains { $0.starts(with: [added, "New", "added"]) }, "\(lines)")
    #expect(
      result.messages.contains("would have imported 1 new, 1 updated, 0 unchanged\n"), "\(result)")
    let json = await pmgit.run(["import", "-", "--dry-run", "--json"], input: input)
    let object = try JSONReader.value(in: Array(json.output.utf8)).object
    let plans = object?["plans"]?.array?.compactMap(\.object) ?? []
    #expect(plans.map { $0["outcome"] } == [.string("changed"), .string("added")], "\(json)")
    #expect(object?["dryRun"] == .bool(true) && object?["conflicts"] == .number(1))
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
  }

  @Test("A dry run reports what would have happened, not that it did")
  func tense() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = await pmgit.run(["import", "-"], input: Self.first)
    try await pmgit("delete", "github:o/r#1")
    let new = #"{"title":"New","state":"review","aliases":["github:o/r#3"]}"#
    let arguments = ["import", "-", "--add-columns", "--restore", "--dry-run"]
    let messages = await pmgit.run(arguments, input: "\(Self.first)\n\(new)").messages
    for words in ["restored 1 plan deleted here", "added column review", "imported 1 new"] {
      #expect(messages.contains("would have \(words)"), "\(messages)")
    }
    #expect(!messages.contains("\nadded") && !messages.contains("\nrestored"), "\(messages)")
  }

  @Test("A label that was removed here is told in words")
  func keptLabel() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = await pmgit.run(["import", "-"], input: Self.first)
    try await pmgit("edit", "github:o/r#1", "--no-label", "bug")
    try await pmgit("move", "github:o/r#1", "doing")
    pmgit.useTerminal(widthInCells: 100)
    let result = await pmgit.run(["import", "-", "--dry-run"], input: Self.first)
    #expect(result.output.contains("kept label bug removed; the source has it\n"), "\(result)")
    #expect(result.output.contains("kept state: Doing; the source has Todo\n"), "\(result)")
  }

  @Test(
    "A new first column of its kind takes no plan of a source that has no columns",
    arguments: [
      ("a.org", "* TODO Alpha\n* TODO Beta\n* DONE Gamma\n"),
      ("todo.txt", "Alpha\nBeta\nx 2026-11-02 2026-11-01 Gamma\n"),
      ("a.md", "- [ ] Alpha\n- [ ] Beta\n- [x] Gamma\n"),
      (
        "tasks.json",
        """
        [{"uuid":"00000000-0000-0000-0000-000000000001","description":"Alpha","status":"pending"},
         {"uuid":"00000000-0000-0000-0000-000000000002","description":"Beta","status":"pending"},
         {"uuid":"00000000-0000-0000-0000-000000000003","description":"Gamma","status":"completed"}]
        """
      ),
      (
        "issues.jsonl",
        """
        {"id":"bd-1","title":"Alpha","status":"open","priority":2,"issue_type":"task"}
        {"id":"bd-2","title":"Beta","status":"open","priority":2,"issue_type":"task"}
        {"id":"bd-3","title":"Gamma","status":"closed","priority":2,"issue_type":"task"}
        """
      ),
    ])
  func firstColumns(file: String, text: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let path = try pmgit.repository.write(text, to: file)
    try await pmgit("import", path)
    try await pmgit("move", "Alpha", "doing")
    try await pmgit("column", "add", "backlog", "--before", "todo")
    try await pmgit("column", "add", "analysis", "--kind", "doing", "--before", "doing")
    try await pmgit("column", "add", "shipped", "--kind", "done", "--before", "done")
    let again = await pmgit.run(["import", path])
    #expect(again.messages.contains("nothing to import: 3 plans unchanged"), "\(again)")
    #expect(!again.messages.contains("warning"), "\(again)")
    let states = try await pmgit("list", "is:any", "--fields", "title,state")
    #expect(Set(states.split(separator: "\n")) == ["Alpha\tdoing", "Beta\ttodo", "Gamma\tdone"])
  }

  @Test("What was changed on both sides waits for 'resolve', and is decided there")
  func conflict() async throws {
    let (pmgit, id) = try await board()
    let result = await pmgit.run(["import", "-"], input: "\(Self.later)\n\(Self.other)")
    #expect(
      result.messages.contains("warning: 1 field changed both here and in the source"), "\(result)")
    #expect(result.messages.contains("kept 1 value changed here and not in the source\n"))
    #expect(try await pmgit("resolve", "--list").contains("title"))
    try await pmgit("edit", id, "--title", "Both")
    let again = await pmgit.run(["import", "-"], input: "\(Self.later)\n\(Self.other)")
    #expect(again.messages == "nothing to import: 2 plans unchanged\n", "\(again)")
    let shown = try await pmgit("show", id)
    #expect(shown.contains("Both") && !shown.contains("origins"))
  }

  @Test("Plans that the file lacks are finished on request, and no more than are expected")
  func closing() async throws {
    let (pmgit, _) = try await board()
    let refused = await pmgit.run(
      ["import", "-", "--close-missing", "--at-most", "0"], input: Self.first)
    #expect(refused.exitCode == 1, "\(refused)")
    #expect(
      refused.messages.hasPrefix(
        "pmgit: the import adds 0 plans and finishes 1, which is more than 0"),
      "\(refused)")
    let done = await pmgit.run(["import", "-", "--close-missing"], input: Self.first)
    #expect(done.messages.contains("finished 1 plan that the source no longer has\n"), "\(done)")
    #expect(try await pmgit("show", "github:o/r#2").contains("state\tdone\n"))
    let wrong = await pmgit.run(["import", "-", "--at-most", "many"], input: Self.first)
    #expect(wrong.exitCode == 64 && wrong.messages.contains("--at-most needs a number"), "\(wrong)")
    let nameless = await pmgit.run(["import", "-", "--close-missing"], input: #"{"title": "x"}"#)
    #expect(
      nameless.messages.hasPrefix("pmgit: no plan of the input has an alias"), "\(nameless)")
    #expect(nameless.messages.contains("leave out '--close-missing'"), "\(nameless)")
  }

  @Test("A value that is the same here and in an old export is not said to be kept")
  func keptOfExport() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Water", "--repeat", "1w", "--due", "2026-12-01")
    let id = try await pmgit.add("Paint")
    for format in ["todo-txt", "taskwarrior", "csv"] {
      let old = try await pmgit("export", "--format", format)
      try await pmgit("edit", id, "--title", "Paint \(format)")
      let result = await pmgit.run(
        ["import", "-"], input: old.replacing("Water", with: "Water in \(format)"))
      #expect(result.exitCode == 0 && result.messages.contains("1 updated"), "\(result)")
      #expect(result.messages.contains("kept 1 value "), "\(result)")
    }
  }
}
