import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct MilestonesCommand: SessionCommand {
  static let commandName = "milestones"
  static let about = CommandConfiguration(
    abstract: "Show the progress of milestones, and when they will be finished.",
    usage: "pmgit milestones [<name>] [--all] [<options>]",
    discussion: """
      Shows plans and estimates that are done, and the days by which all plans are
      finished in 50, 85 and 95 % of ten thousand runs, which draw the coming days
      from the last twelve weeks of the board. Plans of milestones that are due
      earlier are finished first. '!' marks a day that is too late.

      With a name it shows its burn-up and burndown charts too. 'pmgit chart burnup
      --where milestone:NAME --svg' draws them as pictures. To add, change and
      close milestones, see 'pmgit config milestone --help'.

      Examples:
        pmgit milestones
        pmgit milestones v1.0
        pmgit milestones --all --json
        pmgit list milestone:v1.0
      """)

  @Argument(help: "Only this one: its id or title.", completion: .words(of: .milestone))
  var name: String?

  @Flag(help: "Show closed milestones too.")
  var all = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    try await session.showPhases(.milestone, named: name, withClosed: all)
  }
}

struct IterationsCommand: SessionCommand {
  static let commandName = "iterations"
  static let about = CommandConfiguration(
    abstract: "Show the progress of iterations, and when they will be finished.",
    usage: "pmgit iterations [<name>] [--all] [<options>]",
    discussion: """
      Shows the same as 'pmgit milestones' does. The iteration that includes today
      is 'current'; 'next' and 'previous' are the ones after and before it. '!' marks
      one that is over with open plans. To add, change and close iterations, see
      'pmgit config iteration --help'.

      Examples:
        pmgit iterations
        pmgit iterations current
        pmgit iterations --all --json
        pmgit list iteration:current
      """)

  @Argument(
    help: "Only this one: current, next, previous, its id or title.",
    completion: .words(of: .iteration))
  var name: String?

  @Flag(help: "Show closed iterations too.")
  var all = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    try await session.showPhases(.iteration, named: name, withClosed: all)
  }
}

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
    report(found.notices)
    guard found.closedLeftOut > 0 else { return }
    report("\(found.closedLeftOut) closed, not shown; '--all' shows them too")
  }
}
