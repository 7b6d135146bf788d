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
  ///
  /// - Parameter askHome: Is called if the remote has no board. Returns the address of the
  ///   repository that has it; nil to create one here.
  package func createBoard(askHome: () -> String? = { nil }) async throws -> BoardCreated {
    var asked = try await fetchIfShared()
    if asked.isMissing, let address = askHome() {
      _ = try await setHome(address)
      asked.isTakenUp = true
    }
    // The merge driver is set first, so that a failed init does not leave a board behind.
    try installMergeDriver()
    let creation = asked.isTakenUp ? .takenUp : BoardCreated.Creation(try await store.create())
    return BoardCreated(
      creation: creation, shown: try board(), notices: asked.notices)
  }

  /// What the remote told about the board.
  private struct Asked {
    var isTakenUp = false
    /// Whether the remote could be asked, and has no board.
    var isMissing = false
    var notices: [Notice] = []
  }

  /// Fetches the remote's board if it has one. Does nothing without a remote, or if this clone has
  /// the board.
  private func fetchIfShared() async throws -> Asked {
    guard try store.localTip() == nil, try store.home != nil || store.trackingTip() == nil,
      store.settings.remote != nil
    else { return Asked() }
    do {
      _ = try await followingHome {
        try await store.sync(.pull, person: nil, terminalPrompt: participant.mayBeAsked)
      }
      return Asked(isTakenUp: true)
    } catch StoreError.noRemoteBoard {
      return Asked(isMissing: true)
    } catch let error where error.leavesRemoteUnknown {
      // A new board here would be another one than that of the home.
      if let home = try store.home {
        var problem = Problem(error)
        problem.hints.append(
          "board '\(store.name)' is kept at '\(home.excerpt)'; if that is gone, "
            + "\(running: "config", "home", "none", "--lost")")
        throw problem
      }
      let problem = Problem(error)
      return Asked(notices: [
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
