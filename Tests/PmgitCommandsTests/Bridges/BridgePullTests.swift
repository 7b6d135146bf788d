import PlanModel
import PlanTerminal
import PmgitTestSupport
import Testing

@Suite("'bridge pull'")
struct BridgePullTests {
  private let first = "github:octo/app#1"

  @Test("A dry run of a push without changes says so, and a pull names no file")
  func words() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let calm = await pmgit.run(["bridge", "push", "--dry-run"])
    #expect(calm.messages.contains("nothing to send to github:octo/app"), "\(calm)")
    try await pmgit("delete", first)
    let pulled = await pmgit.run(["bridge", "pull"])
    #expect(pulled.messages.contains("'pmgit restore ID' brings one back"), "\(pulled)")
  }

  @Test("Answers that are no lists of issues fail, change nothing, and are shown by 'status'")
  func hostile() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let answers: [(ToolProgram.Outcome, String)] = [
      (.init(exitCode: 4, output: []), "'gh api graphql' ended with exit code 4"),
      (.init(exitCode: 0, output: Array("<html>".utf8)), "could not read"),
      (.init(exitCode: 0, output: Array("{\"message\":\"no\"}".utf8)), "could not read"),
      (.init(exitCode: 0, output: [], isTooLong: true), "printed more than"),
      (.init(exitCode: 0, output: [0xFF, 0xFE, 0x00]), ""),
    ]
    for (answer, words) in answers {
      tracker.answer = answer
      let result = await pmgit.run(["bridge", "pull"])
      #expect(result.exitCode == 1 && result.messages.contains(words), "\(answer): \(result)")
      #expect(try await pmgit("status").contains("failed: "))
    }
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    // An empty list closes nothing.
    tracker.answer = .init(exitCode: 0, output: Array("[]".utf8))
    _ = await pmgit.run(["bridge", "pull", "--close-missing"])
    #expect(try await pmgit("show", first).contains("state\ttodo\n"))
    pmgit.runProgram = { _ in throw ToolProgram.Failure.notFound }
    let absent = await pmgit.run(["bridge", "pull"])
    #expect(absent.exitCode == 1 && absent.messages.contains("'gh' was not found"), "\(absent)")
  }

  @Test("A milestone that was removed there is removed here")
  func removedMilestone() async throws {
    let tracker = FakeTracker(with: "Fix", "Also")
    for number in 1...2 { tracker.issues[number]?.milestone = "v1" }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    #expect(try await pmgit("show", first).contains("milestone\tv1\n"))
    tracker.issues[1]?.milestone = nil
    try await pmgit("bridge", "pull")
    #expect(!(try await pmgit("show", first).contains("v1\n")))
    #expect(try await pmgit("show", "github:octo/app#2").contains("milestone\tv1\n"))
  }

  @Test("Programs of trackers lack the variables that make them print for a terminal")
  func terminalVariables() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let names = ["CLICOLOR_FORCE", "FORCE_COLOR", "GH_FORCE_TTY"]
    for name in names { pmgit.environment[name] = "1" }
    var environments: [[String: String]] = []
    pmgit.runProgram = {
      environments.append($0.environment)
      return try tracker.run($0)
    }
    try await pmgit("bridge", "pull")
    #expect(environments.count == 1)
    for name in names { #expect(environments.allSatisfy { $0[name] == nil }, "\(name)") }
    #expect(environments.first?["PATH"] == pmgit.environment["PATH"])
  }

  @Test(
    "A pull after the first that brings too much is refused in a script, and asked on a terminal")
  func surprises() async throws {
    let tracker = FakeTracker()
    for number in 1...60 { tracker.add("Issue \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    for number in 61...120 { tracker.add("Issue \(number)") }
    let refused = await pmgit.run(["bridge", "pull"])
    #expect(refused.exitCode == 1 && refused.messages.contains("more than 50"), "\(refused)")
    pmgit.answers = ["n"]
    #expect(await pmgit.run(["bridge", "pull"]).exitCode == 1)
    pmgit.answers = ["y"]
    let taken = await pmgit.run(["bridge", "pull"])
    #expect(taken.exitCode == 0 && taken.messages.contains("60 new"), "\(taken)")
    pmgit.answers = nil
    tracker.issues = tracker.issues.filter { $0.key <= 60 }
    let closing = await pmgit.run(["bridge", "pull", "--close-missing"])
    #expect(closing.exitCode == 1, "\(closing)")
    try await pmgit("bridge", "pull", "--close-missing", "--at-most", "60")
    #expect(try await pmgit("list").split(separator: "\n").count == 60)
  }

  @Test("Only surprises are asked about, and no other limit")
  func otherLimits() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("bridge", "add", "long", "--command", "seq 1 9")
    let lines = Array(String(repeating: "a\n", count: 4_000_001).utf8)
    pmgit.runProgram = { _ in ToolProgram.Outcome(exitCode: 0, output: lines) }
    pmgit.answers = ["y"]
    let refused = await pmgit.run(["bridge", "pull"])
    #expect(refused.exitCode == 1 && refused.messages.contains("more than 4000000 lines"))
    #expect(!refused.messages.contains("Go on?"), "\(refused.messages.prefix(200))")
  }

  @Test("A title that was cut is not sent back, unless somebody has replaced it")
  func cutTitles() async throws {
    let long = String(repeating: "😀", count: 255) + "x"
    for kind in ["github", "gitlab"] {
      let tracker = FakeTracker()
      tracker.add(long)
      let pmgit = try await CommandRunner()
      pmgit.runProgram = { try tracker.run($0) }
      try await pmgit("init")
      try await pmgit("bridge", "add", "hub", "\(kind):octo/app")
      try await pmgit("bridge", "pull")
      let alias = "\(kind):octo/app#1"
      #expect(try await pmgit("show", alias).contains(" … [cut by pmgit]"))
      for _ in 0..<2 {
        let calm = await pmgit.run(["bridge", "push"])
        #expect(calm.messages.contains("nothing to send"), "\(calm)")
      }
      try await pmgit("edit", alias, "--title", "Short … [cut by pmgit]")
      let held = await pmgit.run(["bridge", "push"])
      #expect(held.messages.contains("its title was cut when it was imported"), "\(held)")
      #expect(tracker.issues[1]?.title == long)
      try await pmgit("edit", alias, "--title", "Short")
      try await pmgit("bridge", "push")
      #expect(tracker.issues[1]?.title == "Short")
    }
  }

  @Test("A pull that finishes too much is refused, too")
  func finishing() async throws {
    let tracker = FakeTracker()
    for number in 1...10 { tracker.add("Issue \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    for number in 1...10 { tracker.issues[number]?.isOpen = false }
    let refused = await pmgit.run(["bridge", "pull", "--at-most", "9"])
    #expect(refused.exitCode == 1 && refused.messages.contains("finishes 10"), "\(refused)")
    try await pmgit("bridge", "pull", "--at-most", "10")
    #expect(try await pmgit("list") == "")
  }

  @Test("A new first column takes no issues that were open before")
  func columns() async throws {
    let tracker = FakeTracker()
    for number in 1...3 { tracker.add("Issue \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("move", "github:octo/app#2", "doing")
    try await pmgit("column", "add", "inbox", "--kind", "todo", "--before", "todo")
    tracker.add("Later")
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("show", first).contains("state\ttodo\n"))
    #expect(try await pmgit("show", "github:octo/app#2").contains("state\tdoing\n"))
    #expect(try await pmgit("show", "github:octo/app#4").contains("state\tinbox\n"))
    #expect(try await pmgit("resolve", "--list") == "")
  }

  @Test("A pull that failed is no first one, after which there is a limit")
  func failedFirst() async throws {
    let tracker = FakeTracker()
    for number in 1...60 {
      tracker.add("Issue \(number)")
      tracker.issues[number]?.isOpen = false
    }
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "hub", "github:octo/app")
    tracker.answer = .init(exitCode: 4, output: [])
    #expect(await pmgit.run(["bridge", "pull"]).exitCode == 1)
    try await pmgit("bridge", "pull")
    // Issues that were closed before are no surprise.
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("list", "is:any").split(separator: "\n").count == 60)
  }

  @Test("A second issue that a person gave to a plan is left out: the one with the greater number")
  func secondAlias() async throws {
    let tracker = FakeTracker()
    for number in 1...9 { tracker.add("Issue \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("edit", "github:octo/app#9", "--alias", "github:octo/app#10")
    tracker.add("Second", labels: ["second"])
    for _ in 0..<2 {
      let pulled = await pmgit.run(["bridge", "pull"])
      #expect(pulled.exitCode == 0, "\(pulled)")
      #expect(pulled.unbroken.contains("left out 'github:octo/app#10', a second"), "\(pulled)")
    }
    let shown = try await pmgit("show", "github:octo/app#10")
    #expect(shown.contains("Issue 9") && !shown.contains("second"), "\(shown)")
    try await pmgit("edit", "github:octo/app#9", "--title", "Mine")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[9]?.title == "Mine" && tracker.issues[10]?.title == "Second")
  }

  @Test("An issue that is closed for another reason now moves to the column of that")
  func reasons() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit(
      "column", "add", "dropped", "--title", "Not planned", "--kind", "done")
    for (reason, column) in [("NOT_PLANNED", "dropped"), ("COMPLETED", "done")] {
      tracker.issues[1]?.isOpen = false
      tracker.issues[1]?.reason = reason
      try await pmgit("bridge", "pull")
      #expect(try await pmgit("show", first).contains("state\t\(column)\n"))
    }
    // What is opened again here, and taken up, is under way after the next pull, too.
    try await pmgit("move", first, "doing")
    for _ in 0..<2 { try await pmgit("bridge", "push") }
    #expect(tracker.issues[1]?.isOpen == true)
    #expect(try await pmgit("resolve", "--list") == "")
    #expect(try await pmgit("show", first).contains("state\tdoing\n"))
  }

  @Test("A mark copied from another source gives nobody the plan")
  func copiedMarks() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public")
    try await pmgit("bridge", "push", "--new", "Public")
    let other = FakeTracker("octo/other")
    other.add("Strange", body: try #require(tracker.issues[1]).body)
    pmgit.runProgram = { program in
      try (program.words.contains("name=other") ? other : tracker).run(program)
    }
    try await pmgit("bridge", "add", "other", "github:octo/other")
    try await pmgit("bridge", "pull")
    #expect(try await !pmgit("show", "github:octo/other#1").contains(id))
    #expect(try await pmgit("show", id).contains("Public"))
  }

  @Test("A repository that is written otherwise now keeps its plans")
  func respelled() async throws {
    let tracker = FakeTracker(with: "First")
    let gone = tracker.add("Deleted")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("delete", "github:octo/app#\(gone)")
    (tracker.repository, tracker.formerName) = ("Octo/App", "octo/app")
    tracker.add("Third")
    try await pmgit("edit", first, "--title", "Mine")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.title == "Mine")
    #expect(try await pmgit("list").split(separator: "\n").count == 2)
    #expect(try await pmgit("show", "github:Octo/App#3").contains("Third"))
    // A new plan has the address that the tracker prints.
    _ = try await pmgit.add("New")
    for _ in 0..<2 { try await pmgit("bridge", "push", "--new", "New") }
    #expect(try await pmgit("list").split(separator: "\n").count == 3)
    #expect(tracker.issues.count == 4)
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
  }

  @Test("A copied mark is no other issue, whenever the copy was made", arguments: [true, false])
  func marks(isLater: Bool) async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public", "--body", "Text")
    try await pmgit("bridge", "push", "--new", "Public")
    let made = try #require(tracker.issues[1])
    let copy = tracker.add("Copy", body: made.body)
    if isLater { tracker.issues[copy]?.created = "2026-12-01T11:00:00Z" }
    try await pmgit("bridge", "pull")
    #expect(try await !pmgit("show", "github:octo/app#\(copy)").contains(id))
  }
}
