import PmgitTestSupport
import Testing

@Suite("Lines of checklists")
struct CheckCommandTests {
  /// Returns a board with three plans. Two have two lines each, and one line in common; the third
  /// has none.
  private func board() async throws -> (CommandRunner, [String]) {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [
      try await pmgit.add("One", "--check", "Write tests", "--check", "Update changelog"),
      try await pmgit.add("Two", "--check", "Update changelog", "--check", "Update docs"),
      try await pmgit.add("Three"),
    ]
    return (pmgit, ids)
  }

  private func lines(_ pmgit: CommandRunner, _ id: String) async throws -> [String] {
    let shown = try await pmgit("show", id, "--color=always", "--no-pager")
    return shown.split(separator: "\n").map(String.init).filter {
      $0.contains("[x]") || $0.contains("[ ]")
    }.map { $0.contains("[x]") ? "x" : "-" }
  }

  @Test("Words of a line name it, if no other line has them")
  func words() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("check", ids[0], "tests")
    #expect(try await lines(pmgit, ids[0]) == ["x", "-"])
    let several = await pmgit.run(["check", ids[1], "update"])
    #expect(several.exitCode == 64)
    #expect(several.messages.contains("several lines of plan '\(ids[1])' have 'update'"))
    #expect(several.messages.contains("hint: 1  Update changelog\nhint: 2  Update docs"))
    // Text is only found at the beginning of words.
    #expect(await pmgit.run(["check", ids[1], "pdate"]).exitCode == 64)
    #expect(try await lines(pmgit, ids[1]) == ["-", "-"])
  }

  @Test("The lines that changed are named, and how many of the list are done")
  func named() async throws {
    let (pmgit, ids) = try await board()
    func said(_ words: String...) async -> String {
      String(await pmgit.run(["check", ids[0]] + words).messages.split(separator: "\n").last ?? "")
    }
    #expect(await said("1") == "ticked off 'Write tests'; 1 of 2 is done")
    #expect(
      await said("1", "2", "--undo")
        == "unticked 'Write tests'; 0 of 2 are done")
    #expect(await said("2") == "ticked off 'Update changelog'; 1 of 2 is done")
    #expect(await said("--all") == "ticked off 'Write tests'; 2 of 2 are done")
    #expect(await said("2", "--undo") == "unticked 'Update changelog'; 1 of 2 is done")
    #expect(await said("1", "--undo") == "unticked 'Write tests'; 0 of 2 are done")
    #expect(await said("1", "--remove") == "removed 'Write tests'; 0 of 1 are done")
    for number in 2...5 { try await pmgit("edit", ids[0], "--check", "Line \(number)") }
    #expect(
      await said("--all")
        == "ticked off 'Update changelog', 'Line 2', 'Line 3' and 2 more; 5 of 5 are done")
  }

  @Test("A line gets another text and another place, and says where it stands")
  func changed() async throws {
    let (pmgit, ids) = try await board()
    func said(_ words: String...) async -> String {
      String(await pmgit.run(["check", ids[0]] + words).messages.split(separator: "\n").last ?? "")
    }
    #expect(
      await said("tests", "--reword", "Write more tests") == "line 1 of 2 is 'Write more tests'")
    #expect(await said("2", "--to", "1") == "line 1 of 2 is 'Update changelog'")
    #expect(await said("1", "--to", "9", "--reword", "Changelog") == "line 2 of 2 is 'Changelog'")
    #expect(await said("2", "--to", "2").hasPrefix("nothing to change"))
    let subjects = try await pmgit.repository.git("log", "--format=%s", "-3", "pmgit/main")
    let short = String(ids[0].prefix(4))
    let expected = """
      reword in \(short): Changelog, One
      reorder in \(short): Update changelog, One
      reword in \(short): Write more tests, One
      """
    #expect(subjects == expected)
    try await pmgit("undo", "3")
    #expect(await said("1") == "ticked off 'Write tests'; 1 of 2 is done")
  }

  @Test(
    "A change of a line is of one line of one plan, with a number from 1 and a text",
    arguments: [
      ["1", "2", "--to", "1"], ["--to", "1"], ["--all", "--reword", "a"], ["1", "--to", "0"],
      ["1", "--reword", " "], ["1", "--remove", "--reword", "a"], ["9", "--to", "1"],
    ])
  func refused(words: [String]) async throws {
    let (pmgit, ids) = try await board()
    let refused = await pmgit.run(["check", ids[0]] + words)
    #expect(refused.exitCode == 64, "\(refused.messages)")
    #expect(try await lines(pmgit, ids[0]) == ["-", "-"])
  }

  @Test("Several plans at once, in one commit and with one undo")
  func several() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("check", ids[0], ids[1], "--line", "changelog")
    #expect(try await lines(pmgit, ids[0]) == ["-", "x"])
    #expect(try await lines(pmgit, ids[1]) == ["x", "-"])
    let subject = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject == "check in 2 plans")
    // The commit does not mention plans that it did not change.
    try await pmgit("check", ids[1], "changelog", "--undo")
    let again = await pmgit.run(["check", ids[0], ids[1], "--line", "changelog"])
    #expect(
      again.messages == """
        updated the checklist of \(ids[1].prefix(4))
        ticked off 'Update changelog'; 1 of 2 is done

        """)
    let message = try await pmgit.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.contains(ids[1]) && !message.contains(ids[0]))
    try await pmgit("undo", "3")
    #expect(try await lines(pmgit, ids[0]) == ["-", "-"])
    try await pmgit("check", ids[0], ids[1], "--all")
    #expect(try await lines(pmgit, ids[0]) + lines(pmgit, ids[1]) == ["x", "x", "x", "x"])
    try await pmgit("check", ids[0], ids[1], "--all", "--undo")
    #expect(try await lines(pmgit, ids[0]) + lines(pmgit, ids[1]) == ["-", "-", "-", "-"])
    try await pmgit("check", ids[0], ids[1], "--line", "changelog", "--remove")
    #expect(try await lines(pmgit, ids[0]) + lines(pmgit, ids[1]) == ["-", "-"])
  }

  @Test("A plan of a query may lack the line, which is said; a named one may not")
  func lacking() async throws {
    let (pmgit, ids) = try await board()
    let found = await pmgit.run(["check", "--where", "is:open", "--line", "tests"])
    #expect(found.exitCode == 0)
    #expect(found.messages.contains("updated the checklist of \(ids[0].prefix(4))\n"))
    #expect(found.messages.contains("2 plans have no such line"))
    let all = await pmgit.run(["check", "--where", "is:open", "--all"])
    #expect(all.messages.contains("plan '\(ids[2])' has no checklist"))
    #expect(try await lines(pmgit, ids[1]) == ["x", "x"])
    let nowhere = await pmgit.run(
      ["check", "--where", "is:open", "--line", "tests", "--line", "wrte"])
    #expect(nowhere.exitCode == 64)
    #expect(nowhere.messages.contains("none of the plans has a checklist line 'wrte'"))
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    for words in [
      [ids[0], ids[1], "--line", "tests"], [ids[0], "3"], [ids[0], "0"], [ids[0], "-1"],
      [ids[2], "--all"], [ids[2], "1"], [ids[0]], ["--where", "is:open"],
      [ids[0], "--line", "1", "--all"], [ids[0], "--line=\(Int.min)"], ["1", "--where", "is:open"],
      [ids[0], "1", "--where", "is:open"], [ids[0], "1", "--where", "is:open", "--line", "1"],
    ] {
      let result = await pmgit.run(["check"] + words)
      #expect(result.exitCode == 64, "\(words): \(result.messages)")
    }
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("--dry-run names what would change")
  func dryRun() async throws {
    let (pmgit, ids) = try await board()
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["check", "--where", "is:open", "--all", "--dry-run"])
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.output.contains(ids[0]) && result.output.contains(ids[1]))
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }
}
