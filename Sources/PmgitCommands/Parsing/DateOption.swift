import ArgumentParser
import PlanActions
import PlanTerminal
import PlanView

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
    let isTerminal = session.context.terminal.isTerminal
    let configured = try date == nil ? workspace.gitDateForm() : nil
    let form = configured.flatMap { DateStyle.form(ofGit: $0, isTerminal: isTerminal) }
    return DateStyle(date ?? form ?? .relative, on: workspace.clocks)
  }
}

extension DateStyle.Form: ExpressibleByArgument {}
