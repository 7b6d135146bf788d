import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanView

struct PublishCommand: SessionCommand {
  static let commandName = "publish"
  static let about = CommandConfiguration(
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

  @Argument(help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
  var folder: String

  @OptionGroup var plans: WhereOption

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
    try GlobalOptions.requireValues([url])
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

  func run(in session: Session) async throws {
    let published = try await session.context.publish(session.workspace, request(in: session))
    session.report(on: published.shown, published.notices)
    let words = words(for: published)
    if options.json { return session.show(document(of: published), done: words) }
    session.context.output.result(words + "\n")
    if published.plans == 0 { session.report(hint: "no plan matches, so the page is empty") }
  }

  private func request(in session: Session) -> PublishBoard {
    let files = session.hostFiles
    var request = PublishBoard(
      query: plans.query ?? "", folder: files.path(folder), name: folder,
      temporary: files.path(session.context.temporaryFolder))
    request.address = url.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    (request.hasExport, request.isHidden, request.isDryRun) = (withExport, noIndex, dryRun)
    return request
  }

  private func words(for published: BoardPublished) -> String {
    let (plans, files) = (published.plans, published.files)
    let size = FileSize.words(published.bytes)
    let written =
      "\(CountWords.words(plans, "plan")) in '\(folder)': \(CountWords.words(files, "file")), \(size)"
    let verb = dryRun ? "would have published" : "published"
    let gone = published.removed
    let removed = gone == 0 ? "" : "; \(dryRun ? "would have removed" : "removed") \(gone)"
    return "\(verb) \(written)\(removed)"
  }

  private func document(of published: BoardPublished) -> JSONObject {
    [
      "format": .number(1), "board": .string(published.shown.name.text),
      "commit": .string(published.shown.commit.hex), "folder": .string(folder),
      "plans": .number(published.plans), "files": .number(published.files),
      "bytes": .number(published.bytes), "removed": .number(published.removed),
    ]
  }
}
