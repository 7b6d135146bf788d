import ArgumentParser
package import PlanActions
import PlanDocuments
import PlanModel
import PlanView

struct PublishCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "publish",
    abstract: "Write the board as files for people without git.",
    usage: "pmgit publish <folder> [--where <query>] [<options>]",
    discussion: """
      The folder has the page of 'pmgit web', for reading only: open index.html, or
      put the folder on any web server. With --where it has the plans that a query
      finds, and nothing of the others.

      feed.xml has the last changes, board.ics the due days of open plans.

      The folder must be new, empty, or published by pmgit before. Other files in
      it stay. The same board gives the same files.

      Examples:
        pmgit publish public
        pmgit publish public --where '#roadmap -#internal'
        pmgit publish public --url https://team.example.org/board/ --no-index
      """)

  @Argument(
    help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only plans that match; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: String?

  @Option(
    help: ArgumentHelp(
      "Where the folder is served, for links in feed.xml and board.ics.", valueName: "address"))
  var url: String?

  @Flag(help: "Add board.jsonl, the plans as 'pmgit export' prints them.")
  var withExport = false

  @Flag(help: "Ask search engines to leave the page out.")
  var noIndex = false

  @Flag(help: "Show what would be written, and write nothing.")
  var dryRun = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if folder.isEmpty { throw ValidationError("name the folder to write") }
    try GlobalOptions.requireValues([query, url])
    if let url, !url.hasPrefix("https://"), !url.hasPrefix("http://") {
      throw ValidationError("an address begins with https:// or http://")
    }
    if let url,
      url.unicodeScalars.contains(where: {
        $0.value <= 0x20 || "#?<>\"".unicodeScalars.contains($0)
      })
    {
      throw ValidationError("the address of a folder has no spaces, quotes, '#' or '?'")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    try await context.publish(PublishRun(session: session, self))
  }
}

/// One run of 'pmgit publish': its options, and the session for its report.
package struct PublishRun {
  private let session: Session
  /// The query; empty for all plans.
  package let query: String
  /// The full path of the folder, and the path as the person typed it.
  package let (folder, name): (String, String)
  /// The URL at which the folder is served, with a slash at its end; empty if unknown.
  package let address: String
  package let (hasExport, isHidden, isRehearsing): (Bool, Bool, Bool)

  init(session: Session, _ command: PublishCommand) {
    self.session = session
    (query, name) = (command.query ?? "", command.folder)
    let directory = Session.directory(session.context, session.options)
    folder = name.hasPrefix("/") ? name : "\(directory)/\(name)"
    address = command.url.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    (hasExport, isHidden, isRehearsing) = (command.withExport, command.noIndex, command.dryRun)
  }

  package var workspace: Workspace { session.workspace }

  /// The folder for temporary folders.
  package var temporary: String {
    let configured = session.context.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
    guard let configured else { return "/tmp" }
    let directory = Session.directory(session.context, session.options)
    return configured.hasPrefix("/") ? configured : "\(directory)/\(configured)"
  }

  /// Prints what was published.
  package func report(_ report: PublishReport) {
    session.tell(of: report.shown, missing: report.missing)
    session.tell(report.notices)
    let words = report.words(in: name, isRehearsal: isRehearsing)
    if session.options.json { return session.show(report.document(in: name), done: words) }
    session.context.output.result(words + "\n")
    if report.plans == 0 { session.tell(hint: "no plan matches, so the page is empty") }
  }
}

/// What 'pmgit publish' wrote, or would write.
package struct PublishReport {
  let shown: ShownBoard
  let (plans, files, bytes, removed): (Int, Int, Int, Int)
  let missing: MissingFiles
  let notices: [Notice]

  package init(
    shown: ShownBoard, plans: Int, files: Int, bytes: Int, removed: Int, missing: MissingFiles,
    notices: [Notice]
  ) {
    (self.shown, self.missing, self.notices) = (shown, missing, notices)
    (self.plans, self.files, self.bytes, self.removed) = (plans, files, bytes, removed)
  }

  func words(in folder: String, isRehearsal: Bool) -> String {
    let size = FileSize.words(bytes)
    let written =
      "\(CountWords.words(plans, "plan")) in '\(folder)': \(CountWords.words(files, "file")), \(size)"
    let verb = isRehearsal ? "would publish" : "published"
    let gone = removed == 0 ? "" : "; \(isRehearsal ? "would remove" : "removed") \(removed)"
    return "\(verb) \(written)\(gone)"
  }

  func document(in folder: String) -> JSONObject {
    [
      "format": .number(1), "board": .string(shown.name.text),
      "commit": .string(shown.commit.hex), "folder": .string(folder), "plans": .number(plans),
      "files": .number(files), "bytes": .number(bytes), "removed": .number(removed),
    ]
  }
}
