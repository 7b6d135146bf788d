import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanView

/// The options of `export` for a folder with the board's page.
struct SiteOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write the board's page, for reading only, into this folder.", valueName: "folder"),
    completion: .directory)
  var site: String?

  @Option(
    help: ArgumentHelp(
      "With --site: where the folder is served, for links in feed.xml and board.ics.",
      valueName: "address"))
  var url: String?

  @Flag(help: "With --site: add board.jsonl, the plans as 'pmgit export' prints them.")
  var withExport = false

  @Flag(help: "With --site: ask search engines to leave the page out.")
  var noIndex = false

  @Flag(help: "With --site: show what would be written, and write nothing.")
  var dryRun = false

  func validate() throws {
    try GlobalOptions.requireValues([site, url])
    guard let site else {
      if url != nil || withExport || noIndex || dryRun {
        throw ValidationError("--url, --with-export, --no-index and --dry-run belong to --site")
      }
      return
    }
    if site.isEmpty { throw ValidationError("name the folder to write") }
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
}

extension ExportCommand {
  /// Writes the board's page with the plans of the query into a folder.
  func writeSite(to folder: String, in session: Session) async throws {
    let published = try await session.context.publish(
      session.workspace, request(for: folder, in: session))
    session.report(on: published.shown, published.notices)
    let words = words(for: published, in: folder)
    if options.json { return session.show(document(of: published, in: folder), done: words) }
    session.context.output.result(words + "\n")
    if published.plans == 0 { session.report(hint: "no plan matches, so the page is empty") }
  }

  private func request(for folder: String, in session: Session) -> PublishBoard {
    let files = session.hostFiles
    var request = PublishBoard(
      query: QueryText.joined(query), folder: files.path(folder), name: folder,
      temporary: files.path(session.context.temporaryFolder))
    request.address = site.url.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    (request.hasExport, request.isHidden, request.isDryRun) = (
      site.withExport, site.noIndex, site.dryRun
    )
    return request
  }

  private func words(for published: BoardPublished, in folder: String) -> String {
    let (plans, files) = (published.plans, published.files)
    let size = FileSize.words(published.bytes)
    let written =
      "\(CountWords.words(plans, "plan")) in '\(folder)': \(CountWords.words(files, "file")), \(size)"
    let verb = site.dryRun ? "would have published" : "published"
    let gone = published.removed
    let removed = gone == 0 ? "" : "; \(site.dryRun ? "would have removed" : "removed") \(gone)"
    return "\(verb) \(written)\(removed)"
  }

  private func document(of published: BoardPublished, in folder: String) -> JSONObject {
    [
      "format": .number(1), "board": .string(published.shown.name.text),
      "commit": .string(published.shown.commit.hex), "folder": .string(folder),
      "plans": .number(published.plans), "files": .number(published.files),
      "bytes": .number(published.bytes), "removed": .number(published.removed),
    ]
  }
}
