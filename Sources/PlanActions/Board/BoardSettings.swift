package import PlanModel
import PlanStore

/// The settings of a board and of this clone.
package struct SettingsShown {
  package let shown: ShownBoard
  package let settings: [Setting]
  package let missing: MissingFiles
  /// The saved queries in use, by name.
  package let views: [SavedView]

  /// A setting, by its name for people and in git's configuration.
  package struct Setting: Hashable, Sendable {
    package let key: String
    /// The value; nil if it is not set.
    package let value: String?
  }
}

extension Workspace {
  package func settings() throws -> SettingsShown {
    let shown = try board()
    let settings = store.settings
    let values: [(String, String?)] = [
      ("title", shown.board.title), ("pmgit.board", settings.board.text),
      ("pmgit.remote", settings.remote),
      ("pmgit.mergeIdentity", settings.mergesAsUser ? "user" : "pmgit"),
      ("pmgit.timeout", String(settings.timeout.components.seconds)),
    ]
    return SettingsShown(
      shown: shown, settings: values.map { SettingsShown.Setting(key: $0, value: $1) },
      missing: try missingFiles(of: shown), views: try savedViews(of: shown.board))
  }

  /// Sets the remote that boards of this clone are shared with; nil for the default.
  package func chooseRemote(_ name: String?) throws {
    let repository = store.repository
    guard let name else {
      try repository.unsetConfig("pmgit.remote")
      return
    }
    let names = try repository.remoteNames()
    guard names.contains(name) else {
      throw StoreError.noRemote(configured: name, candidates: names)
    }
    try repository.setConfig("pmgit.remote", name)
  }

  /// Sets the default board of this clone, for requests that name no board.
  package func chooseBoard(_ name: String) throws {
    guard let board = BoardName(name) else { throw StoreError.invalidBoardName(name) }
    let boards = try store.boards().map(\.name)
    guard boards.contains(board) else {
      throw StoreError.noBoard(board, remote: remote, others: boards)
    }
    try store.repository.setConfig("pmgit.board", name)
  }

  /// Returns the boards here and on the remote, by name.
  package func boards() throws -> [KnownBoard] { try store.boards() }

  /// The name of this workspace's board.
  package var name: BoardName { store.name }
}
