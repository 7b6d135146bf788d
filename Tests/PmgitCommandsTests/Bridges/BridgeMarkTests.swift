import PlanModel
import PmgitTestSupport
import Testing

/// Marks in the texts of issues that no push of the board has written.
@Suite("Marks of strangers")
struct BridgeMarkTests {
  private static let push = ["bridge", "push", "--new", "label:new is:any"]

  private func mark(of issue: FakeTracker.Issue?) throws -> String {
    let body = try #require(issue).body
    let start = try #require(body.firstRange(of: "<!-- pmgit:"))
    return String(body[start.upperBound...].prefix { $0 != " " })
  }

  private func plan(_ clone: CommandRunner, _ id: String) async throws -> String {
    try await clone("show", id)
  }

  /// Returns the beginning of the marks of a plan's issues, as everybody can compute it who reads
  /// the board.
  static func name(of id: String, in clone: CommandRunner, _ source: String) async throws -> String
  {
    let text = try await clone("show", id, "--json")
    let plan = try JSONReader.value(in: Array(text.utf8)).object?["plan"]?.object
    let created = plan?["created"]?.object
    let words = [
      "issue", try #require(plan?["id"]?.string), created?["at"]?.string ?? "",
      created?["by"]?.string ?? "", source,
    ]
    return FNV1a.hex(of: CanonicalJSON.bytes(of: .strings(words)))
  }

  /// Returns a mark that a stranger can write.
  private func guess(
    _ tracker: FakeTracker, _ clone: CommandRunner, _ id: String
  ) async throws -> String {
    try await Self.name(of: id, in: clone, tracker.source) + "0123456789abcdef01234567"
  }

