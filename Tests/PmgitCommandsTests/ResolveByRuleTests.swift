import PlanModel
import PmgitTestSupport
import Testing

/// Several conflicts resolved at once, by a rule or one after another.
@Suite("Several conflicts")
struct ResolveByRuleTests {
  /// Returns two clones with two plans. The first has conflicts of title and due date, the second
  /// one of title. Dev Two wrote the newer titles, Dev One the newer due date.
  private func conflicts() async throws -> (pair: SharedBoard, first: String, second: String) {
    let pair = try await SharedBoard()
    let ids = [try await pair.first.add("One"), try await pair.first.add("Two")]
    try await pair.shareAll()
    try await pair.second("edit", ids[0], "--due", "2026-12-02")
    pair.first.now = pair.second.now
    for id in ids { try await pair.first("edit", id, "--title", "Ours") }
    try await pair.first("edit", ids[0], "--due", "2026-12-01")
    pair.second.now = pair.first.now
    for id in ids { try await pair.second("edit", id, "--title", "Theirs") }
    try await pair.shareAll()
    return (pair, ids[0], ids[1])
  }

  @Test(
    "An option decides all conflicts, and says how to take that back",
    arguments: [
      ("--mine", "Ours", "2026-12-01"), ("--theirs", "Theirs", "2026-12-02"),
      ("--newest", "Theirs", "2026-12-01"),
    ])
  func all(option: String, title: String, due: String) async throws {
    let (pair, first, second) = try await conflicts()
    let result = await pair.first.run(["resolve", "--all", option])
    #expect(result.exitCode == 0)
    let lines = [
      "title of \(first.prefix(4)): \(title)", "due of \(first.prefix(4)): \(due)",
      "title of \(second.prefix(4)): \(title)",
    ]
    #expect(lines.allSatisfy { result.messages.contains("resolved \($0)\n") }, "\(result)")
    #expect(result.messages.hasSuffix("hint: take all of it back with 'pmgit undo'\n"))
    let none = await pair.first.run(["resolve", "--all", option])
    #expect(none.exitCode == 0)
    #expect(none.messages == "nothing to decide: there are no conflicts\n")
  }

  @Test("A word after plans is a field, or one more plan")
  func names() async throws {
    let (pair, first, second) = try await conflicts()
    try await pair.first("resolve", first, "title", "--mine")
    #expect(try await pair.first("resolve", "--list").split(separator: "\n").count == 4)
    try await pair.first("resolve", first, second, "--theirs")
    #expect(try await pair.first("resolve", "--list") == "")
    let none = await pair.first.run(["resolve", first, second, "--newest"])
    #expect(none.exitCode == 1 && none.messages.contains("'\(first)' has no conflict"), "\(none)")
  }

  @Test("What a rule leaves is named below what it decides; if it decides nothing, that fails")
  func left() async throws {
    let (pair, first, second) = try await conflicts()
    let none = await pair.second.run(["resolve", "--all", "--mine", "--as", "Dev Three"])
    #expect(none.exitCode == 1)
    #expect(none.messages.contains("--mine decides none of 3 conflicts\n"), "\(none)")
    #expect(none.messages.contains("  \(first.prefix(4)) title: none of the values is yours\n"))
    try await pair.second("edit", second, "--title", "Mine", "--as", "Dev Three")
    pair.first.now = pair.second.now
    try await pair.first("edit", second, "--title", "Not mine")
    try await pair.shareAll()
    let some = await pair.second.run(["resolve", "--all", "--mine", "--as", "Dev Three"])
    #expect(some.exitCode == 0)
    #expect(some.messages.contains("resolved title of \(second.prefix(4)): Mine\n"), "\(some)")
    #expect(some.messages.contains("left due of \(first.prefix(4)): none of the values is yours\n"))
    #expect(some.messages.contains("and decide with 'pmgit resolve'\n"))
  }

