import PlanModel
import PlanStore

/// All plans of a shown board, with what a query needs to know about them together.
struct BoardContents {
  /// The plans that can be read, deleted ones too, in the order of their ids.
  let plans: [Plan]
  let aliases: AliasIndex
  let relations: PlanRelations
  /// The files that can't be read, whose plans are missing.
  let missing: MissingFiles
}

extension Workspace {
  func contents(of shown: ShownBoard) throws -> BoardContents {
    let read = try shown.reader.plans()
    let aliases = AliasIndex(read.plans)
    return BoardContents(
      plans: read.plans, aliases: aliases,
      relations: PlanRelations(read.plans, board: shown.board, aliases: aliases),
      missing: try missingFiles(read.unreadable, of: shown))
  }

  /// Reads a query about the plans of a board.
  func query(_ text: String, in shown: ShownBoard, _ contents: BoardContents) throws -> Query {
    let context = QueryContext(
      today: shown.today, me: try me(), board: shown.board,
      minutesAheadOfUTC: participant.minutesAheadOfUTC,
      lanes: Set(contents.plans.lazy.map(\.state)),
      aliases: contents.aliases, relations: contents.relations)
    do {
      return try Query.parse(text, context: context)
    } catch {
      throw Problem(error, in: text)
    }
  }
}
