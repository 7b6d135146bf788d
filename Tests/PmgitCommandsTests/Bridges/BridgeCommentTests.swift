import PlanModel
import PlanTerminal
import PmgitTestSupport
import Testing

@Suite("Comments of bridges")
struct BridgeCommentTests {
  private let first = "github:octo/app#1"

  @Test("An edited comment is not sent again, and one that was removed here stays there")
  func comments() async throws {
    let tracker = FakeTracker(with: "Fix")
    tracker.comment("Theirs", on: 1)
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("comment", first, "-m", "Mine")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.comments.map(\.text) == ["Theirs", "Mine"])
    // The comment there is the later one.
    try await pmgit("comment", first, "--edit", "1", "-m", "Mine, too")
    try await pmgit("comment", first, "--delete", "2")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.comments.map(\.text) == ["Theirs", "Mine"])
    #expect(try await pmgit("show", first).contains("Mine, too"))
  }

  @Test("After an undo of a sent comment it is gone here, and neither sent again nor pulled")
  func undone() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("comment", first, "-m", "Hi")
    try await pmgit("bridge", "push")
    try await pmgit("undo")
    for _ in 0..<2 { try await pmgit("bridge", "push") }
    #expect(tracker.issues[1]?.comments.map(\.text) == ["Hi"])
    #expect(try await !pmgit("show", first).contains("Hi"))
  }

  @Test("A comment is sent although somebody has written the same words before")
  func sameWords() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("comment", first, "-m", "LGTM")
    tracker.comment("LGTM", on: 1, at: "2025-01-01T10:00:00Z")
    for _ in 0..<2 { try await pmgit("bridge", "push") }
    #expect(tracker.issues[1]?.comments.map(\.text) == ["LGTM", "LGTM"])
    #expect(try await pmgit("show", first).split(separator: "LGTM").count == 3)
  }

  @Test("A comment that was changed here between the command and its record is not sent again")
  func changedBetween() async throws {
    for isEdited in [true, false] {
      let tracker = FakeTracker()
      tracker.clock = "2026-10-01T10:00:00Z"
      tracker.add("Fix")
      let pmgit = try await CommandRunner.bridged(to: tracker)
      try await pmgit("comment", first, "-m", "Hi")
      tracker.killing = (1, .after)
      #expect(await pmgit.run(["bridge", "push"]).exitCode != 0)
      if isEdited {
        try await pmgit("comment", first, "--edit", "1", "-m", "Hello")
      } else {
        try await pmgit("comment", first, "--delete", "1")
      }
      for _ in 0..<2 { try await pmgit("bridge", "push") }
      #expect(tracker.issues[1]?.comments.map(\.text) == ["Hi"])
      let shown = try await pmgit("show", first)
      #expect(!shown.contains("Hi\n") && shown.contains("Hello") == isEdited, "\(shown)")
    }
  }

  @Test("All comments come and go, also where a list has only the first 100", arguments: [98, 130])
  func manyComments(count: Int) async throws {
    let tracker = FakeTracker(with: "Fix")
    for number in 1...count { tracker.comment("Theirs \(number)", on: 1) }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    #expect(try await pmgit("show", first).contains("Theirs \(count)\n"))
    for number in 1...3 { try await pmgit("comment", first, "-m", "Mine \(number)") }
    for _ in 0..<2 { try await pmgit("bridge", "push") }
    let comments = tracker.issues[1]?.comments.map(\.text) ?? []
    #expect(comments.suffix(4) == ["Theirs \(count)", "Mine 1", "Mine 2", "Mine 3"])
    #expect(comments.count == count + 3)
    #expect(try await pmgit("show", first).ranges(of: "Mine 3").count == 1)
  }

  @Test("Comments that could not be read stay as they are here")
  func unreadComments() async throws {
    let tracker = FakeTracker(with: "Fix")
    for number in 1...130 { tracker.comment("Theirs \(number)", on: 1) }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let lost = ToolProgram.Outcome(exitCode: 1, output: [], messages: Array("HTTP 502".utf8))
    for (outcome, isSaid) in [(lost, true), (.init(exitCode: 0, output: []), false)] {
      pmgit.runProgram = { program in
        try program.words.contains { $0.contains("/comments?") } ? outcome : tracker.run(program)
      }
      let pulled = await pmgit.run(["bridge", "pull"])
      #expect(pulled.exitCode == 0, "\(pulled)")
      #expect(pulled.messages.contains("stay as they are here") == isSaid, "\(pulled)")
      let shown = try await pmgit("show", first)
      #expect(shown.contains("Theirs 130\n") && shown.contains("Theirs 1\n"))
    }
  }

  @Test("A comment that another clone has sent is found if clocks differ by some minutes")
  func clocks() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    try await one("comment", first, "-m", "Hi")
    for clone in [one, two] { try await clone("sync") }
    tracker.clock = "\(Timestamp(milliseconds: one.now.milliseconds - 9 * 60_000))"
    for clone in [two, one] { try await clone("bridge", "push") }
    #expect(tracker.issues[1]?.comments.map(\.text) == ["Hi"])
    #expect(try await one("show", first).ranges(of: "Hi").count == 1)
  }

  @Test("A comment that two clones have sent stays until the tracker has neither")
  func sentTwice() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    try await one("comment", first, "-m", "Hi")
    for clone in [one, two] { try await clone("sync") }
    one.runProgram = { program in
      if program.words.contains("comment") { _ = await two.run(["bridge", "push"]) }
      return try tracker.run(program)
    }
    try await one("bridge", "push")
    one.runProgram = { try tracker.run($0) }
    #expect(tracker.issues[1]?.comments.map(\.text) == ["Hi", "Hi"])
    for clone in [two, one, two] { try await clone("sync") }
    try await one("bridge", "pull")
    let shown = { (clone: CommandRunner) in
      try await clone("show", first).ranges(of: "Hi").count
    }
    #expect(try await shown(one) == 1)
    // Somebody edits one of the two, then removes the other one, and then that one, too.
    let twins = try #require(tracker.issues[1]).comments
    tracker.issues[1]?.comments[0].text = "Hello"
    for clone in [one, two] { try await clone("bridge", "push") }
    #expect(try await one("show", first).contains("Hello"))
    #expect(try await shown(one) == 1)
    tracker.issues[1]?.comments = [twins[1]]
    for clone in [one, two] { try await clone("bridge", "push") }
    for clone in [one, two] { #expect(try await shown(clone) == 1) }
    #expect(try await !two("show", first).contains("Hello"))
    tracker.issues[1]?.comments = []
    for clone in [one, two] { try await clone("bridge", "push") }
    for clone in [one, two] { #expect(try await shown(clone) == 0) }
    #expect(tracker.issues[1]?.comments == [])
  }

  @Test("A comment whose command failed is not taken for equal words of somebody else")
  func failed() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("comment", first, "-m", "LGTM")
    pmgit.runProgram = { program in
      program.words.contains("comment")
        ? ToolProgram.Outcome(exitCode: 1, output: []) : try tracker.run(program)
    }
    #expect(await pmgit.run(["bridge", "push"]).exitCode == 1)
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("comment", first, "--delete", "1")
    tracker.comment("LGTM", on: 1)
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("show", first).split(separator: "LGTM").count == 2)
  }
}