  @Test("'--dry-run' shows the values, and moves nothing")
  func dryRun() async throws {
    let (pair, first, second) = try await conflicts()
    let tips = try await pair.tips()
    let result = await pair.first.run(["resolve", "--all", "--newest", "--dry-run"])
    #expect(
      Set(result.output.split(separator: "\n")) == [
        "\(first)\tdue\t2026-12-01", "\(first)\ttitle\tTheirs", "\(second)\ttitle\tTheirs",
      ], "\(result)")
    #expect(
      result.messages == "would have resolved 3 conflicts by --newest; nothing was changed\n")
    _ = await pair.first.run(["resolve", second, "--take", "2", "--dry-run"])
    #expect(try await pair.tips() == tips)
    #expect(try await pair.first("resolve", "--list").split(separator: "\n").count == 6)
  }

  @Test("A plan that can't be read is named, as its conflicts are not decided")
  func unreadable() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    try await pair.first.repository.commitToBoard("{\n", at: "plans/zz/zzzzzzzzzzzz.json")
    let result = await pair.first.run(["resolve", "--all", "--newest"])
    #expect(result.messages.contains("can't be read"), "\(result)")
    #expect(result.messages.contains("resolved title of \(id.prefix(4)): Theirs\n"))
  }

  @Test("The document says what was decided and what was left, and why")
  func document() async throws {
    let (pair, first, _) = try await conflicts()
    let result = await pair.first.run(["resolve", "--all", "--mine", "--dry-run", "--json", "-q"])
    let object = try #require(try JSONReader.value(in: Array(result.output.utf8)).object)
    #expect(
      object.members.map(\.key.text).sorted() == [
        "board", "commit", "decided", "dryRun", "format", "left", "notices", "plans", "rule",
        "rules",
      ])
    #expect(object["decided"]?.array?.count == 3 && object["left"] == .array([]))
    #expect(object["rule"] == .string("mine") && object["dryRun"] == .bool(true))
    try await pair.second.repository.git("config", "user.email", "three@example.org")
    try await pair.second.repository.git("config", "user.name", "Dev Three")
    try await pair.second("resolve", first, "title", "--value", "Mine")
    pair.first.now = pair.second.now
    try await pair.first("resolve", first, "title", "--value", "Not mine")
    try await pair.shareAll()
    let some = await pair.second.run(["resolve", first, "--mine", "--json", "-q"])
    let left = try JSONReader.value(in: Array(some.output.utf8)).object?["left"]
    #expect(
      left
        == .array([
          .object([
            "plan": .string(first), "field": .string("due"), "reason": .string("none-is-mine"),
          ])
        ]), "\(some)")
  }

  @Test(
    "Requests that make no sense are refused",
    arguments: [
      ["--all"], ["--mine"], ["k7m2", "--mine", "--theirs"], ["k7m2", "--all", "--mine"],
      ["--take", "1"], ["--dry-run"], ["a", "b", "c"], ["--list", "a"],
      ["--list", "--newest"],
    ])
  func refused(arguments: [String]) async throws {
    let pmgit = try await CommandRunner.withBoard()
    #expect(await pmgit.run(["resolve"] + arguments).exitCode == 64)
  }
}

/// Conflicts that a person resolves one by one at a terminal.
@Suite("'resolve' at a terminal")
struct ConflictWalkTests {
  private func pair() async throws -> (pair: SharedBoard, ids: [String]) {
    let pair = try await SharedBoard()
    let ids = [try await pair.first.add("One"), try await pair.first.add("Two")].sorted()
    try await pair.shareAll()
    for id in ids { try await pair.first("edit", id, "--title", "Ours") }
    pair.second.now = pair.first.now
    for id in ids { try await pair.second("edit", id, "--title", "Theirs") }
    try await pair.shareAll()
    pair.first.useTerminal()
    return (pair, ids)
  }

