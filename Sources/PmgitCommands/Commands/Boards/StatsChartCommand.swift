import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct StatsChartCommand: SessionCommand {
  static let commandName = "chart"
  static let about = CommandConfiguration(
    abstract: "Draw a chart of the board, on the terminal or as SVG.",
    usage: "pmgit stats chart <kind> [--svg] [-o <file>] [<options>]",
    discussion: """
      Examples:
        pmgit stats chart cumulative-flow
        pmgit stats chart cycle-time --where '#bug' -o cycle-time.svg
        pmgit stats chart roadmap --where milestone:v1.0 --by parent

      The kinds:
        cumulative-flow   the plans in each column, day by day
        burndown          the open plans, day by day
        burnup            all plans and the done ones, day by day
        cycle-time        a dot for each finished plan, and the 50 and 85 % lines
        throughput        the plans finished in each week
        roadmap           the plans in time, with a forecast and the critical path

      In a pipe, it prints the numbers, a line each.
      """)

  @Argument(
    help: ArgumentHelp(
      "cumulative-flow, burndown, burnup, cycle-time, throughput or roadmap.", valueName: "kind"))
  var kind: NamedChart

  @Flag(help: "Print a picture in SVG, for a browser.")
  var svg = false

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write the picture in SVG to a file; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var roadmap: RoadmapOptions
  @OptionGroup var flow: FlowOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([output])
    if options.json, svg || output != nil {
      throw ValidationError("--json prints numbers, --svg and -o a picture; choose one")
    }
    if case .flow(let kind) = kind, let option = roadmap.firstGiven {
      throw ValidationError(
        "\(option) belongs to 'stats chart roadmap', not to 'stats chart \(kind.rawValue)'")
    }
    if case .roadmap = kind, flow.until != nil {
      throw ValidationError("a roadmap has no --until: it ends with the last forecast or due day")
    }
  }

  func run(in session: Session) async throws {
    guard case .flow(let kind) = kind else { return try await drawRoadmap(in: session) }
    let found = try session.workspace.flow(flow.request)
    session.report(on: found.shown, found.notices)
    let chart = found.chart(kind)
    if options.json { return session.show(Documents.chart(chart, of: found)) }
    if svg || output != nil {
      return try draw(ChartSVG(chart, remark: found.remark).text, in: session)
    }
    // The shell's prompt takes the last line of the screen.
    let height = session.context.terminal.heightInLines.map { $0 - 1 }
    try await session.show(ChartText(chart, remark: found.remark, heightInLines: height))
  }

  private func drawRoadmap(in session: Session) async throws {
    let drawn = try session.workspace.roadmap(
      flow.plans.query ?? "", since: flow.since, by: roadmap.by)
    session.report(on: drawn.shown, drawn.notices)
    if options.json { return session.show(Documents.roadmap(drawn, limit: roadmap.limit)) }
    let viewpoint = try drawn.shown.viewpoint()
    guard svg || output != nil else {
      return try await session.show(
        RoadmapText(
          drawn.roadmap, remark: drawn.remark, zoom: roadmap.zoom, limit: roadmap.limit,
          viewpoint: viewpoint))
    }
    let limit = roadmap.limit ?? RoadmapText.usualLimit
    let picture = RoadmapSVG(
      drawn.roadmap.limited(toRows: limit), remark: drawn.remark, zoom: roadmap.zoom,
      viewpoint: viewpoint)
    try draw(picture.text, in: session)
  }

  /// Writes a picture to the file of `-o`, or to standard output.
  private func draw(_ picture: String, in session: Session) throws {
    guard let output, output != "-" else { return session.context.output.result(picture) }
    try session.hostFiles.put(Array(picture.utf8), at: output)
    session.report("drew the chart in '\(output)'")
  }
}

struct RoadmapOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Group a roadmap by milestone, parent, iteration, owner or none (default: milestone, or "
        + "parent, if the plans have any).", valueName: "field"))
  var by: RoadmapGrouping?

  @Option(
    help: ArgumentHelp(
      "Show days, weeks or months of a roadmap: a cell is at most a day, at most a week, or more "
        + "(default: the finest at which all fits).", valueName: "scale"))
  var zoom: RoadmapZoom?

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp(
      "Show at most so many plans of a roadmap (default: 50 on a terminal and in a picture).",
      valueName: "count"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
  }

  /// The first given option; nil if none is given.
  var firstGiven: String? {
    if by != nil { return "--by" }
    if zoom != nil { return "--zoom" }
    return limit == nil ? nil : "--limit"
  }
}

extension RoadmapGrouping: ExpressibleByArgument {}
extension RoadmapZoom: ExpressibleByArgument {}

/// A chart by its name: one of the flow of work, or the roadmap.
enum NamedChart: ExpressibleByArgument {
  case flow(ChartKind)
  case roadmap

  init?(argument: String) {
    if argument == "roadmap" {
      self = .roadmap
    } else if let kind = ChartKind(rawValue: argument) {
      self = .flow(kind)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { ChartKind.allCases.map(\.rawValue) + ["roadmap"] }
}
