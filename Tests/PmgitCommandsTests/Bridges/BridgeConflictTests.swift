import PlanModel
import PmgitTestSupport
import Testing

@Suite("Who said the values of conflicts that bridges bring")
struct BridgeConflictTests {
  private let first = "github:octo/app#1"

  /// Returns who wrote each value of the only conflict.
  private func names(_ pmgit: CommandRunner) async throws -> [String: String] {
    let text = try await pmgit("resolve", "--list", "--json")
    let document = try JSONReader.value(in: Array(text.utf8)).object
    let conflict = try #require(document?["conflicts"]?.array?.first?.object, "\(text)")
    let values = conflict["values"]?.array?.compactMap(\.object) ?? []
    return Dictionary(
      uniqueKeysWithValues: values.map { ($0["value"]?.string ?? "", $0["by"]?.string ?? "") })
  }

  private func bridged() async throws -> (tracker: FakeTracker, pmgit: CommandRunner) {
    let tracker = FakeTracker()
    tracker.add("Fix", body: "Text")
    return (tracker, try await CommandRunner.bridged(to: tracker))
  }

  @Test("The tracker's value has the name of the tracker, and the rules of 'resolve' know it")
  func tracker() async throws {
    for (rule, title) in [("--mine", "Mine"), ("--theirs", "Theirs")] {
      let (tracker, pmgit) = try await bridged()
      try await pmgit("edit", first, "--title", "Mine")
      tracker.issues[1]?.title = "Theirs"
      try await pmgit("bridge", "pull")
      let me = try await names(pmgit)["Mine"]
      #expect(me?.contains("@") == true)
      #expect(try await names(pmgit)["Theirs"] == "github:octo/app")
      let shown = try await pmgit("resolve", "--list")
      #expect(shown.contains("\tgithub:octo/app\t"), "\(shown)")
      let plan = try await pmgit("show", first)
      #expect(plan.contains("\tgithub:octo/app\t"), "\(plan)")
      // A later pull of the same value, and one of another value, change nothing of it.
      try await pmgit("bridge", "pull")
      #expect(try await names(pmgit)["Theirs"] == "github:octo/app")
      tracker.issues[1]?.title = "Later"
      try await pmgit("bridge", "pull")
      #expect(try await names(pmgit) == ["Mine": me ?? "", "Later": "github:octo/app"])
      tracker.issues[1]?.title = "Theirs"
      try await pmgit("bridge", "pull")
      try await pmgit("resolve", first, rule)
      #expect(try await pmgit("show", first).contains("title\t\(title)\n"))
      // An undo of the decision brings both values back, with their names.
      try await pmgit("undo", "--yes")
      #expect(try await names(pmgit) == ["Mine": me ?? "", "Theirs": "github:octo/app"])
    }
  }

  @Test("A text that was replaced there has the name of the tracker, too")
  func text() async throws {
    let (tracker, pmgit) = try await bridged()
    let long = String(repeating: "long ", count: 40)
    try await pmgit("edit", first, "--body", "Mine")
    tracker.issues[1]?.body = long
    try await pmgit("bridge", "pull")
    #expect(Set(try await names(pmgit).values.filter { $0 == "github:octo/app" }).count == 1)
  }

  @Test("What somebody wrote in another clone and sent is not said to be theirs who pulled it")
  func clones() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pair = try await BridgedPair(tracker)
    try await pair.two.repository.git("config", "user.name", "Ben Roe")
    try await pair.two.repository.git("config", "user.email", "ben@example.com")
    try await pair.one("edit", first, "--title", "Title A")
    try await pair.one("bridge", "push")
    try await pair.two("edit", first, "--title", "Title B")
    try await pair.two("bridge", "pull")
    let here = try await names(pair.two)
    #expect(here["Title A"] == "github:octo/app", "\(here)")
    #expect(here["Title B"]?.hasPrefix("Ben Roe") == true, "\(here)")
    try await pair.two("sync")
    try await pair.one("sync")
    try await pair.two("sync")
    for clone in [pair.one, pair.two] {
      let names = try await names(clone)
      #expect(names["Title B"]?.hasPrefix("Ben Roe") == true, "\(names)")
      // One clone wrote it, and the other one had it from the tracker.
      #expect(names["Title A"]?.hasPrefix("Ben Roe") == false, "\(names)")
    }
  }

  @Test("A value that was sent is its author's in a later conflict of two clones")
  func sent() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pair = try await BridgedPair(tracker)
    try await pair.one("edit", first, "--title", "Title A")
    try await pair.one("bridge", "push")
    try await pair.two("edit", first, "--title", "Title B")
    try await pair.one("sync")
    try await pair.two("sync")
    let names = try await names(pair.two)
    #expect(!names.values.contains("github:octo/app"), "\(names)")
  }
}
