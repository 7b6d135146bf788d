import Git
import PlanModel

/// One exchange of a board with its remote: fetch, merge, push. It repeats these steps if another
/// clone was faster. A sync is one exchange, and so is a change that needs the remote's consent.
///
/// In its code, `local` is the local branch's commit, `theirs` that of the remote's branch, and
/// `former` the remote's commit before the fetch.
///
/// It never forces and never prunes. No try begins after `settings.timeout`. Each fetch and push
/// may take that long too.
struct RemoteExchange {
  private let store: BoardStore
  private let remote: BoardStore.Remote
  private let direction: SyncDirection
  /// Whether, already before the fetch, there is something to push.
  private let pushes: Bool
  /// The user's signature, for merge commits if the configuration demands it.
  private let person: Signature?
  private var backoff: Backoff
  private var standstill = Standstill()
  /// The result of the earlier tries that moved the local branch; nil if there was none.
  private var earlier: SyncResult?

  /// Prepares an exchange with the remote of a board.
  ///
  /// - Parameters:
  ///   - direction: If it has no pull, the remote-tracking branch is used and nothing is fetched.
  ///     If it has no push, the local branch moves at once.
  ///   - makesChange: Whether the exchange makes a change and pushes it.
  ///   - terminalPrompt: Whether git may ask for a password on the terminal.
  init(
    _ store: BoardStore, _ direction: SyncDirection = .both, makingChange makesChange: Bool = false,
    person: Signature?, terminalPrompt: Bool
  ) throws {
    (self.store, self.direction, self.person) = (store, direction, person)
    remote = try store.remote(terminalPrompt: terminalPrompt)
    let differs = try store.localTip() != store.trackingTip()
    pushes = direction.pushes && (makesChange || differs)
    backoff = store.remoteBackoff()
  }

  /// The state of one try: the local board merged with the remote's, and what was pushed.
  struct State {
    /// The result of the merge. Its commit contains both boards.
    var result: SyncResult
    /// Whether the local branch contains the merge's commit. A merge that must still be pushed is
    /// not in the branch yet. If another clone pushes first, this merge is dropped and a new one is
    /// made. So a history has one merge for each sync and not one for each try.
    let isHere: Bool
    /// The commit of the remote's branch before the push; nil if the remote lacks the board.
    let theirs: ObjectID?
    /// The commit of the local branch before the push; nil if there is no branch.
    let local: ObjectID?
    /// Whether the push moved the remote's branch.
    var isPushed = false
    /// The commit that the push replaced; nil if the remote lacked the board.
    var replaced: ObjectID?
  }

  /// Shares a commit, and retries while other clones are faster.
  ///
  /// - Parameter make: Returns the commit to share for the merged boards. It may run several times.
  /// - Returns: The state after the last try, and the result of the last run of `make`.
  /// - Throws: `StoreError`, errors of git, or any error of `make`. Fetched commits are
  ///   still merged into the local branch.
  mutating func run<Made>(
    _ make: (State) async throws -> (commit: ObjectID, made: Made)
  ) async throws -> (state: State, made: Made) {
    var turn = try await ExchangeTurn(
      in: store.lockFolder, board: store.name, pushes: pushes, timeout: store.settings.timeout,
      clock: &store.clock)
    while true {
      let former = try store.trackingTip()
      var state = try await fetchAndMerge(former: former)
      if state.theirs != former { turn.noteOthers() }
      do {
        let (commit, made) = try await make(state)
        guard direction.pushes, commit != state.theirs else { return (state, made) }
        switch try await push(commit, of: state) {
        case .pushed(let old)?:
          (state.isPushed, state.replaced) = (true, old)
          turn.notePush()
          await finish(&state, commit)
          return (state, made)
        case .upToDate?:
          await finish(&state, commit)
          return (state, made)
        case .lostRace(let reason, let messages, let lock)?:
          try await waitForTurn(
            lock, finding: state.theirs,
            or: .refused(remote: remote.name, .declined(reason), messages))
        case .refused(let reason, let messages)?:
          throw StoreError.refused(remote: remote.name, reason, messages)
        // No other clone is involved, so the next try only needs the branch as it is now.
        case nil: try await store.waitForTurn(&backoff)
        }
      } catch {
        await keep(state)
        throw error
      }
      if state.isHere { earlier = state.result }
    }
  }

  // MARK: - Fetch and merge

