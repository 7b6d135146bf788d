import PlanModel
import PmgitTestSupport
import Testing

/// The names of people are like logins, or the board says an account in another way than before.
@Suite("Accounts that are said otherwise")
struct BridgeAccountChangeTests {
  private let first = "github:octo/app#1"

  private func tracker(_ logins: Set<String>) -> FakeTracker {
    let tracker = FakeTracker(with: "One")
    tracker.issues[1]?.assignees = logins
    return tracker
  }

  private func expectCalm(
    _ pmgit: CommandRunner, _ tracker: FakeTracker, _ logins: Set<String>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for _ in 0..<2 {
      let calm = await pmgit.run(["bridge", "push"])
      #expect(calm.messages.contains("nothing to send"), "\(calm)", sourceLocation: sourceLocation)
      #expect(tracker.issues[1]?.assignees == logins, sourceLocation: sourceLocation)
    }
  }

  @Test("Somebody whose name is the login of another one stays")
  func nameIsLogin() async throws {
    let tracker = tracker(["alex", "bobby"])
    let smith = "Alex Smith <as@example.com>"
    let pmgit = try await CommandRunner.bridged(
      to: tracker, knowing: ["bobby": "Alex", "alex": smith])
    #expect(try await pmgit.assignees(of: 1) == ["Alex", smith])
    await expectCalm(pmgit, tracker, ["alex", "bobby"])
    #expect(try await pmgit.assignees(of: 1) == ["Alex", smith])
  }

  @Test(
    "Who is assigned there stays so, and takes the new name",
    arguments: [
      (["github:annlee", "Ann Lee <al@example.com>"], ["Ann Lee <al@example.com>"]),
      (["github:annlee", "--remove"], ["Ann"]),
    ])
  func otherwise(words: [String], names: [String]) async throws {
    let tracker = tracker(["annlee"])
    tracker.accounts = ["annlee", "Ann"]
    let pmgit = try await CommandRunner.bridged(to: tracker, knowing: ["annlee": "Ann"])
    #expect(try await pmgit.assignees(of: 1) == ["Ann"])
    #expect(await pmgit.run(["people", "account"] + words).exitCode == 0)
    await expectCalm(pmgit, tracker, ["annlee"])
    #expect(try await pmgit.assignees(of: 1) == names)
    tracker.issues[1]?.assignees = []
    try await pmgit("bridge", "pull")
    #expect(try await pmgit.assignees(of: 1) == [])
  }

  @Test("One who was sent from here stays, too, and a second account keeps the name")
  func sent() async throws {
    let tracker = tracker(["bobby"])
    tracker.accounts = ["annlee", "bobby", "Ann"]
    let pmgit = try await CommandRunner.bridged(to: tracker, knowing: ["annlee": "Ann"])
    try await pmgit("edit", first, "--assign", "Ann")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["annlee", "bobby"])
    try await pmgit("people", "account", "github:bobby", "Ann")
    try await pmgit("people", "account", "github:annlee", "Ann Lee <al@example.com>")
    await expectCalm(pmgit, tracker, ["annlee", "bobby"])
  }

  @Test(
    "Somebody with two accounts stays while one of them is assigned", arguments: ["al", "annlee"])
  func twoAccounts(login: String) async throws {
    let tracker = tracker(["al", "annlee"])
    let pmgit = try await CommandRunner.bridged(
      to: tracker, knowing: ["al": "Ann", "annlee": "Ann"])
    tracker.issues[1]?.assignees = [login]
    try await pmgit("bridge", "pull")
    #expect(try await pmgit.assignees(of: 1) == ["Ann"])
    await expectCalm(pmgit, tracker, [login])
    tracker.issues[1]?.assignees = []
    try await pmgit("bridge", "pull")
    #expect(try await pmgit.assignees(of: 1) == [])
  }

  @Test("A login that was somebody else's is not assigned for the name that it had")
  func formerName() async throws {
    let tracker = tracker(["annlee"])
    tracker.accounts = ["annlee", "Ann"]
    let pmgit = try await CommandRunner.bridged(to: tracker, knowing: ["annlee": "Ann"])
    tracker.issues[1]?.assignees = []
    try await pmgit("bridge", "pull")
    try await pmgit("people", "account", "github:annlee", "Annabel")
    try await pmgit("edit", first, "--assign", "Ann")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["Ann"])
  }

  @Test("Nobody is unassigned as long as another one can't be assigned")
  func refused() async throws {
    let tracker = tracker(["annlee", "bobby"])
    tracker.accounts = ["annlee", "bobby", "cy"]
    let pmgit = try await CommandRunner.bridged(to: tracker)
    for name in ["annlee", "bobby"] { try await pmgit("edit", first, "--no-assign", name) }
    for name in ["Nobody", "cy"] { try await pmgit("edit", first, "--assign", name) }
    #expect(await pmgit.run(["bridge", "push"]).exitCode == 1)
    #expect(tracker.issues[1]?.assignees == ["annlee", "bobby", "cy"])
    try await pmgit("edit", first, "--no-assign", "Nobody")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["cy"])
  }
}
