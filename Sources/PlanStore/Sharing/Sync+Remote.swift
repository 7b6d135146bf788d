import Git
import PlanModel

/// The exchange with the remote: one fetch, one push, by the user's own git.
extension BoardStore {
  /// A remote that boards can be shared with.
  struct Remote {
    let name: String
    /// The reference with the remote's board as it was last fetched or pushed.
    let trackingBranch: String
    let program: GitProgram
    /// Whether git may ask for a password on the terminal.
    let terminalPrompt: Bool
  }

  /// The remote that the configuration names.
  func remote(terminalPrompt: Bool) throws(StoreError) -> Remote {
    let remotes = try repository.remoteNames()
    guard let name = settings.remote, remotes.contains(name), let trackingBranch else {
      throw .noRemote(configured: settings.remote, candidates: remotes)
    }
    // Checked before the push: neither git nor pmgit could note the remote's commit here. A fetch
    // writes through a symbolic reference, which may name the board's own branch.
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
  /// The `+` applies to the tracking branch alone, which mirrors the remote, as in every clone's
  /// refspec: when the remote's branch was rewritten, the mirror must follow to be merged.
  ///
  /// - Parameter again: Whether to fetch all objects once more, as a partial clone lacks some.
  /// - Returns: The remote's commit, or nil if the remote does not have the board.
  func fetch(_ remote: Remote, again: Bool = false) async throws(StoreError) -> ObjectID? {
    var patience = patienceHere()
    var standstill = Standstill()
    while true {
      let outcome: FetchOutcome
      do {
        outcome = try await remote.program.fetch(
          remote: remote.name, refspecs: ["+\(branch):\(remote.trackingBranch)"], again: again,
          deadline: settings.timeout, terminalPrompt: remote.terminalPrompt)
      } catch {
        // Another fetch is moving the same tracking branch, or was killed while it did.
        let tip = try trackingTip()
        guard case .failed(let failure) = error, failure.remote == .locked,
          !standstill.lost(at: clock.now(), finding: tip)
        else { throw .remote(remote.name, error) }
        try await waitForTurn(&patience)
        continue
      }
      return outcome == .fetched ? try trackingTip() : nil
    }
  }

  /// Whether a partial clone lacks an object that the board needs. The clone's filter is meant for
  /// the code: the board is small, and libgit2 fetches no missing objects.
  func isMissingObjects(_ error: StoreError) throws(StoreError) -> Bool {
    switch error {
    case .partialClone: true
    case .git(let error) where error.code == .notFound:
      try repository.isPartialClone
    default: false
    }
  }

  /// The result of a push that the remote did not refuse.
  enum Push {
    case pushed
    /// The remote had the commit already.
    case upToDate
    /// Another writer moved the remote's branch first, or holds its lock file there.
    case late(LostRace)
  }

  /// The remote's answer when it did not move its branch.
  struct LostRace {
    let reason: String
    let messages: RemoteMessages

    /// The lock file that was in the way, if any.
    let lock: String?
  }

  /// Pushes a commit as the board's branch; `rememberPush` then notes that the remote has it.
  ///
  /// - Throws: `StoreError.refused` with the remote's words.
  func push(_ commit: ObjectID, to remote: Remote) async throws(StoreError) -> Push {
    let outcome: PushOutcome
    do {
      outcome = try await remote.program.push(
        remote: remote.name, refspec: "\(commit):\(branch)", deadline: settings.timeout,
        terminalPrompt: remote.terminalPrompt)
    } catch {
      throw .remote(remote.name, error)
    }
    switch outcome {
    case .pushed: return .pushed
    case .upToDate: return .upToDate
    case .lostRace(let reason, let messages, let lock):
      return .late(LostRace(reason: reason, messages: messages, lock: lock))
    case .refused(let reason, let messages):
      throw .refused(remote: remote.name, PushRefusal(reason, messages: messages))
    }
  }

  /// Notes a pushed commit in the remote-tracking branch, which git's push leaves alone.
  func rememberPush(of commit: ObjectID, in trackingBranch: String) throws(StoreError) {
    let known = try trackingTip()
    guard known != commit else { return }
    // A lost race here means that git or another pmgit has noted a newer commit.
    _ = try repository.updateReference(
      trackingBranch, to: commit, expecting: known, reflog: "pmgit: push", who: machine)
  }
}
