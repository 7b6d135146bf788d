import PlanModel
import PlanStore

/// The outcome of creating a board.
package struct BoardCreated {
  /// The way in which the board was created; the raw values are for programs.
  package enum Creation: String, Sendable {
    case made = "created"
    case takenUp = "taken-up"
    case existed
  }

  package let creation: Creation
  package let shown: ShownBoard
  /// The remote that the board is shared with; nil if there is none.
  package let remote: String?
  package let notices: [Notice]
}

extension Workspace {
  /// Creates the board, or adopts the one that the remote has.
  ///
  /// A remote that can't be reached causes only a warning.
  package func createBoard() async throws -> BoardCreated {
    let asked = try await fetchIfShared()
    // The driver comes first, so that an init that fails has not created a board.
    try installMergeDriver()
    let creation = asked.isTakenUp ? .takenUp : BoardCreated.Creation(try await store.create())
    return BoardCreated(
      creation: creation, shown: try board(), remote: store.settings.remote,
      notices: asked.notices)
  }

  /// The remote's answer to the request for its board.
  private struct Answer {
    var isTakenUp = false
    var notices: [Notice] = []
  }

  /// Fetches the remote's board, unless this clone has one.
  private func fetchIfShared() async throws -> Answer {
    guard try store.localTip() == nil, try store.trackingTip() == nil,
      store.settings.remote != nil
    else { return Answer() }
    do {
      _ = try await store.sync(
        .pull, person: nil, terminalPrompt: participant.mayBeAsked)
      return Answer(isTakenUp: true)
    } catch let error as StoreError {
      if case .noRemoteBoard = error { return Answer() }
      guard error.leavesRemoteUnknown else { throw error }
      let problem = Problem(error)
      return Answer(
        notices: [
          .warning(
            "could not ask for the remote's board: "
              + Hint(([problem.message] + problem.detail.suffix(1)).joined(separator: ": ")),
            hints: problem.hints)
        ])
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
