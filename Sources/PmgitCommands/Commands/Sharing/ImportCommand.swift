import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ImportCommand: WritingCommand {
  static let commandName = "import"
  static let about = CommandConfiguration(
    abstract: "Import plans from a file, also of another tool, as one commit.",
    usage: "pmgit import <file> [<options>]",
    discussion: """
      Examples:
        pmgit import backlog.jsonl
        pmgit import board.json --add-columns --dry-run
        gh issue list --state all --limit 9999 --json number,title,state,url |
          pmgit import -
        pmgit import issues.csv --format jira --add-columns
        pmgit import table.csv --map Summary=title --map "Due date=due"
        pmgit import issues.json --close-missing --at-most 20

      The format is found, and reported: that of another tool, see --format below, or
      JSON Lines, as 'pmgit export' writes them. What can't be carried over is listed
      before anything is written. If one line is wrong, nothing is imported.

      A line with the id or an alias of a plan that the board has, such as
      github:o/r#12, updates that plan. What changed there since the last import is
      taken, what you changed here stays, and what changed on both sides is a
      conflict. A line of JSON with neither adds a plan each time. Other formats know
      it by its title, and --from NAME keeps the files of two projects apart.

      Deleted plans are left out; --restore brings them back. A plan that the file
      lacks stays; --close-missing finishes the open ones of the same source.
      --settings takes the title, columns, rules and views with which 'pmgit export
      --settings' begins.
      """)

  @Argument(help: "The file, or the folder; - reads standard input.", completion: .file())
  var file: String

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The format: \(ImportMaterial.formats.joined(separator: ", ")).", valueName: "format"),
    completion: .list(ImportMaterial.formats))
  var format: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The source of the plans, where the file does not name it: OWNER/REPO, or a project.",
      valueName: "source"))
  var origin: String?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      """
      What a column of a CSV file stands for, as 'Summary=title': title, body, state, labels, \
      assignees, priority, due, start, estimate, milestone, or a custom field. Repeatable.
      """, valueName: "column=field"))
  var columns: [String] = []

  @Flag(help: "List the links to plans that are not here.")
  var verbose = false

  @Flag(help: "Add the columns and milestones that plans name and the board lacks.")
  var addColumns = false

  @Flag(help: "Apply the board settings at the start of the file.")
  var settings = false

  @Flag(help: "Bring back the plans of the file that are deleted here.")
  var restore = false

  @Flag(help: "Finish the open plans that the source of the file no longer has.")
  var closeMissing = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Refuse to add and finish more plans than this.", valueName: "count"))
  var atMost: String?

  @Flag(help: "Show what would change, plan by plan, and change nothing.")
  var dryRun = false

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try Self.check(addColumns: addColumns, settings: settings)
    try GlobalOptions.requireValues([atMost])
    _ = try Self.count(atMost)
  }

  /// Parses the number of `--at-most`; nil if it is not given.
  static func count(_ typed: String?) throws -> Int? {
    guard let typed else { return nil }
    guard let count = Int(typed), count >= 0 else {
      throw ValidationError("--at-most needs a number of plans, as in '--at-most 20'")
    }
    return count
  }

  static func check(addColumns: Bool, settings: Bool) throws {
    guard !(addColumns && settings) else {
      throw ValidationError("--settings brings all columns of the file; leave out --add-columns")
    }
  }

  func run(in session: Session) async throws {
    let material = try material(in: session.context, session)
    let name = file == "-" ? "standard input" : file
    var wanted = ImportOptions(
      settings: settings ? .all : addColumns ? .missingColumns : .nothing,
      restoresDeleted: restore)
    (wanted.closesMissing, wanted.mostSurprises) = (closeMissing, try Self.count(atMost))
    wanted.hints = .file(command: file == "-" ? nil : words)
    let imported: PlansImported
    if let tracker = try session.workspace.readTracker(
      material, named: name, as: format, from: origin, columns: columns)
    {
      session.report(tracker.notices(reading: name))
      imported = try await session.workspace.importPlans(tracker, wanted)
    } else if case .file(let input) = material {
      imported = try await session.workspace.importPlans(input, wanted)
    } else {
      throw Problem.usage("'\(file.excerpt)' is a folder", hints: ["name a file in it"])
    }
    if options.json { session.show(Documents.imported(imported)) }
    if dryRun { try await session.show(previewOf: imported) }
    let takesSettings = imported.settings.outcome == .taken || imported.settings.hasAdded
    try session.showBriefly(imported.changed, withSettings: takesSettings, on: imported.after)
    session.report(imported.words(listingLinks: verbose))
    if !dryRun { try session.reportUnshared() }
  }

  /// The words of this command that a repetition needs.
  private var words: [String] {
    let options = [("--format", format), ("--from", origin), ("--at-most", atMost)]
      .flatMap { name, value in value.map { [name, $0] } ?? [] }
    let flags = [
      ("--add-columns", addColumns), ("--settings", settings), ("--close-missing", closeMissing),
    ].compactMap { $1 ? $0 : nil }
    return ["import", file] + options + columns.flatMap { ["--map", $0] } + flags
  }

  private func material(in context: CommandContext, _ session: Session) throws -> ImportMaterial {
    if file == "-" { return .file(try context.importInput()) }
    if let files = try session.importFolder(file) { return .folder(files) }
    return .file(try session.hostFiles.importInput(file, context.environment))
  }
}

extension Session {
  /// Shows what an import would do to each plan, unless `--json` or `--brief` was given.
  func show(previewOf imported: PlansImported) async throws {
    guard !options.json, !isBrief else { return }
    let viewpoint = try imported.after.viewpoint(of: imported.dryRun.map(\.plan))
    try await show(
      DryRunText(imported.dryRun, board: imported.after.board, viewpoint: viewpoint))
  }
}
