import Git
import PlanModel
import PlanStore
import PmgitTestSupport

/// Steps that share changes between repositories, and checks that all repositories end in the same
/// state.
extension ReplicaRun {
  func sync(_ person: Int, with remote: Int) async throws {
    try await share(person, "hub\(remote)", .both)
    seen[person] |= seenByHub[remote]
    seenByHub[remote] = seen[person]
    try check(person)
    let shared = try hubs[remote].open().reference(branch)
    if try shared != people[person].tip() { fail("left hub\(remote) at \(shared?.hex ?? "none")") }
  }

  /// - Parameter changes: The changes that the other repository has seen.
  func pull(
    _ person: Int, from remote: String, seeing changes: ReplicaModel.Changes
  ) async throws {
    do {
      try await share(person, remote, .pull)
    } catch let error as StoreError {
      // Nothing was shared with this remote yet.
      guard case .noRemoteBoard = error else { throw error }
      return
    }
    seen[person] |= changes
    try check(person)
  }

  func pullOld(_ person: Int, from other: Int, tipsAgo: Int) async throws {
    let (tip, changes) = tips[other][max(0, tips[other].count - 1 - tipsAgo)]
    try await people[other].repository.git(
      "push", "--quiet", "--force", relay.path, "\(tip):\(branch)")
    // A new name each time: pmgit also merges what it has fetched from a remote earlier.
    fetches += 1
    try await pull(person, from: "relay\(fetches)", seeing: changes)
  }

  /// Returns the lines of the configuration that `git remote add` writes.
  private func section(_ name: String, at path: String) -> [String] {
    ["[remote \"\(name)\"]", "url = \(path)", "fetch = +refs/heads/*:refs/remotes/\(name)/*"]
  }

  /// Syncs with one of the remotes. Checks that no other clone merged the same two heads into a
  /// different commit.
  private func share(
    _ person: Int, _ remote: String, _ directions: SyncDirection
  ) async throws {
    let one = people[person]
    // Written to the user's configuration, so that the clone's stays unchanged.
    var lines = ["[pmgit]", "remote = \(remote)"]
    // Checking for maintenance takes half of the time of a fetch or push.
    lines += ["[maintenance]", "auto = false", "[receive]", "autogc = false"]
    for (index, hub) in hubs.enumerated() {
      lines += section("hub\(index)", at: hub.path)
    }
    for (index, peer) in people.enumerated() {
      lines += section("peer\(index)", at: peer.repository.path)
    }
    lines += section("relay\(fetches)", at: relay.path)
    try one.repository.write(lines.joined(separator: "\n") + "\n", to: "home/.gitconfig")
    let result = try await one.sync(directions)
    guard result.kind == .merged else { return }
    let repository = try one.repository.open()
    let parents = try repository.commit(result.commit).parents
    if try repository.mergeBases(parents[0], parents[1]).count > 1 { crissCrosses += 1 }
    if let other = merges.updateValue(result.commit, forKey: Set(parents)), other != result.commit {
      fail("merged two heads to \(result.commit), which were merged to \(other) before")
    }
  }

  // MARK: - Coming to rest

  /// Syncs all clones: perhaps with their neighbours or with all remotes, and finally with one
  /// remote. Checks the result after a fixed number of rounds.
  func settle() async throws {
    switch random.number(below: 3) {
    case 0: try await settleInARing()
    case 1: try await settleWithAllRemotes()
    default: break
    }
    try await settleWithOneRemote()
    try await checkWithGit()
  }

  /// Lets each clone pull from the next one, without a remote. Checks that all changes reach every
  /// clone and that the last round makes no commits.
  private func settleInARing() async throws {
    for round in 0...people.count + 1 {
      note("ring, round \(round)")
      let before = allTips
      for person in people.indices {
        let next = (person + 1) % people.count
        try await pull(person, from: "peer\(next)", seeing: seen[next])
      }
      guard round == people.count + 1 else { continue }
      if Set(seen).count > 1 { fail("has clones that have not heard of all changes") }
      if !allTips.isSubset(of: before) { fail("makes commits without end in a ring") }
    }
  }

  /// Syncs each clone with every remote for two rounds. Checks that all changes reach every
  /// repository, and that a third round makes no commits.
  private func settleWithAllRemotes() async throws {
    for round in 0..<3 {
      note("all remotes, round \(round)")
      let before = allTips
      for person in people.indices {
        for remote in hubs.indices { try await sync(person, with: remote) }
      }
      guard round == 2 else { continue }
      if Set(seenByHub + seen).count > 1 { fail("has remotes that have not heard of all changes") }
      if !allTips.isSubset(of: before) {
        fail("makes commits without end with \(hubs.count) remotes")
      }
    }
  }

  /// Syncs all clones with one remote for two rounds. Checks that all clones have the remote's
  /// commit.
  private func settleWithOneRemote() async throws {
    for round in 0..<2 {
      note("hub0, round \(round)")
      for person in people.indices { try await sync(person, with: 0) }
    }
    let ends = Set(try heads() + [hubHeads()[0]])
    if ends.count > 1 { fail("does not come to rest on one commit but on \(ends)") }
  }

  /// All tips that clones have had. The tips of remotes are among them.
  private var allTips: Set<ObjectID> { Set(tips.joined().map(\.tip)) }

  private func heads() throws -> [ObjectID] { try people.map { try $0.tip() } }

  private func hubHeads() throws -> [ObjectID] {
    try hubs.compactMap { try $0.open().reference(branch) }
  }

  /// Checks that the shared history contains every commit that a person made, and that git finds no
  /// damage in any repository.
  private func checkWithGit() async throws {
    let history = try await hubs[0].git("rev-list", branch).split(separator: "\n").map(String.init)
    let lost = Set(changes.map(\.hex)).subtracting(history)
    if !lost.isEmpty { fail("lost the commits \(lost.sorted())") }
    for repository in hubs + people.map(\.repository) {
      let findings = try await repository.git("fsck", "--strict", "--no-dangling", "--no-progress")
      if !findings.isEmpty { fail("left a repository in which git finds \(findings)") }
    }
  }
}
