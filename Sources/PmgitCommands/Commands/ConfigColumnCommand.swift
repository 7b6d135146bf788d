import ArgumentParser
import PlanActions
import PlanModel
import PlanStore
import PlanView

struct ConfigColumnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "column", abstract: "Add, change and remove columns.",
    subcommands: [
      ConfigColumnAddCommand.self, ConfigColumnSetCommand.self, ConfigColumnRemoveCommand.self,
    ])
}

/// What can be said of a column.
struct ColumnOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("The heading.", valueName: "text"))
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

  @Option(
    help: ArgumentHelp(
      "Let plans come only from this column (repeatable), or any.", valueName: "column"),
    completion: Completions.columns)
  var from: [String] = []

  /// Whether any option was given.
  var areGiven: Bool {
    kind != nil || !from.isEmpty || ![title, before, after, limit].allSatisfy { $0 == nil }
  }

  /// The columns that plans may come from, as they are kept: a list of ids, or null.
  func fromValue(in board: Board, for id: String) throws -> JSONValue? {
    if from.isEmpty { return nil }
    if from.map({ $0.lowercased() }) == ["any"] { return .null }
    let ids = try from.map { try board.column(named: $0).id }
    guard !ids.contains(id) else {
      throw Problem.usage("a plan can't come to column '\(id)' from '\(id)' itself")
    }
    return .strings(Set(ids).sorted { ExactString($0) < ExactString($1) })
  }

  /// The limit as it is kept: a whole number, or null.
  func limitValue() throws -> JSONValue? {
    try limit.map(Self.limit)
  }

  static func limit(_ text: String) throws -> JSONValue {
    if text.lowercased() == "none" { return .null }
    guard let number = Int(text), number > 0 else {
      throw Problem.usage("the limit '\(text)' is not a number from 1", hints: ["or say 'none'"])
    }
    return .number(number)
  }

  /// The rank of the place that the options name, if they name one.
  func rank(
    in board: Board, for id: String, using generator: inout some RandomNumberGenerator
  ) throws -> String? {
    guard let named = before ?? after else { return nil }
    let neighbour = try board.column(named: named)
    guard neighbour.id != id else { throw Problem.usage("a column can't stand beside itself") }
    let others = board.columns.filter { $0.id != id }
    let index = (others.firstIndex { $0.id == neighbour.id } ?? 0) + (before == nil ? 1 : 0)
    return Rank.between(
      index > 0 ? others[index - 1].rank : nil, index < others.count ? others[index].rank : nil,
      using: &generator)
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
    usage: "pmgit config column add <id> [<options>]",
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
    var random = session.context.random
    try await session.changeBoard("add column \(column.title ?? id)") { document in
      let board = Board(document)
      guard board[column: id] == nil else {
        throw Problem.usage(
          "there is a column '\(id)' already",
          hints: ["change it with \(pmgit: "config", "column", "set", id)"])
      }
      // A removed column comes back as it was, but for what the options say.
      var restored = document
      restored.apply([.write(PlanList.columns.path(id, "gone"), .null)], stamp: .none)
      let old = Board(restored)[column: id]
      let title = try board.freeTitle(column.title ?? old?.title ?? id, for: id)
      let rank =
        try column.rank(in: board, for: id, using: &random) ?? old?.rank
        ?? Rank.between(board.columns.last?.rank, nil, using: &random)
      var edits = Edit.column(
        Column(id: id, title: title, kind: column.kind ?? old?.kind ?? .doing, rank: rank))
      if let limit = try column.limitValue() {
        edits.append(.write(PlanList.columns.path(id, "limit"), limit))
      }
      if let from = try column.fromValue(in: board, for: id) {
        edits.append(.write(PlanList.columns.path(id, "from"), from))
      }
      return edits + [.write(PlanList.columns.path(id, "gone"), .null)]
    }
  }
}

extension Board {
  /// A heading that no other column has as its heading or id: commands take both.
  fileprivate func freeTitle(_ text: String, for id: String) throws -> String {
    let title = try Validation.title(text)
    let names = columns.filter { $0.id != id }.flatMap { [$0.id, $0.title] }
    guard !names.contains(where: { $0.lowercased() == title.lowercased() }) else {
      throw Problem.usage(
        "another column is called '\(title)'", hints: ["choose a heading of its own"])
    }
    return title
  }
}

struct ConfigColumnSetCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a column's heading, kind, place, limit or rule.",
    usage: "pmgit config column set <id> [<options>]",
    discussion: """
      Examples:
        pmgit config column set doing --title "In progress" --limit 5
        pmgit config column set review --before done
        pmgit config column set done --from review
        pmgit config column set done --from any

      With --from plans enter the column only from those named: neither a move
      from elsewhere nor a new plan is let in, here and by the guard of a server
      that 'pmgit hooks install --server' has set up.
      """)

  @Argument(help: "The column, by its id or title.", completion: Completions.columns)
  var id: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let id = try session.store.snapshot().board.column(named: id).id
    guard column.areGiven else {
      throw Problem.usage(
        "nothing to set for column '\(id)'",
        hints: ["give --title, --kind, --limit, --from, or a place"])
    }
    var random = session.context.random
    try await session.changeBoard("change column \(id)") { document in
      let board = Board(document)
      var edits: [Edit] = []
      if let title = column.title {
        edits.append(
          .write(
            PlanList.columns.path(id, "title"), .string(try board.freeTitle(title, for: id))))
      }
      if let kind = column.kind {
        edits.append(.write(PlanList.columns.path(id, "kind"), .string(kind.rawValue)))
      }
      if let rank = try column.rank(in: board, for: id, using: &random) {
        edits.append(.write(PlanList.columns.path(id, "rank"), .string(rank)))
      }
      if let limit = try column.limitValue() {
        edits.append(.write(PlanList.columns.path(id, "limit"), limit))
      }
      if let from = try column.fromValue(in: board, for: id) {
        edits.append(.write(PlanList.columns.path(id, "from"), from))
      }
      return edits
    }
  }
}

struct ConfigColumnRemoveCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a column; its plans stay, in a lane of their own.",
    usage: "pmgit config column remove <id> [<options>]",
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
      guard Board(document).columns.count > 1 else {
        throw Problem.usage(
          "'\(column.id)' is the last column", hints: ["add another one before you remove it"])
      }
      return [document.removal(ofItem: ExactString(column.id), in: "columns")]
    }
    let left = try snapshot.plans().plans.count { $0.state == column.id && !$0.isDeleted }
    guard left > 0 else { return }
    session.tell(
      "warning: '\(column.id)' still holds \(CountText.words(left, "plan")), "
        + "which the board shows in a lane of their own")
  }
}
