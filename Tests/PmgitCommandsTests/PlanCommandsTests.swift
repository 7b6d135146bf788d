import PmgitTestSupport
import Testing

/// Commands that change one plan.
@Suite struct PlanCommandsTests {
  @Test(
    "An edit that changes nothing says what is so already",
    arguments: [
      (["--title", "Fix login"], "this title"),
      (["--due", "2026-12-01", "-p", "none"], "this due date and no priority"),
      (["-l", "bug"], "this label"), (["-l", "bug,ui"], "these labels"),
      (
        ["--labels", "bug,ui", "--title", "Fix login", "--owner", "none"],
        "this title, no owner and these labels"
      ),
      (["--state", "todo", "--body", "Twice"], "this description and this column"),
    ])
  func alreadySo(options: [String], words: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add(
      "Fix login", "--due", "2026-12-01", "-l", "bug,ui", "--body", "Twice")
    #expect(
      await pmgit.run(["edit", id] + options).messages
        == "nothing to change: \(id.prefix(4)) already has \(words)\n")
  }

  @Test("'add' prints the full id alone, and 'show' finds the plan by its beginning")
  func add() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let result = await pmgit.run(["add", "  Fix login  ", "--due", "fri", "--label", "bug"])
    #expect(result.exitCode == 0)
    let id = String(result.output.dropLast())
    #expect(id.count == 12)
    #expect(result.messages == "added \(id.prefix(4)) to Todo\ndue Fri 2026-11-27\n")
    let shown = try await pmgit("show", String(id.prefix(4)).uppercased())
    #expect(shown.hasPrefix("id\t\(id)\ntitle\tFix login\nstate\ttodo\ndue\t2026-11-27\n"))
    let message = try await pmgit.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message == "add \(id.prefix(4)): Fix login\n\nPlan: \(id)\n")
  }

  @Test(
    "Every field option is written and cleared",
    arguments: [
      ("--priority", "high", "priority\thigh"), ("--owner", "Dev Two", "owner\tDev Two"),
      ("--estimate", "2.50", "estimate\t2.50"), ("--due", "2026-12-01", "due\t2026-12-01"),
    ])
  func fields(option: String, value: String, line: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", option, value)
    #expect(try await pmgit("show", id).contains(line + "\n"))
    try await pmgit("edit", id, option, "none")
    #expect(!(try await pmgit("show", id).contains(line + "\n")))
  }

  @Test(
    "What replaces all labels or people refuses to add or remove one",
    arguments: [
      ("--labels", "ui,+x", "to add it, use --label x"),
      ("--labels", "-bug", "to remove it, use --no-label bug"),
      ("--assignees", "+kim", "to add it, use --assign kim"),
    ])
  func signs(option: String, names: String, hint: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--label", "bug")
    let refused = await pmgit.run(["edit", id, option, names])
    #expect(refused.exitCode == 64 && refused.messages.contains("hint: \(hint)\n"), "\(refused)")
    #expect(try await pmgit("show", id).contains("label\tbug\n"))
  }

  @Test("Sets take several members, and taking off one that is not there says what is")
  func sets() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--label", "bug", "--label", "ui", "--assign", "@me")
    let other = try await pmgit.add("Another", "--link", "blocked-by:\(id.prefix(5))")
    let shown = try await pmgit("show", other)
    #expect(shown.contains("link\tblocked-by\t\(id)"))
    try await pmgit("edit", id, "--no-label", "ui", "--no-assign", "@me")
    let json = try await pmgit("show", id, "--json")
    #expect(json.contains("\"labels\": [\n      \"bug\"\n    ]"))
    #expect(json.contains("\"assignees\": []"))
  }

  @Test(
    "Taking off what a plan does not have is reported, and the rest of the edit is done",
    arguments: [
      ("--no-label", "bgu", "label 'bgu'", "did you mean 'bug'?"),
      ("--no-label", "quite another", "label 'quite another'", "it has 'bug', 'ui'"),
      ("--no-assign", "Nobody", "assignee 'Nobody'", nil),
      ("--no-alias", "gh:1", "alias 'gh:1'", nil),
      ("--no-link", "relates:zzzz00000000", "link 'relates:", nil),
    ] as [(String, String, String, String?)])
  func absent(option: String, value: String, words: String, hint: String?) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--label", "bug", "--label", "ui")
    let other = try await pmgit.add("Another")
    let value = value.replacing("zzzz00000000", with: other)
    let result = await pmgit.run(["edit", id, option, value, "--due", "2026-12-01"])
    #expect(result.exitCode == 0, "\(result)")
    let name = id.prefix(1)
    #expect(result.messages.contains(" does not have the \(words)"), "\(result)")
    #expect(result.messages.hasPrefix("edited \(name)"), "\(result)")
    if let hint { #expect(result.messages.hasSuffix("hint: \(hint)\n"), "\(result)") }
    #expect(try await pmgit("show", id).contains("due\t2026-12-01\n"))
    #expect(try await pmgit("show", id).contains("label\tbug\n"))
    let nothing = await pmgit.run(["edit", id, option, value])
    #expect(nothing.exitCode == 0)
    #expect(nothing.messages.hasPrefix("nothing to change: "))
    #expect(nothing.messages.contains(" does not have the \(words)"))
    #expect(await pmgit.run(["edit", id, option, value, "-q"]).messages == "")
    let added = await pmgit.run(["add", "With it", "--no-label", "old"])
    #expect(added.exitCode == 0)
    #expect(added.messages.contains(" does not have the label 'old'\n"))
  }

  @Test("A body comes from an option or from standard input, to the byte")
  func body() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let result = await pmgit.run(["add", "A plan", "--body", "-"], input: "one\n\n  two\n")
    let id = String(result.output.dropLast())
    #expect(try await pmgit("show", id, "--json").contains("\"body\": \"one\\n\\n  two\""))
    try await pmgit("edit", id, "--body", "")
    #expect(try await pmgit("show", id, "--json").contains("\"body\": \"\""))
  }

  @Test("'move' takes several plans, and a move to the same column changes nothing")
  func move() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let first = try await pmgit.add("First")
    let second = try await pmgit.add("Second")
    let result = await pmgit.run(["move", first, second, "Doing"])
    #expect(result.messages.hasPrefix("moved \(first.prefix(4)), \(second.prefix(4)) to Doing"))
    let subject = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject == "move 2 plans to Doing")
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let again = await pmgit.run(["move", first, "doing"])
    #expect(again.messages == "\(first.prefix(4)) is already in Doing\n")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("A plan goes to the top, the bottom, before and after another one")
  func places() async throws {
    let pmgit = try await CommandRunner.withBoard()
    var ids: [String: String] = [:]
    for title in ["a", "b", "c", "d"] { ids[title] = try await pmgit.add(title) }
    let id = { (title: String) in ids[title] ?? "" }
    func order() async throws -> String {
      try await pmgit("list", "state:todo").split(separator: "\n")
        .compactMap { $0.split(separator: "\t", omittingEmptySubsequences: false)[4].first }
        .map(String.init).joined()
    }
    #expect(try await order() == "abcd")
    try await pmgit("move", id("d"), "todo", "--top")
    #expect(try await order() == "dabc")
    try await pmgit("move", id("d"), "todo", "--after", id("b"))
    #expect(try await order() == "abdc")
    try await pmgit("move", id("c"), id("d"), "todo", "--before", id("a"))
    #expect(try await order() == "cdab")
    try await pmgit("move", id("c"), "todo", "--bottom")
    #expect(try await order() == "dabc")
    try await pmgit("move", id("b"), id("c"), "todo", "--top")
    #expect(try await order() == "bcda")
  }

  @Test("A due date is postponed from where it stands")
  func postpone() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--due", "2026-12-30")
    try await pmgit("edit", id, "--postpone", "3d")
    #expect(try await pmgit("show", id).contains("due\t2027-01-02\n"))
    try await pmgit("edit", id, "--due", "none")
    let result = await pmgit.run(["edit", id, "--postpone", "3d"])
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("has no due date to postpone"))
  }

  @Test("Lines of the checklist are ticked, unticked and removed by number")
  func checklist() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--check", "write a test", "--check", "fix it")
    try await pmgit("check", id, "2")
    let shown = try await pmgit("show", id)
    #expect(shown.contains("write a test") && shown.contains("fix it"))
    let json = try await pmgit("show", id, "--json")
    let done = json.split(separator: "\n").filter { $0.contains("\"done\"") }
      .map { $0.filter(\.isLetter) }
    #expect(done == ["donefalse", "donetrue"])
    try await pmgit("check", id, "1", "--remove")
    #expect(!(try await pmgit("show", id, "--json").contains("write a test")))
    let wrong = await pmgit.run(["check", id, "7"])
    #expect(wrong.exitCode == 64)
    #expect(wrong.messages.contains("its lines are 1 to 1"))
  }

  @Test("A comment is kept line by line with its author, and an empty one is refused")
  func comment() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    _ = await pmgit.run(["comment", id, "-m", "-"], input: "\none\ntwo\n\n")
    #expect(try await pmgit("show", id, "--json").contains("\"text\": \"one\\ntwo\""))
    let empty = await pmgit.run(["comment", id, "-m", "  "])
    #expect(empty.exitCode == 64)
    #expect(empty.messages.contains("the comment is empty"))
  }

  @Test("A value may begin with a hyphen, as the lines of a list do")
  func hyphens() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("--body", "- one\n- two", "--check", "-x", "A plan")
    try await pmgit("comment", id, "-m", "- seen")
    let json = try await pmgit("show", id, "--json")
    #expect(json.contains("\"body\": \"- one\\n- two\""))
    #expect(json.contains("\"text\": \"-x\"") && json.contains("\"text\": \"- seen\""))
    let result = await pmgit.run(["add", "-1 bug"])
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("hint: put '--' before a text that begins with '-'"))
    #expect(try await pmgit.add("--", "-1 bug").count == 12)
  }

  @Test(
    "A deleted plan is not changed until it is restored",
    arguments: [
      ["edit", "ID", "--due", "fri"], ["move", "ID", "doing"], ["comment", "ID", "-m", "x"],
      ["check", "ID", "1"],
    ])
  func deletedPlan(command: [String]) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--check", "a line")
    try await pmgit("delete", id)
    let result = await pmgit.run(command.map { $0 == "ID" ? id : $0 })
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("hint: bring it back first with 'pmgit restore \(id)'"))
    #expect(try await pmgit("list") == "")
  }

  @Test("A plan is blocked by what is open, not by what is done, deleted or not here")
  func blocked() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let first = try await pmgit.add("First")
    let second = try await pmgit.add("Second", "--link", "blocked-by:\(first)")
    #expect(try await pmgit("list", "is:blocked").hasPrefix(second))
    try await pmgit("move", first, "done")
    #expect(try await pmgit("list", "is:blocked") == "")
    try await pmgit("move", first, "todo")
    try await pmgit("delete", first)
    #expect(try await pmgit("list", "is:blocked") == "")
  }

  @Test("A deleted plan is hidden, stays in history, and comes back as it was")
  func delete() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--label", "bug")
    let before = try await pmgit("show", id, "--json")
    try await pmgit("delete", id)
    #expect(try await pmgit("list") == "")
    #expect(try await pmgit("list", "is:deleted").contains(id))
    try await pmgit("restore", id)
    #expect(try await pmgit("list").contains(id))
    let after = try await pmgit("show", id, "--json")
    let content = { (json: String) in
      json.split(separator: "\n").filter {
        !$0.contains("\"updated\"") && !$0.contains("\"commit\"")
      }
    }
    #expect(content(before) == content(after))
  }

  @Test("A limit warns when it is passed, and does not stop anybody")
  func limit() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit(
      "column", "add", "review", "--title", "In review", "--kind", "doing", "--after", "doing",
      "--limit", "1")
    let first = try await pmgit.add("First", "--state", "in review")
    let result = await pmgit.run(["add", "Second", "--state", "review"])
    #expect(result.exitCode == 0)
    #expect(result.messages.contains("warning: 'In review' holds 2 plans, its limit is 1"))
    #expect(try await pmgit("board").hasPrefix("review\t\(first)"))
  }
}
