import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

/// One run of a command, with its context, its global options, and its board.
struct Session {
  var context: CommandContext
  let options: GlobalOptions
  /// Whether only short ids and warnings are printed, by `--brief`.
  let isBrief: Bool
  /// Access to the board in the name of the person. Commands call its methods.
  let workspace: Workspace
  /// Notices about plans that were found by words of their titles. They are shown with the report
  /// of the next change.
  var readings: [Notice] = []
  /// Whether a change also reports how many changes have not been pushed yet.
  var reportsUnshared = true

  /// Begins the run of a command.
  ///
  /// - Parameters:
  ///   - author: The person or agent in whose name changes are made; without it, the agent of the
  ///     environment.
  ///   - isBrief: Whether `--brief` was given.
  ///   - isDryRun: Whether changes are only shown and not made.
  init(
    _ context: CommandContext, _ options: GlobalOptions, by author: AuthorOptions? = nil,
    isBrief: Bool = false, isDryRun: Bool = false
  ) throws {
    self.context = context
    (self.options, self.isBrief) = (options, isBrief)
    let participant = context.participant()
    // With --json there are no messages, but notices are part of the document.
    participant.wantsNotices = !options.quiet
    participant.isDryRun = isDryRun
    if let name = author?.name {
      try participant.act(as: name)
    } else {
      try participant.actAsAgentOfEnvironment()
    }
    workspace = try Workspace(
      at: Self.directory(context, options.directory), board: try options.boardName(),
      as: participant)
    for (typed, plan) in context.meanings { workspace.use(plan, for: typed) }
    let own = try workspace.configured("color.pmgit")
    self.context.terminal.decide(
      color: options.color, asText: options.asText, environment: context.environment,
      gitColor: try own ?? workspace.configured("color.ui"))
    if let timeout = context.timeout { workspace.wait(atMost: timeout) }
    showReading()
    // The reference is weak, because the workspace stores the closure: a strong one would keep the
    // workspace and its files open.
    workspace.onWorktreeLeftBehind { [weak workspace, context = self.context] notice in
      guard let workspace else { return }
      Session(context: context, options: options, isBrief: isBrief, workspace: workspace)
        .warn(of: notice)
    }
  }

  /// Shows a progress line while the board is read, if that takes long.
  private func showReading() {
    let terminal = context.terminal
    var line: ProgressLine?
    workspace.onReading { words in
      if let words, let line {
        line.update(SafeText(words))
      } else {
        line?.finish()
        line = words.map { ProgressLine(SafeText($0), on: terminal) }
      }
    }
  }

  private init(
    context: CommandContext, options: GlobalOptions, isBrief: Bool, workspace: Workspace
  ) {
    (self.context, self.options, self.isBrief) = (context, options, isBrief)
    self.workspace = workspace
  }

  /// Returns the folder in which the command runs. Each `-C` is relative to the one before.
  static func directory(_ context: CommandContext, _ folders: [String]) -> String {
    folders.reduce(context.directory) { $1.hasPrefix("/") ? $1 : "\($0)/\($1)" }
  }

  // MARK: - Results

  /// Prints a result; a long one goes through the pager on a terminal.
  func show(_ text: String) async throws {
    await context.show(
      text, by: { options.noPager ? nil : await workspace.pager() }, warn: { report($0) })
  }

  /// Prints a result in the form for its destination: laid out for people, or as plain records.
  func show(_ form: some TextForm) async throws {
    let terminal = context.terminal
    guard !terminal.isForPeople else { return try await show(terminal.text(form)) }
    form.writeRecords { context.output.result($0) }
  }

  /// Prints a document.
  ///
  /// - Parameter done: What the command has done, for the error if the document can't be written.
  func show(_ document: JSONObject, done: String? = nil) {
    context.output.result(Documents.bytes(of: document), done: done)
  }

  // MARK: - Messages

  /// Whether messages other than warnings are suppressed.
  var isSilent: Bool { options.isQuiet || isBrief }

  /// Prints a message to standard error, unless messages are suppressed.
  func report(_ message: String) { report(StyledText(message)) }

  /// Prints a styled message to standard error, unless messages are suppressed.
  func report(_ message: StyledText) {
    guard !isSilent else { return }
    context.output.message(context.terminal.message(message))
  }

  /// Prints lines of a warning, which `-q` and `--json` suppress, but `--brief` does not.
  func warn(lines: [String]) {
    guard !options.isQuiet else { return }
    for line in lines { context.output.message(context.terminal.message(StyledText(line))) }
  }

  /// Prints a warning with further lines and hints; see `warn(lines:)`.
  func warn(_ message: String, _ lines: [String] = [], hints: [Hint] = []) {
    warn(lines: ["warning: \(message)"] + lines + hints.map { context.hintLead + words(of: $0) })
  }

  /// Prints a problem, even if messages are suppressed.
  func show(_ problem: Problem) {
    context.output.message(
      problem.text(naming: options.board, widthInCells: context.terminal.messageWidthInCells))
  }

  /// Whether a person sees messages and results on the same terminal.
  var printsToOneTerminal: Bool {
    context.terminal.isTerminal && context.terminal.errorIsTerminal && !isSilent
  }

  /// Prints a hint; its commands name the board if `--board` was given.
  func report(hint: Hint) { report(context.hintLead + words(of: hint)) }

  /// Prints what the command did, or hands it to the face that runs the command.
  func report(done words: String) {
    guard let done = context.output.done, !isSilent else { return report(words) }
    done(words)
  }

  /// Prints notices and their hints.
  func report(_ notices: [Notice]) {
    for notice in notices {
      let words = words(of: notice)
      guard !notice.isWarning else {
        warn(words, hints: notice.hints)
        continue
      }
      if notice.kind == .done { report(done: words) } else { report(words) }
      for hint in notice.hints { report(hint: hint) }
    }
  }

  /// Returns the message of a notice; that of a note begins with `note: `.
  func words(of notice: Notice) -> String {
    (notice.kind == .note ? "note: " : "") + words(of: notice.message)
  }

  /// Returns a sentence whose commands name the board if `--board` was given.
  func words(of hint: Hint) -> String {
    hint.text(naming: options.board, replacing: context.commandWords)
  }
}

extension Session {
  /// Reads standard input as text, without the line feed at its end. Throws a problem if it is not
  /// valid UTF-8.
  func inputText() throws -> String {
    let bytes = try context.readInput()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem.usage("standard input is not valid UTF-8")
    }
    // The line feed that ends the last line does not begin another, empty one. Bytes are compared,
    // because a carriage return and a line feed are one character.
    return text.utf8.last == 0x0A ? String(Substring(text.utf8.dropLast())) : text
  }

  /// Asks a yes-or-no question.
  ///
  /// - Returns: nil if no person can answer.
  func confirm(_ question: String) -> Bool? {
    guard context.canAsk else { return nil }
    context.output.message("\(SafeText(question).string) [y/N] ")
    return ["y", "yes"].contains(context.readLine()?.lowercased())
  }

  /// The files of the person, by names relative to the folder in which the command runs.
  var hostFiles: HostFiles { HostFiles(directory: Self.directory(context, options.directory)) }

  /// Returns the files of a folder for an import; nil if the name is not that of a folder.
  func importFolder(_ name: String) throws -> [(path: String, bytes: [UInt8])]? {
    guard let reading = try FolderReading(hostFiles.path(name), named: name) else { return nil }
    if let first = reading.unreadable.first {
      let count = CountWords.words(reading.unreadable.count, "file")
      warn("\(count) could not be opened, such as '\(first.excerpt)'")
    }
    return reading.files
  }
}
