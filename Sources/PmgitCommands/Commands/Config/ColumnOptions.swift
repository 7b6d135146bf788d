import ArgumentParser
import PlanActions
import PlanModel

/// The options for the properties of a column.
struct ColumnOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("The heading.", valueName: "text"))
  var title: String?

  @Option(
    help: "What being in it means: todo, doing or done; as the column on its left unless said.")
  var kind: Column.Kind?

  @Option(
    help: ArgumentHelp("Place it before this column.", valueName: "column"),
    completion: .words(of: .column))
  var before: String?

  @Option(
    help: ArgumentHelp("Place it after this column.", valueName: "column"),
    completion: .words(of: .column))
  var after: String?

  @Option(help: ArgumentHelp("Warn beyond this many plans, or none.", valueName: "number"))
  var limit: String?

  @Option(
    help: ArgumentHelp(
      "Let plans come only from this column (repeatable), or any.", valueName: "column"),
    completion: .words(of: .column))
  var from: [String] = []

  var changes: ColumnChanges {
    var changes = ColumnChanges()
    (changes.title, changes.kind, changes.before, changes.after) = (title, kind, before, after)
    (changes.limit, changes.from) = (limit, from)
    return changes
  }

  func validate() throws {
    try GlobalOptions.requireValues([title])
    guard before == nil || after == nil else {
      throw ValidationError("--before and --after exclude each other")
    }
  }
}

extension Column.Kind: ExpressibleByArgument {}
