/// Two clones of one bare repository, each with a runner of pmgit and an identity.
package struct SharedBoard {
  package let hub: ScratchRepository
  package let first: CommandRunner
  package let second: CommandRunner

  /// Creates two clones of a remote with a board. The first call prepares originals, and each call
  /// copies them.
  package init() async throws { try self.init(try await Self.prepared.value) }

  private static let prepared = MadeOnce {
    let hub = try await ScratchRepository(bare: true)
    let first = try CommandRunner(
      try await ScratchRepository(cloning: hub, person: "Dev One"), seed: 1)
    try await first("init")
    try await first("sync")
    let second = try CommandRunner(
      try await ScratchRepository(cloning: hub, person: "Dev Two"), seed: 2)
    return SharedBoard.Copied(SharedBoard(hub: hub, first: first, second: second))
  }

  private init(hub: ScratchRepository, first: CommandRunner, second: CommandRunner) {
    (self.hub, self.first, self.second) = (hub, first, second)
  }

  /// A shared board that tests copy, with the clocks and the random generators of its two people.
  package struct Copied: Sendable {
    fileprivate let hub: ScratchRepository
    fileprivate let people: [CommandRunner.Copied]

    package init(_ board: SharedBoard) {
      hub = board.hub
      hub.removeAtEnd()
      people = [board.first, board.second].map(CommandRunner.Copied.init)
    }
  }

  package init(_ copied: Copied) throws {
    let hub = try ScratchRepository(copying: copied.hub)
    self.hub = hub
    first = try CommandRunner(copied.people[0], cloneOf: hub)
    second = try CommandRunner(copied.people[1], cloneOf: hub)
  }

  /// Syncs the first clone, then the second.
  package func syncBoth() async throws {
    for clone in [first, second] { try await clone("sync") }
  }

  /// Adds a plan to both clones, with a conflict in its title.
  ///
  /// - Returns: The plan's id. Its title is `Theirs`; the other candidate is `Ours`.
  package func conflict() async throws -> String {
    let id = try await first.add("As it was")
    try await syncBoth()
    second.now = first.now
    try await first("edit", id, "--title", "Ours")
    second.now = first.now
    try await second("edit", id, "--title", "Theirs")
    try await syncBoth()
    try await first("sync")
    return id
  }

  /// Returns the board's commit in both clones and on the remote.
  package func tips() async throws -> [String] {
    [
      try await first.repository.git("rev-parse", "pmgit/main"),
      try await second.repository.git("rev-parse", "pmgit/main"),
      try await hub.git("rev-parse", "pmgit/main"),
    ]
  }
}
