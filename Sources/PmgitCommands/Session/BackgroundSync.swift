import PlanActions
import PlanModel
import PlanTerminal

/// The automatic syncs of a clone, each a process of its own, so that no command waits for one.
struct BackgroundSync: Sendable {
  /// The folder in which the command runs.
  let folder: String
  /// The board named on the command line; nil for the default board.
  let board: BoardName?
  let environment: [String: String]
  let clocks: LocalClocks
  let start: @Sendable (_ arguments: [String], _ environment: [String: String]) -> Void

  /// How often a long command looks whether a sync is due.
  private static let interval = Duration.seconds(5)

  /// Starts a sync if it is due. A problem, such as a missing board, is reported by the command.
  ///
  /// - Returns: Whether it started.
  @discardableResult
  func startIfDue(_ workspace: Workspace) -> Bool {
    guard (try? workspace.shouldStartSync()) == true else { return false }
    start(
      ["-C", workspace.folderOfSync, "--board", workspace.name.text, "sync", "--if-due"],
      workspace.environmentOfSync)
    return true
  }

  /// Starts a sync whenever one is due, until the task is cancelled, and then once more.
  func run() async {
    repeat {
      if let workspace = try? open() { startIfDue(workspace) }
      // A cancelled wait ends the loop.
      try? await Task.sleep(for: Self.interval)
    } while !Task.isCancelled
    if let workspace = try? open() { startIfDue(workspace) }
  }

  private func open() throws -> Workspace {
    let participant = Participant(
      environment: environment, now: CommandContext.readClock(), clock: CommandContext.readClock,
      clocks: clocks, random: SystemRandomNumberGenerator())
    return try Workspace(at: folder, board: board, as: participant)
  }
}

extension CommandContext {
  func backgroundSync(_ options: GlobalOptions) throws -> BackgroundSync {
    BackgroundSync(
      folder: Session.directory(self, options.directory), board: try options.boardName(),
      environment: environment, clocks: clocks, start: startInBackground)
  }

  /// Runs a command that lasts, and starts automatic syncs meanwhile.
  func withAutomaticSyncs(
    _ options: GlobalOptions, _ body: () async throws -> Void
  ) async throws {
    let syncs = try backgroundSync(options)
    let task = Task { await syncs.run() }
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    task.cancel()
    await task.value
    try result.get()
  }
}

extension Session {
  /// Starts an automatic sync if it is due, after the work of a command. A terminal shows what
  /// earlier ones had to report, once a day that they fail, and how old a board is that no command
  /// has fetched for some time.
  func syncInBackground() {
    guard workspace.syncsByItself, let syncs = try? context.backgroundSync(options) else { return }
    let mayReport = context.terminal.errorIsTerminal && !isSilent
    if mayReport {
      let messages = workspace.takeMessages()
      for line in messages.lines { report(line) }
      report([messages.conflicts].compactMap(\.self))
      if let notice = workspace.automaticSyncNotice(), workspace.isDue(.sync) { report([notice]) }
    }
    let notice = workspace.staleNotice()
    if syncs.startIfDue(workspace), mayReport, let notice { report([notice]) }
  }

  /// Runs the automatic syncs that are due. Their messages are kept for the next command.
  func syncWhileDue() async throws {
    var messages: [String] = []
    let output = Output(result: { _, _ in }, message: { messages += Lines.split($0) })
    output.done = { _ in }
    var quiet = context
    quiet.output = output
    var naming = options
    if workspace.isDefaultBoard { naming.board = nil }
    let session = try Session(quiet, naming)
    let known = try session.workspace.conflictCount()
    let all = try await session.workspace.syncWhileDue()
    for synced in all { session.report(on: synced, synced.noticesBesidesConflicts) }
    // Conflicts that were there before were reported when they arose.
    let isNews = all.contains { $0.conflictCount > known }
    workspace.keep(messages: messages.filter { !$0.isEmpty }, conflicts: isNews)
  }
}
