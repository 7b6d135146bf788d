/// Two clones of one bare repository, each with a runner of pmgit and an identity.
package struct SharedBoard {
  package let hub: ScratchRepository
  package let first: CommandRunner
  package let second: CommandRunner

  /// Makes the clones, and a board that both have.
  package init() async throws {
    hub = try await ScratchRepository(bare: true)
    let one = try await ScratchRepository(cloning: hub)
    try await one.git("config", "user.name", "Dev One")
    try await one.git("config", "user.email", "one@example.org")
    first = try CommandRunner(one, seed: 1)
    try await first("init")
    try await first("sync")
    let two = try await ScratchRepository(cloning: hub)
    try await two.git("config", "user.name", "Dev Two")
    try await two.git("config", "user.email", "two@example.org")
    second = try CommandRunner(two, seed: 2)
  }

  /// Makes a plan with a conflict of its title, which both clones have.
  ///
  /// - Returns: The plan's id. Its title is `Theirs`; the other candidate is `Ours`.
  package func conflict() async throws -> String {
    let id = try await first.add("As it was")
    try await first("sync")
    try await second("sync")
    second.now = first.now
    try await first("edit", id, "--title", "Ours")
    second.now = first.now
    try await second("edit", id, "--title", "Theirs")
    try await first("sync")
    try await second("sync")
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
