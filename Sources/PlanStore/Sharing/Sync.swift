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
  /// The texts in conflict that this sync merged line by line, in a commit of its own.
  package var decidedTexts: [DecidedText] = []
  /// The reason why texts in conflict were not merged; nil if there was no problem.
  package var textProblem: (any Error)?
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
  /// A sync never asks for a decision: conflicting values are all kept, except texts whose changes
  /// do not overlap. See `RemoteExchange` and `mergeTexts`.
  ///
  /// - Parameters:
  ///   - person: The user's signature, for merge commits if the configuration demands it.
  ///   - author: The user, who merges texts; nil to leave all texts in conflict.
  ///   - terminalPrompt: Whether git may ask for a password on the terminal.
  package func sync(
    _ direction: SyncDirection = .both, person: Signature?,
    mergingTextsBy author: ChangeIdentity? = nil, terminalPrompt: Bool = false
  ) async throws -> SyncResult {
    var exchange = try RemoteExchange(
      self, direction, person: person, terminalPrompt: terminalPrompt)
    let (state, made) = try await exchange.run { state in
      let made = try await decided(
        state.result.commit, in: state, by: direction.pushes ? author : nil)
      return (made.commit, made)
    }
    var result = state.result
    (result.decidedTexts, result.textProblem) = (made.texts, made.problem)
    if state.isPushed {
      result.pushed = try count(made.commit, without: state.replaced)
      result.createdOnRemote = state.replaced == nil
    }
    await maintain()
    return result
  }

  /// A board to share, with the texts that were merged on it.
  private struct Decided {
    var commit: ObjectID
    var texts: [DecidedText] = []
    var problem: (any Error)?
  }

  /// Merges the texts in conflict on a board to share. If that fails, the board is shared as it is.
  private func decided(
    _ commit: ObjectID, in state: RemoteExchange.State, by author: ChangeIdentity?
  ) async throws -> Decided {
    guard let author else { return Decided(commit: commit) }
    do {
      let merged = try await mergeTexts(at: commit, without: state.theirs, by: author)
      return Decided(commit: merged?.commit ?? commit, texts: merged?.texts ?? [])
    } catch {
      try Task.checkCancellation()
      return Decided(commit: commit, problem: error)
    }
  }
}
