import PmgitTestSupport
import Testing

@Suite("Many plans at once")
struct ManyPlansTests {
  /// Returns a board with three plans: two bugs, and one plan that is done.
  private func board() async throws -> (CommandRunner, [String]) {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [
      try await pmgit.add("Crash", "--label", "bug"),
      try await pmgit.add("Freeze", "--label", "bug", "--label", "ui"),
      try await pmgit.add("Old", "--state", "done"),
    ]
    return (pmgit, ids)
  }

  private func commits(_ pmgit: CommandRunner) async throws -> [String] {
    try await pmgit.repository.git("log", "--format=%s", "pmgit/main").split(separator: "\n")
      .map(String.init)
  }

  @Test("A query chooses the plans; one commit names what all of them got, and one undo is enough")
  func edit() async throws {
    let (pmgit, ids) = try await board()
    let result = await pmgit.run(["edit", "--where", "#bug", "--priority", "high"])
    #expect(result.exitCode == 0)
    #expect(result.messages.contains("edited"))
    #expect(try await commits(pmgit)[0] == "edit 2 plans: priority high")
    #expect(try await pmgit("list", "priority:high").split(separator: "\n").count == 2)
    try await pmgit("undo")
    #expect(try await pmgit("list", "priority:high") == "")
    try await pmgit("edit", ids[0], ids[2], "--label", "x")
    #expect(try await pmgit("list", "--all", "#x").split(separator: "\n").count == 2)
  }

  @Test("--dry-run says what would change on each plan, and changes nothing")
  func dryRun() async throws {
    let (pmgit, ids) = try await board()
    let before = try await commits(pmgit)
    for words in [
      ["edit", "--where", "is:open", "--label", "ui"], ["move", "--where", "is:open", "doing"],
      ["delete", "--where", "#bug"], ["done", "--where", "#bug"],
      ["move", ids[0], ids[1], "doing"],
      ["label", "rename", "bug", "defect"], ["label", "merge", "bug", "ui", "x"],
    ] {
      let result = await pmgit.run(words + ["--dry-run"])
      #expect(result.exitCode == 0, "\(words): \(result.messages)")
      #expect(result.output.contains(ids[0]), "\(words)")
      #expect(!result.output.contains(ids[2]), "\(words)")
      #expect(result.messages.contains("nothing was changed"), "\(words)")
    }
    #expect(try await commits(pmgit) == before)
    let partly = await pmgit.run(["edit", "--where", "#bug", "--label", "ui", "--dry-run"])
    #expect(partly.output == "\(ids[0])\t+ui\tCrash\n")
    #expect(partly.messages.contains("1 plan; 1 more already has this label"))
    let document = try await pmgit("delete", ids[0], "--dry-run", "--json")
    #expect(document.contains("\"dryRun\": true"))
    #expect(try await pmgit("delete", ids[0], "--json").contains("\"dryRun\": false"))
  }

  @Test(
    "Messages and commits name the plans that changed, and count those that were like that already",
    arguments: [
      Partly(
        before: ["done"], command: ["done"], says: "moved B to Done; 1 more is there already\n",
        subject: "move B: Todo → Done, Freeze"),
      Partly(
        before: ["delete"], command: ["delete"], says: "deleted B; 1 more is already deleted\n",
        subject: "delete B: Freeze"),
      Partly(
        before: ["edit", "--label", "x"], command: ["edit", "--label", "x"],
        says: "edited B; 1 more already has this label\n", subject: "edit B: +x, Freeze"),
    ])
  func partly(_ trial: Partly) async throws {
    let (pmgit, ids) = try await board()
    let (first, second) = (ids[0], ids[1])
    #expect(await pmgit.run(trial.before + [first]).exitCode == 0)
    let result = await pmgit.run(trial.command + [first, second])
    let short = String(second.prefix(4))
    #expect(result.messages == trial.says.replacing("B", with: short))
    #expect(try await commits(pmgit)[0] == trial.subject.replacing("B", with: short))
    #expect(try await trailers(pmgit) == [second])
  }

