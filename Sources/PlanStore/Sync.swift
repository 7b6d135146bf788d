package import Git
import PlanModel

/// What a sync did.
package struct SyncResult: Sendable {
  package enum Kind: String, Sendable {
    case upToDate = "up-to-date"
    case fastForward = "fast-forward"
    case merged
    /// The remote's head was taken, since what was here and not there was only merges of the same.
    case adopted
  }

  package var kind: Kind = .upToDate
  /// The board's commit now.
  package var commit: ObjectID
  /// How many commits came, and how many went.
  package var fetched = 0
  package var pushed = 0
  /// Whether the remote did not have the board before.
  package var createdOnRemote = false
  /// The paths under `quarantine/` to which merges of this sync took what could not stay in its
  /// place.
  package var setAside: [String] = []
}

extension BoardStore {
  static let syncAttempts = 8

  /// Which directions a sync goes.
  package struct Directions: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let pull = Directions(rawValue: 1)
    package static let push = Directions(rawValue: 2)
    package static let both: Directions = [.pull, .push]
  }

  /// Shares the board with its remote: fetch, check, merge, push, and again if somebody was faster.
  ///
  /// Never forces, never prunes, and never waits for a person's decision: values that conflict are
  /// kept side by side.
  ///
  /// - Parameters:
  ///   - person: The signature of merge commits where the configuration asks for the user's.
  ///   - terminalPrompt: Whether git may ask for a password on the terminal.
  package func sync(
    _ directions: Directions = .both, person: Signature?, terminalPrompt: Bool = false
  ) async throws(StoreError) -> SyncResult {
    let remote = try remote()
    var result: SyncResult?
    for attempt in 1...Self.syncAttempts {
      var theirs = try trackingTip()
      if directions.contains(.pull) {
        let before = theirs
        theirs = try await fetch(remote, terminalPrompt)
        do throws(StoreError) {
          result = try await integrate(theirs, alsoSeen: before, into: result, person: person)
        } catch {
          guard try isForWantOfObjects(error) else { throw error }
          theirs = try await fetch(remote, again: true, terminalPrompt)
          result = try await integrate(theirs, alsoSeen: before, into: result, person: person)
        }
      }
      // A clone that has changed nothing has no branch of its own, and nothing to push.
      guard let local = try localTip() ?? theirs else {
        throw .noRemoteBoard(name, remote: remote.name)
      }
      var current = result ?? SyncResult(commit: local)
      current.commit = local
      result = current
      guard directions.contains(.push), local != theirs else { break }
      let outcome = try await push(local, to: remote, terminalPrompt)
      if outcome != .faster { try rememberPush(of: local, in: remote.trackingBranch) }
      switch outcome {
      case .pushed:
        current.pushed = try count(local, without: theirs)
        current.createdOnRemote = theirs == nil
        return current
      case .upToDate: return current
      case .faster:
        guard directions.contains(.pull) else { throw .behindRemote(name, remote: remote.name) }
        guard attempt < Self.syncAttempts else {
          throw .contention(name, attempts: Self.syncAttempts)
        }
        await Self.pause(after: attempt)
      }
    }
    guard let result else { throw .noRemoteBoard(name, remote: remote.name) }
    return result
  }

  // MARK: - Talking to the remote

  /// A remote that boards can be shared with.
  struct Remote {
    let name: String
    /// Where the remote's board was when it was last heard of.
    let trackingBranch: String
    let program: GitProgram
  }

  /// The remote that the configuration names.
  func remote() throws(StoreError) -> Remote {
    let remotes = try git { () throws(GitError) in try repository.remoteNames() }
    guard let name = settings.remote, remotes.contains(name), let trackingBranch else {
      throw .noRemote(configured: settings.remote, candidates: remotes)
    }
    return Remote(
      name: name, trackingBranch: trackingBranch,
      program: repository.program(environment: environment))
  }

  /// Fetches the board's branch into its remote-tracking branch.
  ///
  /// The `+` is for the tracking branch alone, which mirrors the remote, as every clone's refspec
  /// has it: where the remote's branch was rewritten, the mirror must follow to be merged.
  ///
  /// - Parameter again: Whether all is fetched once more, as a partial clone has left something out.
  /// - Returns: The remote's commit, or nil if the remote does not have the board.
  private func fetch(
    _ remote: Remote, again: Bool = false, _ terminalPrompt: Bool
  ) async throws(StoreError) -> ObjectID? {
    var outcome: FetchOutcome?
    var attempt = 0
    while outcome == nil {
      attempt += 1
      do {
        outcome = try await remote.program.fetch(
          remote: remote.name, refspecs: ["+\(branch):\(remote.trackingBranch)"], again: again,
          deadline: settings.timeout, terminalPrompt: terminalPrompt)
      } catch {
        guard case .failed(_, _, _, kind: .locked) = error, attempt < Self.syncAttempts else {
          throw .remote(remote.name, error)
        }
        // Another fetch is moving the same tracking branch.
        await Self.pause(after: attempt)
      }
    }
    return outcome == .fetched ? try trackingTip() : nil
  }

  /// Whether a partial clone lacks an object that the board needs. The filter is for the code: the
  /// board is small, and libgit2 fetches nothing.
  private func isForWantOfObjects(_ error: StoreError) throws(StoreError) -> Bool {
    switch error {
    case .partialClone: true
    case .git(let error) where error.code == .notFound:
      try git { () throws(GitError) in try repository.isPartialClone }
    default: false
    }
  }

  /// How a push went that the remote did not refuse.
  enum Push {
    case pushed, upToDate
    /// Somebody else moved the remote's branch first.
    case faster
  }

  /// Pushes a commit as the board's branch; `rememberPush` then notes that the remote has it.
  ///
  /// - Throws: `StoreError.refused` with the remote's words.
  func push(
    _ commit: ObjectID, to remote: Remote, _ terminalPrompt: Bool
  ) async throws(StoreError) -> Push {
    let outcome: PushOutcome
    do {
      outcome = try await remote.program.push(
        remote: remote.name, refspec: "\(commit):\(branch)", deadline: settings.timeout,
        terminalPrompt: terminalPrompt)
    } catch {
      throw .remote(remote.name, error)
    }
    switch outcome {
    case .pushed: return .pushed
    case .upToDate: return .upToDate
    case .lostRace: return .faster
    case .refused(let reason, let messages):
      throw .refused(remote: remote.name, reason: reason, messages: messages)
    }
  }

  /// Waits a little, and not as long as others do, so that two who met do not meet again.
  static func pause(after attempt: Int) async {
    // A wait that is cancelled only ends sooner: the git that runs next is cancelled too.
    try? await Task.sleep(for: .milliseconds(Int.random(in: 10...60) * attempt))
  }

  // MARK: - Integrating

  /// Brings a fetched head into the local branch.
  ///
  /// - Parameters:
  ///   - theirs: The remote's commit, or nil if it has none.
  ///   - alsoSeen: What the remote had before. If the remote was rewritten, its older commits are
  ///     merged too: nothing that was shared is lost.
  func integrate(
    _ theirs: ObjectID?, alsoSeen: ObjectID?, into earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> SyncResult? {
    guard let theirs else { return earlier }
    // Before the lock, so that a head that takes long to check keeps nobody from writing.
    let local = try localTip()
    try HeadCheck.check(theirs, knowing: local, in: repository, board: name)
    var older = alsoSeen
    if let seen = alsoSeen {
      let isNews = seen == theirs ? false : try isSound(seen, knowing: local)
      if !isNews { older = nil }
    }
    let lock = try await WriterLock(in: lockFolder)
    defer { _ = lock }
    let result = try await bringIn(theirs, after: earlier, person: person)
    guard let older, try await hasNews(older, for: result.commit) else { return result }
    return try await bringIn(older, after: result, person: person)
  }

  /// Whether the remote's former head says anything that a commit does not say.
  ///
  /// A remote that adopted another head has a branch that was rewritten, and what it had before says
  /// the same. To bring that in would mean to adopt it back.
  private func hasNews(
    _ former: ObjectID, for commit: ObjectID
  ) async throws(StoreError) -> Bool {
    if try isAncestor(former, of: commit) { return false }
    if try isAncestor(commit, of: former) { return true }
    guard try onlyMerges(former, without: commit) else { return true }
    let merged = try await merge(commit, former, as: nil)
    return merged.tree != (try git { () throws(GitError) in try repository.commit(commit) }).tree
  }

  /// Whether a head that the remote has no longer can be merged; a broken one is left alone.
  private func isSound(_ head: ObjectID, knowing known: ObjectID?) throws(StoreError) -> Bool {
    do {
      try HeadCheck.check(head, knowing: known, in: repository, board: name)
      return true
    } catch .unsafeHead {
      return false
    }
  }

  /// Brings one checked head into the local branch, again if the branch moved meanwhile.
  func bringIn(
    _ theirs: ObjectID, after earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> SyncResult {
    for _ in 1...Self.syncAttempts {
      let local = try localTip()
      guard let local else {
        let result = SyncResult(
          kind: .fastForward, commit: theirs, fetched: try count(theirs, without: nil))
        let reflog = "pmgit: take up \(settings.remote ?? "")"
        guard try moveBranch(to: theirs, expecting: nil, reflog: reflog, who: machine) == .moved
        else { continue }
        return result
      }
      let next = try await join(local, theirs, person: person)
      if let next {
        let moved = try moveBranch(
          to: next.commit, expecting: local, reflog: "pmgit: sync (\(next.kind.rawValue))",
          who: machine)
        guard moved == .moved else { continue }
      }
      var result = next ?? SyncResult(commit: local)
      result.fetched += earlier?.fetched ?? 0
      result.setAside = (earlier?.setAside ?? []) + result.setAside
      if result.kind == .upToDate, let earlier { result.kind = earlier.kind }
      return result
    }
    throw .contention(name, attempts: Self.syncAttempts)
  }

  private var machine: Signature { NewBoard.machine(seconds: 0) }

  /// The commit that holds both heads; nil if `local` does already.
  private func join(
    _ local: ObjectID, _ theirs: ObjectID, person: Signature?
  ) async throws(StoreError) -> SyncResult? {
    if try isAncestor(theirs, of: local) { return nil }
    let fetched = try count(theirs, without: local)
    if try isAncestor(local, of: theirs) {
      return SyncResult(kind: .fastForward, commit: theirs, fetched: fetched)
    }
    let merged = try await merge(local, theirs, as: settings.mergesAsUser ? person : nil)
    // Clones that each merge the other's merge would never come to rest. So a head that says
    // nothing which the remote does not say already gives way to the remote's.
    let theirTree = try git { () throws(GitError) in try repository.commit(theirs) }.tree
    if merged.tree == theirTree, try onlyMerges(local, without: theirs) {
      return SyncResult(kind: .adopted, commit: theirs, fetched: fetched)
    }
    return SyncResult(
      kind: .merged, commit: merged.commit, fetched: fetched,
      setAside: merged.content.quarantined.map(\.path))
  }

  private func onlyMerges(
    _ local: ObjectID, without theirs: ObjectID
  ) throws(StoreError) -> Bool {
    try walk(from: [local, theirs]) { () throws(GitError) in
      for id in try repository.commits(from: [local], hiding: [theirs])
      where try repository.commit(id).parents.count < 2 {
        return false
      }
      return true
    }
  }

  private func isAncestor(_ one: ObjectID, of other: ObjectID) throws(StoreError) -> Bool {
    // Equal heads need no history, which a shallow clone may not have.
    if one == other { return true }
    return try walk(from: [one, other]) { () throws(GitError) in
      try repository.isAncestor(one, of: other)
    }
  }

  /// The number of commits that `tip` has and `other` has not.
  private func count(_ tip: ObjectID, without other: ObjectID?) throws(StoreError) -> Int {
    try walk(from: [tip] + (other.map { [$0] } ?? [])) { () throws(GitError) in
      try repository.commits(from: [tip], hiding: other.map { [$0] } ?? []).count
    }
  }

  /// Notes in the remote-tracking branch what was pushed, where git's own refspec did not.
  func rememberPush(of commit: ObjectID, in trackingBranch: String) throws(StoreError) {
    let known = try trackingTip()
    guard known != commit else { return }
    // Losing this race means that git or another pmgit knows better.
    _ = try git { () throws(GitError) in
      try repository.updateReference(
        trackingBranch, to: commit, expecting: known, reflog: "pmgit: push", who: machine)
    }
  }
}
