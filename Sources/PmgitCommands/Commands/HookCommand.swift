import ArgumentParser
import Git
import PlanModel
import PlanStore

/// The hooks of git that pmgit has something to do in.
enum HookName: String, CaseIterable, ExpressibleByArgument {
  case prepareCommitMessage = "prepare-commit-msg"
  case commitMessage = "commit-msg"
  case postCommit = "post-commit"
  case postRewrite = "post-rewrite"
  case postMerge = "post-merge"
  case postCheckout = "post-checkout"
  case prePush = "pre-push"
  case preReceive = "pre-receive"
}

struct HookCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "Do the work of a git hook; the scripts of 'pmgit hooks install' call it.",
    usage: "pmgit hook <name> [<argument>...]",
    discussion: """
      The arguments and the input are those that git gives to the hook of that
      name. Where another manager of hooks calls it:
        pmgit hook commit-msg "$@"
      """)

  @Argument(help: "The hook, as git calls it.")
  var name: HookName

  @Argument(help: "What git gave to the hook.")
  var arguments: [String] = []

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await HookRun(name: name, arguments: arguments, options: options).run(in: context)
  }
}

/// One run of a hook.
struct HookRun {
  let name: HookName
  let arguments: [String]
  let options: GlobalOptions

  /// Reads the arguments as the scripts have them, without the parser: three hooks run at each
  /// commit, and its reflection over all commands is a good part of each.
  ///
  /// - Returns: nil if they are not of that form.
  init?(commandLine: [String]) throws {
    guard commandLine.first == HookCommand.configuration.commandName,
      let name = commandLine.dropFirst().first.flatMap(HookName.init),
      !commandLine.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    self.init(
      name: name, arguments: Array(commandLine.dropFirst(2)), options: try GlobalOptions.parse([]))
  }

  init(name: HookName, arguments: [String], options: GlobalOptions) {
    (self.name, self.arguments, self.options) = (name, arguments, options)
  }

  func run(in context: CommandContext) async throws {
    if name == .preReceive { return try PreReceiveHook(context, options).run() }
    do {
      let session = try Session(context, options)
      switch name {
      case .prepareCommitMessage: try await PrepareMessageHook(session, arguments)?.run()
      case .commitMessage: try await CommitMessageHook(session, arguments)?.run()
      case .postCommit: try await PostCommitHook(session).run()
      case .postRewrite: try await PostRewriteHook(session, arguments)?.run()
      case .postMerge: try await PostMergeHook(session, arguments).run()
      case .postCheckout: try await session.takeUpFetched()
      case .prePush: try await PrePushHook(session, arguments)?.run()
      case .preReceive: break
      }
    } catch let refusal as HookRefusal {
      throw refusal.failure
    } catch StoreError.noBoard {
      // A repository without a board has nothing to follow.
    } catch {
      warn(of: Failure(error), context)
    }
  }

  /// Says what went wrong: git's own work is not to fail for it.
  private func warn(of failure: Failure, _ context: CommandContext) {
    var failure = failure
    if name == .postCommit {
      failure.hints.append("record the commit later with 'pmgit hook post-commit'")
    }
    context.output.message(failure.text(as: "pmgit: warning: \(name.rawValue): "))
  }
}

/// A hook's refusal of what git is about to do, in contrast to a failure of pmgit.
struct HookRefusal: Error {
  let failure: Failure
}

extension Session {
  /// Says something from a hook, in whose output others may speak as well.
  func tellFromHook(_ message: String) { tell("pmgit: \(message)") }

  /// The branch of the code that `HEAD` is on, without `refs/heads/`; nil if it is on none, or on a
  /// board's.
  func codeBranch() throws -> String? {
    let folder = "refs/heads/"
    let head = try git { [store] () throws(GitError) in
      try store.repository.symbolicTarget(of: "HEAD")
    }
    guard let head, head.hasPrefix(folder), !head.hasPrefix(BoardStore.branchFolder) else {
      return nil
    }
    return String(head.dropFirst(folder.count))
  }

  /// Whether somebody works on a board's branch by hand, whose commits are no code.
  func isOnBoard() throws -> Bool {
    let head = try git { [store] () throws(GitError) in
      try store.repository.symbolicTarget(of: "HEAD")
    }
    return head?.hasPrefix(BoardStore.branchFolder) ?? false
  }
}