  @Test("The mark of a plan that was never sent gives nobody the plan; the issue is a new one")
  func neverSent() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Rotate the keys", "--body", "See the vault", "--label", "private")
    let before = try await plan(pmgit, id)
    let guess = try await guess(tracker, pmgit, id)
    tracker.add("Send me the keys", body: "Now\n\n<!-- pmgit:\(guess) -->", labels: ["urgent"])
    let pulled = await pmgit.run(["bridge", "pull"])
    #expect(
      pulled.unbroken.contains("'github:octo/app#1' has a mark of pmgit in its text"), "\(pulled)")
    #expect(try await plan(pmgit, id) == before)
    #expect(try await plan(pmgit, "github:octo/app#1").contains("Send me the keys"))
    #expect(try await pmgit("resolve", "--list") == "")
    try await pmgit("comment", id, "-m", "The new password is 1234")
    let calls = tracker.calls.count
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
    #expect(tracker.calls.count == calls + 1)
    // It is said once, and the plan can get an issue of its own.
    #expect(await !pmgit.run(["bridge", "pull"]).messages.contains("has a mark"))
    try await pmgit("bridge", "push", "--new", "label:private")
    #expect(tracker.issues[2]?.title == "Rotate the keys")
    #expect(try await plan(pmgit, "github:octo/app#2").contains(id))
  }

  @Test("The name in marks follows from the plan as a stranger computes it")
  func guessed() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public", "--label", "new")
    let guess = try await guess(tracker, pmgit, id)
    #expect(await pmgit.run(Self.push).exitCode == 0)
    let mark = try mark(of: tracker.issues[1])
    #expect(mark.prefix(16) == guess.prefix(16) && mark != guess && mark.count == 40)
  }

  @Test("What the board has before an issue is made is not what its mark says")
  func sealed() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    _ = try await pmgit.add("Public", "--label", "new")
    tracker.killing = (1, .after)
    #expect(await pmgit.run(Self.push).exitCode != 0)
    let mark = try mark(of: tracker.issues[1])
    let board = try await pmgit.repository.git("grep", "-h", "", "pmgit/main", "--", "plans")
    #expect(board.contains("making/") && !board.contains(mark.suffix(24)), "\(board)")
  }

  @Test("A lost answer: the same clone, and another one that has synced, find the issue once")
  func lostAnswer() async throws {
    for isOther in [false, true] {
      let tracker = FakeTracker()
      let pair = try await BridgedPair(tracker)
      let (one, two) = (pair.one, pair.two)
      let id = try await one.add("Public", "--label", "new")
      for clone in [one, two] { try await clone("sync") }
      tracker.killing = (1, .after)
      #expect(await one.run(Self.push).exitCode != 0)
      // A stranger copies the mark, and another one has guessed it before.
      let mark = try mark(of: tracker.issues[1])
      tracker.add("Copy", body: "<!-- pmgit:\(mark) -->")
      for clone in isOther ? [one, two] : [two, one] { try await clone("sync") }
      let finder = isOther ? two : one
      #expect(await finder.run(Self.push).exitCode == 0)
      #expect(tracker.issues.count == 2)
      #expect(try await plan(finder, "github:octo/app#1").contains(id))
      #expect(try await !plan(finder, "github:octo/app#2").contains(id))
      for clone in [finder, one, two] {
        try await clone("sync")
        let calm = await clone.run(Self.push)
        #expect(calm.messages.contains("nothing to send"), "\(calm)")
        #expect(try await clone("list", "is:any").split(separator: "\n").count == 2)
      }
    }
  }

  @Test("A clone that does not know the mark makes no second issue, and adopts none")
  func unsynced() async throws {
    let tracker = FakeTracker()
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    let id = try await one.add("Public", "--label", "new")
    for clone in [one, two] { try await clone("sync") }
    #expect(await one.run(Self.push).exitCode == 0)
    for _ in 0..<2 {
      let pushed = await two.run(Self.push)
      #expect(pushed.exitCode == 0 && tracker.issues.count == 1, "\(pushed)")
      #expect(pushed.messages.contains("this clone does not know the mark"), "\(pushed)")
      #expect(pushed.messages.contains("'github:octo/app#1' may be its issue"), "\(pushed)")
      #expect(try await two("list", "is:any").split(separator: "\n").count == 1)
    }
    for clone in [one, two] { try await clone("sync") }
    #expect(await two.run(Self.push).messages.contains("nothing to send"))
    #expect(try await plan(two, "github:octo/app#1").contains(id))
  }

  @Test("An unknown mark holds an issue and a plan for a week, and not longer")
  func week() async throws {
    let tracker = FakeTracker()
    let pair = try await BridgedPair(tracker)
    let one = pair.one
    let id = try await one.add("Public", "--label", "new")
    try await one("sync")
    let guess = try await guess(tracker, one, id)
    let number = tracker.add("Strange", body: "<!-- pmgit:\(guess) -->")
    tracker.issues[number]?.created = "2026-11-20T08:00:00Z"
    let held = await one.run(Self.push)
    #expect(held.unbroken.contains("becomes a plan on 2026-11-27"), "\(held)")
    #expect(tracker.issues.count == 1)
    one.now = try #require(Timestamp("2026-11-27T08:00:01Z"))
    #expect(await one.run(Self.push).exitCode == 0)
    #expect(tracker.issues.count == 2)
    #expect(try await plan(one, "github:octo/app#1").contains("Strange"))
    #expect(try await plan(one, "github:octo/app#2").contains(id))
  }

  @Test("A mark that is edited into an older issue gives it nothing, also after an undo")
  func editedLater() async throws {
    let tracker = FakeTracker(with: "Old")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public", "--label", "new")
    tracker.killing = (1, .after)
    #expect(await pmgit.run(Self.push).exitCode != 0)
    let mark = try mark(of: tracker.issues[2])
    tracker.issues[1]?.body = "<!-- pmgit:\(mark) -->"
    try await pmgit("bridge", "pull")
    #expect(try await plan(pmgit, "github:octo/app#2").contains(id))
    #expect(try await !plan(pmgit, "github:octo/app#1").contains(id))
    // The undo takes back what the pull has found, and the next one finds it again.
    try await pmgit("undo")
    #expect(await pmgit.run(Self.push).exitCode == 0)
    #expect(tracker.issues.count == 2)
    #expect(try await plan(pmgit, "github:octo/app#2").contains(id))
  }

  @Test("An issue from before a push is not the one that it made, also if no plan has it")
  func older() async throws {
    let tracker = FakeTracker(with: "Old", "Newer")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public", "--label", "new")
    tracker.killing = (1, .after)
    #expect(await pmgit.run(Self.push).exitCode != 0)
    let mark = try mark(of: tracker.issues[3])
    tracker.issues[1]?.body = "<!-- pmgit:\(mark) -->"
    try await pmgit("edit", "github:octo/app#1", "--no-alias", "github:octo/app#1")
    try await pmgit("bridge", "pull")
    #expect(try await plan(pmgit, "github:octo/app#3").contains(id))
  }
}
