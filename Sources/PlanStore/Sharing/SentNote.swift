import Git
import PlanModel

/// A file with the commit that was last pushed to a remote, even without success. Other clones may
/// have that commit as soon as the push begins.
///
/// The remote-tracking branch moves only after the remote has answered. If the file can't be
/// written or read, pmgit relies on that branch alone.
struct SentNote {
  private let file: LineFile

  init(in folder: String, board: BoardName) {
    file = LineFile(path: "\(folder)/sent-\(board)")
  }

  func write(_ commit: ObjectID) { file.write("\(commit)") }

  func read() -> ObjectID? { file.read().flatMap { ObjectID(hex: $0) } }
}
