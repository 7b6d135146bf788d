import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

extension Session {
  /// Shows the progress of milestones or iterations.
  func showPhases(_ kind: Phase.Kind, named name: String? = nil, withClosed: Bool) async throws {
    let found = try workspace.phases(kind, named: name, withClosed: withClosed)
    report(on: found.shown)
    if options.json { return show(Documents.phases(found)) }
    let height = context.terminal.heightInLines.map { $0 - 1 }
    if let text = PhaseText(found.report, heightInLines: height) {
      try await show(text)
    } else {
      try await show(PhasesText(found.report))
    }
    // A list without any forecast does not repeat the reason.
    if name != nil || found.report.rows.contains(where: { !$0.finish.isEmpty }) {
      report(found.forecastNotices)
    }
    report(found.notices)
    guard found.closedLeftOut > 0 else { return }
    report("\(found.closedLeftOut) closed, not shown; '--all' shows them too")
  }
}