  /// Fetches the remote's board and merges it with the local one.
  private func fetchAndMerge(former: ObjectID?) async throws -> State {
    guard direction.pulls else { return try unmerged(former) }
    guard let theirs = try await store.fetch(remote) else { return try unmerged(nil) }
    do {
      return try await merge(theirs, former: former)
    } catch {
      guard try store.isMissingObjects(error),
        let theirs = try await store.fetch(remote, again: true)
      else { throw error }
      return try await merge(theirs, former: former)
    }
  }

  /// Returns the state with the local board, or with `theirs` if there is no local branch. Nothing
  /// is merged.
  private func unmerged(_ theirs: ObjectID?) throws -> State {
    // A clone without changes has no local branch and nothing to push.
    let local = try store.localTip()
    guard let commit = local ?? theirs else {
      throw StoreError.noRemoteBoard(store.name, remote: remote.name)
    }
    return State(
      result: SyncResult(commit: commit).following(earlier), isHere: true, theirs: theirs,
      local: local)
  }

  private func merge(_ theirs: ObjectID, former: ObjectID?) async throws -> State {
    // Commits of the local branch were checked before they were merged.
    if try store.localTip() == theirs, former == nil || former == theirs {
      return try unmerged(theirs)
    }
    let former = try store.check(theirs, former: former)
    // The former head of a rewritten remote is merged first, as it may have no other reference.
    if former == nil, direction.pushes, let local = try store.localTip() {
      let merged = try await store.merged(local, theirs, person: person)
      if merged.kind == .merged {
        return State(
          result: merged.following(earlier), isHere: false, theirs: theirs, local: local)
      }
    }
    let result = try await store.mergeIntoBranch(theirs, former: former, person: person)
      .following(earlier)
    return State(result: result, isHere: true, theirs: theirs, local: result.commit)
  }

  // MARK: - Push

  /// Pushes a commit that contains the state's result. The local branch does not move yet.
  ///
  /// - Returns: The outcome of the push; nil without a push if an undo moved the local branch back,
  ///   so that the commit must be made again.
  private func push(_ commit: ObjectID, of state: State) async throws -> PushOutcome? {
    try store.requireWholeSettings(of: commit, sendingTo: state.theirs)
    if commit != state.result.commit || !state.isHere {
      // This is checked before the push, as an accepted push can't be undone.
      _ = try await store.worktreesToUpdate(from: try store.localTip(), to: commit)
    }
    guard try await store.noteSending(commit, onto: state.local) else { return nil }
    return try await store.push(commit, to: remote)
  }

  /// Notes that the remote has a commit, and merges it into the local branch. The state's result
  /// then has the commit of that branch.
  private func finish(_ state: inout State, _ commit: ObjectID) async {
    do {
      try store.rememberPush(of: commit, in: remote.trackingBranch)
      if state.isHere, commit == state.result.commit { return }
      let here = try await store.mergeIntoBranch(commit, person: person)
      if here.commit != state.result.commit {
        state.result.commit = here.commit
        state.result.setAside += here.setAside
      }
    } catch {
      // The exchange succeeded, as the remote has the commit.
      state.result.problem = error
    }
  }

  /// Merges fetched commits into the local branch after a failed try.
  ///
  /// The caller reports the error of the exchange. If this merge fails too, the next sync merges.
  private func keep(_ state: State) async {
    guard !state.isHere else { return }
    do { _ = try await store.mergeIntoBranch(state.result.commit, person: person) } catch {}
  }

  /// Waits until the next try after a lost race on the remote.
  ///
  /// - Parameters:
  ///   - lock: The lock file that blocked the branch on the remote, if any.
  ///   - tip: The commit of the remote's branch before the try.
  ///   - refusal: The error if no writer can move the branch and no lock file blocks it.
  /// - Throws: `StoreError.contention` at the time limit. `.remoteLocked` or `.refused` if no
  ///   writer can move the branch. `.behindRemote` for a push without a fetch, unless a lock file
  ///   blocked the branch.
  private mutating func waitForTurn(
    _ lock: String?, finding tip: ObjectID?, or refusal: StoreError
  ) async throws {
    guard direction.pulls || lock != nil else {
      throw StoreError.behindRemote(store.name, remote: remote.name)
    }
    if standstill.lost(at: store.clock.now(), finding: tip) {
      if let lock { throw StoreError.remoteLocked(remote: remote.name, lock: lock) }
      throw refusal
    }
    store.onLostRace()
    try await store.waitForTurn(&backoff, remote: remote.name)
  }
}
