import PlanModel
import PlanStore
import PlanView

/// The outcome of an action that changes the board's settings.
package struct BoardChange {
  let change: Change
  /// The board after it.
  package let after: ShownBoard
  /// What was done, in the past tense: `added column Review`.
  package let words: String
  package var notices: [Notice] = []

  package var didChange: Bool { change.didChange }
  package var decided: [Decided] { change.decidedOnBoard }
}

/// Edits of a board's settings, with their words.
struct BoardEdits {
  /// For the commit, in the imperative: `add column Review`.
  let subject: String
  /// For the person, in the past tense: `added column Review`.
  let done: String
  let edits: [Edit]
}

extension Workspace {
  /// Gives the board a title; nil takes it away.
  package func setTitle(_ title: String?) async throws -> BoardChange {
    let title = try title.map { try Validation.title($0) }
    return try await changeBoard { _ in
      BoardEdits(
        subject: "set the title to \(title ?? "none")",
        done: title.map { "set the board's title to '\($0)'" } ?? "removed the board's title",
        edits: [.write(.field("title"), .optional(title))])
    }
  }

  /// Returns a warning if a change has mended broken settings too.
  func mendedSettings(by change: Change) -> [Notice] {
    guard change.didChange, change.before.brokenSettings != nil,
      change.after.brokenSettings == nil
    else { return [] }
    return [.warning("'board.json' could not be read; it is whole again, as it was before that")]
  }

  /// Makes one change of the settings.
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
