import PlanModel
import PmgitTestSupport
import Testing

/// Plans under way here, whose issues are closed or opened there. A tracker without columns says
/// only whether an issue is open.
@Suite("Columns that a tracker does not have")
struct BridgeUnderWayTests {
  private let first = "github:octo/app#1"

  private func state(_ clone: CommandRunner) async throws -> String {
    try await clone("show", first).split(separator: "\n").first { $0.hasPrefix("state\t") }
      .map { String($0.dropFirst("state\t".count)) } ?? ""
  }

  private func close(_ tracker: FakeTracker, _ reason: String = "COMPLETED") {
    tracker.issues[1]?.isOpen = false
    tracker.issues[1]?.reason = reason
    tracker.issues[1]?.closed = "2026-11-27T00:00:00Z"
  }

  private func open(_ tracker: FakeTracker) {
    tracker.issues[1]?.isOpen = true
    tracker.issues[1]?.closed = nil
  }

  @Test("An issue closed there finishes the plan", arguments: [false, true])
  func closed(isPlanned: Bool) async throws {
    let tracker = FakeTracker(with: "First")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit(
      "column", "add", "dropped", "--title", "Not planned", "--kind", "done")
    try await pmgit("move", first, "doing")
    close(tracker, isPlanned ? "COMPLETED" : "NOT_PLANNED")
    let pulled = await pmgit.run(["bridge", "pull"])
    #expect(!pulled.messages.contains("conflict"), "\(pulled)")
    #expect(try await state(pmgit) == (isPlanned ? "done" : "dropped"))
    #expect(try await pmgit("resolve", "--list") == "")
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
  }

  @Test("An issue that is opened there, and whose plan was moved to Doing here, is under way")
  func opened() async throws {
    let tracker = FakeTracker(with: "First")
    close(tracker)
    let pmgit = try await CommandRunner.bridged(to: tracker)
    #expect(try await state(pmgit) == "done")
    try await pmgit("move", first, "doing")
    open(tracker)
    for _ in 0..<2 { try await pmgit("bridge", "push") }
    #expect(try await state(pmgit) == "doing" && tracker.issues[1]?.isOpen == true)
    #expect(try await pmgit("resolve", "--list") == "")
  }

  @Test("Clones that pull it, or move the plan, before they have met agree without a question")
  func clones() async throws {
    for (isClosed, expected) in [(true, "done"), (false, "doing")] {
      let tracker = FakeTracker(with: "First")
      if !isClosed { close(tracker) }
      let pair = try await BridgedPair(tracker)
      let (one, two) = (pair.one, pair.two)
      try await one("move", first, "doing")
      if isClosed { close(tracker) } else { open(tracker) }
      try await two("bridge", "pull")
      for clone in [one, two, one, two] {
        try await clone("sync")
        try await clone("bridge", "push")
        try await clone("sync")
      }
      for clone in [one, two] {
        #expect(try await state(clone) == expected)
        #expect(try await clone("resolve", "--list") == "")
      }
      #expect(tracker.issues[1]?.isOpen == !isClosed)
    }
  }

  @Test("A plan that was opened again here after its issue was closed opens it there")
  func reopened() async throws {
    let tracker = FakeTracker(with: "First")
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    close(tracker)
    for clone in [one, two] { try await clone("bridge", "pull") }
    try await one("move", first, "doing")
    for clone in [two, one, two, one] {
      try await clone("sync")
      try await clone("bridge", "push")
      try await clone("sync")
    }
    #expect(try await state(two) == "doing" && tracker.issues[1]?.isOpen == true)
  }

  @Test("Two people who disagree whether it is done still have to decide")
  func people() async throws {
    let tracker = FakeTracker(with: "First")
    let pair = try await BridgedPair(tracker)
    try await pair.one("move", first, "done")
    try await pair.two("move", first, "doing")
    for clone in [pair.one, pair.two, pair.one] {
      try await clone("sync")
      try await clone("bridge", "push")
      try await clone("sync")
    }
    #expect(try await pair.one("resolve", "--list").contains("state"))
  }
}
