import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ImportCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "import",
    abstract: "Import plans from a file, also of another tool, as one commit.",
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

      A line with an alias and no id comes from another tracker. The board remembers
      what it said, in all clones. What changed there since the last import is taken,
      what you changed here stays, and what changed on both sides is a conflict, as
      after a merge: see 'pmgit conflicts'. --dry-run shows all of it, plan by plan.
      A plan that the file lacks stays; --close-missing finishes the open ones of the
      same source, such as one repository. --at-most refuses an import that adds and
      finishes more plans than you expect.

      The columns must be on the board: --add-columns adds those that are missing,
      and the milestones;
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
        pmgit import issues.json --close-missing --at-most 20
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
      "The source of the plans, where the file does not name it: OWNER/REPO, or a project.",
      valueName: "source"))
  var origin: String?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "What a column of a CSV file stands for, as 'Summary=title'.", valueName: "column=field"))
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
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try Self.check(addColumns: addColumns, settings: settings)
    try GlobalOptions.requireValues([atMost])
    guard atMost.map({ Int($0).map { $0 >= 0 } ?? false }) ?? true else {
      throw ValidationError("--at-most needs a number of plans, as in '--at-most 20'")
    }
  }

  static func check(addColumns: Bool, settings: Bool) throws {
    guard !(addColumns && settings) else {
      throw ValidationError("--settings brings all columns of the file; leave out --add-columns")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, writing, isRehearsing: dryRun)
    let material = try material(in: context, session)
    let name = file == "-" ? "standard input" : file
    var wanted = ImportOptions(
      settings: settings ? .all : addColumns ? .missingColumns : .nothing,
      restoresDeleted: restore)
    (wanted.closesMissing, wanted.mostSurprises) = (closeMissing, atMost.flatMap { Int($0) })
    let imported: PlansImported
    if let outside = try session.workspace.readOutside(
      material, named: name, as: format, from: origin, columns: columns)
    {
      ImportMessages.tell(of: outside, in: name, session)
      imported = try await session.workspace.importPlans(outside, wanted)
    } else if case .file(let input) = material {
      imported = try await session.workspace.importPlans(input, wanted)
    } else {
      throw Problem.usage("'\(file.excerpt)' is a folder", hints: ["name a file in it"])
    }
    if options.json { session.show(Documents.imported(imported)) }
    if dryRun, !options.json, !writing.brief {
      let after = imported.after
      try await session.show(
        PreviewText(
          imported.preview, board: after.board,
          viewpoint: try after.viewpoint(of: imported.preview.map(\.plan))))
    }
    let takesSettings = imported.settings.outcome == .taken || imported.settings.hasAdded
    try session.showBriefly(imported.changed, withSettings: takesSettings, on: imported.after)
    ImportMessages(imported, listsLinks: verbose).tell(in: session)
    if !dryRun { try session.tellUnshared() }
  }
}

extension ImportCommand {
  private func material(in context: CommandContext, _ session: Session) throws -> ImportMaterial {
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

  /// Whether a bridge pulled the plans, so that there is no file.
  private let isPull: Bool

  init(_ imported: PlansImported, listsLinks: Bool = false, isPull: Bool = false) {
    (self.imported, self.listsLinks, self.isPull) = (imported, listsLinks, isPull)
  }

  private var plan: ImportReport { imported.report }

  /// Reports the format of another tool's file, and what can't be carried over.
  static func tell(of outside: TrackerImport, in name: String, _ session: Session) {
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
    tellOfCycles(session)
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
    tellOfBothSides(session)
    if !plan.relinked.isEmpty {
      let count = CountWords.words(plan.relinked.count, "other plan")
      session.tell("linked \(count) to imported plans")
    }
    let done = imported.isRehearsal ? "would import" : "imported"
    session.tell(
      "\(done) \(imported.added) new, \(imported.updated) updated, "
        + "\(imported.unchanged) unchanged")
  }

  /// Reports what was changed here since the last import, and what is no longer in the source.
  private func tellOfBothSides(_ session: Session) {
    let isRehearsal = imported.isRehearsal
    if imported.kept > 0 {
      let count = CountWords.words(imported.kept, "value")
      session.tell(
        "\(isRehearsal ? "would keep" : "kept") \(count) changed here and not in the source")
    }
    if !imported.closed.isEmpty {
      let count = CountWords.words(imported.closed.count, "plan")
      session.tell(
        "\(isRehearsal ? "would finish" : "finished") \(count) that the source no longer has")
    }
    if imported.conflicts > 0 {
      let count = CountWords.words(imported.conflicts, "field")
      session.warn(
        isRehearsal
          ? "\(count) changed both here and in the source would be in conflict"
          : "\(count) changed both here and in the source: in conflict until you decide",
        hints: isRehearsal ? [] : ["see the values with \(pmgit: "conflicts")"])
    }
  }

  private func tellOfCycles(_ session: Session) {
    guard let closing = imported.outside?.closingLinks, closing > 0 else { return }
    let count = CountWords.words(closing, "link")
    session.warn(
      "left out \(count) of the source that would close a cycle with links here",
      hints: ["to take one of them, remove the link here with 'pmgit edit ID --no-link KIND:ID'"])
  }

  private func tellOfDeleted(_ session: Session) {
    if !plan.leftOut.isEmpty {
      let count = CountWords.words(plan.leftOut.count, "plan")
      session.warn(
        "left out \(count) deleted here",
        hints: [
          "see them with \(pmgit: "list", "is:deleted")"
            + (isPull
              ? "; 'pmgit restore ID' brings one back"
              : "; 'pmgit import FILE --restore' brings them back")
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
    // Files of other tools have no board settings, only columns and milestones.
    if settings.outcome == .leftOut, imported.outside == nil {
      session.warn("the board's settings were left out; '--settings' takes them")
    }
    if settings.outcome == .taken { session.tell("took the board's settings") }
    tell(session, settings.added, "added")
    tell(session, settings.addedMilestones, "added", "milestone")
    if settings.outcome != .taken, let first = settings.added.first {
      let kinds: Hint =
        imported.outside == nil ? "added columns are of kind doing" : Hint(kinds(settings.added))
      session.tell(
        hint: kinds + "; for another kind, run "
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

  /// Returns the kinds of columns in words: `kind todo: ideas; kind doing: build, later`.
  private func kinds(_ ids: [String]) -> String {
    Column.Kind.allCases.compactMap { kind in
      let names = ids.filter { imported.after.board.kind(of: $0) == kind }.map(\.excerpt)
      return names.isEmpty ? nil : "kind \(kind): \(names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  private func tell(
    _ session: Session, _ names: [String], _ done: String, _ kind: String = "column"
  ) {
    guard !names.isEmpty else { return }
    session.tell(
      "\(done) \(names.count == 1 ? kind : "\(kind)s") "
        + names.map(\.excerpt).joined(separator: ", "))
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
