import PmgitTestSupport
import Testing

/// The plans that 'pmgit list' hides, and how it reports that.
@Suite struct ListTests {
  private struct Sample {
    let pmgit: CommandRunner
    let open: String
    let done: String
  }

  private func sample() async throws -> Sample {
    let pmgit = try await CommandRunner.withBoard()
    let open = try await pmgit.add("Open", "--label", "bug")
    let done = try await pmgit.add("Finished", "--label", "bug", "--alias", "github:o/r#1")
    try await pmgit("done", done)
    return Sample(pmgit: pmgit, open: open, done: done)
  }

  private func ids(_ output: String) -> Set<String> {
    Set(output.split(separator: "\n").map { String($0.prefix(12)) })
  }

  private static let line = "1 finished plan left out; --all lists it too\n"

  @Test("Finished plans are left out unless they are asked for, and their number is said")
  func leftOut() async throws {
    let sample = try await sample()
    let (pmgit, both) = (sample.pmgit, Set([sample.open, sample.done]))
    for query in [[], ["#bug"], ["sort:updated"]] {
      let found = await pmgit.run(["list"] + query)
      #expect(ids(found.output) == [sample.open] && found.messages == Self.line, "\(query)")
      #expect(await pmgit.run(["list", "-q"] + query).messages == "")
      let all = await pmgit.run(["list", "--all"] + query)
      #expect(ids(all.output) == both && all.messages == "", "\(query)")
    }
    for query in ["is:any", "state:todo,done", "sort:closed", "is:open OR is:closed"] {
      let found = await pmgit.run(["list", query])
      #expect(ids(found.output) == both && found.messages == "", "\(query)")
    }
    for query in ["is:closed", "-is:open", "closed:any", "alias:github:o/r#1", sample.done] {
      #expect(ids(try await pmgit("list", query)) == [sample.done], "\(query)")
    }
  }

  @Test("A document says how many finished plans it leaves out")
  func document() async throws {
    let pmgit = try await sample().pmgit
    let found = await pmgit.run(["list", "--json"])
    #expect(found.output.contains(#""finishedLeftOut": 1"#) && !found.output.contains("Finished"))
    #expect(found.messages == "")
    let all = try await pmgit("list", "--json", "--all")
    #expect(all.contains(#""finishedLeftOut": 0"#) && all.contains("Finished"))
  }

  @Test("On a terminal the line is below the list, and dim; an empty list says what is missing")
  func terminal() async throws {
    let sample = try await sample()
    let pmgit = sample.pmgit
    pmgit.useTerminal(errorIsTerminal: true)
    #expect(await pmgit.run(["list"]).messages == Self.line)
    pmgit.environment["NO_COLOR"] = nil
    let found = await pmgit.run(["list", "--color", "always"])
    #expect(found.messages == "\u{1B}[2m\(Self.line.dropLast())\u{1B}[m\n")
    pmgit.environment["NO_COLOR"] = "1"
    try await pmgit("done", sample.open)
    #expect(try await pmgit("list") == "no open plans\n")
    #expect(try await pmgit("list", "#bug") == "no open plans match\n")
    #expect(try await pmgit("list", "#none") == "no plans match\n")
  }

  @Test("The board of a moment lists what was open then")
  func past() async throws {
    let sample = try await sample()
    let before = await sample.pmgit.run(["list", "--at", "pmgit/main~1"])
    #expect(ids(before.output) == [sample.open, sample.done])
    #expect(!before.messages.contains("left out"))
    let now = await sample.pmgit.run(["list", "--at", "pmgit/main"])
    #expect(ids(now.output) == [sample.open] && now.messages.hasSuffix(Self.line))
  }

  @Test("--where of commands that change plans means the plans that 'list' lists")
  func changing() async throws {
    let sample = try await sample()
    let (pmgit, both) = (sample.pmgit, Set([sample.open, sample.done]))
    let started = await pmgit.run(["edit", "--where", "#bug", "-p", "low", "--dry-run"])
    #expect(ids(started.output) == [sample.open])
    #expect(
      started.messages.hasSuffix(
        "1 finished plan left out\nhint: add is:open,closed to the query for it too\n"))
    for query in ["#bug is:open,closed", "#bug is:any", "state:todo,done"] {
      let all = await pmgit.run(["edit", "--where", query, "-p", "low", "--dry-run"])
      #expect(ids(all.output) == both, "\(query): \(all)")
      #expect(!all.messages.contains("left out"), "\(query)")
    }
    try await pmgit("move", "--where", "#bug", "doing")
    #expect(ids(try await pmgit("list", "is:closed")) == [sample.done])
    try await pmgit("delete", "--where", "is:open,closed")
    try await pmgit("restore", "--where", "#bug")
    #expect(ids(try await pmgit("list", "--all")) == both)
  }

  @Test("Queries of other commands, and views, mean what they say")
  func elsewhere() async throws {
    let sample = try await sample()
    let (pmgit, both) = (sample.pmgit, Set([sample.open, sample.done]))
    try await pmgit("view", "add", "bugs", "#bug")
    // A view lists what its query lists.
    for query in ["#bug", "view:bugs"] {
      let listed = await pmgit.run(["list", query])
      #expect(ids(listed.output) == [sample.open], "\(query)")
      #expect(listed.messages == "1 finished plan left out; --all lists it too\n", "\(listed)")
    }
    #expect(ids(try await pmgit("list", "view:recent")) == both)
    #expect(ids(try await pmgit("list", "view:mine -#x")).isEmpty)
    #expect(try await pmgit("export", "#bug").split(separator: "\n").count == 2)
    #expect(try await pmgit("board", "#bug").split(separator: "\n").count == 2)
    #expect(try await pmgit("stats", "--where", "#bug").contains("finished\t1"))
  }
}
