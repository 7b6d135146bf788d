import Git
import PlanModel

/// A file in which this clone notes a commit of a board. It is no part of the board, and no other
/// clone knows it.
struct CommitNote {
  /// What the commit is. The raw values are the beginnings of the names of files.
  enum Subject: String {
    /// The commit that was last pushed to a remote, even without success. Other clones may have it
    /// as soon as the push begins, while the remote-tracking branch moves only after the remote has
    /// answered. If the file can't be written or read, pmgit relies on that branch alone.
    case sent
    /// The commit up to which a person has read the changes of the board.
    case read
  }

  private let file: LineFile

  init(of subject: Subject, in folder: String, board: BoardName) {
    file = LineFile(path: "\(folder)/\(subject.rawValue)-\(board)")
  }

  /// - Returns: Whether the file was written.
  @discardableResult func write(_ commit: ObjectID) -> Bool { file.write("\(commit)") }

  func read() -> ObjectID? { file.read().flatMap { ObjectID(hex: $0) } }
}
