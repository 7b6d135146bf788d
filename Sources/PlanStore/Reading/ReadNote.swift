import Git
import PlanModel

/// A file with the commit up to which a person has read the changes of a board in this clone.
///
/// It is no part of the board, and no other clone knows it.
struct ReadNote {
  private let file: LineFile

  init(in folder: String, board: BoardName) {
    file = LineFile(path: "\(folder)/read-\(board)")
  }

  func write(_ commit: ObjectID) -> Bool { file.write("\(commit)") }

  func read() -> ObjectID? { file.read().flatMap { ObjectID(hex: $0) } }
}

extension BoardStore {
  /// The commit up to which the changes were read in this clone; nil if that is unknown, or if git
  /// has removed the commit.
  package func readCommit() throws(StoreError) -> ObjectID? {
    guard let commit = ReadNote(in: lockFolder, board: name).read() else { return nil }
    return try commitIfThere(commit) == nil ? nil : commit
  }

  /// Notes that the changes up to a commit were read.
  ///
  /// - Returns: Whether the note could be written.
  package func noteRead(_ commit: ObjectID) -> Bool {
    ReadNote(in: lockFolder, board: name).write(commit)
  }
}
