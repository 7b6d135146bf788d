import ArgumentParser
import PlanActions
import PlanModel
import PlanView

extension HookName: ExpressibleByArgument {}

/// One run of a git hook, with git's arguments.
struct HookRun {
  let name: HookName
  let arguments: [String]
  let options: GlobalOptions
}

extension HookRun {
  /// Parses the arguments that the hook scripts pass, without ArgumentParser. Three hooks run at
  /// each commit, and ArgumentParser's reflection over all commands takes a large part of each run.
  ///
  /// - Returns: nil if the arguments have another form.
  init?(commandLine: [String]) {
    guard
      commandLine.prefix(2) == [HooksCommand.commandName, HooksRunCommand.commandName],
      let name = commandLine.dropFirst(2).first.flatMap(HookName.init(rawValue:)),
      !commandLine.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    self.init(name: name, arguments: Array(commandLine.dropFirst(3)), options: .none)
  }

  func run(in context: CommandContext) async throws {
    if name == .preReceive { return try await guardPush(in: context) }
    do {
      let session = try Session(context, options)
      try await run(session)
      session.syncInBackground()
    } catch let refusal as Refusal {
      throw refusal.problem
    } catch {
      let problem = Problem(error)
      // Without a board there are no plans to follow. Only commit-msg reports that, because its
      // message may name plans.
      guard problem.code != .noBoard || name == .commitMessage else { return }
      context.output.message(problem.warning(in: name))
    }
  }

  private func run(_ session: Session) async throws {
    let workspace = session.workspace
    switch name {
    case .prepareCommitMessage: try await prepareMessage(session)
    case .commitMessage:
      guard let file = messageFile(session) else { return }
      try await workspace.check(file) { session.reportFromHook([$0]) }
    case .postCommit, .postApplyPatch:
      session.reportFromHook(try await workspace.recordHead(in: name)?.notices ?? [])
    case .postRewrite:
      guard let command = arguments.first else { return }
      let recorded = try await workspace.recordRewrite(
        { Lines.split(try session.inputText()) }, isRebase: command == "rebase")
      session.reportFromHook(recorded?.notices ?? [])
    case .postMerge: try await recordMerge(session)
    case .postCheckout: try await session.mergeFetched()
    case .prePush:
      guard let remote = arguments.first else { return }
      session.reportFromHook(
        try await workspace.shareWithPush(to: remote) { Lines.split(try session.inputText()) })
    case .preReceive: break  // It runs above, because a failure there is a refusal.
    }
  }

  // MARK: - Messages

  /// Returns the file in which git passes the commit message; nil if the hook got no file.
  private func messageFile(_ session: Session) -> MessageFile? {
    guard let file = arguments.first else { return nil }
    let path = HostFiles(directory: session.context.directory).path(file)
    return MessageFile(path: path, read: session.hostFiles.read)
  }

  private func prepareMessage(_ session: Session) async throws {
    guard let file = messageFile(session) else { return }
    // pre-commit passes only the file.
    let source =
      arguments.dropFirst().first ?? session.context.environment["PRE_COMMIT_COMMIT_MSG_SOURCE"]
      ?? ""
    let prepared = try await session.workspace.prepare(file, from: source)
    session.reportFromHook(prepared.notices)
    guard let bytes = prepared.bytes else { return }
    try HostFiles(directory: session.context.directory).replace(file.path, with: bytes)
  }

  // MARK: - Merges and pushes

  private func recordMerge(_ session: Session) async throws {
    do {
      try await session.mergeFetched()
    } catch {
      // The merge is recorded even if the fetched commits could not be merged.
      session.context.output.message(Problem(error).warning(in: name))
    }
    // A squash leaves no merge to record.
    guard arguments.first != "1" else { return }
    session.reportFromHook(try await session.workspace.recordMerge()?.notices ?? [])
  }

  private func guardPush(in context: CommandContext) async throws {
    let pushed = String(decoding: try context.readInput(), as: UTF8.self)
    let pushGuard = PushGuard(
      at: Session.directory(context, options.directory), as: context.participant())
    var isRefused = false
    try await pushGuard.judge(pushed) { refused in
      isRefused = true
      context.output.message(refused.lines.map { SafeText($0).string + "\n" }.joined())
    }
    if isRefused { throw Verdict(exit: .failed) }
  }
}

extension Problem {
  /// Returns the text of a warning for a problem in a hook. A failing hook must not stop git's own
  /// work.
  fileprivate func warning(in hook: HookName) -> String {
    var problem = self
    if [.postCommit, .postApplyPatch].contains(hook) {
      problem.hints.append("record the commit later with \(pmgit: "hooks", "follow")")
    }
    return problem.text(as: "pmgit: warning: \(hook.rawValue): ")
  }
}

extension Session {
  /// Prints a message after the program's name, because other hooks may print messages too.
  func reportFromHook(_ message: String) { report("pmgit: \(message)") }

  func reportFromHook(_ notices: [Notice]) {
    for notice in notices {
      let hints = notice.hints.map { "pmgit: hint: \(words(of: $0))" }
      if notice.isWarning {
        warn(lines: ["pmgit: warning: \(words(of: notice.message))"] + hints)
      } else {
        for line in ["pmgit: \(words(of: notice))"] + hints { report(line) }
      }
    }
  }

  /// Merges the fetched commits of the board, and reports how many there were.
  fileprivate func mergeFetched() async throws {
    guard let count = try await workspace.mergeFetched() else { return }
    reportFromHook("merged \(CountWords.words(count, "commit")) of the board")
  }
}
