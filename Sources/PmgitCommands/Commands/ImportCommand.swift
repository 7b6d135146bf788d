import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanView

struct ImportCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "import",
    abstract: "Take plans in from a file, also of another tool, as one commit.",
    usage: "pmgit import <file> [<options>]",
    discussion: """
      The format is found, and reported: files that other tools write, as listed
      in docs/from-other-tools.md with what is carried over, and pmgit's own JSON
      Lines. --format names it instead. What can't be carried over is listed
      before anything is written, also with --dry-run.

      In JSON Lines, each line is a plan object, as 'pmgit export' writes them;
      only 'title' must be there. A line with the id or an alias of a plan that
      the board has updates that plan, so importing it again changes nothing. A
      line with neither adds a plan in each import. Links may name aliases, also
      of plans that another file brings later. '@me' is you. Members that pmgit
      does not know are kept. If one line is wrong, nothing is imported, and all
      that is wrong is listed. A link that closes a cycle of blockers or parents
      is wrong, too. Plans of other tools have aliases such as github:o/r#12.

      The columns must be on the board: --add-columns adds those that are missing;
      --settings gives the board the title, columns, rules and views with which
      'pmgit export --settings' begins, and removes columns that have no plans and
      are not among them. One 'pmgit undo' takes all of it back. Plans that are
      deleted here, as after such an undo, are left out; --restore brings them back.

      Examples:
        pmgit import backlog.jsonl
        pmgit import board.json --add-columns --dry-run
        gh issue list --state all --limit 9999 --json number,title,state,url |
          pmgit import -
        pmgit import issues.csv --format jira --add-columns
        pmgit import table.csv --map Summary=title --map "Due date=due"
        ssh host pmgit -C project export is:any --settings | pmgit import - --settings
      """)

  @Argument(help: "The file, or the folder; - reads standard input.", completion: .file())
  var file: String

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The format: \(ImportFormats.ids.joined(separator: ", ")).", valueName: "format"),
    completion: .list(ImportFormats.ids))
  var format: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The source of the plans where the file does not name it: OWNER/REPO.",
      valueName: "source"))
  var origin: String?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "What a column of a CSV file stands for, as 'Summary=title'.", valueName: "column=field"))
  var columns: [String] = []

  @Flag(help: "List the links to plans that are not here.")
  var verbose = false

  @Flag(help: "Add the columns that plans name and the board lacks.")
  var addColumns = false

  @Flag(help: "Apply the board settings at the start of the file.")
  var settings = false

  @Flag(help: "Bring back the plans of the file that are deleted here.")
  var restore = false

  @OptionGroup var writing: WriteOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard !(addColumns && settings) else {
      throw ValidationError("--settings brings all columns of the file; leave out --add-columns")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, writing)
    let material = try material(in: context, session)
    let name = file == "-" ? "standard input" : file
    let scope: SettingsScope = settings ? .all : addColumns ? .missingColumns : .nothing
    let imported: PlansImported
    if let outside = try session.workspace.readOutside(
      material, named: name, as: format, from: origin, columns: columns)
    {
      ImportMessages.tell(of: outside, in: name, session)
      imported = try await session.workspace.importPlans(
        outside, settings: scope, restoresDeleted: restore)
    } else if case .file(let input) = material {
      imported = try await session.workspace.importPlans(
        input, settings: scope, restoresDeleted: restore)
    } else {
      throw Problem.usage("'\(file.excerpt)' is a folder", hints: ["name a file in it"])
    }
    if options.json { session.show(Documents.imported(imported)) }
    let takesSettings = imported.settings.outcome == .taken || !imported.settings.added.isEmpty
    try session.showBriefly(
      imported.changed, withSettings: takesSettings, on: imported.after)
    ImportMessages(imported, listsLinks: verbose).tell(in: session)
    try session.tellUnshared()
  }
}

extension ImportCommand {
  private func material(
    in context: CommandContext, _ session: Session
  ) throws -> ImportMaterial {
    if file == "-" { return .file(try context.importInput()) }
    if let files = try session.importFolder(file) { return .folder(files) }
    return .file(try session.importInput(file))
  }
}

/// The messages of an import.
struct ImportMessages {
  private let imported: PlansImported
  /// Whether links to plans that the board lacks are listed one by one.
  private let listsLinks: Bool

  init(_ imported: PlansImported, listsLinks: Bool) {
    (self.imported, self.listsLinks) = (imported, listsLinks)
  }

