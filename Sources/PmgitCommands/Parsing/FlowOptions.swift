import ArgumentParser
import PlanActions

/// The options of commands about the flow of work: which plans, and which period.
struct FlowOptions: ParsableArguments {
  @OptionGroup var plans: WhereOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Count from then on: 2w, mon, 2026-11-01 (default: the board's beginning).",
      valueName: "moment"),
    completion: .words(of: .moment))
  var since: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Count up to then, that day included.", valueName: "moment"),
    completion: .words(of: .moment))
  var until: String?

  func validate() throws { try GlobalOptions.requireValues([since, until]) }

  var request: FlowRequest { FlowRequest(plans.query ?? "", since: since, until: until) }
}

/// The option that chooses plans by a query.
struct WhereOption: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("Only the plans that match; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: String?

  func validate() throws { try GlobalOptions.requireValues([query]) }
}
