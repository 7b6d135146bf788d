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
      Runs your own git, with its keys and passwords. If two people set one field
      differently at the same time, both values are kept; 'pmgit conflicts' lists
      them. It never forces and never stops halfway.

      With --bridges it then takes what was changed in the sources of all bridges, as
      'pmgit bridge pull' does, and shares that. A bridge that fails does not stop
      it, but the exit code is 1.

      Examples:
        pmgit sync
        pmgit sync -q || echo later
        pmgit sync --bridges
      """)

  @Flag(help: "Pull from the bridges of this clone, too.")
  var bridges = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    if bridges { try await session.syncWithBridges() } else { try await session.sync(.both) }
  }
}

struct PullCommand: PmgitCommand {
  static let commandName = "pull"
  static let about = CommandConfiguration(
    abstract: "Fetch and merge the remote's board; push nothing.", usage: "pmgit pull [<options>]",
    discussion: """
      Examples:
        pmgit pull
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await Session(context, options).sync(.pull)
  }
}

struct PushCommand: PmgitCommand {
  static let commandName = "push"
  static let about = CommandConfiguration(
    abstract: "Push the board; fetch nothing.", usage: "pmgit push [<options>]",
    discussion: """
      If the remote has changes that are not here, it fails and says so; 'pmgit
      sync' merges them.

      Examples:
        pmgit push
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await Session(context, options).sync(.push)
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

  private func synced(_ direction: SyncDirection) async throws -> BoardSynced {
    let words: SafeText = "talking to '\(workspace.remote ?? "")' …"
    let progress = ProgressLine(words, on: context.terminal)
    defer { progress.finish() }
    reportWaiting(on: progress, else: words)
    // Programs get the list of all broken files each time.
    return try await workspace.sync(direction, wantsAllBroken: options.json)
  }

  private func report(on synced: BoardSynced) {
    report(done: synced.summary)
    warn(of: synced.broken.filter { synced.news.contains($0.path) })
    if synced.knownCount > 0 {
      let files = CountWords.words(synced.knownCount, "file")
      report(words(of: "\(files) can't be read, as before; see \(pmgit: "status")"))
    }
    warn(ofRemoved: synced.removed)
    warn(ofValues: synced.wrongValues)
    report(synced.notices)
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
