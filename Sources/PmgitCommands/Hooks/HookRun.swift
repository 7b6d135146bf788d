import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore

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
    if name == .preReceive { return try await PreReceiveHook(context, options).run() }
    do {
      let session = try Session(context, options)
      switch name {
      case .prepareCommitMessage: try await PrepareMessageHook(session, arguments)?.run()
      case .commitMessage: try await CommitMessageHook(session, arguments)?.run()
      case .postCommit, .postApplyPatch: try await PostCommitHook(session).run()
      case .postRewrite: try await PostRewriteHook(session, arguments)?.run()
      case .postMerge: try await PostMergeHook(session, arguments).run()
      case .postCheckout: try await session.integrateFetched()
      case .prePush: try await PrePushHook(session, arguments)?.run()
      case .preReceive: break  // Run above: what goes wrong there is a refusal.
      }
    } catch let refusal as HookRefusal {
      throw refusal.problem
    } catch let error as StoreError where error.isOfMissingBoard {
      // A repository without a board has nothing to follow; who names plans may wonder.
      if name == .commitMessage { context.output.message(Problem(error).warning(in: name)) }
    } catch {
      context.output.message(Problem(error).warning(in: name))
    }
  }
}

/// A hook's refusal of what git is about to do, in contrast to a problem of pmgit.
struct HookRefusal: Error {
  let problem: Problem
}

extension Problem {
  /// What went wrong in a hook, in words: git's own work is not to fail for it.
  fileprivate func warning(in hook: HookName) -> String {
    var problem = self
    if [.postCommit, .postApplyPatch].contains(hook) {
      problem.hints.append("record the commit later with \(pmgit: "follow")")
    }
    return problem.text(as: "pmgit: warning: \(hook.rawValue): ")
  }
}

extension Session {
  func warnFromHook(_ hook: HookName, _ problem: Problem) {
    context.output.message(problem.warning(in: hook))
  }

  /// Says something from a hook, in whose output others may speak as well.
  func tellFromHook(_ message: String) { tell("pmgit: \(message)") }

  func tellFromHook(hint: Hint) { tellFromHook("hint: \(words(of: hint))") }

  /// The branch that `HEAD` is on, without `refs/heads/`; nil if it is on none.
  func headBranch() throws -> String? {
    let folder = "refs/heads/"
    let head = try git { [store] () throws(GitError) in
      try store.repository.symbolicTarget(of: "HEAD")
    }
    return head.flatMap { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : nil }
  }

  /// Whether somebody works on a board's branch by hand, whose commits are no code.
  func isOnBoard() throws -> Bool {
    let branch = try git { [store] () throws(GitError) -> String? in
      if let head = try store.repository.symbolicTarget(of: "HEAD") { return head }
      return try store.repository.rebasedBranch
    }
    return branch?.hasPrefix(BoardStore.branchFolder) ?? false
  }
}

extension StoreError {
  fileprivate var isOfMissingBoard: Bool { if case .noBoard = self { true } else { false } }
}
