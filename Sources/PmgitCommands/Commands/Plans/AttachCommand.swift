import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct AttachCommand: WritingCommand {
  static let commandName = "attach"
  static let about = CommandConfiguration(
    abstract: "Attach files to a plan, list them, or get them.",
    usage: "pmgit attach <id> (<file>... | --list | --get <name>) [<options>]",
    discussion: """
      Examples:
        pmgit attach k7m2 screenshot.png trace.log
        make 2>&1 | pmgit attach k7m2 - --name make.log
        pmgit attach k7m2 --list
        pmgit attach k7m2 --get trace.log --output - | less
        pmgit attach k7m2 --remove trace.log

      Files are kept on the board's branch: sync shares them, and the history keeps
      them for ever. Each may have 5 MB, or what 'pmgit config attachments' shows.
      """)

  @Argument(
    help: ArgumentHelp("The plan: any unique beginning of its id.", valueName: "id"),
    completion: .words(of: .plans))
  var id: String

  @Argument(
    help: ArgumentHelp("The files; - reads standard input.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The name of the file on the plan.", valueName: "name"))
  var name: String?

  @Flag(help: "List the files of the plan.")
  var list = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Save the file with this name or id.", valueName: "name"))
  var get: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Save it there; - prints it.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Take the file off the plan. Repeatable.", valueName: "name"))
  var remove: [String] = []

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try GlobalOptions.requireValues([name, get, output] + remove)
    let ways = [!files.isEmpty, list, get != nil, !remove.isEmpty]
    guard ways.count(where: { $0 }) == 1 else {
      throw ValidationError("name files to attach, or use one of --list, --get and --remove")
    }
    guard name == nil || files.count == 1 else {
      throw ValidationError("--name is for one file to attach")
    }
    guard !files.contains("-") || name != nil else {
      throw ValidationError("what standard input brings needs a name: --name NAME")
    }
    guard get != nil || output == nil && !force else {
      throw ValidationError("--output and --force go with --get")
    }
    guard output != "-" || !options.json else {
      throw ValidationError("--json and --output - can't share standard output")
    }
  }

  func run(in session: Session) async throws {
    var session = session
    if list { return try await showFiles(session) }
    if let get { return try save(get, session) }
    let plan = try session.workspace.livePlan(named: id).id
    session.readings = try session.workspace.notices(reading: id)
    guard remove.isEmpty else {
      return try session.report(await session.workspace.removeFiles(remove, from: plan.text))
    }
    let limit = try session.workspace.board().board.mostFileBytes
    let read = try files.map { file in
      NewFile(
        name: name ?? AttachmentName.last(of: file), bytes: try bytes(of: file, limit, session))
    }
    try session.report(await session.workspace.attach(read, to: plan.text))
  }

  private func bytes(of file: String, _ limit: Int, _ session: Session) throws -> [UInt8] {
    if file == "-" {
      let bytes = try session.context.readInputUpTo(limit)
      guard bytes.count <= limit else {
        throw Problem.fileTooLarge("standard input", limit: limit)
      }
      return bytes
    }
    guard let bytes = try session.hostFiles.read(file, atMost: limit) else {
      throw Problem.fileTooLarge("'\(file)'", limit: limit)
    }
    return bytes
  }

  // MARK: - Listing

  private func showFiles(_ session: Session) async throws {
    let found = try session.workspace.files(of: id)
    if options.json { return session.show(Documents.files(found)) }
    let viewpoint = try found.shown.viewpoint()
    let entries = found.files.map { PlanDetail.FileEntry($0.file, viewpoint: viewpoint) }
    let rows = zip(found.files, entries).map { found, entry in
      [
        StyledText(entry.file.id, .id), StyledText(entry.file.name),
        found.isPresent ? StyledText(entry.sizeWords ?? "") : StyledText("missing", .conflict),
        StyledText(entry.author, .person), StyledText(entry.timeWords, .muted),
      ]
    }
    try await session.show(
      TableText(
        headings: ["id", "name", "size", "by", "when"], rows: rows,
        records: found.files.map { PlanText.record(of: $0.file) },
        nothing: "the plan has no files"))
  }

  // MARK: - Getting

  private func save(_ name: String, _ session: Session) throws {
    let found = try session.workspace.file(name, of: id)
    if output == "-" { return try print(found, session) }
    let path = try output ?? ownName(of: found.file)
    let files = session.hostFiles
    if !force {
      try files.create(path, with: found.bytes)
    } else if output == nil {
      // A symbolic link at the path is replaced, not followed.
      try files.replace(path, with: found.bytes)
    } else {
      try files.put(found.bytes, at: path)
    }
    if options.json { session.show(Documents.saved(found, at: files.path(path))) }
    session.report("saved '\(path)', \(FileSize.words(found.bytes.count))")
  }

  /// Returns the attachment's name as the name of a new file. Throws a problem if the name is not
  /// safe or not possible here.
  private func ownName(of file: Attachment) throws -> String {
    guard let fault = AttachmentName.fault(of: file.name) else { return file.name }
    throw Problem.usage(
      "the file's name '\(file.name.excerpt)' is not used here: it \(fault)",
      hints: ["choose another name with --output FILE"])
  }

  private func print(_ found: FileFound, _ session: Session) throws {
    guard !session.context.terminal.isTerminal else {
      throw Problem.usage(
        "the file could send commands to the terminal",
        hints: ["save it with --output FILE, or send it to another program"])
    }
    session.context.output.result(found.bytes)
  }
}
