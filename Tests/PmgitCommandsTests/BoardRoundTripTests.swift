import PlanModel
import PmgitTestSupport
import Testing

/// A board filled by random commands.
private struct RandomBoard {
  private let pmgit: CommandRunner
  private var random: SeededGenerator
  private var ids: [String] = []
  private var columns = ["todo", "doing", "done"]

  private static let rules = [
    "on move to doing: label +busy; owner @me", "on add if #l1: priority high; due +1w",
    "on done: label -busy; assign none", "on label busy: estimate 2; move done",
  ]

  static func make(seed: UInt64) async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard(seed: seed)
    var board = RandomBoard(pmgit: pmgit, random: SeededGenerator(seed: seed))
    for number in 0..<40 { try await board.step(number) }
    return pmgit
  }

  private mutating func step(_ number: Int) async throws {
    if random.chance(25) { return try await configure(number) }
    guard let id = ids.isEmpty || random.chance(40) ? nil : random.pick(ids) else {
      let result = await pmgit.run([
        "add", "Plan \(number)", "--label", "l\(number % 3)", "--check", "one", "--check", "two",
      ])
      // A column rule may refuse new plans.
      if result.exitCode == 0 { ids.append(String(result.output.dropLast())) }
      return
    }
    // A column rule may refuse a move, and the plan may be deleted.
    _ = await pmgit.run(
      random.pick([
        ["move", id, random.pick(columns)], ["comment", id, "-m", "said \(number)"],
        ["edit", id, "--due", "+\(number)d", "--priority", "high", "--body", "a\n\nb\(number)"],
        ["edit", id, "--link", "relates:\(random.pick(ids))", "--alias", "jira:\(number)"],
        ["check", id, "2"], ["delete", id], ["restore", id], ["take", id],
        ["edit", id, "--milestone", random.pick(["m1", "m\(number)", "none"])],
        ["edit", id, "--iteration", random.pick(["next", "current", "none"])],
        ["move", id, random.pick(columns), "--top"], ["edit", id, "--estimate", "0.5"],
        ["edit", id, "--field", "points=\(number)"], ["edit", id, "--field", "parts=+a"],
        ["edit", id, "--field", "points="], ["edit", id, "--field", "parts=b"],
        ["edit", id, "--repeat", random.pick(["daily", "every month on last", "none"])],
        ["done", id],
        ["edit", id, "--spend", "90m", "--on", "yesterday", "--note", "work \(number)"],
        ["edit", id, "--spend", "5m"], ["edit", id, "--remove-spent", "1"],
      ]))
  }

  private mutating func configure(_ number: Int) async throws {
    let column = random.pick(columns)
    let new = "c\(number)"
    let command = random.pick([
      ["column", "add", new, "--title", "Column \(number)", "--before", column],
      ["column", "add", new, "--kind", "done", "--limit", "\(number + 1)"],
      ["column", "edit", column, "--limit", "\(number + 1)"],
      ["column", "edit", column, "--from", random.pick(columns)],
      ["column", "edit", column, "--after", random.pick(columns)],
      ["column", "edit", column, "--title", "Called \(number)"],
      ["field", "add", "points", "--kind", random.pick(["number", "text"]), "--card"],
      ["field", "add", "parts", "--kind", "choices", "--option", "a", "--option", "b"],
      ["field", "edit", "points", "--kind", random.pick(["number", "text", "day"])],
      ["field", "edit", "parts", "--option", "b", "--title", "Parts \(number)"],
      ["field", "remove", random.pick(["points", "parts"])],
      ["column", "remove", column], ["view", "add", "v\(number)", "label:l1 sort:due"],
      ["config", "title", "Board \(number)"], ["view", "remove", "v\(number - 1)"],
      ["milestone", "add", random.pick(["m1", "m\(number)"]), "--title", "Goal \(number)"],
      ["milestone", "edit", "m1", "--due", "+\(number)w"], ["milestone", "close", "m1"],
      ["iteration", "add", "--every", "1w", "--start", "mon", "--count", "2"],
      ["iteration", "add", "--count", "1"], ["iteration", "close", "next"],
      ["iteration", "edit", "next", "--title", "Week \(number)"], ["milestone", "remove", "m1"],
      ["rule", "add", random.pick(["r1", "r\(number)"]), random.pick(Self.rules)],
      ["rule", "edit", "r1", random.pick(Self.rules)], ["rule", "rename", "r1", "s\(number)"],
      ["rule", "remove", "r1"],
    ])
    let result = await pmgit.run(command)
    // The board may refuse a change, but each command must be one that there is.
    #expect(!result.messages.contains("--help'"), "\(command): \(result.messages)")
    guard result.exitCode == 0 else { return }
    guard command[0] == "column" else { return }
    if command[1] == "add" { columns.append(new) }
    if command[1] == "remove" { columns.removeAll { $0 == column } }
  }
}

