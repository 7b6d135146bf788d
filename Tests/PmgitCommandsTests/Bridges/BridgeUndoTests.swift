import PmgitTestSupport
import Testing

@Suite("Undo beside a bridge")
struct BridgeUndoTests {
  private let first = "github:octo/app#1"

  @Test("An undo after a push takes back the change, and the next push sends that")
  func afterPush() async throws {
    let tracker = FakeTracker(with: "Right")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("edit", first, "--title", "Wrong")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.title == "Wrong")
    // What the push noted is not the last change of the person.
    let undone = await pmgit.run(["undo"])
    #expect(undone.messages.contains("title"), "\(undone)")
    #expect(try await pmgit("show", first).contains("title\tRight\n"))
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.title == "Right")
    #expect(try await pmgit("show", first).contains("title\tRight\n"))
    // And back.
    try await pmgit("redo")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.title == "Wrong")
    let rest = await pmgit.run(["bridge", "push"])
    #expect(rest.messages.contains("nothing to send"), "\(rest)")
  }

  @Test("An undo after a pull that joined equal comments takes back the person's last change")
  func afterTwins() async throws {
    let tracker = FakeTracker(with: "Right")
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    try await one("comment", first, "-m", "Hi")
    try await one("bridge", "push")
    try await two("bridge", "pull")
    for clone in [one, two, one] { try await clone("sync") }
    let hasTwins = { (clone: CommandRunner) in
      try await clone("show", first).split(separator: "Hi").count > 2
    }
    #expect(try await hasTwins(one))
    try await one("edit", first, "--title", "Wrong")
    try await one("bridge", "pull")
    #expect(try await !hasTwins(one))
    let undone = await one.run(["undo"])
    #expect(undone.messages.contains("title"), "\(undone)")
    #expect(try await one("show", first).contains("title\tRight\n"))
    #expect(try await !hasTwins(one))
  }

  @Test("An undo in a board that is shared, and of a comment, is the same")
  func shared() async throws {
    let tracker = FakeTracker(with: "Right")
    let pair = try await BridgedPair(tracker)
    try await pair.one("edit", first, "--title", "Wrong")
    try await pair.one("comment", first, "-m", "Sent")
    try await pair.one("bridge", "push")
    try await pair.one("sync")
    try await pair.one("undo", "2")
    try await pair.one("bridge", "push")
    #expect(tracker.issues[1]?.title == "Right")
    #expect(tracker.issues[1]?.comments.map(\.text) == ["Sent"])
    try await pair.one("sync")
    try await pair.two("sync")
    try await pair.two("bridge", "push")
    #expect(tracker.issues[1]?.title == "Right")
    #expect(try await pair.two("show", first).contains("title\tRight\n"))
  }

  @Test("An undo does not take away the issue that a push has made")
  func made() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let plan = try await pmgit.add("Mine")
    try await pmgit("bridge", "push", "--new", "is:open")
    #expect(tracker.issues.count == 1)
    try await pmgit("edit", plan, "-p", "high")
    try await pmgit("undo")
    try await pmgit("bridge", "push", "--new", "is:open")
    #expect(tracker.issues.count == 1)
    #expect(try await pmgit("list", "is:any").split(separator: "\n").count == 1)
  }
}
