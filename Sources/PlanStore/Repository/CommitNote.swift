import Git
import PlanModel

/// A file in which this clone notes a commit of a board. It is not part of the board and is never
/// shared with other clones.
struct CommitNote {
  /// What the commit means. The raw value begins the file's name, as in `sent-main`.
  enum Subject: String {
    /// The last commit whose push was begun, even if the push failed. Other clones may have it as
    /// soon as the push begins, while the remote-tracking branch moves only after the remote's
    /// answer. If the file can't be written or read, pmgit relies on the tracking branch alone.
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
