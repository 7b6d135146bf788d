import PlanModel
import PmgitTestSupport
import Testing

@Suite("'sync --bridges'")
struct BridgeSyncTests {
  @Test("'sync --bridges' shares what bridges bring; a failed bridge is in the exit code")
  func sync() async throws {
    let tracker = FakeTracker(with: "Fix")
    let hub = try await ScratchRepository(bare: true)
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit.repository.git("remote", "add", "origin", hub.path)
    try await pmgit("sync", "--bridges")
    tracker.add("Later")
    try await pmgit("sync", "--bridges")
    #expect(
      try await hub.git("rev-parse", "pmgit/main")
        == pmgit.repository.git("rev-parse", "pmgit/main"))
    #expect(try await pmgit("list").split(separator: "\n").count == 2)
    try await pmgit("bridge", "add", "other", "file:missing.json")
    _ = try await pmgit.add("Here")
    tracker.add("Again")
    let failed = await pmgit.run(["sync", "--bridges"])
    #expect(failed.exitCode == 1 && failed.messages.contains("bridge 'other' failed"), "\(failed)")
    #expect(
      try await hub.git("rev-parse", "pmgit/main")
        == pmgit.repository.git("rev-parse", "pmgit/main"))
    #expect(try await pmgit("list").split(separator: "\n").count == 4)
    tracker.add("Last")
    _ = try await pmgit.add("Mine")
    let json = await pmgit.run(["sync", "--bridges", "--json"])
    let object = try JSONReader.value(in: Array(json.output.utf8)).object
    #expect(object?["pushed"] == .number(2), "\(json)")
    #expect(object?["bridges"]?.array?.count == 2 && object?["result"] != nil, "\(json)")
  }

  @Test("If what bridges brought can't be shared, it is told all the same")
  func unshared() async throws {
    let tracker = FakeTracker(with: "Fix")
    let hub = try await ScratchRepository(bare: true)
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit.repository.git("remote", "add", "origin", hub.path)
    try await pmgit("sync")
    tracker.add("Later")
    pmgit.runProgram = { program in
      try await pmgit.repository.git("remote", "set-url", "origin", "\(hub.path)/missing")
      return try tracker.run(program)
    }
    let failed = await pmgit.run(["sync", "--bridges", "--json"])
    let object = try JSONReader.value(in: Array(failed.output.utf8)).object
    let bridge = object?["bridges"]?.array?.first?.object
    #expect(failed.exitCode != 0 && object?["error"]?.object?["message"] != nil, "\(failed)")
    #expect(bridge?["import"]?.object?["added"] == .number(1), "\(failed)")
    #expect(object?["result"] != nil)
    let again = await pmgit.run(["sync", "--bridges"])
    #expect(again.exitCode != 0 && again.messages.contains("missing"), "\(again)")
  }

  @Test("'push --sync' lets another clone find an issue that was made when the push ended")
  func lostClone() async throws {
    let tracker = FakeTracker()
    let pair = try await BridgedPair(tracker)
    _ = try await pair.one.add("Public", "--label", "new")
    let push = ["bridge", "push", "--new", "label:new"]
    tracker.killing = (1, .after)
    #expect(await pair.one.run(push + ["--sync"]).exitCode != 0)
    tracker.killing = nil
    #expect(tracker.issues.count == 1)
    // The first clone is never seen again.
    try await pair.two("sync")
    let found = await pair.two.run(push + ["--sync"])
    #expect(found.exitCode == 0 && tracker.issues.count == 1, "\(found)")
    #expect(tracker.issues[1]?.labels == ["new"])
    #expect(
      try await pair.one.remote?.git("rev-parse", "pmgit/main")
        == pair.two.repository.git("rev-parse", "pmgit/main"))
  }

  @Test("The first pull of a clone asks before it finishes much, if the board has the issues")
  func freshClone() async throws {
    let tracker = FakeTracker()
    for number in 1...51 { tracker.add("Issue \(number)") }
    let pair = try await BridgedPair(tracker)
    for number in 1...51 { tracker.issues[number]?.isOpen = false }
    let refused = await pair.two.run(["bridge", "pull"])
    #expect(refused.exitCode == 1 && refused.messages.contains("more than 50"), "\(refused)")
    try await pair.two("bridge", "pull", "--at-most", "51")
    #expect(try await pair.two("list") == "")
  }
}
