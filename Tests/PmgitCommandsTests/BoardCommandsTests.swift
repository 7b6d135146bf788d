import PlanModel
import PmgitTestSupport
import Testing

/// The commands that show and configure boards.
@Suite struct BoardCommandsTests {
  /// Returns a small board that is hard to draw: Hangul, emoji, an overdue plan, an exceeded limit.
  private func sample() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard(seed: 7)
    try await pmgit("column", "edit", "doing", "--limit", "1")
    _ = try await pmgit.add("로그인 화면 고치기", "--due", "2026-11-18", "--priority", "high")
    _ = try await pmgit.add(
      "Ship the beta 🚀 to everybody who asked", "--due", "+3d", "--assign", "@me")
    _ = try await pmgit.add("Measure the start-up time", "--state", "doing", "--label", "speed")
    _ = try await pmgit.add(
      "Write the guide", "--state", "doing", "--check", "outline", "--check", "pictures")
    _ = try await pmgit.add("Make a logo", "--state", "done")
    return pmgit
  }

  @Test("'board' draws the columns side by side at any width", arguments: [40, 80, 120])
  func board(width: Int) async throws {
    let pmgit = try await sample()
    pmgit.useTerminal(widthInCells: width)
    try expectSnapshot(try await pmgit("board"), named: "board-\(width)")
  }

  @Test("'list', 'log' and 'status' on a terminal", arguments: ["list", "log", "status"])
  func forPeople(command: String) async throws {
    let pmgit = try await sample()
    pmgit.useTerminal()
    try expectSnapshot(try await pmgit(command), named: "\(command)-80")
  }

  @Test("A board on a terminal is cut to its height, with '--all' or in a pipe it is whole")
  func height() async throws {
    let pmgit = try await CommandRunner.withBoard(seed: 3)
    for number in 1...30 { _ = try await pmgit.add("Plan \(number)") }
    #expect(try await pmgit("board").split(separator: "\n").count == 30)
    pmgit.useTerminal(heightInLines: 24)
    pmgit.environment["GIT_PAGER"] = "cat"
    let lines = try await pmgit("board").split(separator: "\n", omittingEmptySubsequences: false)
    // The last line ends with a line feed.
    #expect(lines.count - 1 == 23)
    #expect(lines.contains { $0.hasPrefix("… 10 more") })
    let all = try await pmgit("board", "--all")
    #expect(all.contains("Plan 30") && !all.contains("more"))
    #expect(try await pmgit("board", "--compact", "--all").contains("Plan 30\n"))
    let both = await pmgit.run(["board", "--compact", "--full"])
    #expect(both.exitCode == 64)
  }

  @Test("A query's board counts all plans of a column, and those that match")
  func countsOfAll() async throws {
    let pmgit = try await sample()
    pmgit.useTerminal()
    let heading = try await pmgit("board", "label:speed").split(separator: "\n").first ?? ""
    #expect(heading.contains("Todo 0 of 2"))
    #expect(heading.contains("Doing 1 of 2/1 !"))
    let json = try await pmgit("board", "label:speed", "--json", "--columns", "doing")
    let columns = try #require(
      try JSONReader.value(in: Array(json.utf8)).object?["columns"]?.array)
    #expect(columns.count == 1)
    #expect(columns.first?.object?["count"] == .number(2))
    #expect(columns.first?.object?["matches"] == .number(1))
  }

  @Test("A query's board shows the deleted plans that the query asks for, as 'list' does")
  func deletedPlans() async throws {
    let pmgit = try await sample()
    let id = try await pmgit.add("Drop the old logo", "--state", "done")
    try await pmgit("delete", id)
    #expect(try await pmgit("board", "logo").split(separator: "\n").count == 1)
    #expect(try await pmgit("board", "is:deleted").hasPrefix("done\t\(id)\t"))
    #expect(try await pmgit("board", "is:deleted", "--columns", "todo").isEmpty)
    let json = try await pmgit("board", "is:deleted", "--json", "--columns", "done")
    let done = try JSONReader.value(in: Array(json.utf8)).object?["columns"]?.array?.first?.object
    #expect(done?["count"] == .number(1))
    #expect(done?["matches"] == .number(1))
    #expect(done?["plans"]?.array?.first?.object?["id"] == .string(id))
    pmgit.useTerminal()
    let lines = try await pmgit("board", "is:deleted").split(separator: "\n")
    #expect(lines.first?.contains("Todo 0 of 2") == true)
    #expect(lines.first?.contains("Done 1 deleted") == true)
    #expect(lines.contains { $0.contains("deleted by") })
    #expect(try await pmgit("board", "is:any").contains("Done 1 + 1 deleted"))
  }

  @Test("Columns are chosen by id or title, together or one by one; an unknown one is refused")
  func chosenColumns() async throws {
    let pmgit = try await sample()
    let states = { (names: [String]) in
      let result = await pmgit.run(["board"] + names.flatMap { ["--columns", $0] })
      #expect(result.exitCode == 0, "\(result.messages)")
      return result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    }
    #expect(await states(["done,Todo"]) == ["done", "todo", "todo"])
    #expect(await states(["done", "TODO"]) == ["done", "todo", "todo"])
    let typo = await pmgit.run(["board", "--columns", "todo,doign"])
    #expect(typo.exitCode == 64)
    #expect(typo.messages.contains("there is no column 'doign'"))
    #expect(typo.messages.contains("did you mean 'doing'?"))
    #expect(typo.messages.contains("the columns are 'todo', 'doing', 'done'"))
  }

  @Test("Groups name their plans in a pipe and in JSON, those without a value last")
  func groups() async throws {
    let pmgit = try await sample()
    let rows = try await pmgit("board", "--group-by", "label").split(separator: "\n")
    #expect(rows.first?.hasSuffix("\tspeed") == true)
    #expect(rows.dropFirst().allSatisfy { $0.hasSuffix("\t") })
    let json = try await pmgit("board", "--group-by", "labels", "--json")
    let document = try #require(try JSONReader.value(in: Array(json.utf8)).object)
    #expect(document["groupedBy"] == .string("label"))
    let groups = try #require(document["groups"]?.array)
    #expect(groups.map { $0.object?["value"] } == [.string("speed"), .null])
    #expect(groups.map { $0.object?["plans"]?.array?.count } == [1, 4])
    #expect(await pmgit.run(["board", "--group-by", "colour"]).exitCode == 64)
    pmgit.useTerminal()
    try expectSnapshot(try await pmgit("board", "--group-by", "assignee"), named: "board-groups-80")
  }

  @Test("'config' prints a table on a terminal")
  func configTable() async throws {
    let pmgit = try await sample()
    pmgit.useTerminal()
    let lines = try await pmgit("config").split(separator: "\n")
    #expect(lines.contains("title                not set"))
    #expect(lines.contains("column.doing         Doing (doing, limit 1)"))
  }

  @Test("'init' works where there is no commit, in a bare repository and twice")
  func create() async throws {
    let bare = try await CommandRunner(bare: true)
    #expect(await bare.run(["init"]).messages.hasPrefix("created board 'main'"))
    #expect(await bare.run(["init"]).messages == "board 'main' is here already\n")
    #expect(try await bare.add("In a bare repository").count == 12)
    let roadmap = await bare.run(["init", "--board", "roadmap"])
    #expect(roadmap.messages.contains("branch 'pmgit/roadmap'"))
    #expect(try await bare("config", "board") == "main\there\nroadmap\there\n")
    #expect(try await bare("--board", "roadmap", "list") == "")
  }

  @Test("'init' tells git how to merge plans, and leaves what somebody set")
  func mergeDriver() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let driver = try await pmgit.repository.git("config", "merge.pmgit.driver")
    #expect(driver == "pmgit hooks merge-driver %O %A %B %P")
    try await pmgit.repository.git("config", "merge.pmgit.driver", "mine")
    try await pmgit("init")
    #expect(try await pmgit.repository.git("config", "merge.pmgit.driver") == "mine")
  }

  @Test("Commands work in a subfolder, by -C, and in a linked worktree")
  func places() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    try await pmgit.repository.git("commit", "--quiet", "--allow-empty", "-m", "code")
    try await pmgit.repository.git("worktree", "add", "--quiet", "../linked")
    try pmgit.repository.write("", to: "repository/deep/er/file")
    let root = pmgit.repository.path
    for directory in ["\(pmgit.repository.folder)/linked", root] {
      pmgit.directory = directory
      #expect(try await pmgit("list").hasPrefix(id))
    }
    pmgit.directory = "/"
    let relative = String(root.dropFirst())
    #expect(try await pmgit("-C", relative, "list").hasPrefix(id))
    #expect(try await pmgit("list", "-C", "tmp", "-C", root).hasPrefix(id))
  }

  @Test("Plans of a removed column of kind done are open again, and the hint brings it back")
  func removedDone() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("A plan", "--state", "done")
    let removed = await pmgit.run(["column", "remove", "done"])
    #expect(removed.messages.contains("; it is open again\n"), "\(removed)")
    #expect(removed.messages.contains("hint: bring the column back with 'pmgit column add done'\n"))
    try await pmgit("column", "add", "done")
    #expect(try await pmgit("list", "kind:done").contains("A plan"))
  }

  @Test("Columns are added, changed, placed and removed; plans in a removed one stay in sight")
  func columns() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit(
      "column", "add", "review", "--title", "In review", "--kind", "doing", "--after", "doing",
      "--limit", "3")
    let order = {
      try await pmgit("config").split(separator: "\n").filter { $0.hasPrefix("column.") }
        .map { String($0.dropFirst(7)) }
    }
    #expect(
      try await order() == [
        "todo\tTodo (todo)", "doing\tDoing (doing)", "review\tIn review (doing, limit 3)",
        "done\tDone (done)",
      ])
    try await pmgit("column", "edit", "review", "--before", "todo", "--limit", "none")
    #expect(try await order().first == "review\tIn review (doing)")
    let id = try await pmgit.add("A plan", "--state", "review")
    let removed = await pmgit.run(["column", "remove", "review"])
    #expect(removed.messages.contains("warning: 'review' still holds 1 plan"))
    let hint = "hint: move it with 'pmgit move --where state:review doing'\n"
    #expect(removed.messages.contains(hint), "\(removed)")
    #expect(try await order().count == 3)
    #expect(try await pmgit("board") == "review\t\(id)\t\t\tA plan\t\t\t\t\t\t\t\t\t\n")
    try await pmgit("column", "add", "review")
    #expect(try await order().contains("review\tIn review (doing)"))
    let twice = await pmgit.run(["column", "add", "review"])
    #expect(twice.exitCode == 64)
    #expect(twice.messages.contains("pmgit column edit review"))
  }

  @Test("A heading makes the id of a new column, and one without letters for it names the command")
  func columnByHeading() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let added = await pmgit.run(["column", "add", "Ready for QA", "--before", "done"])
    #expect(added.messages == "added column Ready for QA (ready-for-qa) of kind doing\n")
    #expect(try await pmgit("config").contains("column.ready-for-qa\tReady for QA (doing)\n"))
    try await pmgit("column", "add", "Prêt", "--title", "Prêt à tester")
    #expect(try await pmgit("config").contains("column.pret\tPrêt à tester (doing)\n"))
    let korean = await pmgit.run(["column", "add", "검토"])
    #expect(korean.exitCode == 64 && korean.messages.contains("'검토' has no letter for the id"))
    #expect(korean.messages.contains("'pmgit column add review --title 검토'"))
    let again = await pmgit.run(["column", "add", "READY for qa!"])
    #expect(again.exitCode == 64 && again.messages.contains("'ready-for-qa' already"))
  }

  @Test("Messages say what was done to the settings")
  func pastTense() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for (words, message) in [
      (["config", "title", "Roadmap"], "set the board's title to 'Roadmap'"),
      (["column", "add", "review"], "added column review of kind doing"),
      (["column", "edit", "review", "--limit", "3"], "changed column review"),
      (["column", "remove", "review"], "removed column review"),
      (["view", "add", "own", "@me"], "saved view 'own' on the board"),
      (["view", "remove", "own"], "removed view 'own' from the board"),
    ] {
      let result = await pmgit.run(words)
      #expect(result.messages == message + "\n")
    }
  }

  @Test(
    "A new column has the kind of the one on its left, unless said otherwise",
    arguments: [
      (["--before", "todo"], "todo"), (["--after", "todo"], "todo"), (["--after", "done"], "done"),
      (["--before", "done"], "doing"), (["--before", "doing"], "todo"),
      (["--after", "doing"], "doing"), ([], "doing"),
      (["--before", "todo", "--kind", "done"], "done"),
    ])
  func kindOfColumnOnTheLeft(options: [String], kind: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    #expect(await pmgit.run(["column", "add", "new"] + options).exitCode == 0)
    #expect(try await pmgit("config").contains("column.new\tnew (\(kind))\n"))
  }

  @Test("A removed column comes back as it was; the last one stays; headings are unique")
  func columnRules() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--state", "done", "--due", "2026-11-01")
    try await pmgit("column", "remove", "done")
    #expect(try await pmgit("list", "state:done").hasPrefix(id))
    try await pmgit("column", "add", "done")
    #expect(try await pmgit("config").contains("column.done\tDone (done)\n"))
    #expect(try await pmgit("list", "is:overdue") == "")
    let twin = await pmgit.run(["column", "edit", "todo", "--title", "doing"])
    #expect(twin.exitCode == 64)
    try await pmgit("column", "remove", "todo")
    try await pmgit("column", "add", "other", "--title", "Todo")
    #expect(await pmgit.run(["column", "add", "todo"]).exitCode == 64)
    try await pmgit("column", "remove", "other")
    try await pmgit("column", "remove", "doing")
    let last = await pmgit.run(["column", "remove", "done"])
    #expect(last.exitCode == 64)
    #expect(last.messages.contains("'done' is the last column"))
  }

  @Test("The removal of a column says whether others of its kind are left")
  func removedKind() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "add", "shipped", "--kind", "done", "--after", "done")
    try await pmgit("column", "add", "dropped", "--kind", "done", "--after", "shipped")
    let other = await pmgit.run(["column", "remove", "dropped"])
    #expect(other.exitCode == 0 && !other.messages.contains("pmgit done"), "\(other)")
    let first = await pmgit.run(["column", "remove", "done"])
    #expect(first.messages.contains("'pmgit done' now moves plans to shipped\n"), "\(first)")
    let last = await pmgit.run(["column", "remove", "shipped"])
    #expect(last.exitCode == 0)
    #expect(last.messages.contains("warning: the board has no column of kind done any more\n"))
    #expect(last.unbroken.contains("'pmgit column add done --kind done'"), "\(last)")
    try await pmgit("column", "add", "done", "--kind", "done")
  }

  @Test("A column that was the last of its kind is missed when it gets another kind")
  func changedKind() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "add", "ready", "--kind", "todo", "--before", "todo")
    let first = await pmgit.run(["column", "edit", "ready", "--kind", "doing"])
    #expect(!first.messages.contains("any more"), "\(first)")
    let last = await pmgit.run(["column", "edit", "todo", "--kind", "doing"])
    #expect(last.messages.contains("warning: the board has no column of kind todo any more\n"))
    // A column has the name 'todo', so the hint leaves the name to the person.
    #expect(last.unbroken.contains("'pmgit column add NAME --kind todo'"), "\(last)")
    let same = await pmgit.run(["column", "edit", "todo", "--title", "Next"])
    #expect(!same.messages.contains("any more"), "\(same)")
  }

  @Test("What a board's settings hold never speaks to the terminal")
  func hostileSettings() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let column =
      #"{"fields":{"title":"a\u001b]0;x\u0007"},"format":1,"id":"board","items":{"#
      + #""columns":{"$(id)":{"kind":"todo","rank":"a0","title":"b\u001b[2J\tc"}}}}"#
    try await pmgit.repository.commitToBoard(column, at: "board.json")
    for command in [["config"], ["board"], ["status"], ["list", "state:x"]] {
      let result = await pmgit.run(command)
      #expect(!(result.output + result.messages).contains("\u{1B}"))
    }
  }

  @Test("A board's own export changes nothing when it is imported")
  func ownExport() async throws {
    let pmgit = try await sample()
    let id = try await pmgit.add("Deleted", "--check", "one")
    try await pmgit("check", id, "1", "--remove")
    let exported = try await pmgit("export")
    try await pmgit("delete", id)
    let result = await pmgit.run(["import", "-"], input: exported)
    #expect(
      result.messages == """
        warning: left out 1 plan deleted here
        hint: see them with 'pmgit list is:deleted'; the same import with '--restore' brings them back
        nothing to import: 5 plans unchanged

        """)
  }

  @Test("Messages and commits have the title that was stored, without a byte order mark")
  func marks() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let title = await pmgit.run(["config", "title", "\u{FEFF}Board"])
    #expect(title.messages == "set the board's title to 'Board'\n")
    let column = await pmgit.run(["column", "add", "\u{FEFF}qa"])
    #expect(column.messages == "added column qa of kind doing\n")
    let subjects = try await pmgit.repository.git("log", "-2", "--format=%s", "pmgit/main")
    #expect(subjects == "board: add column qa\nboard: set the title to Board")
  }

  @Test("The title and this clone's settings are kept where they belong")
  func settings() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("config", "title", "Road map")
    #expect(try await pmgit("config").hasPrefix("title\tRoad map\n"))
    let remote = await pmgit.run(["config", "remote", "upstream"])
    #expect(remote.exitCode == 1)
    #expect(remote.messages.contains("there is no remote 'upstream'"))
    try await pmgit.repository.git("remote", "add", "upstream", "/nowhere")
    try await pmgit("config", "remote", "upstream")
    #expect(try await pmgit.repository.git("config", "pmgit.remote") == "upstream")
    let board = await pmgit.run(["config", "board", "nope"])
    #expect(board.exitCode == 1)
  }

  @Test("'export' and 'import' carry a board to another repository and change nothing twice")
  func carry() async throws {
    let pmgit = try await sample()
    let exported = try await pmgit("export")
    let other = try await CommandRunner(seed: 9)
    // Times in the future are not imported.
    other.now = pmgit.now
    try await other("init")
    let first = await other.run(["import", "-"], input: exported)
    #expect(first.messages == "imported 5 new, 0 updated, 0 unchanged\n")
    let tip = try await other.repository.git("rev-parse", "pmgit/main")
    let second = await other.run(["import", "-"], input: exported)
    #expect(second.messages == "nothing to import: 5 plans unchanged\n")
    #expect(try await other.repository.git("rev-parse", "pmgit/main") == tip)
    let stable = { (text: String) in
      text.split(separator: "\n").map {
        $0.replacing(#/"rank":"[^"]*"/#, with: "").replacing(#/"updated":"[^"]*"/#, with: "")
          .replacing(#/"id":"[a-z0-9]{5}"/#, with: "")
      }.sorted()
    }
    #expect(stable(try await other("export")) == stable(exported))
  }

  @Test("A negated term may stand anywhere, and words are the same in one argument or several")
  func query() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let bug = try await pmgit.add("Crash in exact words", "--label", "bug")
    _ = try await pmgit.add("Crash in words exact", "--label", "later")
    #expect(try await pmgit("list", "-label:later", "crash").hasPrefix(bug))
    #expect(try await pmgit("list", "crash", "-label:bug,later") == "")
    for words in ["exact words", "words exact", "exact   words"] {
      #expect(try await pmgit("list", words).split(separator: "\n").count == 2)
    }
    #expect(try await pmgit("list", "exact", "words").split(separator: "\n").count == 2)
    #expect(try await pmgit("list", "\"exact words\"").hasPrefix(bug))
    #expect(try await pmgit("list", "-(#bug OR #nosuch)", "crash", "OR", "-#later").contains(bug))
    #expect(try await pmgit("list", "  ").split(separator: "\n").count == 2)
    #expect(try await pmgit("export", "-label:later", "-q").contains(bug))
    #expect(await pmgit.run(["screen", "-label:later"]).messages.contains("needs a terminal"))
  }

  @Test("'log' takes a plan, a query and a limit")
  func log() async throws {
    let pmgit = try await sample()
    let id = try await pmgit.add("Followed", "--label", "wanted")
    try await pmgit("move", id, "doing")
    let states = { (text: String) in
      text.split(separator: "\n").filter { $0.contains("\tstate\t") }.count
    }
    #expect(states(try await pmgit("log", id)) == 2)
    #expect(states(try await pmgit("log", "label:wanted")) == 2)
    #expect(states(try await pmgit("log", id, "-n", "1")) == 1)
    #expect(await pmgit.run(["log", "-n", "0"]).exitCode == 64)
  }
}
