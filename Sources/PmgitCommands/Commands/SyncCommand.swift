import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct SyncCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Share the board: fetch, merge, push.",
    usage: "pmgit sync [<options>]",
    discussion: """
      Runs your own git, with its keys and passwords. Values that two people gave
      one field apart are kept side by side; 'pmgit conflicts' lists them. It
      never forces and never stops halfway.

      Examples:
        pmgit sync
        pmgit sync -q || echo later
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await Session(context, options).sync(.both)
  }
}

struct PullCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Fetch and merge the remote's board; push nothing.",
    usage: "pmgit pull [<options>]",
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
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Push the board; fetch nothing.",
    usage: "pmgit push [<options>]",
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
  /// Shares the board and tells what came of it.
  func sync(_ directions: BoardStore.Directions) async throws {
    try installMergeDriver()
    let remote = store.settings.remote ?? ""
    let progress = Progress("talking to '\(remote)' …", on: context.terminal)
    defer { progress.finish() }
    store.onLostRace = { progress.update("others share at the same moment, waiting for a turn …") }
    let (before, there) = try (store.localTip(), store.trackingTip())
    let result = try await store.sync(
      directions, person: try identity(.committer),
      terminalPrompt: context.terminal.errorIsTerminal)
    progress.finish()
    let snapshot = try store.snapshot()
    let (plans, unreadable) = try snapshot.plans()
    let conflicts = plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted }
    let settings = snapshot.brokenSettings == nil ? [] : [BrokenFile.settingsPath]
    let paths = settings + unreadable.map(\.path)
    // What was fetched before and never became part of the board was not told of, nor looked at.
    let known = try there.flatMap { try store.isAncestor($0, of: snapshot.commit) ? $0 : nil }
    // Settings by which nobody goes are told of until somebody has mended them.
    let news = try store.news(among: paths, in: snapshot, since: [before, known]).union(settings)
    // Programs get all of them every time.
    let told = options.json ? unreadable : unreadable.filter { news.contains($0.path) }
    let broken = try store.brokenFiles(told, in: snapshot)
    let removed = try store.removedFiles(since: before, in: snapshot)
    if options.json {
      let authors = try authors(ofConflictsIn: conflicts, andBoardOf: snapshot)
      show(
        JSONOutput.sync(
          result, board: snapshot.board, conflicts: conflicts, authors: authors,
          unreadable: broken, removed: removed))
    }
    tell(Self.outcome(of: result, remote: remote))
    warn(ofNotHere: result.problem)
    warn(of: broken, new: news, known: paths.count - news.count)
    warn(ofRemoved: removed)
    warn(of: try snapshot.wrongValues(since: known))
    for path in result.setAside {
      tell("warning: what could not be merged was set aside")
      tell(hint: "see it with 'git show pmgit/\(store.name):\(path)'")
    }
    let waiting = snapshot.board.conflicts.count + conflicts.reduce(0) { $0 + $1.conflicts.count }
    if waiting > 0 {
      let count = CountText.words(waiting, "conflict")
      tell(words(of: "\(count) to decide; see \(pmgit: "conflicts")"))
    }
  }

  /// Warns that what the remote accepted could not be brought here.
  func warn(ofNotHere problem: StoreError?) {
    guard let problem else { return }
    tell("warning: the remote has it, but bringing it here failed: \(Problem(problem).message)")
    tell(hint: "bring it here with \(pmgit: "sync")")
  }

  private static func outcome(of result: SyncResult, remote: String) -> String {
    var parts: [String] = []
    switch result.kind {
    case .upToDate: break
    case .fastForward:
      parts.append("took \(CountText.words(result.fetched, "commit")) from '\(remote)'")
    case .merged:
      parts.append("merged \(CountText.words(result.fetched, "commit")) from '\(remote)'")
    case .adopted: parts.append("adopted the board of '\(remote)'")
    }
    if result.createdOnRemote {
      parts.append("shared the board with '\(remote)'")
    } else if result.pushed > 0 {
      parts.append("sent \(CountText.words(result.pushed, "commit"))")
    }
    return parts.isEmpty ? "up to date with '\(remote)'" : parts.joined(separator: ", ")
  }
}
