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
    let remote = store.settings.remote ?? ""
    let progress = Progress("talking to '\(remote)' …", on: context.terminal)
    defer { progress.finish() }
    store.onLostRace = { progress.update("others share at the same moment, waiting for a turn …") }
    let synced = try await workspace.sync(
      directions, terminalPrompt: context.terminal.errorIsTerminal,
      wantsAllBroken: options.json)  // Programs get all of them every time.
    progress.finish()
    if options.json { show(try JSONOutput.sync(synced, from: store)) }
    tell(Self.outcome(of: synced.result, remote: remote))
    warn(ofNotHere: synced.result.problem)
    warn(of: synced.broken, new: synced.news, known: synced.knownCount)
    warn(ofRemoved: synced.removed)
    warn(of: synced.wrongValues)
    for path in synced.result.setAside {
      tell("warning: what could not be merged was set aside")
      tell(hint: "see it with \(run: "git", "show", "pmgit/\(store.name):\(path)")")
    }
    guard synced.conflictCount > 0 else { return }
    let count = CountWords.words(synced.conflictCount, "conflict")
    tell(words(of: "\(count) to decide; see \(pmgit: "conflicts")"))
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
      parts.append("took \(CountWords.words(result.fetched, "commit")) from '\(remote)'")
    case .merged:
      parts.append("merged \(CountWords.words(result.fetched, "commit")) from '\(remote)'")
    case .adopted: parts.append("adopted the board of '\(remote)'")
    }
    if result.createdOnRemote {
      parts.append("shared the board with '\(remote)'")
    } else if result.pushed > 0 {
      parts.append("sent \(CountWords.words(result.pushed, "commit"))")
    }
    return parts.isEmpty ? "up to date with '\(remote)'" : parts.joined(separator: ", ")
  }
}
