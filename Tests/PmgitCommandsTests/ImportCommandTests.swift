import PlanModel
import PmgitTestSupport
import Testing

@Suite("'import' and 'export'")
struct ImportCommandTests {
  private func empty() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    return pmgit
  }

  @Test("All errors are listed, the first twenty on a terminal, and nothing is imported")
  func errors() async throws {
    let pmgit = try await empty()
    let lines = (1...30).map { #"{"title":"\#($0)","due":"soon"}"# }
    let result = await pmgit.run(
      ["import", "-"], input: ([#"{"title":"Good"}"#] + lines).joined(separator: "\n"))
    #expect(result.exitCode == 1)
    #expect(result.messages.hasPrefix("pmgit: the import has 30 errors\n  line 2: 'due'"))
    #expect(result.messages.contains("line 21: "))
    #expect(!result.messages.contains("line 22: "))
    #expect(result.messages.contains("  and 10 more; '--json' lists them all\n"))
    #expect(try await pmgit("list") == "")
    let json = await pmgit.run(["import", "-", "--json"], input: lines.joined(separator: "\n"))
    let error = try JSONReader.value(in: Array(json.output.utf8)).object?["error"]?.object
    #expect(error?["detail"]?.array?.count == 30)
  }

  @Test("Links that close a cycle are refused as by 'edit'", arguments: ["blocked-by", "parent"])
  func cycles(kind: String) async throws {
    let pmgit = try await empty()
    let line = { (title: String, alias: String, target: String) in
      #"{"title":"\#(title)","aliases":["x:\#(alias)"],"links":["\#(kind):x:\#(target)"]}"#
    }
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let file = [
      #"{"title":"Free"}"#, line("A", "1", "2"), line("B", "2", "3"), line("C", "3", "1"),
    ]
    let result = await pmgit.run(["import", "-"], input: file.joined(separator: "\n"))
    #expect(result.exitCode == 1)
    // The cycle begins at the plan whose new id is the smallest.
    let cycles = ["'A' → 'B' → 'C' → 'A'", "'B' → 'C' → 'A' → 'B'", "'C' → 'A' → 'B' → 'C'"]
    #expect(
      cycles.contains { result.messages.contains("its link '\(kind)' makes a cycle: \($0)\n") },
      "\(result)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    // The link that a later file closes is on a plan without a line there.
    _ = await pmgit.run(["import", "-"], input: file.dropLast().joined(separator: "\n"))
    let later = await pmgit.run(["import", "-"], input: file[3])
    #expect(later.exitCode == 1 && later.messages.hasPrefix("pmgit: line 1: its link"), "\(later)")
    let itself = await pmgit.run(["import", "-"], input: line("D", "4", "4"))
    #expect(itself.messages.contains("makes a cycle: 'D' → 'D'\n"), "\(itself)")
  }

  @Test("A cycle that the board has, as after a merge, is in no import's way")
  func knownCycle() async throws {
    let pair = try await SharedBoard()
    let ids = [try await pair.first.add("A"), try await pair.first.add("B")]
    try await pair.shareAll()
    try await pair.first("edit", ids[0], "--link", "blocked-by:\(ids[1])")
    pair.second.now = pair.first.now
    try await pair.second("edit", ids[1], "--link", "blocked-by:\(ids[0])")
    try await pair.shareAll()
    let exported = try await pair.first("export")
    let same = await pair.first.run(["import", "-"], input: exported)
    #expect(same.messages == "nothing to import: 2 plans unchanged\n", "\(same)")
    let more = await pair.first.run(
      ["import", "-"], input: #"{"title":"C","links":["blocked-by:\#(ids[0])"]}"#)
    #expect(more.exitCode == 0, "\(more)")
  }

  @Test("After an undo the same file brings its plans back with --restore, as it says")
  func restores() async throws {
    let pmgit = try await empty()
    let lines = #"{"id":"k7m2q9x4t1ab","title":"T"}"#
    _ = await pmgit.run(["import", "-"], input: lines)
    try await pmgit.repository.git("update-ref", "refs/remotes/origin/pmgit/main", "pmgit/main")
    try await pmgit("undo")
    #expect(try await pmgit("list") == "")
    let again = await pmgit.run(["import", "-"], input: lines)
    #expect(again.messages.contains("left out 1 plan deleted here"))
    #expect(again.messages.contains("the same import with '--restore' brings them back"))
    let restored = await pmgit.run(["import", "-", "--restore"], input: lines)
    #expect(
      restored.messages == "restored 1 plan deleted here\nimported 0 new, 1 updated, 0 unchanged\n")
    #expect(try await pmgit("list").contains("k7m2q9x4t1ab"))
    // One undo reverts the restoration, even if the import changed the plan as well.
    try await pmgit("undo")
    #expect(try await pmgit("list") == "")
    let other = #"{"id":"k7m2q9x4t1ab","title":"Another"}"#
    _ = await pmgit.run(["import", "-", "--restore"], input: other)
    #expect(try await pmgit("list").contains("Another"))
    try await pmgit("undo")
    #expect(try await pmgit("list") == "")
    #expect(try await pmgit("resolve", "--list") == "")
    #expect(try await pmgit("list", "is:deleted").contains("\tT\t"))
  }

  @Test("A bad value is cut in the error of an option too")
  func longValues() async throws {
    let pmgit = try await empty()
    let id = try await pmgit.add("T")
    let long = String(repeating: "9", count: 90_000)
    for arguments in [
      ["add", "x", "--estimate", long], ["edit", id, "--priority", long], ["show", long],
      ["add", "x", "--state", long], ["add", "x", "--link", long], ["edit", id, "--alias", long],
      ["list", "--at", "x" + long], ["list", "--at", String(repeating: "f", count: 900)],
    ] {
      let result = await pmgit.run(arguments)
      #expect(result.exitCode != 0 && result.messages.utf8.count < 400, "\(arguments[0])")
    }
  }

  @Test("Links to plans that are not here are listed when asked, and always in the document")
  func danglingLinks() async throws {
    let pmgit = try await empty()
    let line = #"{"id":"k7m2q9x4t1ab","title":"T","links":["relates:gh:9"]}"#
    let first = await pmgit.run(["import", "-"], input: line)
    #expect(first.messages.contains("kept 1 link to plans that are not here; '--verbose' lists"))
    #expect(!first.messages.contains("gh:9"))
    let listed = await pmgit.run(["import", "-", "--verbose"], input: line)
    #expect(listed.messages.contains("  k7m2q9x4t1ab  relates:gh:9\n"))
    let json = await pmgit.run(["import", "-", "--json"], input: line)
    let document = try JSONReader.value(in: Array(json.output.utf8)).object
    #expect(
      document?["danglingLinks"]
        == .array([.object(["plan": .string("k7m2q9x4t1ab"), "link": .string("relates:gh:9")])]))
  }

  @Test("What has come is linked from plans that were here")
  func relinked() async throws {
    let pmgit = try await empty()
    let line = #"{"id":"k7m2q9x4t1ab","title":"T","links":["relates:gh:9"]}"#
    _ = await pmgit.run(["import", "-"], input: line)
    let result = await pmgit.run(
      ["import", "-"], input: #"{"title":"U","aliases":["gh:9"],"lables":["x"]}"#)
    #expect(
      result.messages == """
        kept 'lables' of 1 plan as it is: pmgit does not know it
        linked 1 other plan to imported plans
        imported 1 new, 0 updated, 0 unchanged

        """)
    let again = await pmgit.run(["import", "-", "--verbose"], input: line)
    #expect(again.messages == "nothing to import: 1 plan unchanged\n")
  }

  @Test("A board with all its plans comes to another one as it is: positions, times, deletions")
  func carriesAll() async throws {
    let pmgit = try await empty()
    let ids = [
      try await pmgit.add("One", "--due", "+3d"), try await pmgit.add("Two", "--alias", "a:1"),
    ]
    pmgit.now = CommandRunner.start.hours(1)
    try await pmgit("edit", ids[0], "--label", "bug", "--link", "relates:a:1")
    try await pmgit("move", ids[1], "todo", "--top")
    _ = await pmgit.run(["import", "-"], input: #"{"title":"Three","points":8}"#)
    try await pmgit("delete", ids[1])
    pmgit.now = CommandRunner.start.hours(2)
    let exported = try await pmgit("export", "is:any")
    #expect(exported.contains("\"holds\":true") && exported.contains("\"points\":8"))

    let other = try await CommandRunner(seed: 9)
    other.now = CommandRunner.start.hours(3)
    try await other("init")
    let first = await other.run(["import", "-"], input: exported)
    #expect(
      first.messages == "kept 'points' of 1 plan as it is: pmgit does not know it\n"
        + "imported 3 new, 0 updated, 0 unchanged\n")
    #expect(try await other("export", "is:any") == exported)
    let second = await other.run(["import", "-"], input: exported)
    #expect(second.messages == "nothing to import: 3 plans unchanged\n")
    let back = await pmgit.run(["import", "-"], input: exported)
    #expect(back.messages == "nothing to import: 3 plans unchanged\n")
  }

  @Test("Lines whose plans the columns do not take are reported, each with its number")
  func rules() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "edit", "done", "--from", "doing")
    let lines = [
      #"{"title":"A","state":"done"}"#, #"{"title":"B"}"#, #"{"title":"C","state":"done"}"#,
    ]
    let result = await pmgit.run(["import", "-"], input: lines.joined(separator: "\n"))
    #expect(result.exitCode == 1)
    #expect(
      result.messages == """
        pmgit: the import has 2 errors
          line 1: a new plan can't begin in 'done', only from 'doing'
          line 3: a new plan can't begin in 'done', only from 'doing'
        hint: nothing was imported; correct these lines and import again

        """)
    #expect(try await pmgit("list") == "")
  }

  @Test("Two clones that import one id apart have no conflict after a sync")
  func apart() async throws {
    let hub = try await ScratchRepository(bare: true)
    let first = try CommandRunner(try await ScratchRepository(cloning: hub))
    try await first("init")
    try await first("sync")
    let second = try CommandRunner(
      try await ScratchRepository(cloning: hub), seed: 5)
    try await second("init")
    second.now = CommandRunner.start.hours(1)
    for pmgit in [first, second] {
      _ = await pmgit.run(["import", "-"], input: #"{"id":"k7m2q9x4t1ab","title":"x"}"#)
      try await pmgit("sync")
    }
    try await first("sync")
    for pmgit in [first, second] {
      #expect(try await pmgit("resolve", "--list") == "")
      #expect(try await pmgit("show", "k7m2", "--json").contains("\"conflicts\": []"))
    }
    #expect(
      try await first("show", "k7m2", "--json") == (try await second("show", "k7m2", "--json")))
  }
}

extension Timestamp {
  fileprivate func hours(_ count: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + count * 3_600_000)
  }
}
