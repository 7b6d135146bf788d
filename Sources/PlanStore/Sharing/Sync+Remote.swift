import Git
import PlanModel

/// Fetches from and pushes to a remote, by the user's own git.
extension BoardStore {
  /// A remote that boards can be shared with.
  struct Remote {
    let name: String
    /// The remote-tracking branch: the remote's board as it was last fetched or pushed.
    let trackingBranch: String
    let program: GitProgram
    /// Whether git may ask for a password on the terminal.
    let terminalPrompt: Bool
  }

  /// Returns the configured remote.
  ///
  /// - Throws: `StoreError.noRemote` if there is none.
  func remote(terminalPrompt: Bool) throws -> Remote {
    let remotes = try repository.remoteNames()
    guard let name = settings.remote, remotes.contains(name), let trackingBranch else {
      throw StoreError.noRemote(configured: settings.remote, candidates: remotes)
    }
    // This is checked before the push, as the tracking branch must record the pushed commit. A
    // fetch would follow a symbolic reference, which may lead to the board's own branch.
    try repository.requireDirect(trackingBranch, for: "follow the board of '\(name)'")
    if try repository.reference(trackingBranch) == nil {
      try repository.requireFree(trackingBranch, for: "follow the board of '\(name)'")
    }
    return Remote(
      name: name, trackingBranch: trackingBranch,
      program: repository.program(environment: environment), terminalPrompt: terminalPrompt)
  }

  /// Fetches the board's branch into its remote-tracking branch.
  ///
  /// The `+` in the refspec only concerns the tracking branch, as in every clone. If the remote's
  /// branch was rewritten, the tracking branch must follow it.
  ///
  /// - Parameter again: Whether to fetch all objects again, because a partial clone may lack some.
  /// - Returns: The remote's commit; nil if the remote lacks the board.
  func fetch(_ remote: Remote, again: Bool = false) async throws -> ObjectID? {
    var backoff = localBackoff()
    var standstill = Standstill()
    while true {
      let hasBoard: Bool
      do {
        hasBoard = try await remote.program.fetch(
          remote: remote.name, refspecs: ["+\(branch):\(remote.trackingBranch)"], again: again,
          deadline: settings.timeout, terminalPrompt: remote.terminalPrompt)
      } catch {
        // A locked tracking branch is being moved by another fetch, or that fetch was killed.
        let tip = try trackingTip()
        guard case .failed(let failure) = error, failure.remote == .locked,
          !standstill.lost(at: clock.now(), finding: tip)
        else { throw StoreError.remote(remote.name, error) }
        try await waitForTurn(&backoff)
        continue
      }
      return hasBoard ? try trackingTip() : nil
    }
  }

  /// Whether the error means that a partial clone lacks an object of the board. The clone's filter
  /// is meant for the code, and libgit2 can't fetch missing objects.
  func isMissingObjects(_ error: any Error) throws -> Bool {
    switch error {
    case StoreError.partialClone: true
    case let error as GitError where error.code == .notFound: try repository.isPartialClone
    default: false
    }
  }

  /// Fails if the settings were broken in this clone, because they must not be pushed. If the
  /// remote's settings are broken too, plans can still be shared.
  func requireWholeSettings(of local: ObjectID, sendingTo theirs: ObjectID?) throws {
    guard let reason = try snapshot(at: local).brokenSettings else { return }
    if let theirs, try snapshot(at: theirs).brokenSettings != nil { return }
    throw StoreError.brokenSettings(name, reason: reason, by: try breaking(ofSettingsAt: local))
  }

  /// Notes, under the writers' lock, that a commit will be pushed, so that no undo removes it.
  ///
  /// - Parameter local: The commit of the local branch to which the commit was added; nil if there
  ///   was no branch.
  /// - Returns: Whether the local branch still has that commit; false after an undo.
  func noteSending(_ commit: ObjectID, onto local: ObjectID?) async throws -> Bool {
    let lock = try await WriterLock(in: lockFolder, timeout: localTimeout)
    defer { _ = lock }
    if let local {
      guard let tip = try localTip(), try isAncestor(local, of: tip) else { return false }
    }
    sentFile.write("\(commit)")
    return true
  }

  /// Pushes a commit as the board's branch. The caller then calls `rememberPush`.
  func push(_ commit: ObjectID, to remote: Remote) async throws -> PushOutcome {
    do {
      return try await remote.program.push(
        remote: remote.name, refspec: "\(commit):\(branch)", deadline: settings.timeout,
        terminalPrompt: remote.terminalPrompt)
    } catch {
      throw StoreError.remote(remote.name, error)
    }
  }

  /// Moves the remote-tracking branch to a pushed commit, because git's push does not do that.
  func rememberPush(of commit: ObjectID, in trackingBranch: String) throws {
    let former = try trackingTip()
    guard former != commit else { return }
    // If this race is lost, git or another pmgit has already recorded a newer commit.
    _ = try repository.updateReference(
      trackingBranch, to: commit, expecting: former, reflog: "pmgit: push", who: machine)
  }
}
