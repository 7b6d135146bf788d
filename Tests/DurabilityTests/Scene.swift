/// A command, and a repository in which it has something to do.
struct Scene: Sendable {
  /// The repositories in which scenes begin; see `Stage`.
  enum Setting: Sendable, CaseIterable {
    /// Code, but no board.
    case code
    /// A board with plans, one of them deleted.
    case board
    /// A board whose last change can be undone.
    case changed
    /// A board and a remote that have diverged, among other things in one title.
    case apart
    /// A board with a conflict.
    case conflict
  }

  let setting: Setting
  /// The arguments of pmgit, in which `PLAN` and `DELETED` stand for ids.
  let arguments: [String]
  var input = ""
  /// Whether the command changes git's configuration.
  var changesConfiguration = false
  /// The programs in which faults occur.
  var programs = ["pmgit"]
  /// Whether the command connects to the remote.
  var isSharing = false
}

extension Scene: CustomStringConvertible {
  var description: String {
    "pmgit \(arguments.joined(separator: " "))" + (programs.contains("git") ? " (and git)" : "")
  }
}

extension Scene {
  static let add = Scene(
    setting: .board, arguments: ["add", "Wanted", "--label", "new", "--check", "one thing"])
  static let edit = Scene(setting: .board, arguments: ["edit", "PLAN", "--title", "Wanted"])
  static let move = Scene(setting: .board, arguments: ["move", "PLAN", "doing", "--top"])
  static let comment = Scene(setting: .board, arguments: ["comment", "PLAN", "-m", "Wanted"])
  static let attach = Scene(
    setting: .board, arguments: ["attach", "PLAN", "-", "--name", "Wanted.log"],
    input: "what standard input brings\n")
  static let delete = Scene(setting: .board, arguments: ["delete", "PLAN"])
  static let restore = Scene(setting: .board, arguments: ["restore", "DELETED"])
  static let undo = Scene(setting: .changed, arguments: ["undo"])
  static let resolve = Scene(setting: .conflict, arguments: ["resolve", "PLAN", "--take", "2"])
  static let column = Scene(
    setting: .board, arguments: ["column", "add", "review", "--title", "Wanted"])
  /// An import of so many plans that pmgit writes a pack.
  static let importing = Scene(
    setting: .board, arguments: ["import", "-"],
    input: (0..<120).map { "{\"title\":\"Wanted \($0)\",\"body\":\"text \($0)\"}\n" }.joined())
  static let create = Scene(setting: .code, arguments: ["init"], changesConfiguration: true)
  static let configure = Scene(
    setting: .board, arguments: ["config", "board", "main"], changesConfiguration: true)
  static let pull = Scene(setting: .apart, arguments: ["sync", "--pull"], isSharing: true)
  static let sync = Scene(setting: .apart, arguments: ["sync"], isSharing: true)
  static let take = Scene(setting: .apart, arguments: ["take", "PLAN"], isSharing: true)

  /// The same scene with faults also in the git processes that pmgit runs.
  var withGit: Scene {
    var scene = self
    scene.programs = ["pmgit", "git", "git-receive-pack"]
    return scene
  }

  static let alone: [Scene] = [
    .add, .edit, .move, .comment, .attach, .delete, .restore, .undo, .resolve, .column, .importing,
    .create,
    .configure,
  ]
  static let shared: [Scene] = [.pull, .sync, .take]
  static let all = alone + shared + shared.map(\.withGit)
}
