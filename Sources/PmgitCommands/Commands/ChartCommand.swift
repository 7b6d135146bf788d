import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct ChartCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "chart",
    abstract: "Draw a chart of the board, on the terminal or as SVG.",
    usage: "pmgit chart <kind> [--svg] [-o <file>] [<options>]",
    discussion: """
      The kinds:
        cumulative-flow   the plans in each column, day by day
        burndown          the open plans, day by day
        burnup            all plans and the done ones, day by day
        cycle-time        a dot for each finished plan, and the 50 and 85 % lines
        throughput        the plans finished in each week

      In a pipe, it prints the numbers, a line each: day, series, number, plan.

      Examples:
        pmgit chart cumulative-flow
        pmgit chart throughput --since 12w
        pmgit chart cycle-time --where '#bug' -o cycle-time.svg
        pmgit chart burnup --svg > burnup.svg
      """)

  @Argument(
    help: ArgumentHelp(
      "cumulative-flow, burndown, burnup, cycle-time or throughput.", valueName: "kind"))
  var kind: ChartKind

  @Flag(help: "Print a picture in SVG, for a browser.")
  var svg = false

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write the picture in SVG to a file; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var flow: FlowOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([output])
    if options.json, svg || output != nil {
      throw ValidationError("--json prints numbers, --svg and -o a picture; choose one")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let drawn = try session.workspace.chart(DrawChart(kind, of: flow.request))
    session.tell(of: drawn.found.shown, missing: drawn.found.missing)
    session.tell(drawn.found.notices)
    if options.json { return session.show(Documents.chart(drawn)) }
    if svg || output != nil {
      return try draw(ChartSVG(drawn.chart, remark: drawn.remark), in: session)
    }
    // The shell's prompt takes the last line of the screen.
    let height = session.context.terminal.heightInLines.map { $0 - 1 }
    try await session.show(ChartText(drawn.chart, remark: drawn.remark, heightInLines: height))
  }

  private func draw(_ picture: ChartSVG, in session: Session) throws {
    guard let output, output != "-" else { return session.context.output.result(picture.text) }
    let files = HostFiles(directory: Session.directory(session.context, options))
    try files.put(Array(picture.text.utf8), at: output)
    session.tell("drew the chart in '\(output)'")
  }
}

extension ChartKind: ExpressibleByArgument {}
