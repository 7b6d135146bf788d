import PlanView

/// A preview of an undo or redo, for a person to confirm.
package struct UndoPreview {
  /// The number of changes.
  package let changes: Int
  /// The number of plans that these changes affected.
  package let plans: Int

  /// The most plans for which no confirmation is needed.
  private static let fewPlans = 10

  package var isLarge: Bool { plans > Self.fewPlans }
  /// Whether the person may expect something else: many plans change, or a hook moved a plan since,
  /// which an undo leaves as it is.
  package var isSurprising: Bool { isLarge || laterMove != nil }

  /// The ids of the changes, in hexadecimal digits.
  package let commits: [String]
  /// The subjects of the first changes, in one line.
  let subjects: String
  /// The subject of the person's later change in which a hook moved a plan; nil if there is none.
  package let laterMove: String?

  /// The preview in words: `1 change of 704 plans: import 704 plans`.
  package var words: String {
    "\(counts): \(subjects)" + (laterMove.map { " (not '\($0)', which a hook did since)" } ?? "")
  }
  /// The preview for a person who made the changes in another program.
  package var wordsForOtherProgram: String { "\(counts), made elsewhere: \(subjects)" }

  private var counts: String {
    let subject = plans == 0 ? "the settings" : CountWords.words(plans, "plan")
    return "\(CountWords.words(changes, "change")) of \(subject)"
  }
}
