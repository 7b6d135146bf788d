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
    let result = try await exchange(directions, person: person, terminalPrompt)
    await maintain()
    return result
  }

  private func exchange(
    _ directions: Directions, person: Signature?, _ terminalPrompt: Bool
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
      try requireWholeSettings(of: local, sendingTo: theirs)
      let outcome = try await push(local, to: remote, terminalPrompt)
      if !outcome.isTooLate { try rememberPush(of: local, in: remote.trackingBranch) }
      switch outcome {
      case .pushed:
        current.pushed = try count(local, without: theirs)
        current.createdOnRemote = theirs == nil
        return current
      case .upToDate: return current
      case .faster(let lock):
        guard directions.contains(.pull) else { throw .behindRemote(name, remote: remote.name) }
        guard attempt < Self.syncAttempts else {
          if let lock { throw .remoteLocked(remote: remote.name, lock: lock) }
          throw .contention(name, attempts: Self.syncAttempts)
        }
        await Self.pause(after: attempt)
      }
    }
    guard let result else { throw .noRemoteBoard(name, remote: remote.name) }
    return result
  }

  /// Settings that were broken here are not sent to others; those that the remote has broken already
  /// keep nobody's plans back.
  private func requireWholeSettings(
    of local: ObjectID, sendingTo theirs: ObjectID?
  ) throws(StoreError) {
    guard let reason = try snapshot(at: local).brokenSettings else { return }
    if let theirs, try snapshot(at: theirs).brokenSettings != nil { return }
    throw .brokenSettings(name, reason: reason, by: try breaking(ofSettingsAt: local))
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
    // Before anything is sent: neither git nor pmgit could note here what the remote has.
    try git { () throws(GitError) in
      if try repository.reference(trackingBranch) == nil {
        try repository.requireFree(trackingBranch, for: "follow the board of '\(name)'")
      }
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
    /// Somebody else moved the remote's branch first, or holds the lock file of it there.
    case faster(lock: String?)

    var isTooLate: Bool {
      if case .faster = self { true } else { false }
    }
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
    case .lostRace(_, let lock): return .faster(lock: lock)
    case .refused(let reason, let messages):
      throw .refused(remote: remote.name, reason: reason, messages: messages)
    }
  }

  /// Waits a little, and not as long as others do, so that two who met do not meet again.
  static func pause(after attempt: Int) async {
    // A wait that is cancelled only ends sooner: the git that runs next is cancelled too.
    try? await Task.sleep(for: .milliseconds(Int.random(in: 10...60) * attempt))
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
