import PlanModel
import PmgitTestSupport
import Testing

@Suite("Accounts of people in trackers")
struct BridgeAccountTests {
  private let first = "github:octo/app#1"
  private let ann = "Ann Lee <ann@example.com>"

  private func tracker() -> FakeTracker {
    let tracker = FakeTracker(with: "One", "Two")
    tracker.issues[1]?.assignees = ["annlee"]
    return tracker
  }

  @Test("Who has a login is renamed, and is the same person for pulls and pushes")
  func rename() async throws {
    let tracker = tracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("people", "rename", "annlee", ann)
    #expect(try await pmgit("people", "account") == "github:annlee\t\(ann)\n")
    let calm = await pmgit.run(["bridge", "push"])
    #expect(calm.messages.contains("nothing to send"), "\(calm)")
    #expect(!calm.messages.contains("not sent"), "\(calm)")
    // Assigned there, in other letters, and here.
    tracker.issues[2]?.assignees = ["AnnLee"]
    try await pmgit("bridge", "pull")
    #expect(try await pmgit.assignees(of: 2) == [ann])
    tracker.issues[1]?.assignees = []
    tracker.issues[2]?.assignees = []
    try await pmgit("bridge", "pull")
    #expect(try await pmgit.assignees(of: 1) == [])
    #expect(try await pmgit.assignees(of: 2) == [])
    try await pmgit("edit", first, "--assign", ann)
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["annlee"])
    try await pmgit("edit", first, "--no-assign", ann)
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == [])
  }

  @Test("A person says an account, and @me is sent")
  func me() async throws {
    let tracker = tracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("edit", first, "--assign", "@me")
    let held = await pmgit.run(["bridge", "push"])
    #expect(held.messages.contains("pmgit people account github:LOGIN"), "\(held)")
    try await pmgit("people", "account", "github:me-there", "@me")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["annlee", "me-there"])
    try await pmgit("people", "account", "github:me-there", "--remove")
    #expect(try await pmgit("people", "account") == "")
    // Nothing is lost if the board does not know it any more.
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["annlee", "me-there"])
    #expect(try await pmgit.assignees(of: 1).count == 2)
    for wrong in ["annlee", "github:", "github:a b", "github:-x", "jira:ann", "github:x/ann"] {
      #expect(await pmgit.run(["people", "account", wrong, ann]).exitCode == 64, "\(wrong)")
    }
  }

  @Test("The address that GitHub gives names a login")
  func address() async throws {
    let tracker = tracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let hidden = "Bo <12+bo-b@users.noreply.github.com>"
    try await pmgit("edit", first, "--assign", hidden)
    for _ in 0..<2 { try await pmgit("bridge", "push") }
    #expect(tracker.issues[1]?.assignees == ["annlee", "bo-b"])
    #expect(try await pmgit.assignees(of: 1) == [hidden, "annlee"])
  }

  @Test("A clone that took the bare login gets the name, once")
  func bare() async throws {
    let tracker = tracker()
    let pair = try await BridgedPair(tracker)
    try await pair.two("bridge", "pull")
    tracker.issues[2]?.assignees = ["annlee"]
    try await pair.two("bridge", "pull")
    try await pair.one("people", "rename", "annlee", ann)
    try await pair.one("bridge", "pull")
    try await pair.one("sync")
    try await pair.two("sync")
    for clone in [pair.two, pair.one] {
      try await clone("bridge", "pull")
      try await clone("sync")
    }
    for clone in [pair.one, pair.two] {
      #expect(try await clone.assignees(of: 1) == [ann])
      #expect(try await clone.assignees(of: 2) == [ann])
      let calm = await clone.run(["bridge", "push"])
      #expect(calm.messages.contains("nothing to send"), "\(calm)")
    }
    #expect(
      tracker.issues[1]?.assignees == ["annlee"] && tracker.issues[2]?.assignees == ["annlee"])
  }
}