  /// A command on two plans, one of which was already changed in the same way.
  struct Partly: Sendable {
    let before: [String]
    let command: [String]
    let says: String
    let subject: String
  }

  /// Returns the plans in the trailers of the newest commit.
  private func trailers(_ pmgit: CommandRunner) async throws -> [String] {
    try await pmgit.repository.git(
      "log", "-1", "--format=%(trailers:key=Plan,valueonly)", "pmgit/main"
    ).split(separator: "\n").map(String.init)
  }

  @Test("Restoring some plans names those that were deleted")
  func restorePartly() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("delete", ids[0])
    let result = await pmgit.run(["restore", ids[1], ids[0], ids[2]])
    #expect(result.messages == "restored \(ids[0].prefix(4)); 2 more are not deleted\n")
    #expect(try await commits(pmgit)[0] == "restore \(ids[0].prefix(4)): Crash")
    #expect(try await trailers(pmgit) == [ids[0]])
  }

  @Test("A plan whose link is stored on another plan counts as changed")
  func linkElsewhere() async throws {
    let (pmgit, ids) = try await board()
    let result = await pmgit.run(["edit", ids[0], ids[1], "--link", "blocks:\(ids[2])"])
    #expect(result.messages.hasPrefix("edited \(ids[0].prefix(4)), \(ids[1].prefix(4))\n"))
  }

  @Test("A deleted plan comes back by a query about deleted plans alone")
  func restore() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("delete", "--where", "#bug")
    #expect(try await pmgit("list", "--all").split(separator: "\n").count == 1)
    try await pmgit("restore", "--where", "crash OR old")
    #expect(try await pmgit("list", "#bug").hasPrefix(ids[0]))
    #expect(try await pmgit("list", "--all").split(separator: "\n").count == 2)
  }

  @Test("No plan, an empty query, and both ways of choosing at once are reported")
  func wrong() async throws {
    let (pmgit, ids) = try await board()
    let before = try await commits(pmgit)
    for words in [
      ["delete"], ["delete", "--where", ""], ["delete", ids[0], "--where", "#bug"],
      ["edit", "--where", "#bug"], ["edit", "--priority", "high"], ["move", "doing"],
      ["move", "--where", "is:opne", "doing"], ["restore", "board", "--dry-run"],
      ["move", "doing"],
      ["done", "--where", "(a"], ["edit", ids[0], ids[1]],
    ] {
      #expect(await pmgit.run(words).exitCode == 64, "\(words)")
    }
    let none = await pmgit.run(["edit", "--where", "label:nosuch", "--priority", "low"])
    #expect(none.exitCode == 0)
    #expect(none.messages.contains("no plan has the label 'nosuch'"))
    #expect(none.messages.contains("no plan matches"))
    #expect(try await commits(pmgit) == before)
  }

  @Test("Sets are replaced, and lines added to the body")
  func replacing() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("edit", ids[1], "--labels", "ui,later", "--body", "One")
    try await pmgit("edit", ids[1], ids[0], "--body-append", "Two")
    let shown = try await pmgit("show", ids[1])
    #expect(shown.contains("label\tlater\nlabel\tui\n"))
    #expect(!shown.contains("label\tbug"))
    #expect(try await pmgit("export", "body:two", "-q").contains("\"body\":\"One\\n\\nTwo\""))
    #expect(try await pmgit("export", "crash", "-q").contains("\"body\":\"Two\""))
    try await pmgit("edit", ids[1], "--labels", "none", "--assignees", "me")
    #expect(try await pmgit("list", "no:label @me").hasPrefix(ids[1]))
  }

  @Test("Words of a title name a plan if they are in one alone")
  func titles() async throws {
    let (pmgit, ids) = try await board()
    let twin = try await pmgit.add("Crash again")
    try await pmgit("move", "freez", "doing")
    #expect(try await pmgit("list", "state:doing").hasPrefix(ids[1]))
    // A whole title takes precedence over a part of another one.
    try await pmgit("done", "crash")
    #expect(try await pmgit("list", "state:done title:crash").hasPrefix(ids[0]))
    let several = await pmgit.run(["show", "cras"])
    #expect(several.exitCode == 1)
    #expect(several.messages.contains("several plans' titles have 'cras'"))
    #expect(several.messages.contains(ids[0]) && several.messages.contains(twin))
    try await pmgit("delete", "Old")
    #expect(await pmgit.run(["show", "old"]).exitCode == 1)
  }

  @Test("A title is found where a word begins, and the plan that is meant is said")
  func beginnings() async throws {
    let (pmgit, ids) = try await board()
    let label = try await pmgit.add("Fix the label")
    for name in ["abel", "th", "ix the", ""] {
      #expect(await pmgit.run(["delete", name]).exitCode == 1, "\(name)")
    }
    let named = await pmgit.run(["move", "the lab", "doing"])
    #expect(named.messages.contains("'the lab' is \(label.prefix(4)) 'Fix the label'"))
    let byID = await pmgit.run(["move", String(ids[0].prefix(6)), "doing"])
    #expect(!byID.messages.contains("'Crash'"))
    let korean = try await pmgit.add("로그인 고치기")
    try await pmgit("done", "고")
    #expect(try await pmgit("list", "is:closed").contains(korean))
  }

  @Test("A word in a commit's message names a plan by its id or alias, and not by its title")
  func commits() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit.repository.git(
      "commit", "--allow-empty", "--quiet", "-m", "x\n\nCloses: Crash")
    let followed = await pmgit.run(["hooks", "follow"])
    #expect(!followed.output.contains(ids[0]))
    #expect(try await pmgit("list", "is:open").contains(ids[0]))
  }

  @Test("Where a later step of 'hooks follow' fails, what was recorded before is said")
  func failingLater() async throws {
    let (pmgit, ids) = try await board()
    let repository = pmgit.repository
    try await repository.git("commit", "--allow-empty", "--quiet", "-m", "root")
    for word in ["Starts", "Closes"] {
      try await repository.git(
        "commit", "--allow-empty", "--quiet", "-m", "x\n\n\(word): \(ids[0])")
    }
    // Signs one commit, then fails.
    let program = try repository.write(
      """
      #!/bin/sh
      cat > /dev/null
      [ -e "$0.used" ] && exit 1
      : > "$0.used"
      echo '[GNUPG:] SIG_CREATED ' >&2
      echo signature

      """, to: "sign-once", executable: true)
    try await repository.git("config", "gpg.program", program)
    try await repository.git("config", "user.signingkey", "key")
    try await repository.git("config", "commit.gpgsign", "true")
    let result = await pmgit.run(["hooks", "follow", "HEAD~2..HEAD"])
    #expect(result.exitCode != 0)
    #expect(result.messages.contains("recorded commits on 1 plan, and then stopped\n"), "\(result)")
    #expect(result.messages.contains("pmgit: "), "\(result)")
    #expect(try await pmgit("list", "is:open state:doing").contains(ids[0]))
    try await repository.git("config", "commit.gpgsign", "false")
    try await pmgit("hooks", "follow", "HEAD~2..HEAD")
    #expect(try await pmgit("list", "is:closed").contains(ids[0]))
  }

  @Test("Plans that are edited into a column stand there in their order")
  func order() async throws {
    let pmgit = try await CommandRunner.withBoard()
    var ids: [String] = []
    for number in 0..<12 { ids.append(try await pmgit.add("Plan \(number)")) }
    try await pmgit("edit", "--where", "plan", "--state", "doing", "--label", "x")
    let order = try await pmgit("list", "state:doing").split(separator: "\n").map {
      String($0.prefix(12))
    }
    #expect(order == ids)
  }
}
