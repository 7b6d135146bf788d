import PlanModel
import PlanStore
import PlanView

/// The outcome of an action that changes the board's settings.
package struct BoardChange {
  let change: Change
  /// The board afterwards.
  package let after: ShownBoard
  /// The change in the past tense: `added column Review`.
  package let words: String
  package var notices: [Notice] = []

  package var didChange: Bool { change.didChange }
  package var decided: [Decided] { change.decidedOnBoard }
}

/// Edits of a board's settings, with words for them.
struct BoardEdits {
  /// The words for the commit, in the imperative: `add column Review`.
  let subject: String
  /// The words for the user, in the past tense: `added column Review`.
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

  /// Returns a warning if a change has also repaired broken settings.
  func mendedSettings(by change: Change) -> [Notice] {
    guard change.didChange, change.before.brokenSettings != nil,
      change.after.brokenSettings == nil
    else { return [] }
    return [.warning("'board.json' could not be read; it is whole again, as it was before that")]
  }

  /// Makes one change of the settings, as one commit.
  func changeBoard(
    _ edits: (PlanDocument) throws -> BoardEdits
  ) async throws -> BoardChange {
    let (change, words) = try await store.change(by: try author()) { transaction in
      let made = try edits(transaction.before.boardDocument)
      transaction.editBoard(made.edits)
      return (CommitMessage(subject: "board: \(made.subject)", plans: []), made.done)
    }
    return BoardChange(
      change: change, after: shown(change.after), words: words,
      notices: mendedSettings(by: change))
  }
}
