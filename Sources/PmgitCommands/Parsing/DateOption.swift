import ArgumentParser
import PlanActions
import PlanTerminal
import PlanView

/// The option of commands that show a history to people: how its moments are shown.
struct DateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show times as relative, iso or local (default: git's log.date, else relative).",
      valueName: "form"))
  var date: DateStyle.Form?

  /// Returns how moments are shown: as typed, as git's configuration says, or relative.
  func style(in session: Session) throws -> DateStyle {
    let workspace = session.workspace
    let isTerminal = session.context.terminal.isTerminal
    let configured = try date == nil ? workspace.gitDateForm() : nil
    let form = configured.flatMap { DateStyle.form(ofGit: $0, isTerminal: isTerminal) }
    return DateStyle(date ?? form ?? .relative, on: workspace.clocks)
  }
}

extension DateStyle.Form: ExpressibleByArgument {}
