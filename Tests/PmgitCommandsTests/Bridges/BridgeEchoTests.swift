import PlanModel
import PmgitTestSupport
import Testing

/// Two clones with one bridge. One sends its changes; the other one pulls them from the tracker
/// before the two have met.
@Suite("What a tracker has from another clone")
struct BridgeEchoTests {
  private let first = "github:octo/app#1"

  /// A change of the plan, and another one after it, and what the tracker has in the end.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let sent: [String]
    let later: [String]
    let isRight: @Sendable (FakeTracker.Issue) -> Bool
  }

  private static let cases = [
    Case(
      description: "title", sent: ["edit", "--title", "Old"], later: ["edit", "--title", "New"],
      isRight: { $0.title == "New" }),
    Case(
      description: "body", sent: ["edit", "--body", "Old"], later: ["edit", "--body", "New"],
      isRight: { $0.body == "New" }),
    Case(
      description: "milestone", sent: ["edit", "--milestone", "v1"],
      later: ["edit", "--milestone", "v2"], isRight: { $0.milestone == "v2" }),
    Case(
      description: "state", sent: ["move", "done"], later: ["move", "doing"],
      isRight: { $0.isOpen }),
    Case(
      description: "label", sent: ["edit", "--label", "ui"], later: ["edit", "--no-label", "ui"],
      isRight: { $0.labels == ["bug"] }),
  ]

  private func change(_ clone: CommandRunner, _ words: [String]) async throws {
    let result = await clone.run([words[0], first] + words.dropFirst())
    try #require(result.exitCode == 0, "\(result)")
  }

  /// Syncs, and pulls and pushes, until nothing changes.
  private func rest(_ clones: [CommandRunner]) async throws {
    for _ in 0..<2 {
      for clone in clones {
        try await clone("sync")
        try await clone("bridge", "push")
        try await clone("sync")
      }
    }
  }

  @Test(
    "A later change of the clone that sent it follows it, and nothing is in conflict",
    arguments: cases, [false, true])
  func later(one: Case, isPulledTwice: Bool) async throws {
    let tracker = FakeTracker()
    tracker.add("First", body: "Text", labels: ["bug"])
    let pair = try await BridgedPair(tracker)
    let (ben, ada) = (pair.one, pair.two)
    for name in ["v1", "v2"] { try await ben("milestone", "add", name) }
    for clone in [ben, ada] { try await clone("sync") }
    try await change(ben, one.sent)
    try await ben("bridge", "push")
    if isPulledTwice { try await ben("bridge", "pull") }
    try await change(ben, one.later)
    try await ada("bridge", "pull")
    try await rest([ben, ada])
    for clone in [ben, ada] { #expect(try await clone("resolve", "--list") == "", "\(one)") }
    #expect(one.isRight(try #require(tracker.issues[1])), "\(one): \(tracker.issues)")
    #expect(await ada.run(["bridge", "push"]).messages.contains("nothing to send"), "\(one)")
  }

  @Test("Both clones pull a change from there, and one goes on with it: no conflict")
  func pulledTwice() async throws {
    let tracker = FakeTracker(with: "First")
    let pair = try await BridgedPair(tracker)
    tracker.issues[1]?.title = "Theirs"
    for clone in [pair.one, pair.two] { try await clone("bridge", "pull") }
    try await change(pair.one, ["edit", "--title", "Theirs, better"])
    try await rest([pair.two, pair.one])
    for clone in [pair.one, pair.two] { #expect(try await clone("resolve", "--list") == "") }
    #expect(tracker.issues[1]?.title == "Theirs, better")
  }

  @Test("What somebody wrote there and another value here stay in conflict in all clones")
  func conflict() async throws {
    let tracker = FakeTracker(with: "First")
    let pair = try await BridgedPair(tracker)
    try await change(pair.one, ["edit", "--title", "Mine"])
    tracker.issues[1]?.title = "Theirs"
    for clone in [pair.one, pair.two] { try await clone("bridge", "pull") }
    try await rest([pair.two, pair.one])
    for clone in [pair.one, pair.two] {
      #expect(try await clone("resolve", "--list").contains("title"))
      #expect(await clone.run(["bridge", "push"]).messages.contains("its title is in conflict"))
    }
    #expect(tracker.issues[1]?.title == "Theirs")
  }

  @Test("What was sent, and changed there to something else, is in conflict with a later change")
  func changedThere() async throws {
    let tracker = FakeTracker(with: "First")
    let pair = try await BridgedPair(tracker)
    try await change(pair.one, ["edit", "--title", "Mine"])
    try await pair.one("bridge", "push")
    try await change(pair.one, ["edit", "--title", "Mine, later"])
    try await pair.two("bridge", "pull")
    tracker.issues[1]?.title = "Theirs"
    try await pair.two("bridge", "pull")
    try await rest([pair.one, pair.two])
    let conflicts = try await pair.one("resolve", "--list", "--json")
    #expect(conflicts.contains("Theirs") && conflicts.contains("Mine, later"), "\(conflicts)")
  }

  @Test("The change of a third clone that knows nothing of it stays in conflict, under its name")
  func third() async throws {
    let tracker = FakeTracker(with: "First")
    let pair = try await BridgedPair(tracker)
    try await change(pair.one, ["edit", "--title", "Mine"])
    try await pair.one("bridge", "push")
    try await pair.two("bridge", "pull")
    // The other clone goes on with what it pulled; the first one with what it has sent.
    try await change(pair.one, ["edit", "--title", "Mine, later"])
    try await change(pair.two, ["edit", "--title", "Other"])
    try await rest([pair.one, pair.two])
    let conflicts = try await pair.one("resolve", "--list", "--json")
    #expect(conflicts.contains("Other") && conflicts.contains("Mine, later"), "\(conflicts)")
    #expect(tracker.issues[1]?.title == "Mine, later")
  }
}
