import PlanActions
import PlanModel
import PlanTerminal
import PlanView

/// What `pmgit` shows without a command: the commands of a first day, and what to do next here.
struct FirstSteps {
  private let context: CommandContext
  private let folders: [String]
  private let board: BoardName?

  /// - Parameter leading: The global options, such as `-C` and `--board`.
  /// - Throws: `Problem` if `--board` has a value that names no board.
  init(in context: CommandContext, _ leading: some Sequence<String>) throws {
    let leading = Array(leading)
    self.context = context
    folders = GlobalOptions.folders(namedIn: leading)
    board = try GlobalOptions.board(namedIn: leading[...]).map { text in
      guard let name = BoardName(text) else { throw Problem.badBoardName(text) }
      return name
    }
  }

  /// Each of `Pmgit.first` with an example. It is a constant, because the help of all commands
  /// would have to be made otherwise.
  static let commands = [
    ("init", "create a board here, or fetch the one that the remote has"),
    ("add", "add a plan: pmgit add \"Fix login\" --due fri"),
    ("list", "list plans: pmgit list '#bug' @me"),
    ("board", "see the columns side by side"),
    ("screen", "work on the board with keys, full-screen"),
    ("show", "show all of a plan: pmgit show k7m2"),
    ("edit", "change a plan: pmgit edit k7m2 --priority high"),
    ("move", "move a plan to a column: pmgit move k7m2 doing"),
    ("done", "finish a plan: pmgit done k7m2"),
    ("comment", "comment on a plan: pmgit comment k7m2 -m \"Seen again\""),
    ("undo", "take back your last change"),
    ("sync", "share the board: fetch, merge and push"),
  ]

  var text: String {
    let next = next()
    let commands = next.commands.map { (whole($0), $1) }
    let width = max(18, commands.map(\.0.count).max() ?? 0)
    let lines =
      ["pmgit is a kanban board that lives in your git repository.", ""]
      + Self.commands.map { HelpText.line($0, $1, width: 8) }
      + ["", next.state] + commands.map { HelpText.line($0, $1, width: width) }
      + ["", "All commands: pmgit help --all", "More help:    pmgit help add, \(Self.topics)"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a command with the folder and the board that were given.
  private func whole(_ command: String) -> String {
    let folder = folders.flatMap { ["-C", $0] }
    // A demo is a repository of its own, and git has no boards.
    let isOfBoard = command.hasPrefix("pmgit ") && command != Self.demo.0
    let options = folder + (isOfBoard ? board.map { ["--board", $0.text] } ?? [] : [])
    guard !options.isEmpty else { return command }
    let words = command.split(separator: " ", maxSplits: 1)
    return SafeText("\(words[0]) \(options.shellCommand) \(words[1])").string
  }

  private static let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")

  /// A sentence about the present state, and the commands that go on from there.
  private struct Next {
    let state: String
    let commands: [(String, String)]
  }

  private func next() -> Next {
    do {
      let workspace = try Workspace(
        at: Session.directory(context, folders), board: board, as: context.participant())
      guard try !workspace.boards().isEmpty else {
        return Next(
          state: "This repository has no board yet:",
          commands: [("pmgit init", "create one, or fetch the remote's"), Self.demo])
      }
      return next(after: try workspace.status().model)
    } catch {
      let problem = Problem(error)
      guard problem.code == .noRepository else {
        return Next(
          state: SafeText("Something is wrong here: \(problem.message)").string,
          commands: [("pmgit status", "see the whole message")])
      }
      return Next(
        state: "This folder is in no git repository:",
        commands: [("git init", "make one, and then 'pmgit init'"), Self.demo])
    }
  }

  private static let demo = (
    "pmgit init --demo", "make a board to play with, in a folder of its own"
  )

  private func next(after status: StatusModel) -> Next {
    let plans = status.columns.reduce(0) { $0 + $1.count }
    guard plans > 0 else {
      return Next(
        state: "The board '\(status.board)' has no plans yet:",
        commands: [("pmgit add TITLE", "add the first one")])
    }
    var commands = [("pmgit board", "see them"), ("pmgit next", "what to do now, and why")]
    if status.conflictCount > 0 {
      let count = CountWords.words(status.conflictCount, "conflict")
      commands.append(("pmgit resolve", "decide \(count)"))
    } else if case .tracked(let name, let ahead, _) = status.remote, ahead > 0 {
      let count = CountWords.words(ahead, "change")
      commands.append(("pmgit sync", SafeText("share \(count) with '\(name)'").string))
    }
    return Next(
      state: "The board '\(status.board)' has \(CountWords.words(plans, "plan")):",
      commands: commands)
  }
}
