/// How far a long reading of a board is; only the first one after it was cloned takes long.
package struct ReadingProgress: Equatable, Sendable {
  package enum Subject: Sendable {
    /// The plans' files.
    case plans
    /// Which commits changed what.
    case commits
    /// What they changed in it.
    case changes
  }

  package let subject: Subject
  package let done: Int
  /// nil where it is not known.
  package let total: Int?
}

extension BoardStore {
  /// Tells now and then how far a reading is; whoever began it tells the end by `onReading(nil)`.
  func tell(_ subject: ReadingProgress.Subject, done: Int, of total: Int? = nil) {
    guard done.isMultiple(of: 512) else { return }
    onReading(ReadingProgress(subject: subject, done: done, total: total))
  }
}
