import ArgumentParser
import PlanActions
import PlanModel
import PlanStore
import PlanView

struct MoveCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move plans to a column, or to another place in it.",
    usage:
      "pmgit move <id>... <column> [<options>]",
    discussion: """
      Examples:
        pmgit move k7m2 doing
        pmgit move k7m2 p3x9 done
        pmgit move k7m2 todo --top
        pmgit move k7m2 doing --before p3x9
      """)

  @Argument(
    help: ArgumentHelp("The plans, then the column.", valueName: "id... column"),
    completion: Completions.planIDsAndColumns)
  var words: [String] = []

  @Flag(exclusivity: .exclusive, help: "Where in the column; the bottom unless said otherwise.")
  var end: End?

  @Option(help: ArgumentHelp("Put them before this plan.", valueName: "id"))
  var before: String?

  @Option(help: ArgumentHelp("Put them after this plan.", valueName: "id"))
  var after: String?

  @OptionGroup var options: GlobalOptions

  enum End: String, EnumerableFlag { case top, bottom }

  func validate() throws {
    guard words.count >= 2 else {
      throw ValidationError("name at least one plan and the column to move it to")
    }
    guard [before != nil, after != nil, end != nil].count(where: \.self) <= 1 else {
      throw ValidationError("--top, --bottom, --before and --after exclude each other")
    }
  }

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let author = try session.author()
    let found = try session.store.snapshot()
    let column = try found.board.column(named: words[words.count - 1])
    let ids = try words.dropLast().map { try found.resolve($0) }.unique
    let isMoved = Set(ids)
    let change = try await session.store.change(by: author) { transaction in
      let snapshot = transaction.before
      var lines: [String] = []
      for (id, rank) in try ranks(of: ids, in: column, snapshot, &session) {
        guard isMoved.contains(id) else {
          try transaction.edit(id, [.rank(rank)])
          continue
        }
        let plan = try transaction.livePlan(id)
        // Moving a plan to where it is shown decides a conflict about it; else it is nothing.
        let isDecided = try transaction.document(id)[.field("state")].count < 2
        let isUnplaced = end == nil && before == nil && after == nil
        guard plan.state != column.id || !isUnplaced || !isDecided else { continue }
        try transaction.edit(id, [.state(column.id), .rank(rank)])
        let words = Self.words(plan, to: column, snapshot.board)
        lines.append("\(try snapshot.shortID(id)): \(words), \(plan.title)")
      }
      lines.sort()
      if lines.count == 1 { return CommitMessage(subject: "move \(lines[0])", plans: ids) }
      return CommitMessage(
        subject: "move \(CountText.words(lines.count, "plan")) to \(column.title)",
        lines: lines, plans: ids)
    }
    try session.report(change, of: ids, as: "moved", to: column.title)
    try session.warnOfLimit(of: [column.id], in: change.after)
  }

  private static func words(_ plan: Plan, to column: Column, _ board: Board) -> String {
    plan.state == column.id
      ? "within \(column.title)" : "\(board.title(of: plan.state)) → \(column.title)"
  }

  /// The new rank of each plan, and of neighbours that had to make room.
  ///
  /// Only a place beside another plan needs the column to be read.
  private func ranks(
    of ids: [PlanID], in column: Column, _ snapshot: BoardSnapshot, _ session: inout Session
  ) throws -> [PlanID: String] {
    guard let typed = before ?? after else {
      let ends = try session.store.ends(of: column.id, in: snapshot)
      let keys = keysAtEnd(ids.count, beyond: ends, &session)
      return Dictionary(uniqueKeysWithValues: zip(ids, keys))
    }
    let neighbour = try snapshot.resolve(typed)
    var order = try snapshot.plans().plans
      .filter { $0.state == column.id && !$0.isDeleted && !ids.contains($0.id) }
      .map { (id: $0.id, rank: $0.rank) }
      .sorted { Rank.precedes(($0.rank, $0.id.text), ($1.rank, $1.id.text)) }
    guard let place = order.firstIndex(where: { $0.id == neighbour }) else {
      throw Problem.usage(
        "plan '\(typed)' is not in column '\(column.id)'",
        hints: ["name a plan of that column, or use --top or --bottom"])
    }
    var ranks: [PlanID: String] = [:]
    for (offset, id) in ids.enumerated() {
      let index = (before != nil ? place : place + 1) + offset
      let insertion = Rank.insertion(
        at: index, in: order.map(\.rank), using: &session.context.random)
      for (position, key) in zip(insertion.rekeyed, insertion.keys) {
        order[position].rank = key
        ranks[order[position].id] = key
      }
      order.insert((id: id, rank: insertion.key), at: index)
      ranks[id] = insertion.key
    }
    return ranks
  }

  private func keysAtEnd(
    _ count: Int, beyond ends: ColumnEnds, _ session: inout Session
  ) -> [String] {
    let now = session.context.now
    guard end == .top else {
      return Rank.spread(count, at: now, after: ends.last, using: &session.context.random)
    }
    let last = Rank.top(at: now, before: ends.first, using: &session.context.random)
    return Rank.rekey(
      count: count - 1, between: nil, and: last, using: &session.context.random) + [last]
  }
}

extension Array where Element: Hashable {
  /// The elements in their order, each once.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
