import PlanModel
import PmgitTestSupport
import Testing

@Suite("Columns, milestones and times that pulls bring")
struct BridgeColumnTests {
  private let first = "github:octo/app#1"

  @Test("--add-columns brings the milestones with their days, and nothing is said any more")
  func milestones() async throws {
    let tracker = FakeTracker(with: "One", "Two")
    for number in 1...2 { tracker.issues[number]?.milestone = "v1.0" }
    tracker.dueDays["v1.0"] = "2026-12-24T08:00:00Z"
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "hub", "github:octo/app")
    let pulled = await pmgit.run(["bridge", "pull"])
    let warning = "2 plans in milestone 'v1.0', which the board does not have"
    #expect(pulled.messages.contains(warning), "\(pulled)")
    #expect(
      pulled.messages.contains(
        "hint: add the milestones with 'pmgit bridge pull hub --add-columns'"), "\(pulled)")
    // It is said when it comes, and by the doctor.
    for arguments in [["pull"], ["push"]] {
      let calm = await pmgit.run(["bridge"] + arguments)
      #expect(!calm.messages.contains("milestone"), "\(calm)")
    }
    #expect(await pmgit.run(["doctor", "--offline"]).exitCode == 1)
    let added = await pmgit.run(["bridge", "pull", "hub", "--add-columns"])
    #expect(added.exitCode == 0 && added.messages.contains("added milestone v1.0\n"), "\(added)")
    #expect(try await pmgit("milestone").contains("2026-12-24"))
    #expect(await pmgit.run(["doctor", "--offline"]).exitCode == 0)
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("bridge", "pull", "--add-columns")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
  }

  @Test("A source with unknown columns names the command that adds them, also in a sync")
  func columns() async throws {
    let pmgit = try await CommandRunner()
    let hub = try await ScratchRepository(bare: true)
    try await pmgit.repository.git("remote", "add", "origin", hub.path)
    try await pmgit("init")
    let line = #"{"title":"One","aliases":["x:1"],"state":"review"}"#
    let file = try pmgit.repository.write(line, to: "a.jsonl")
    try await pmgit("bridge", "add", "own", "file:\(file)")
    for arguments in [["bridge", "pull"], ["sync", "--bridges"]] {
      let refused = await pmgit.run(arguments)
      #expect(
        refused.messages.contains("'pmgit bridge pull own --add-columns'"), "\(refused)")
    }
    let both = await pmgit.run(["bridge", "pull", "own", "--add-columns", "--settings"])
    #expect(both.exitCode == 64, "\(both)")
    let bare = await pmgit.run(["bridge", "pull", "own", "--settings"])
    #expect(bare.exitCode == 1 && bare.messages.contains("settings of a board"), "\(bare)")
    let dryRun = await pmgit.run(["bridge", "pull", "own", "--add-columns", "--dry-run"])
    #expect(dryRun.exitCode == 0 && dryRun.messages.contains("added column review"))
    #expect(await pmgit.run(["bridge", "pull"]).exitCode == 1)
    try await pmgit("bridge", "pull", "own", "--add-columns")
    #expect(try await pmgit("show", "x:1").contains("state\treview\n"))
    let settings = #"{"board":{"title":"Theirs","columns":[{"id":"todo"},{"id":"review"}]}}"#
    try pmgit.repository.write("\(settings)\n\(line)", to: "a.jsonl")
    try await pmgit("bridge", "pull", "own", "--settings")
    let board = try await pmgit.repository.git("show", "pmgit/main:board.json")
    #expect(board.contains("Theirs"), "\(board)")
  }

  @Test("Hints about options name a command that a bridge has")
  func hints() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    for number in 1...60 { tracker.add("Issue \(number)") }
    for command in [["bridge", "push"], ["bridge", "pull"]] {
      let refused = await pmgit.run(command)
      #expect(refused.messages.contains("'pmgit bridge pull hub --dry-run'"), "\(refused)")
      #expect(
        refused.messages.contains("'pmgit bridge pull hub --at-most NUMBER'"), "\(refused)")
    }
    let text = try pmgit.repository.write("no plans", to: "a.bin")
    try await pmgit("bridge", "add", "own", "file:\(text)")
    let unknown = await pmgit.run(["bridge", "pull", "own"])
    #expect(unknown.messages.contains("add it again with '--format'"), "\(unknown)")
  }

  @Test("The subject of a pull counts the plans that it changed")
  func subjects() async throws {
    let tracker = FakeTracker()
    for number in 1...12 { tracker.add("Issue \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let subject = { try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main") }
    #expect(try await subject() == "import 12 plans")
    tracker.issues[1]?.title = "Other"
    tracker.add("Issue 13")
    try await pmgit("bridge", "pull")
    #expect(try await subject() == "import 2 plans")
    // Only the memory changes if both sides have changed to the same.
    try await pmgit("edit", first, "--title", "Same")
    tracker.issues[1]?.title = "Same"
    try await pmgit("bridge", "pull")
    #expect(try await subject() == "note 1 imported plan")
    tracker.issues[2]?.milestone = "v1"
    try await pmgit("bridge", "pull", "--add-columns")
    #expect(try await subject() == "import 1 plan and settings of the board")
  }

  @Test("A plan that was closed there and reopened here is not spoken of with each pull")
  func reopened() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.issues[1]?.isOpen = false
    tracker.issues[1]?.closed = "2026-11-02T09:00:00Z"
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("show", first).contains("state\tdone\n"))
    try await pmgit("move", first, "doing")
    for arguments in [["pull"], ["push"], ["pull"]] {
      let calm = await pmgit.run(["bridge"] + arguments)
      #expect(!calm.messages.contains("moved"), "\(calm)")
    }
  }

  @Test("A move whose time can't be taken is said once, with the plan")
  func movedNow() async throws {
    let tracker = FakeTracker(with: "Fix", "Other")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    for number in 1...2 {
      tracker.issues[number]?.isOpen = false
      tracker.issues[number]?.closed = "2026-11-02T09:00:00Z"
      for column in ["doing", "todo"] {
        try await pmgit("move", "github:octo/app#\(number)", column)
      }
      let pulled = await pmgit.run(["bridge", "pull"])
      let title = number == 1 ? "Fix" : "Other"
      #expect(pulled.messages.contains("'\(title)' counts as moved now: "), "\(pulled)")
      #expect(!pulled.messages.contains("'started'"), "\(pulled)")
      let calm = await pmgit.run(["bridge", "pull"])
      #expect(!calm.messages.contains("moved"), "\(calm)")
    }
  }
}