@Suite("A whole board, exported and imported")
struct BoardRoundTripTests {
  @Test("is the same to the byte in an empty board, in one commit", arguments: Seeds.each(12))
  func roundTrip(seed: UInt64) async throws {
    let source = try await RandomBoard.make(seed: seed)
    let exported = try await source("export", "is:any", "--settings")
    let target = try await CommandRunner(seed: seed + 1000)
    target.now = source.now
    try await target("init")
    let before = try await target("export", "--settings")
    let result = await target.run(["import", "-", "--settings"], input: exported)
    try #require(result.exitCode == 0, "seed \(seed): \(result.messages)")
    #expect(try await target("export", "is:any", "--settings") == exported, "seed \(seed)")
    #expect(
      try await target.repository.git("rev-list", "--count", "pmgit/main") == "3", "seed \(seed)")
    for runner in [source, target] {
      let again = await runner.run(["import", "-", "--settings"], input: exported)
      #expect(again.messages.contains("nothing to import: "), "seed \(seed): \(again)")
    }
    try await target("undo")
    #expect(try await target("export", "--settings") == before, "seed \(seed)")
  }

  /// A day after the export, because an import leaves out moves in the future.
  private static let nextDay = Timestamp(seconds: BoardFixture.start + 86_400)

  /// Returns the export of a board with an additional column, a rule and plans.
  private func exported() async throws -> String {
    let pmgit = try await CommandRunner.withBoard(seed: 4)
    try await pmgit("column", "add", "review", "--before", "done")
    let id = try await pmgit.add("Reviewed")
    try await pmgit("move", id, "review")
    try await pmgit("move", id, "done")
    try await pmgit("column", "edit", "done", "--from", "review")
    _ = try await pmgit.add("In review", "--state", "review")
    return try await pmgit("export", "is:any", "--settings")
  }

  private func empty() async throws -> CommandRunner {
    let pmgit = try await CommandRunner(seed: 5)
    pmgit.now = Self.nextDay
    try await pmgit("init")
    return pmgit
  }

  @Test("Without options an unknown column is an error that names them")
  func hint() async throws {
    let pmgit = try await empty()
    let result = await pmgit.run(["import", "-"], input: try await exported())
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("state 'review' is not a column of this board"), "\(result)")
    #expect(result.messages.contains("hint: --add-columns adds the columns that are missing"))
    #expect(try await pmgit("list") == "")
    let wrong = await pmgit.run(["import", "-"], input: #"{"title":"x","due":"soon"}"#)
    #expect(!wrong.messages.contains("--add-columns"))
  }

  @Test("'--add-columns' adds what plans need, says so, and leaves the rest of the settings")
  func addColumns() async throws {
    let pmgit = try await empty()
    let result = await pmgit.run(["import", "-", "--add-columns"], input: try await exported())
    #expect(
      result.messages == """
        warning: the board's settings were left out; '--settings' takes them
        added column review
        hint: added columns are of kind doing; for another kind, run 'pmgit column edit review --kind done'
        imported 2 new, 0 updated, 0 unchanged

        """)
    #expect(
      try await pmgit("config").contains(
        "column.doing\tDoing (doing)\ncolumn.review\treview (doing)\ncolumn.done\tDone (done)\n"))
    try await pmgit("undo")
    #expect(try await pmgit("list") == "")
    #expect(!(try await pmgit("config").contains("review")))
  }

  @Test("A rule that comes with the settings does not keep out the plans that come with it")
  func rules() async throws {
    let pair = try await SharedBoard()
    pair.first.now = Self.nextDay
    pair.second.now = Self.nextDay
    let result = await pair.first.run(["import", "-", "--settings"], input: try await exported())
    #expect(
      result.messages == """
        took the board's settings
        added column review
        imported 2 new, 0 updated, 0 unchanged

        """)
    let id = try #require(try await pair.first("list", "state:review").split(separator: "\t").first)
    let refused = await pair.first.run(["add", "x", "--state", "done"])
    #expect(refused.messages.contains("can't begin in 'done'"))
    // After the import was shared, its undo is a commit.
    for clone in [pair.first, pair.second] { try await clone("sync") }
    #expect(try await pair.second("show", String(id)).contains("In review"))
    try await pair.first("undo")
    #expect(try await pair.first("list") == "")
    #expect(!(try await pair.first("config").contains("column.review")))
  }

  @Test("Deleted plans come as deleted, and change nothing where they are deleted alike")
  func deleted() async throws {
    let source = try await empty()
    let id = try await source.add("Gone")
    try await source("delete", id)
    let exported = try await source("export", "is:any")
    let pmgit = try await CommandRunner(seed: 8)
    pmgit.now = source.now
    try await pmgit("init")
    let first = await pmgit.run(["import", "-"], input: exported)
    #expect(first.messages == "imported 1 new, 0 updated, 0 unchanged\n")
    #expect(try await pmgit("list") == "")
    #expect(try await pmgit("list", "is:deleted").hasPrefix(id))
    #expect(try await pmgit("export", "is:any") == exported)
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let again = await pmgit.run(["import", "-"], input: exported)
    #expect(again.messages == "nothing to import: 1 plan unchanged\n")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    try await pmgit("restore", id)
    #expect(try await pmgit("list").hasPrefix(id))
  }

  @Test("Both options at once, and '--settings' for a file without any, are refused")
  func refused() async throws {
    let pmgit = try await empty()
    let both = await pmgit.run(["import", "-", "--settings", "--add-columns"])
    #expect(both.exitCode == 64 && both.messages.contains("leave out --add-columns"))
    let none = await pmgit.run(["import", "-", "--settings"], input: #"{"title":"x"}"#)
    #expect(none.exitCode == 1)
    #expect(none.messages.contains("line 1: the settings of a board must stand here"))
    #expect(try await pmgit("list") == "")
  }

  @Test("Plans in a column that was removed stay in it, and that is said")
  func lanes() async throws {
    let source = try await empty()
    _ = try await source.add("A plan", "--state", "doing")
    try await source("column", "remove", "doing")
    let exported = try await source("export", "--settings")
    let pmgit = try await empty()
    pmgit.now = source.now
    let result = await pmgit.run(["import", "-", "--settings"], input: exported)
    #expect(result.messages.contains("removed column doing\n"))
    #expect(
      result.messages.contains("warning: 1 plan in 'doing', which is not a column"), "\(result)")
    #expect(try await pmgit("export", "--settings") == exported)
  }
}
