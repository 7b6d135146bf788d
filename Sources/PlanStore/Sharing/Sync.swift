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
  /// Why the branch here does not hold what the remote accepted, if it does not; the next sync brings
  /// it.
  package var problem: StoreError?

  /// The result together with what the same sync has brought into the branch before.
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
  /// kept side by side. No try begins after `settings.timeout`; each is a fetch and a push that may
  /// take as long.
  ///
  /// - Parameters:
  ///   - person: The signature of merge commits where the configuration asks for the user's.
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

  /// Notes that the remote has what met, and brings it here.
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
      // The remote has it: to fail now would be to deny that.
      result.problem = error
    }
    return result
  }
}
