import ArgumentParser
import PlanActions
import PlanModel
import PlanDocuments
import PlanTerminal
import PlanView

struct SyncCommand: SessionCommand {
  static let commandName = "sync"
  static let about = CommandConfiguration(
    abstract: "Share the board: fetch, merge, push.", usage: "pmgit sync [--bridges] [<options>]",
    discussion: """
      Examples:
        pmgit sync
        pmgit sync -q || echo later
        pmgit sync --pull
        pmgit sync --bridges

      Runs your own git, with its keys and passwords. If two people set one field
      differently at the same time, both values are kept; 'pmgit resolve' shows them.
      It never forces and never stops halfway.
      """)

  @Flag(help: "Pull from the bridges of this clone, too.")
  var bridges = false

  @Flag(help: "Fetch and merge the remote's board; push nothing.")
  var pull = false

  @Flag(help: "Push the board; fetch nothing.")
  var push = false

  /// Given by commands that start an automatic sync.
  @Flag(help: .hidden)
  var ifDue = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard [bridges, pull, push].count(where: \.self) <= 1 else {
      throw ValidationError("--bridges, --pull and --push exclude each other")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    // It must not start another sync.
    if ifDue { try await session.syncWhileDue() } else { try await run(in: session) }
  }

  func run(in session: Session) async throws {
    if bridges { return try await session.syncWithBridges() }
    try await session.sync(pull ? .pull : push ? .push : .both)
  }
}

extension Session {
  /// Fetches, merges or pushes the board, or all of these, and reports the outcome.
  func sync(_ direction: SyncDirection) async throws {
    let synced = try await synced(direction)
    if options.json { show(try Documents.sync(synced)) }
    report(on: synced)
  }

  /// Syncs the board, pulls from all bridges, and syncs again if there is something to push.
  func syncWithBridges() async throws {
    let bridges = try workspace.bridges()
    var all = [try await synced(.both)]
    report(on: all[0])
    if bridges.isEmpty { report("this clone has no bridge") }
    let pulled = try await BridgeRun(session: self).pull(all: bridges, PullBridge())
    var failure: Problem?
    if try !bridges.isEmpty && workspace.unsharedWords() != nil {
      do {
        all.append(try await synced(.both))
        report(on: all[1])
      } catch {
        failure = Problem(error)
      }
    }
    // The pulls are reported even if the second sync failed.
    if options.json {
      var document = try Documents.syncs(all)
      document["bridges"] = Documents.pulls(pulled, naming: options.board)
      document["error"] = Documents.failure(failure, naming: options.board)
      show(document)
      if let failure { throw Verdict(exit: failure.exit) }
    }
    if let failure { throw failure }
    if let failed = pulled.compactMap(\.problem).first { throw Verdict(exit: failed.exit) }
  }

  /// Fetches, merges or pushes the board, or all of these.
  func synced(_ direction: SyncDirection) async throws -> BoardSynced {
    let words: SafeText = "talking to '\(workspace.remote ?? "")' …"
    let progress = ProgressLine(words, on: context.terminal)
    defer { progress.finish() }
    reportWaiting(on: progress, else: words)
    // Programs get the list of all broken files each time.
    return try await workspace.sync(direction, wantsAllBroken: options.json)
  }

  /// - Parameter notices: What to report of its notices; nil for all.
  func report(on synced: BoardSynced, _ notices: [Notice]? = nil) {
    report(done: synced.summary)
    warn(of: synced.broken.filter { synced.news.contains($0.path) })
    if synced.knownCount > 0 {
      let files = CountWords.words(synced.knownCount, "file")
      report(words(of: "\(files) can't be read, as before; see \(pmgit: "status")"))
    }
    warn(ofRemoved: synced.removed)
    warn(ofValues: synced.wrongValues)
    report(notices ?? synced.notices)
  }

  /// Shows on a progress line when the board takes long to read, and when other people push at the
  /// same time.
  func reportWaiting(on progress: ProgressLine, else words: SafeText) {
    workspace.onReading { progress.update($0.map { SafeText($0) } ?? words) }
    workspace.onLostRace {
      progress.update("others share at the same moment, waiting for a turn …")
    }
  }
}
