import ArgumentParser
import PlanActions

struct CheckCommand: ChangingCommand {
  static let commandName = "check"
  static let about = CommandConfiguration(
    abstract: "Tick off lines of checklists.",
    usage: "pmgit check (<id> <line>... | <id>... --line <line>) [<options>]",
    discussion: """
      Examples:
        pmgit check k7m2 1 3
        pmgit check k7m2 "write tests"
        pmgit check k7m2 1 --undo
        pmgit check k7m2 2 --reword "write more tests"
        pmgit check k7m2 p3x9 --all
        pmgit check --where '#release' --line changelog --dry-run

      Lines are named by their number in 'show', some of their words, or their id.
      Add lines with 'pmgit edit ID --check TEXT'.
      """)

  @Argument(
    help: ArgumentHelp("The plan, then lines; or plans alone.", valueName: "id"),
    completion: .words(of: .plansAndLines))
  var words: [String] = []

  @Option(
    name: .customLong("line"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A line of each plan. Repeatable.", valueName: "line"))
  var lines: [String] = []

  @Flag(help: "Every line.")
  var all = false

  @Flag(exclusivity: .exclusive, help: "What to do instead of checking.")
  var action: Action?

  @Option(parsing: .unconditional, help: ArgumentHelp("The line's new text.", valueName: "text"))
  var reword: String?

  @Option(help: ArgumentHelp("The line's new number.", valueName: "number"))
  var to: Int?

  @OptionGroup var many: ManyOptions
  var changing: ChangeOptions { many.changing }

  enum Action: String, EnumerableFlag {
    case undo, remove

    static func help(for value: Action) -> ArgumentHelp? {
      value == .undo ? "Uncheck the lines." : "Remove the lines from the list."
    }
  }

  func validate() throws {
    try GlobalOptions.requireValues(lines + [reword])
    guard lines.isEmpty || !all else {
      throw ValidationError("--line and --all exclude each other")
    }
    if changesLine { return try validateChange() }
    let request = try request()
    if case .named(let names) = request.lines, names.isEmpty {
      throw ValidationError("name the lines of the checklist, or --all")
    }
  }

  /// Whether the text or the position of a checklist line is changed, instead of its check mark.
  private var changesLine: Bool { reword != nil || to != nil }

  private func validateChange() throws {
    guard words.count == 2, lines.isEmpty, !all, action == nil, many.query == nil else {
      throw ValidationError("--reword and --to change one line of one plan: 'pmgit check ID LINE'")
    }
    guard to.map({ $0 > 0 }) ?? true else { throw ValidationError("lines are numbered from 1") }
  }

  /// Returns the request. With `--line` or `--all`, all words are plans; otherwise the first word
  /// is the plan, and the others are lines.
  private func request() throws -> CheckLines {
    let action = action.map { $0 == .undo ? CheckLines.Action.uncheck : .remove } ?? .check
    if all || !lines.isEmpty {
      return CheckLines(try many.choice(words), lines: all ? .all : .named(lines), action: action)
    }
    return CheckLines(
      try many.choice(Array(words.prefix(1))), lines: .named(Array(words.dropFirst())),
      action: action)
  }

  func run(in session: Session) async throws {
    let changes =
      changesLine
      ? try await session.workspace.change(
        ChangeLine(words[0], line: words[1], text: reword, place: to))
      : try await session.workspace.check(request())
    try session.report(changes)
  }
}
