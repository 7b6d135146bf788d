import PlanModel
import PmgitTestSupport

extension CommandRunner {
  /// Returns a runner with a board, a bridge `hub` to a tracker, and a first pull.
  ///
  /// - Parameter people: The people that the board knows by their logins before the first pull.
  static func bridged(
    to tracker: FakeTracker, knowing people: KeyValuePairs<String, String> = [:]
  ) async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    for (login, person) in people {
      try await pmgit("people", "account", "github:\(login)", person)
    }
    try await pmgit.addBridge(to: tracker)
    try await pmgit("bridge", "pull")
    return pmgit
  }

  /// Returns the assignees of an issue's plan, sorted.
  func assignees(of number: Int) async throws -> [String] {
    let text = try await self("show", "github:octo/app#\(number)", "--json")
    let plan = try JSONReader.value(in: Array(text.utf8)).object?["plan"]?.object
    return plan?["assignees"]?.array?.compactMap(\.string).sorted() ?? []
  }

  func addBridge(to tracker: FakeTracker) async throws {
    runProgram = { try tracker.run($0) }
    try await self("bridge", "add", "hub", tracker.source)
  }
}

/// Two clones of one board, each with a bridge to a tracker.
struct BridgedPair {
  let one: CommandRunner
  let two: CommandRunner

  init(_ tracker: FakeTracker, seed: UInt64 = 1) async throws {
    let hub = try await ScratchRepository(bare: true)
    one = try await CommandRunner.bridged(to: tracker)
    try await one.repository.git("remote", "add", "origin", hub.path)
    try await one("sync")
    two = try await CommandRunner(seed: seed + 100)
    (one.remote, two.remote) = (hub, hub)
    two.runProgram = { try tracker.run($0) }
    try await two.repository.git("remote", "add", "origin", hub.path)
    try await two("init")
    try await two("sync")
    try await two("bridge", "add", "hub", tracker.source)
  }
}
