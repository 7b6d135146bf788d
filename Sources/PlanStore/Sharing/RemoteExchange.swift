import Git
import PlanModel

/// One exchange of a board with its remote: fetch, merge, push. It repeats these steps if another
/// clone was faster. A sync is one exchange, and so is a change that needs the remote's consent.
///
/// It never forces and never prunes. No try begins after `settings.timeout`. Each fetch and push
/// may take that long too.
struct RemoteExchange {
  let store: BoardStore
  let remote: BoardStore.Remote
  let direction: SyncDirection
  /// Whether, already before the fetch, there is something to push.
  private let pushes: Bool
  /// The user's signature, for merge commits if the configuration demands it.
  let person: Signature?
  private var backoff: Backoff
  private var standstill = Standstill()

  /// Prepares an exchange with the remote of a board.
  ///
  /// - Parameters:
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

  /// The result of an exchange.
  struct Outcome<Made> {
    let state: FetchedState
    /// The caller's result of the last try.
    let made: Made
    /// Whether the remote's branch moved.
    var isPushed = false
    /// The remote's commit before the push; nil if the remote lacked the board.
    var replaced: ObjectID?
    /// The result for the local branch after the exchange.
    var here: SyncResult
    /// The reason why the local branch lacks the accepted commit; nil if the branch has the commit.
    var problem: (any Error)?
  }

  /// Shares a commit, and retries while other clones are faster.
  ///
  /// - Parameter make: Returns the commit to share for a fetched state. It may run several times.
  /// - Throws: `StoreError`, errors of git, or any error of `make`. Fetched commits are
  ///   still merged into the local branch.
  mutating func run<Made>(
    _ make: (FetchedState) async throws -> (commit: ObjectID, made: Made)
  ) async throws -> Outcome<Made> {
    var turn = try await ExchangeTurn(
      in: store.lockFolder, board: store.name, pushes: pushes, timeout: store.settings.timeout,
      clock: &store.clock)
    var earlier: SyncResult?
    while true {
      let known = try store.trackingTip()
      let state = try await store.fetchedState(direction, remote, after: earlier, person: person)
      if state.theirs != known { turn.noteOthers() }
      do {
        let (commit, made) = try await make(state)
        var outcome = Outcome(state: state, made: made, here: state.result)
        guard direction.pushes, commit != state.theirs else { return outcome }
        switch try await store.share(commit, of: state, with: remote) {
        case .pushed(let old):
          (outcome.isPushed, outcome.replaced) = (true, old)
          turn.notePush()
          return await finish(outcome, commit)
        case .upToDate: return await finish(outcome, commit)
        case .lostRace(let reason, let messages, let lock):
          try await waitForTurn(
            lock, finding: state.theirs,
            or: .refused(remote: remote.name, .declined(reason), messages))
        case .refused(let reason, let messages):
          throw StoreError.refused(remote: remote.name, reason, messages)
        }
      } catch {
        await keep(state)
        throw error
      }
      if state.isHere { earlier = state.result }
    }
  }

  /// Notes that the remote has a commit, and merges it into the local branch.
  private func finish<Made>(_ outcome: Outcome<Made>, _ commit: ObjectID) async -> Outcome<Made> {
    var outcome = outcome
    do {
      try store.rememberPush(of: commit, in: remote.trackingBranch)
      if outcome.state.isHere, commit == outcome.state.result.commit { return outcome }
      outcome.here = try await store.mergeIntoBranch(commit, person: person)
    } catch {
      // The exchange succeeded, as the remote has the commit.
      outcome.problem = error
    }
    return outcome
  }

  /// Merges fetched commits into the local branch after a failed try.
  ///
  /// The caller reports the error of the exchange. If this merge fails too, the next sync merges.
  private func keep(_ state: FetchedState) async {
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
