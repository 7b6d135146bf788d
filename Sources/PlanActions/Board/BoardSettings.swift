import Git
package import PlanModel
import PlanStore
import PlanView

/// The settings of a board and of this clone.
package struct SettingsShown {
  package let shown: ShownBoard
  package let settings: [Setting]
  /// The saved queries, sorted by name.
  package let views: [SavedView]

  /// The key of the size limit of attached files.
  package static let fileLimitKey = "attachments.limit"

  /// One setting: its key, such as `title` or `pmgit.remote`, and its value.
  package struct Setting: Hashable, Sendable {
    package let key: String
    /// The value; nil if it is not set.
    package let value: String?
  }
}

extension Workspace {
  package func settings() throws -> SettingsShown {
    let shown = try boardWithSettings()
    let settings = store.settings
    let values: [(String, String?)] = [
      ("title", shown.board.title),
      (SettingsShown.fileLimitKey, FileSize.words(shown.board.mostFileBytes)),
      ("pmgit.board", settings.board.text),
      ("pmgit.remote", settings.remote),
      ("home", try home),
      ("pmgit.sync", settings.syncsByItself ? "auto" : "manual"),
      ("pmgit.mergeIdentity", settings.mergesAsUser ? "user" : "pmgit"),
      ("pmgit.timeout", String(settings.timeout.components.seconds)),
    ]
    return SettingsShown(
      shown: shown, settings: values.map { SettingsShown.Setting(key: $0, value: $1) },
      views: try savedViews(of: shown.board))
  }

  /// Returns the board, with its settings file if that can't be read.
  package func boardWithSettings() throws -> ShownBoard { try noting(on: board()) }

  /// Sets the remote with which this clone shares its boards; nil restores the default.
  package func chooseRemote(_ name: String?) throws {
    let repository = store.repository
    let names = try repository.remoteNames()
    if let name, !names.contains(name) {
      throw StoreError.noRemote(configured: name, candidates: names)
    }
    try store.leaveHome()
    guard let name else { return try repository.unsetConfig("pmgit.remote") }
    try repository.setConfig("pmgit.remote", name)
  }

  /// Sets whether commands of this clone share its boards in the background.
  package func setAutomaticSync(_ isOn: Bool) throws {
    try store.repository.setConfig("pmgit.sync", isOn ? "auto" : "manual")
    store.settings.syncsByItself = isOn
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

  /// Returns the boards of this clone and of its remote, sorted by name.
  package func boards() throws -> [KnownBoard] { try store.boards() }

  /// The name of this workspace's board.
  package var name: BoardName { store.name }
}

/// The outcome of an action that changes the board's settings.
package struct BoardChange {
  let change: Change
  /// The board after the change.
  package let after: ShownBoard
  /// The change in the past tense: `added column Review`.
  package let words: String
  /// Whether it was a dry run, and the branch did not move.
  package let isDryRun: Bool
  package var notices: [Notice] = []

  package var didChange: Bool { change.didChange }
  package var decided: [Decided] { change.decidedOnBoard }

  /// The outcome in words: those of the change, and the conflicts that it decided.
  package var outcome: String {
    guard didChange else { return "nothing to change" }
    let done = words + Decided.words(decided) { _ in "the board's" }
    return isDryRun ? ChangeWords.dryRun(of: done) : done
  }
}

/// Edits of a board's settings, with their descriptions for the commit and for the user.
struct BoardEdits {
  /// The description for the commit, in the imperative: `add column Review`.
  let subject: String
  /// The description for the user, in the past tense: `added column Review`.
  let done: String
  let edits: [Edit]
}

extension Workspace {
  /// Sets the board's title; nil removes it.
  package func setTitle(_ title: String?) async throws -> BoardChange {
    let title = try title.map { try Validation.title($0) }
    return try await changeBoard { _ in
      BoardEdits(
        subject: "set the title to \(title ?? "none")",
        done: title.map { "set the board's title to '\($0)'" } ?? "removed the board's title",
        edits: [.write(.field("title"), .optional(title))])
    }
  }

  /// Sets the maximum size of an attached file, in bytes; nil restores the default limit.
  package func setFileLimit(_ bytes: Int?) async throws -> BoardChange {
    let words = FileSize.words(bytes ?? Board.usualFileLimit)
    return try await changeBoard { _ in
      BoardEdits(
        subject: "set the limit of attached files to \(words)",
        done: "attached files may now have \(words)", edits: [.fileLimit(bytes)])
    }
  }

  /// Parses a size limit of attached files, such as `10MB`.
  package static func fileLimit(_ text: String) throws -> Int {
    guard let bytes = FileSize.parse(text) else {
      throw Problem.usage(
        "'\(text.excerpt)' is not a size", hints: ["write it as 500kB or 10MB, or 'none'"])
    }
    guard bytes <= Board.greatestFileLimit else {
      throw Problem.usage(
        "an attached file may have \(FileSize.words(Board.greatestFileLimit)) at most",
        hints: ["keep larger files elsewhere, and link to them in a comment"])
    }
    return bytes
  }

  /// Returns a warning if a change repaired broken settings as a side effect.
  func repairedSettings(by change: Change) -> [Notice] {
    guard change.didChange, change.before.brokenSettings != nil,
      change.after.brokenSettings == nil
    else { return [] }
    return [.warning("'board.json' could not be read; its last readable version was restored")]
  }

  /// Changes the settings in one commit.
  ///
  /// - Throws: `Problem` if a list of the settings would have more items than pmgit reads.
  func changeBoard(_ edits: (PlanDocument) throws -> BoardEdits) async throws -> BoardChange {
    let (change, words) = try await store.change(by: try author()) { transaction in
      let document = transaction.before.boardDocument
      let made = try edits(document)
      try Problem.check(made.edits, on: document)
      transaction.editBoard(made.edits)
      return (CommitMessage(subject: "board: \(made.subject)", plans: []), made.done)
    }
    return BoardChange(
      change: change, after: shown(change.after), words: words,
      isDryRun: participant.isDryRun,
      notices: repairedSettings(by: change) + brokenRules(by: change))
  }
}

// MARK: - Rules

extension Problem {
  /// Refuses edits that make a list of the settings longer than pmgit reads.
  fileprivate static func check(_ edits: [Edit], on document: PlanDocument) throws {
    var changed = document
    changed.apply(edits, stamp: .none)
    let unread = Board(changed).unread
    if unread.isEmpty { return }
    let before = Board(document).unread
    let grown = unread.first { list in
      before.allSatisfy { $0.list != list.list || $0.count < list.count }
    }
    if let grown { throw Problem.tooMany(grown) }
  }

  private static func tooMany(_ unread: UnreadSettings) -> Problem {
    Problem(
      code: .tooMany,
      message: "the board would have \(unread.count) \(unread.list.rawValue), and at most "
        + "\(unread.read) are read",
      hints: [unread.remedy])
  }
}

extension UnreadSettings {
  /// The hint with the command that removes items.
  var remedy: Hint {
    "remove those that nobody needs with \(pmgit: noun, "remove", "NAME")"
  }

  /// The name of one item and of its command: `field` for the list `fields`.
  private var noun: String { String(list.rawValue.dropLast()) }
}
