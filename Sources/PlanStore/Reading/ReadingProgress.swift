/// The progress of reading a board. Only the first reading after a clone takes long.
package struct ReadingProgress: Equatable, Sendable {
  package enum Subject: Sendable {
    /// Reading the plans' files.
    case plans
    /// Finding the files that commits changed.
    case commits
    /// Finding the fields that commits changed in these files.
    case changes
  }

  package let subject: Subject
  package let done: Int
  /// The total number; nil if unknown.
  package let total: Int?
}

extension BoardStore {
  /// Reports progress every 512 items. The caller reports the end by `onReading(nil)`.
  func tell(_ subject: ReadingProgress.Subject, done: Int, of total: Int? = nil) {
    guard done.isMultiple(of: 512) else { return }
    onReading(ReadingProgress(subject: subject, done: done, total: total))
  }
}
