import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct WatchCommand: SessionCommand {
  static let commandName = "watch"
  static let about = CommandConfiguration(
    abstract: "Show changes as they happen, or wait for one.",
    usage: "pmgit watch [<id>... | --where <query>] [--until <goal>] [<options>]",
    discussion: """
      Examples:
        pmgit watch
        pmgit watch --where '#bug' --json
        pmgit watch k7m2 --until done --timeout 2h
        pmgit watch --until ready --sync 30s && pmgit take --next

      Prints each change once, by whatever program, hook or sync; with --json one
      document in a line for each. With --until it ends with exit code 0, and the
      plan in the last line, when
        ready    a plan can be taken: the first of 'pmgit next' that nobody owns
        done     the named plans, or all that match, are done
        change   a plan was changed
      If --timeout is over first, the exit code is 75; without --until it is 0.
      """)

  @Argument(
    help: ArgumentHelp("Only these plans: any unique beginnings of ids.", valueName: "id"),
    completion: .words(of: .plans))
  var ids: [String] = []

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp(
      "Only plans that match before or after the change; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: String?

  @Option(help: ArgumentHelp("Wait for that: ready, done or change.", valueName: "goal"))
  var until: WatchGoal?

  @Option(help: ArgumentHelp("The longest time: \(TimeSpan.forms).", valueName: "time"))
  var timeout: String?

  @Option(help: ArgumentHelp("Sync the board at this interval.", valueName: "time"))
  var sync: String?

  @OptionGroup var dates: DateOption
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([query])
    guard ids.isEmpty || query == nil else {
      throw ValidationError("name plans, or choose them with --where, but not both")
    }
    _ = try (timeout.map(Self.time), sync.map(Self.time))
  }

  private static func time(_ typed: String) throws -> Duration {
    guard let time = TimeSpan.wait(typed) else {
      throw ValidationError("'\(typed)' is not a length of time; write it as \(TimeSpan.forms)")
    }
    return time
  }

  func run(in session: Session) async throws {
    do {
      if sync != nil {
        try await watch(in: session)
      } else {
        try await session.context.withAutomaticSyncs(options) { try await watch(in: session) }
      }
    } catch let verdict as Verdict {
      throw verdict
    } catch  where options.json {
      // Every line of the output must be a JSON document.
      let problem = Problem(error)
      session.context.output.result(Documents.errorLine(problem, naming: options.board) + "\n")
      throw Verdict(exit: problem.exit)
    }
  }

  private func watch(in session: Session) async throws {
    var request = WatchBoard()
    (request.plans, request.query, request.goal) = (ids, query ?? "", until)
    request.timeout = try timeout.map(Self.time)
    request.syncPeriod = try sync.map(Self.time)
    let dates = try dates.style(in: session)
    let output = session.context.output
    let end = try await session.workspace.watch(request, while: { !output.isClosed() }) { report in
      switch report {
      case .begun(let shown):
        session.report("watching board '\(shown.name)'; Ctrl-C ends it")
      case .change(let change, let shown):
        output.result(try text(of: change, on: shown, dates, session.context.terminal))
      case .syncFailed(let problem):
        session.report("warning: \(problem.message)")
      }
    }
    guard end == .timedOut, let timeout, let until else { return }
    session.report("\(until.failure) after \(timeout)")
    throw Verdict(exit: .tryAgain)
  }

  private func text(
    of change: WatchedChange, on shown: ShownBoard, _ dates: DateStyle, _ terminal: Terminal
  ) throws -> String {
    if options.json { return Documents.watched(change) + "\n" }
    var viewpoint = try shown.viewpoint(of: [change.entry.plan].compactMap(\.self))
    viewpoint.dates = dates
    return terminal.text(WatchText(change, board: shown.board, viewpoint: viewpoint))
  }
}

extension WatchGoal: ExpressibleByArgument {}

extension WatchGoal {
  /// The message if the timeout passes before the goal is met.
  fileprivate var failure: String {
    switch self {
    case .ready: "no plan is ready"
    case .done: "not all plans are done"
    case .change: "nothing was changed"
    }
  }
}
