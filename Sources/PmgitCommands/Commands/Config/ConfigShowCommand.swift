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
    let settings = found.settings.map { SettingsText.Setting(key: $0.key, value: $0.value) }
    let columns = found.shown.board.columns.map { column in
      SettingsText.Setting(
        key: "column.\(column.id)", value: "\(column.title) (\(words(for: column)))")
    }
    session.context.output.result(session.context.terminal.text(SettingsText(settings + columns)))
  }

  private static func words(for column: Column) -> String {
    var words = column.kind.rawValue
    if let limit = column.limit { words += ", limit \(limit)" }
    if !column.from.isEmpty { words += ", from \(column.from.joined(separator: " or "))" }
    return words
  }
}
