import Git
package import PlanModel

package struct SyncResult: Sendable {
  package enum Kind: String, Sendable {
    case upToDate = "up-to-date"
    case fastForward = "fast-forward"
    case merged
    /// The local head was replaced by the remote's, because only merges without new content were
    /// lost.
    case adopted
  }

  package var kind: Kind = .upToDate
  /// The board's commit after the sync.
  package var commit: ObjectID
  /// The number of fetched commits.
  package var fetched = 0
  /// The number of pushed commits.
  package var pushed = 0
  /// Whether the remote lacked the board before.
  package var createdOnRemote = false
  /// The paths under `quarantine/` to which this sync moved files.
  package var setAside: [String] = []
  /// The reason why the local branch lacks the commit that the remote has; nil if the branch has
  /// that commit. After a problem, the next sync merges the commit.
  package var problem: (any Error)?

  /// Returns this result combined with an earlier one of the same sync.
  func following(_ earlier: SyncResult?) -> SyncResult {
    guard let earlier else { return self }
    var whole = self
    whole.fetched += earlier.fetched
    whole.setAside = earlier.setAside + setAside
    if kind == .upToDate { whole.kind = earlier.kind }
    return whole
  }
}

extension BoardStore {
  /// Shares the board with its remote: fetch, check, merge, push. Repeats these steps if another
  /// clone pushes first.
  ///
  /// A sync never asks for a decision: conflicting values are all kept. See `RemoteExchange`.
  ///
  /// - Parameters:
  ///   - person: The user's signature, for merge commits if the configuration demands it.
  ///   - terminalPrompt: Whether git may ask for a password on the terminal.
  package func sync(
    _ direction: SyncDirection = .both, person: Signature?, terminalPrompt: Bool = false
  ) async throws -> SyncResult {
    var exchange = try RemoteExchange(
      self, direction, person: person, terminalPrompt: terminalPrompt)
    let (state, shared) = try await exchange.run { ($0.result.commit, $0.result.commit) }
    var result = state.result
    if state.isPushed {
      result.pushed = try count(shared, without: state.replaced)
      result.createdOnRemote = state.replaced == nil
    }
    await maintain()
    return result
  }
}
