import ArgumentParser
import PlanActions
import PlanTerminal
import PlanView

/// The option of commands that can show the board as it was.
struct PastOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "As it was at a day's end (2026-11-01, Nov 1, yesterday, fri, or 3d for 3 days ago), "
        + "a time (14:00, 'fri 14:00', 2h ago, 2026-11-01T10:00:00Z), or a commit.",
      valueName: "moment|commit"),
    completion: .words(of: .moment))
  var at: String?
}

/// The option `--date` of commands that show a history to people.
struct DateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show times as relative, iso or local (default: git's log.date, else relative).",
      valueName: "form"))
  var date: DateStyle.Form?

  /// Returns the style of times: as typed, otherwise as in git's configuration, otherwise relative.
  func style(in session: Session) throws -> DateStyle {
    let workspace = session.workspace
    let isTerminal = session.context.terminal.isForPeople
    let configured = try date == nil ? workspace.configured("log.date") : nil
    let form = configured.flatMap { DateStyle.form(ofGit: $0, isTerminal: isTerminal) }
    return DateStyle(date ?? form ?? .relative, on: workspace.clocks)
  }
}

extension DateStyle.Form: ExpressibleByArgument {}

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
