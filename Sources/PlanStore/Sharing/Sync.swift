package import Git
import PlanModel

/// The result of a sync.
package struct SyncResult: Sendable {
  package enum Kind: String, Sendable {
    case upToDate = "up-to-date"
    case fastForward = "fast-forward"
    case merged
    /// The remote's head was taken, since the commits that only this clone had were merges of the
    /// same.
    case adopted
  }

  package var kind: Kind = .upToDate
  /// The board's commit now.
  package var commit: ObjectID
  /// The number of commits that were fetched, and of those that were pushed.
  package var fetched = 0
  package var pushed = 0
  /// Whether the remote did not have the board before.
  package var createdOnRemote = false
  /// The paths under `quarantine/` to which merges of this sync moved files that could not stay at
  /// their own path.
  package var setAside: [String] = []
  /// Why the branch here lacks the commit that the remote accepted; nil if it has it. The next sync
  /// merges it.
  package var problem: StoreError?

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
  /// The directions of a sync.
  package struct Directions: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let pull = Directions(rawValue: 1)
    package static let push = Directions(rawValue: 2)
    package static let both: Directions = [.pull, .push]
  }

  /// Shares the board with its remote: fetch, check, merge, push, and again after a lost race.
  ///
  /// Never forces, never prunes, and never waits for a person's decision: values that conflict are
  /// kept side by side. No try begins after `settings.timeout`; each is a fetch and a push that may
  /// take as long.
  ///
  /// - Parameters:
  ///   - person: The signature of merge commits if the configuration demands the user's.
  ///   - terminalPrompt: Whether git may ask for a password on the terminal.
  package func sync(
    _ directions: Directions = .both, person: Signature?, terminalPrompt: Bool = false
  ) async throws(StoreError) -> SyncResult {
    let remote = try remote(terminalPrompt: terminalPrompt)
    let result = try await exchange(directions, with: remote, person: person)
    await maintain()
    return result
  }

  private func exchange(
    _ directions: Directions, with remote: Remote, person: Signature?
  ) async throws(StoreError) -> SyncResult {
    var turns = RemoteTurns(patienceWithRemote())
    var earlier: SyncResult?
    while true {
      let meeting = try await meet(directions, remote, after: earlier, person: person)
      guard directions.contains(.push), meeting.result.commit != meeting.theirs else {
        return meeting.result
      }
      do throws(StoreError) {
        switch try await share(meeting.result.commit, of: meeting, with: remote) {
        case .pushed:
          var result = try await finish(meeting, with: remote, person: person)
          result.pushed = try count(meeting.result.commit, without: meeting.theirs)
          result.createdOnRemote = meeting.theirs == nil
          return result
        case .upToDate: return try await finish(meeting, with: remote, person: person)
        case .late(let loss):
          guard directions.contains(.pull) || loss.lock != nil else {
            throw .behindRemote(name, remote: remote.name)
          }
          try await waitForTurn(&turns, after: loss, finding: meeting.theirs, on: remote)
        }
      } catch {
        await keep(meeting, person: person)
        throw error
      }
      if meeting.isHere { earlier = meeting.result }
    }
  }

  /// Notes that the remote has the meeting's result, and merges it here.
  private func finish(
    _ meeting: Meeting, with remote: Remote, person: Signature?
  ) async throws(StoreError) -> SyncResult {
    var result = meeting.result
    do throws(StoreError) {
      try rememberPush(of: result.commit, in: remote.trackingBranch)
      guard !meeting.isHere else { return result }
      let here = try await takeUp(result.commit, person: person)
      result.commit = here.commit
      result.setAside += here.setAside
    } catch {
      // The remote has the commit, so an error here would be false.
      result.problem = error
    }
    return result
  }
}
