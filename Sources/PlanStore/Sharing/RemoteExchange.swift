import Git
import PlanModel

/// One exchange of a board with its remote, which a sync and a claim have in common: fetch, merge, push, and
/// the same again if another clone was faster.
///
/// Never forces, and never prunes. No try begins after `settings.timeout`; each is a fetch and a push that may
/// take as long.
struct RemoteExchange {
  let store: BoardStore
  let remote: BoardStore.Remote
  let direction: SyncDirection
  /// The signature of merge commits if the configuration demands the user's.
  let person: Signature?
  private var patience: Patience
  private var standstill = Standstill()

  /// - Parameter terminalPrompt: Whether git may ask for a password on the terminal.
  init(
    _ store: BoardStore, _ direction: SyncDirection = .both, person: Signature?,
    terminalPrompt: Bool
  ) throws(StoreError) {
    (self.store, self.direction, self.person) = (store, direction, person)
    remote = try store.remote(terminalPrompt: terminalPrompt)
    patience = store.patienceWithRemote()
  }

  /// The end of an exchange.
  struct Outcome<Made> {
    let state: FetchedState
    /// What the last try made of the fetched state.
    let made: Made
    /// Whether the remote's branch was moved.
    var isPushed = false
    /// The branch here after the exchange.
    var here: SyncResult
    /// Why the branch here lacks the commit that the remote accepted; nil if it has it.
    var problem: StoreError?
  }

  /// Shares a commit, and tries again while other clones are faster.
  ///
  /// - Parameter make: Returns the commit to share, made from the fetched state; may run several times.
  /// - Throws: `StoreError`, or any error of `make`. What was fetched is merged here all the same.
  mutating func run<Made>(
    _ make: (FetchedState) async throws -> (commit: ObjectID, made: Made)
  ) async throws -> Outcome<Made> {
    var earlier: SyncResult?
    while true {
      let state = try await store.fetchedState(direction, remote, after: earlier, person: person)
      do {
        let (commit, made) = try await make(state)
        let outcome = Outcome(state: state, made: made, here: state.result)
        guard direction.pushes, commit != state.theirs else { return outcome }
        switch try await store.share(commit, of: state, with: remote) {
        case .pushed: return await finish(outcome, commit, isPushed: true)
        case .upToDate: return await finish(outcome, commit, isPushed: false)
        case .late(let loss): try await waitForTurn(after: loss, finding: state.theirs)
        }
      } catch {
        await keep(state)
        throw error
      }
      if state.isHere { earlier = state.result }
    }
  }

  /// Notes that the remote has a commit, and merges it into the branch here.
  private func finish<Made>(
    _ outcome: Outcome<Made>, _ commit: ObjectID, isPushed: Bool
  ) async -> Outcome<Made> {
    var outcome = outcome
    outcome.isPushed = isPushed
    do throws(StoreError) {
      try store.rememberPush(of: commit, in: remote.trackingBranch)
      if outcome.state.isHere, commit == outcome.state.result.commit { return outcome }
      outcome.here = try await store.mergeIntoBranch(commit, person: person)
    } catch {
      // The remote has the commit, so an error here would be false.
      outcome.problem = error
    }
    return outcome
  }

  /// Merges what was fetched into the branch here though nothing could be pushed.
  ///
  /// The failure of the exchange is the error to report. If this fails as well, the next sync merges.
  private func keep(_ state: FetchedState) async {
    guard !state.isHere else { return }
    do { _ = try await store.mergeIntoBranch(state.result.commit, person: person) } catch {}
  }

  /// Waits after a lost race for the remote's branch until it is time to try again.
  ///
  /// - Parameter tip: The commit of the branch before the try.
  /// - Throws: `StoreError.contention` if patience is over; if no writer can move the branch,
  ///   `.remoteLocked`, or `.refused` with the remote's messages; `.behindRemote` if nothing was fetched.
  private mutating func waitForTurn(
    after loss: BoardStore.LostRace, finding tip: ObjectID?
  ) async throws(StoreError) {
    guard direction.pulls || loss.lock != nil else {
      throw .behindRemote(store.name, remote: remote.name)
    }
    if standstill.lost(at: store.clock.now(), finding: tip) {
      if let lock = loss.lock { throw .remoteLocked(remote: remote.name, lock: lock) }
      throw .refused(
        remote: remote.name, PushRefusal(.declined(loss.reason), messages: loss.messages))
    }
    store.onLostRace()
    try await store.waitForTurn(&patience, remote: remote.name)
  }
}
