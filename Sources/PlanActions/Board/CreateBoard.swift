import PlanModel
import PlanStore

/// The outcome of creating a board.
package struct BoardCreated {
  /// Whether the board was created, was taken from the remote, or existed in this clone. The raw
  /// values are for programs.
  package enum Creation: String, Sendable {
    case made = "created"
    case takenUp = "taken-up"
    case existed
  }

  package let creation: Creation
  package let shown: ShownBoard
  package let notices: [Notice]
}

extension Workspace {
  /// Creates the board, unless it exists here or on the remote. A board of the remote is fetched.
  ///
  /// If the remote can't be reached, the board is created with a warning.
  package func createBoard() async throws -> BoardCreated {
    let asked = try await fetchIfShared()
    // The merge driver is set first, so that a failed init does not leave a board behind.
    try installMergeDriver()
    let creation = asked.isTakenUp ? .takenUp : BoardCreated.Creation(try await store.create())
    return BoardCreated(
      creation: creation, shown: try board(), notices: asked.notices)
  }

  /// Fetches the remote's board, and returns whether the remote has a board, and warnings. Does
  /// nothing without a remote, or if this clone has the board.
  private func fetchIfShared() async throws -> (isTakenUp: Bool, notices: [Notice]) {
    guard try store.localTip() == nil, try store.trackingTip() == nil,
      store.settings.remote != nil
    else { return (false, []) }
    do {
      _ = try await store.sync(.pull, person: nil, terminalPrompt: participant.mayBeAsked)
      return (true, [])
    } catch StoreError.noRemoteBoard {
      return (false, [])
    } catch let error where error.leavesRemoteUnknown {
      let problem = Problem(error)
      return (
        false,
        [
          .warning(
            "could not ask for the remote's board: "
              + Hint(([problem.message] + problem.detail.suffix(1)).joined(separator: ": ")),
            hints: problem.hints)
        ]
      )
    }
  }
}

extension BoardCreated.Creation {
  fileprivate init(_ creation: BoardStore.Creation) {
    self =
      switch creation {
      case .made: .made
      case .takenUp: .takenUp
      case .existed: .existed
      }
  }
}