  @Test("shows one after another with who wrote what, and asks until it has an answer")
  func walk() async throws {
    let (pair, ids) = try await pair()
    pair.first.answers = ["3", "what", "2", "s"]
    let result = await pair.first.run(["resolve"])
    #expect(result.exitCode == 0)
    #expect(result.output.contains("Dev Two  Theirs\n"), "\(result)")
    #expect(result.output.contains("Dev One  Ours\n"))
    #expect(result.output.components(of: "≠ title") == 2)
    let question = "take 1 or 2, (v)iew, (e)dit, (s)kip or (q)uit? "
    #expect(
      result.messages == """
        \(question)type a number from 1 to 2, or v, e, s or q
        \(question)type a number from 1 to 2, or v, e, s or q
        \(question)resolved title of \(ids[0].prefix(4)): Ours
        \(question)decided 1 conflict, 1 left
        1 change not shared; share it with 'pmgit sync'

        """)
    pair.first.answers = nil
    #expect(try await pair.first("list").contains("Ours"))
  }

  @Test("shows the values in full for 'v', and says how to take several decisions back")
  func view() async throws {
    let (pair, ids) = try await pair()
    pair.first.answers = ["v", "1", "2"]
    let result = await pair.first.run(["resolve"])
    #expect(result.output.contains("── 1\nTheirs\n── 2\nOurs\n"), "\(result.output)")
    #expect(
      result.messages.hasSuffix(
        "decided 2 conflicts\nhint: take them back with 'pmgit undo 2'\n"
          + "2 changes not shared; share them with 'pmgit sync'\n"))
    pair.first.answers = nil
    try await pair.first("undo", "2")
    let left = await pair.first.run(["resolve", "--list", "--json", "-q"]).output
    #expect(ids.allSatisfy { left.contains($0) })
  }

  @Test("shows a deletion in words for 'v'")
  func viewDeletion() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("One")
    try await pair.shareAll()
    try await pair.second("delete", id)
    pair.first.now = pair.second.now
    try await pair.first("edit", id, "--title", "Ours")
    try await pair.shareAll()
    pair.first.useTerminal()
    pair.first.answers = ["v", "q"]
    let shown = await pair.first.run(["resolve"]).output
    #expect(shown.contains("── 1\nkept\n── 2\ndeleted by Dev Two\n"), "\(shown)")
  }

  @Test(
    "keeps what was decided when the person quits, or the input ends",
    arguments: [["1", "q"], ["1"]])
  func quit(answers: [String]) async throws {
    let (pair, ids) = try await pair()
    pair.first.answers = answers
    let result = await pair.first.run(["resolve", "--quiet"])
    #expect(result.exitCode == 0)
    let left = await pair.first.run(["resolve", "--list", "--json", "-q"]).output
    #expect(!left.contains(ids[0]) && left.contains(ids[1]), "\(left)")
  }

  @Test("takes a plan, opens the editor for 'e', and goes on if nothing was written there")
  func edit() async throws {
    let (pair, ids) = try await pair()
    pair.first.environment["GIT_EDITOR"] = try pair.first.repository.write(
      "#!/bin/sh\ntest -e \"$0.ran\" && echo Agreed > \"$1\"; : > \"$0.ran\"\n", to: "editor.sh",
      executable: true)
    pair.first.answers = ["e", "e"]
    let result = await pair.first.run(["resolve", ids[1]])
    #expect(result.exitCode == 0)
    #expect(result.messages.contains("nothing was decided: the text is as it was"), "\(result)")
    #expect(
      result.messages.hasSuffix(
        "resolved title of \(ids[1].prefix(4))\ndecided 1 conflict\n"
          + "1 change not shared; share it with 'pmgit sync'\n"))
    #expect(!result.output.contains(ids[0].prefix(4)))
    #expect(await pair.first.run(["show", ids[1], "--json"]).output.contains("\"Agreed\""))
  }

  @Test("goes on to the next where somebody decided meanwhile, and says so")
  func meanwhile() async throws {
    let (pair, ids) = try await pair()
    // The editor's script makes a decision meanwhile, like a person in another window.
    pair.first.environment["GIT_EDITOR"] = try pair.first.repository.write(
      """
      #!/bin/sh
      git -C '\(pair.first.repository.path)' update-ref refs/heads/pmgit/main refs/other
      echo x > "$1"

      """,
      to: "editor.sh", executable: true)
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("resolve", ids[0], "--take", "1")
    try await pair.first.repository.git("update-ref", "refs/other", "pmgit/main")
    try await pair.first.repository.git("update-ref", "refs/heads/pmgit/main", tip)
    pair.first.answers = ["e", "2"]
    let result = await pair.first.run(["resolve"])
    #expect(result.messages.contains("the values of 'title' just changed"), "\(result)")
    #expect(result.messages.contains("resolved title of \(ids[1].prefix(4)): "))
    #expect(
      result.messages.hasSuffix(
        "decided 1 conflict\n2 changes not shared; share them with 'pmgit sync'\n"))
  }

  @Test("lists the conflicts in a pipe, and without conflicts there is nothing to decide")
  func others() async throws {
    let (pair, ids) = try await pair()
    let piped = await pair.first.run(["resolve"])
    #expect(piped.exitCode == 0)
    #expect(ids.allSatisfy { piped.output.contains($0.prefix(4)) }, "\(piped)")
    #expect(await pair.first.run(["resolve", "--list"]).output == piped.output)
    let one = await pair.first.run(["resolve", ids[0]])
    #expect(one.exitCode == 64 && one.messages.contains("--take 2  for  Ours"), "\(one)")
    pair.first.answers = ["1", "1"]
    #expect(await pair.first.run(["resolve"]).messages.contains("decided 2 conflicts\n"))
    pair.first.answers = []
    #expect(
      await pair.first.run(["resolve"]).messages == "nothing to decide: there are no conflicts\n")
    let named = await pair.first.run(["resolve", ids[0]])
    #expect(named.exitCode == 1 && named.messages.contains("has no conflict"))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
