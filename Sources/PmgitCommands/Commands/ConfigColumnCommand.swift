import ArgumentParser
import PlanModel
import PlanStore

struct ConfigColumnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "column", abstract: "Add, change and remove columns.",
    subcommands: [
      ConfigColumnAddCommand.self, ConfigColumnSetCommand.self, ConfigColumnRemoveCommand.self,
    ])
}

/// What can be said of a column.
struct ColumnOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The heading.", valueName: "text"))
  var title: String?

  @Option(help: "What being in it means: todo, doing or done.")
  var kind: Column.Kind?

  @Option(
    help: ArgumentHelp("Place it before this column.", valueName: "column"),
    completion: Completions.columns)
  var before: String?

  @Option(
    help: ArgumentHelp("Place it after this column.", valueName: "column"),
    completion: Completions.columns)
  var after: String?

  @Option(help: ArgumentHelp("Warn beyond this many plans, or none.", valueName: "number"))
  var limit: String?

  /// The limit as it is kept: a whole number, or null.
  func limitValue() throws -> JSONValue? {
    guard let limit else { return nil }
    if limit.lowercased() == "none" { return .null }
    guard let number = Int(limit), number > 0 else {
      throw Failure.usage("the limit '\(limit)' is not a number from 1", hints: ["or say 'none'"])
    }
    return .number(number)
  }

  /// The rank of the place that the options name, if they name one.
  func rank(in board: Board, for id: String, session: inout Session) throws -> String? {
    guard let named = before ?? after else { return nil }
    let neighbour = try board.column(named: named)
    guard neighbour.id != id else { throw Failure.usage("a column can't stand beside itself") }
    let others = board.columns.filter { $0.id != id }
    let index = (others.firstIndex { $0.id == neighbour.id } ?? 0) + (before == nil ? 1 : 0)
    return Rank.between(
      index > 0 ? others[index - 1].rank : nil, index < others.count ? others[index].rank : nil,
      using: &session.context.random)
  }

  func validate() throws {
    guard before == nil || after == nil else {
      throw ValidationError("--before and --after exclude each other")
    }
  }
}

extension Column.Kind: ExpressibleByArgument {}

struct ConfigColumnAddCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a column, or bring a removed one back.",
    discussion: """
      Examples:
        pmgit config column add review --title "In review" --after doing --limit 3
      """)

  @Argument(help: "The id that plans' state holds, such as review.")
  var id: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let id = try Validation.columnID(id)
    let title = try column.title.map(Validation.title) ?? id
    let limit = try column.limitValue()
    let snapshot = try session.store.snapshot()
    guard snapshot.board[column: id] == nil else {
      throw Failure.usage(
        "there is a column '\(id)' already",
        hints: ["change it with 'pmgit config column set \(id)'"])
    }
    let last = snapshot.board.columns.last?.rank
    let rank =
      try column.rank(in: snapshot.board, for: id, session: &session)
      ?? Rank.between(last, nil, using: &session.context.random)
    try await session.changeBoard("add column \(title)") { document in
      var edits = Edit.column(
        Column(id: id, title: title, kind: column.kind ?? .doing, rank: rank))
      if let limit { edits.append(.write(PlanList.columns.path(id, "limit"), limit)) }
      let gone = PlanList.columns.path(id, "gone")
      if document.value(at: gone) != nil { edits.append(.write(gone, .null)) }
      return edits
    }
  }
}

struct ConfigColumnSetCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a column's heading, kind, place or limit.",
    discussion: """
      Examples:
        pmgit config column set doing --title "In progress" --limit 5
        pmgit config column set review --before done
      """)

  @Argument(help: "The column, by its id or title.", completion: Completions.columns)
  var id: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let board = try session.store.snapshot().board
    let id = try board.column(named: id).id
    var edits: [Edit] = []
    if let title = column.title {
      edits.append(.write(PlanList.columns.path(id, "title"), .string(try Validation.title(title))))
    }
    if let kind = column.kind {
      edits.append(.write(PlanList.columns.path(id, "kind"), .string(kind.rawValue)))
    }
    if let rank = try column.rank(in: board, for: id, session: &session) {
      edits.append(.write(PlanList.columns.path(id, "rank"), .string(rank)))
    }
    if let limit = try column.limitValue() {
      edits.append(.write(PlanList.columns.path(id, "limit"), limit))
    }
    guard !edits.isEmpty else {
      throw Failure.usage(
        "nothing to set for column '\(id)'", hints: ["give --title, --kind, --limit, or a place"])
    }
    try await session.changeBoard("change column \(id)") { _ in edits }
  }
}

struct ConfigColumnRemoveCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a column; its plans stay, in a lane of their own.",
    discussion: """
      Examples:
        pmgit config column remove review
      """)

  @Argument(help: "The column, by its id or title.", completion: Completions.columns)
  var id: String
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let snapshot = try session.store.snapshot()
    let column = try snapshot.board.column(named: id)
    try await session.changeBoard("remove column \(column.title)") { document in
      [document.removal(ofItem: ExactString(column.id), in: "columns")]
    }
    let left = try snapshot.plans().plans.count { $0.state == column.id && !$0.isDeleted }
    guard left > 0 else { return }
    session.tell(
      "warning: \(CommitWords.count(left, "plan")) stay in '\(column.id)', shown in a lane of their own"
    )
  }
}
