import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct ConfigShowCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the settings.",
    usage: "pmgit config show [<options>]",
    discussion: """
      Examples:
        pmgit config
        pmgit config show --json
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try Self.show(try Session(context, options))
  }

  static func show(_ session: Session) throws {
    let found = try session.workspace.settings()
    session.tell(of: found.shown, missing: found.missing)
    if session.options.json { return session.show(Documents.settings(found)) }
    let settings = found.settings.map { PlainRecord([$0.key, $0.value]) }
    let columns = found.shown.board.columns.map { column in
      PlainRecord(["column.\(column.id)", "\(column.title) (\(words(for: column)))"])
    }
    session.context.output.result((settings + columns).map { $0.line + "\n" }.joined())
  }

  private static func words(for column: Column) -> String {
    var words = column.kind.rawValue
    if let limit = column.limit { words += ", limit \(limit)" }
    if !column.from.isEmpty { words += ", from \(column.from.joined(separator: " or "))" }
    return words
  }
}
