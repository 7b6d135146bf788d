import ArgumentParser
import PlanActions
import PlanModel

struct MoveCommand: ChangingCommand {
  static let commandName = "move"
  static let about = CommandConfiguration(
    abstract: "Move plans to a column, or to another place in it.",
    usage: "pmgit move (<id>... | --where <query>) <column> [<options>]",
    discussion: """
      Examples:
        pmgit move k7m2 doing
        pmgit move k7m2 p3x9 done
        pmgit move k7m2 todo --top
        pmgit move k7m2 doing --before p3x9
        pmgit move --where 'state:review updated:<4w' todo --dry-run

      'todo', 'doing' and 'done' mean the first column of that kind where no column
      is called so.
      """)

  @Argument(
    help: ArgumentHelp("The plans, then the column.", valueName: "id... column"),
    completion: .words(of: .plansAndColumn))
  var words: [String] = []

  @Flag(exclusivity: .exclusive, help: "Where in the column (default: the bottom).")
  var end: End?

  @Option(
    help: ArgumentHelp("Put them before this plan.", valueName: "id"),
    completion: .words(of: .plans))
  var before: String?

  @Option(
    help: ArgumentHelp("Put them after this plan.", valueName: "id"),
    completion: .words(of: .plans))
  var after: String?

  @OptionGroup var many: ManyOptions
  var changing: ChangeOptions { many.changing }

  enum End: String, EnumerableFlag { case top, bottom }

  func validate() throws {
    guard words.count >= (many.query == nil ? 2 : 1) else {
      throw ValidationError("name at least one plan and the column to move it to")
    }
    _ = try many.choice(Array(words.dropLast()))
    guard [before != nil, after != nil, end != nil].count(where: \.self) <= 1 else {
      throw ValidationError("--top, --bottom, --before and --after exclude each other")
    }
  }

  func run(in session: Session) async throws {
    let moved = try await session.workspace.move(
      MovePlans(try many.choice(Array(words.dropLast())), to: words[words.count - 1], at: place))
    try session.report(moved)
  }

  private var place: Place {
    if let before { return .before(before) }
    if let after { return .after(after) }
    return end.map { $0 == .top ? .top : .bottom } ?? .unspecified
  }
}
