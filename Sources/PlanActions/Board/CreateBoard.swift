package import PlanStore

/// What became of making a board.
package struct BoardCreated {
  package let creation: BoardStore.Creation
  package let board: BoardSnapshot
  package let notices: [Notice]
}

extension Workspace {
  /// Makes the board, or takes up the one that the remote has.
  ///
  /// A remote that can't be reached is no reason to fail.
  package func createBoard(terminalPrompt: Bool) async throws -> BoardCreated {
    let asked = try await fetchIfShared(terminalPrompt)
    // Before the board, so that an init which fails has made none.
    try installMergeDriver()
    let creation = asked.isTakenUp ? .takenUp : try await store.create()
    return BoardCreated(
      creation: creation, board: try store.snapshot(), notices: asked.notices)
  }

  /// What the remote said when it was asked for its board.
  private struct Answer {
    var isTakenUp = false
    var notices: [Notice] = []
  }

  /// Asks the remote for its board, unless one is here.
  private func fetchIfShared(_ terminalPrompt: Bool) async throws -> Answer {
    guard try store.localTip() == nil, try store.trackingTip() == nil,
      store.settings.remote != nil
    else { return Answer() }
    do {
      _ = try await store.sync(.pull, person: nil, terminalPrompt: terminalPrompt)
      return Answer(isTakenUp: true)
    } catch StoreError.noRemoteBoard {
      return Answer()
    } catch StoreError.program(let error) {
      let problem = Problem(StoreError.program(error))
      return Answer(
        notices: [.warning("could not ask for the remote's board: \(problem.message)")])
    }
  }
}