  private var plan: ImportReport { imported.report }

  /// Reports the format of another tool's file, and what can't be carried over.
  static func tell(of outside: OutsideImport, in name: String, _ session: Session) {
    session.tell("reads '\(name.excerpt)' as \(outside.name)")
    for loss in outside.losses.prefix(mostLosses) {
      session.warn("not carried over: \(loss.what) (\(loss.count))")
    }
    let more = outside.losses.count - mostLosses
    if more > 0 { session.warn("and \(more) more members; '--json' lists them all") }
  }

  private static let mostLosses = 30

  func tell(in session: Session) {
    tellOfDeleted(session)
    tellOfSettings(session)
    for (words, count) in plan.ignored.sorted(by: { $0.key < $1.key }) {
      session.warn("\(words) was left out of \(CountWords.words(count, "plan"))")
    }
    guard imported.didChange else {
      session.tell(
        imported.unchanged == 0
          ? "nothing to import"
          : "nothing to import: \(CountWords.words(imported.unchanged, "plan")) unchanged")
      tellOfLinks(session)
      return
    }
    tellOfUnknown(session)
    if !plan.danglingLinks.isEmpty {
      let count = CountWords.words(plan.danglingLinks.count, "link")
      session.warn(
        "kept \(count) to plans that are not here"
          + (listsLinks ? "" : "; '--verbose' lists them"))
    }
    tellOfLinks(session)
    if !plan.relinked.isEmpty {
      let count = CountWords.words(plan.relinked.count, "other plan")
      session.tell("linked \(count) to what has come")
    }
    session.tell(
      "imported \(imported.added) new, \(imported.updated) updated, "
        + "\(imported.unchanged) unchanged")
  }

  private func tellOfDeleted(_ session: Session) {
    if !plan.leftOut.isEmpty {
      let count = CountWords.words(plan.leftOut.count, "plan")
      session.warn(
        "left out \(count) deleted here",
        hints: [
          "see them with \(pmgit: "list", "is:deleted"); 'pmgit import FILE --restore' brings them back"
        ])
    }
    if !plan.restored.isEmpty {
      session.tell("restored \(CountWords.words(plan.restored.count, "plan")) deleted here")
    }
    if !plan.changedSinceDeletion.isEmpty {
      let count = CountWords.words(plan.changedSinceDeletion.count, "plan")
      session.warn("kept \(count) changed here after the deletion")
    }
  }

  private func tellOfSettings(_ session: Session) {
    let settings = imported.settings
    for words in settings.ignored {
      session.warn("\(words) was left out of the board's settings")
    }
    // Another tool's file has no settings of a board, only columns and milestones.
    if settings.outcome == .leftOut, imported.outside == nil {
      session.warn("the board's settings were left out; '--settings' takes them")
    }
    if settings.outcome == .taken { session.tell("took the board's settings") }
    tell(session, settings.added, "added")
    if settings.outcome != .taken, let first = settings.added.first {
      session.tell(
        hint: "added columns are of kind doing; for another one say "
          + "\(pmgit: "config", "column", "set", first, "--kind", "done")")
    }
    tell(session, settings.removed, "removed")
    for (column, count) in imported.unknownColumns.sorted(by: { $0.key < $1.key }) {
      let plans = CountWords.words(count, "plan")
      session.warn(
        "\(plans) in '\(column.text.excerpt)', which is not a column: the board shows it "
          + "as a lane of its own")
    }
    session.tell(imported.notices)
  }

  private func tell(_ session: Session, _ columns: [String], _ done: String) {
    guard !columns.isEmpty else { return }
    session.tell(
      "\(done) \(columns.count == 1 ? "column" : "columns") \(columns.joined(separator: ", "))")
  }

  /// Reports unknown members of plans, which may be typing errors such as `lables`.
  private func tellOfUnknown(_ session: Session) {
    for (member, count) in plan.unknown.sorted(by: { $0.key < $1.key }).prefix(10) {
      session.tell(
        "kept '\(member.text.excerpt)' of \(CountWords.words(count, "plan")) as it is: "
          + "pmgit does not know it")
    }
    if plan.unknown.count > 10 {
      session.tell("and \(plan.unknown.count - 10) more members that pmgit does not know")
    }
  }

  private func tellOfLinks(_ session: Session) {
    guard listsLinks else { return }
    for dangling in plan.danglingLinks { session.tell("  \(dangling.plan)  \(dangling.link)") }
  }
}
