import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

/// Runs the programs of bridges, and reports their results.
struct BridgeRun {
  let session: Session
  /// Whether a push shares the board before it makes issues. Otherwise only this clone can find an
  /// issue that was made if the push then ends before the board is shared.
  var sharesFirst = false
  private var workspace: Workspace { session.workspace }
  private let requests: TrackerRequests

  init(session: Session) {
    (self.session, requests) = (session, TrackerRequests(session.workspace))
  }

  // MARK: - Programs

  /// Runs a program.
  ///
  /// - Throws: `Problem` if the program can't be run, gives no answer or prints too much.
  private func outcome(
    of words: [String], input: String? = nil, limit: Int, isListing: Bool = false
  ) async throws -> ToolProgram.Outcome {
    let (name, call) = (words[0], ToolErrors.call(words))
    let program = ToolProgram(
      words, input: input.map { Array($0.utf8) }, limit: limit,
      environment: Self.environment(of: name, in: session.context.environment),
      keepsMessages: Self.homes[name] != nil,
      timeout: workspace.bridgeTimeout * (isListing ? Self.timeoutFactorOfLists : 1),
      ownsSession: !workspace.participant.mayBeAsked)
    let outcome: ToolProgram.Outcome
    do {
      outcome = try await session.context.runProgram(program)
    } catch ToolProgram.Failure.notFound {
      throw Problem(
        code: .bridge, message: "'\(name)' was not found",
        hints: Self.homes[name].map {
          ["install it from \($0)\(name == "curl" ? "" : ", and log in with '\(name) auth login'")"]
        }
          ?? [])
    } catch ToolProgram.Failure.timedOut(let duration) {
      throw Problem(
        code: .timeout,
        message:
          "\(call) gave no answer in \(CountWords.words(Int(duration.components.seconds), "second"))",
        hints: ["try again, or wait longer with 'git config pmgit.timeout SECONDS'"],
        kind: .tryAgain)
    } catch ToolProgram.Failure.notStarted(let reason) {
      throw Problem(code: .bridge, message: "could not run '\(name)': \(reason)")
    }
    guard !outcome.isTooLong else {
      throw Problem(code: .tooLarge, message: "\(call) printed more than \(limit >> 20) MiB")
    }
    return outcome
  }

  /// Returns the environment of a program. That of a tracker does not have the variables that make
  /// it print colours and tables into a pipe, where bridges expect JSON.
  private static func environment(
    of program: String, in all: [String: String]
  ) -> [String: String] {
    guard homes[program] != nil else { return all }
    let forTerminals: Set = ["CLICOLOR_FORCE", "FORCE_COLOR", "GH_FORCE_TTY"]
    return all.filter { !forTerminals.contains($0.key) }
  }

  /// A run of curl that failed, in the middle of several requests.
  private struct Failed: Error {
    let outcome: ToolProgram.Outcome
  }

  /// Runs requests that act like one program, and returns their outcome; nil if there are none.
  private func asking(
    _ requests: (TrackerRequests.Runner) async throws -> TrackerRequests.Reply?
  ) async throws -> ToolProgram.Outcome? {
    do {
      let reply = try await requests { call in
        let outcome = try await outcome(of: call.words, input: call.input, limit: call.limit)
        guard outcome.exitCode == 0 else { throw Failed(outcome: outcome) }
        return outcome.output
      }
      switch reply {
      case .printed(let output): return ToolProgram.Outcome(exitCode: 0, output: output)
      case .refused(let lines):
        return ToolProgram.Outcome(
          exitCode: ToolErrors.refusal, output: [],
          messages: Array(lines.joined(separator: "\n").utf8))
      case nil: return nil
      }
    } catch let failed as Failed {
      return failed.outcome
    }
  }

  private static let homes = [
    "gh": "https://cli.github.com", "glab": "https://gitlab.com/gitlab-org/cli",
    "curl": "https://curl.se",
  ]

  /// The largest output of a program that makes a change.
  private static let shortOutput = 1 << 20

  // MARK: - Pulling

  /// Pulls from a bridge. The outcome is recorded for 'status', even if it is a failure.
  func pull(_ bridge: Bridge, _ request: PullBridge) async throws -> PlansImported {
    do {
      let material = try await material(of: bridge)
      do {
        return try await workspace.pull(bridge, material, request)
      } catch let problem as Problem where problem.code == .tooManyChanges {
        guard session.confirm("\(problem.message). Go on?") == true else { throw problem }
        var all = request
        all.mostSurprises = .max
        return try await workspace.pull(bridge, material, all)
      }
    } catch {
      note("the outcome of the pull") { try workspace.recordFailure(Problem(error), of: bridge) }
      throw error
    }
  }

  private func material(of bridge: Bridge) async throws -> ImportMaterial {
    if let path = bridge.path {
      if let files = try session.importFolder(path) { return .folder(files) }
      return .file(try session.hostFiles.importInput(path, session.context.environment))
    }
    var complaint: ToolErrors?
    let reply = try await asking { run in try await requests.list(bridge, by: run) }
    if let reply {
      complaint = ToolErrors(bridge.listings[0], reply)
      if complaint == nil { return .file(ImportInput(reply.output)) }
    }
    for listing in reply == nil ? bridge.listings : [] {
      do {
        let list = try await self.list(listing)
        return .file(ImportInput(try await withAllComments(list, of: bridge)))
      } catch let errors as ToolErrors {
        complaint = errors
        // An older server lacks a field, which the next command does without.
        if !errors.isAboutReasons { break }
      }
    }
    throw complaint?.problem ?? Problem.usage("the bridge has no source")
  }

  /// Returns the output of a program that lists something.
  ///
  /// - Throws: `ToolErrors` if the program fails.
  private func list(_ words: [String]) async throws -> [UInt8] {
    var words = words
    if words.prefix(2) == ["sh", "-c"] {
      // Paths in the command are relative to the repository, wherever pmgit runs.
      words = ["sh", "-c", #"cd "$1" && eval "$2""#, "sh", workspace.bridgeFolder, words[2]]
    }
    let outcome = try await outcome(of: words, limit: ImportMaterial.maximumSize, isListing: true)
    if let complaint = ToolErrors(words, outcome) { throw complaint }
    return outcome.output
  }

  /// The most issues whose comments a pull reads one by one.
  private static let mostLongIssues = 200

  /// Returns a list of issues with all comments of those issues that have more than a list has.
  private func withAllComments(_ list: [UInt8], of bridge: Bridge) async throws -> [UInt8] {
    let listings = bridge.commentListings(for: list)
    var comments: [String: [UInt8]] = [:]
    do {
      for (number, words) in listings.prefix(Self.mostLongIssues) {
        comments[number] = try await self.list(words)
      }
    } catch let errors as ToolErrors {
      session.warn(errors.problem.message, hints: errors.problem.hints)
    }
    let left = listings.count - comments.count
    if left > 0 {
      session.warn(
        "the comments of \(CountWords.words(left, "issue")) were not read, and stay as they are here"
      )
    }
    return bridge.list(list, withComments: comments)
  }

  /// Pulls from several bridges, one after another. A failure does not stop the others.
  func pull(all bridges: [Bridge], _ request: PullBridge) async throws -> [BridgePulled] {
    let turn = session.workspace.participant.isDryRun ? nil : try await workspace.bridgeTurn()
    defer { withExtendedLifetime(turn) {} }
    var pulled: [BridgePulled] = []
    for bridge in bridges {
      session.report("bridge '\(bridge.name)': \(bridge.sourceText.excerpt)")
      do {
        let imported = try await pull(bridge, request)
        pulled.append(BridgePulled(bridge: bridge, result: .success(imported)))
        if imported.isDryRun { try await session.show(previewOf: imported) }
        session.report(imported.words())
      } catch {
        let problem = Problem(error)
        // Ctrl-C stops all of them.
        if problem.kind == .interrupted || problem.kind == .bug { throw error }
        pulled.append(BridgePulled(bridge: bridge, result: .failure(problem)))
        session.warn(
          "bridge '\(bridge.name)' failed: \(problem.message)", problem.detail,
          hints: problem.hints)
      }
    }
    return pulled
  }

  // MARK: - Pushing

  /// The number of failed commands in a row after which a push stops. After so many, the cause is
  /// the account or the network.
  private static let mostFailures = 10
  /// The timeout of a command that lists issues, as a multiple of the usual timeout. Trackers send
  /// only 100 issues at a time.
  private static let timeoutFactorOfLists = 10

  /// Runs the commands of steps one after another, and records each result at once. A failed
  /// command does not stop the others. Commands that were not run are returned as waiting.
  func send(
    _ bridge: Bridge, new query: String?
  ) async throws -> (sent: [BridgeStepResult], waiting: [UnsentChange]) {
    let outbox = try workspace.outbox(of: bridge, new: query)
    var (sent, waiting) = ([BridgeStepResult](), outbox.waiting)
    if sharesFirst { try await announce(outbox.steps.filter(\.isCreation), of: bridge) }
    try await send(outbox.steps, of: bridge, &sent, &waiting)
    note(sent, among: outbox.steps, of: bridge)
    let created = Set(sent.filter { $0.step.isCreation && $0.problem == nil }.map(\.step.plan))
    guard !created.isEmpty else { return (sent, waiting) }
    // Sends what the new issues still lack, such as labels and comments.
    let rest = try workspace.outbox(of: bridge, only: created)
    waiting += rest.waiting
    try await send(rest.steps, of: bridge, &sent, &waiting)
    note(sent, among: outbox.steps + rest.steps, of: bridge)
    return (sent, waiting)
  }

  /// Records on the plans that their issues are about to be made, and shares the board. Any clone
  /// then finds the issues.
  private func announce(_ creations: [BridgeStep], of bridge: Bridge) async throws {
    guard !creations.isEmpty else { return }
    for step in creations { try await workspace.prepare(step, of: bridge) }
    try await share()
  }

  /// Shares the board, and reports the outcome.
  func share() async throws { session.report(on: try await session.synced(.both)) }

  /// Records which steps failed, so that the next push tries them last.
  private func note(_ sent: [BridgeStepResult], among steps: [BridgeStep], of bridge: Bridge) {
    note("the failed commands") { try workspace.note(sent, among: steps, of: bridge) }
  }

  /// Records what only helps later commands, so a failure is a warning.
  private func note(_ what: String, _ record: () throws -> Void) {
    do {
      try record()
    } catch {
      session.warn("could not note \(what): \(Problem(error).message)")
    }
  }

  private func send(
    _ steps: [BridgeStep], of bridge: Bridge, _ sent: inout [BridgeStepResult],
    _ waiting: inout [UnsentChange]
  ) async throws {
    for step in steps {
      if let problem = sent.last?.problem, Self.endsPush(problem) {
        let cause = problem.code == .timeout ? "a command without an answer" : "the tracker's limit"
        waiting.append(UnsentChange(step, reason: "not tried after \(cause)"))
        continue
      }
      let last = sent.suffix(Self.mostFailures)
      guard last.count < Self.mostFailures || last.contains(where: { $0.problem == nil }) else {
        waiting.append(
          UnsentChange(
            step, reason: "not tried after \(Self.mostFailures) failed commands in a row"))
        continue
      }
      guard try workspace.isNeeded(step, of: bridge) else { continue }
      let result = try await send(step, of: bridge)
      if let problem = result.problem, !Self.endsPush(problem), !step.parts.isEmpty {
        // A name that the tracker does not have must not prevent sending the other names.
        let parts = workspace.order(step.parts, of: bridge)
        try await send(parts, of: bridge, &sent, &waiting)
      } else {
        sent.append(result)
      }
    }
  }

  /// Whether no other command should be run: the tracker does not answer, or refuses requests for
  /// some time.
  private static func endsPush(_ problem: Problem) -> Bool {
    problem.code == .timeout || problem.code == .bridge && problem.kind == .tryAgain
  }

  private func send(_ step: BridgeStep, of bridge: Bridge) async throws -> BridgeStepResult {
    let name = "\(step.what) of '\(step.title.excerpt)'"
    var complaint: ToolErrors?
    do {
      if !(sharesFirst && step.isCreation) { try await workspace.prepare(step, of: bridge) }
      let outcome = try await outcome(of: step, bridge)
      complaint = ToolErrors(step.words, outcome)
      if let complaint { throw complaint.problem }
      let alias = try await workspace.record(step, of: bridge, printed: outcome.output)
      session.report(
        step.isCreation ? "made \(alias) of '\(step.title.excerpt)'" : "sent \(name) to \(alias)")
      return BridgeStepResult(step: step, alias: alias, problem: nil)
    } catch {
      var problem = Problem(error)
      if problem.kind == .interrupted || problem.kind == .bug { throw error }
      if !step.hints.isEmpty, complaint?.mayLackName(step.name) == true {
        (problem.hints, problem.detail) = (step.hints, [])
      }
      if step.parts.isEmpty || Self.endsPush(problem) {
        session.warn(
          "could not send \(name): \(problem.message)", problem.detail, hints: problem.hints)
      }
      return BridgeStepResult(step: step, alias: step.alias, problem: problem)
    }
  }

  /// Runs the command of a step. If it fails, the record of what was about to be sent is removed,
  /// unless only the answer may be lost.
  private func outcome(of step: BridgeStep, _ bridge: Bridge) async throws -> ToolProgram.Outcome {
    let outcome: ToolProgram.Outcome
    do {
      if let reply = try await asking({ run in try await requests.send(step, of: bridge, by: run) })
      {
        outcome = reply
      } else {
        outcome = try await self.outcome(of: step.words, input: step.input, limit: Self.shortOutput)
      }
    } catch let problem as Problem where problem.kind != .interrupted && problem.code != .timeout {
      // After a timeout the change may have arrived. The next pull finds that out.
      try await workspace.forget(step, of: bridge)
      throw problem
    }
    if ToolErrors(step.words, outcome)?.isAnswerLost == false {
      try await workspace.forget(step, of: bridge)
    }
    return outcome
  }

  /// Lists the waiting changes. Changes that an earlier push already listed are only counted.
  func report(new waiting: [UnsentChange], of bridge: Bridge, on shown: ShownBoard) throws {
    let new = waiting.filter { !bridge.hasReported($0) }
    try report(new, on: shown)
    let old = waiting.count - new.count
    if old > 0 {
      session.report(
        "not sent, as before: \(CountWords.words(old, "change")); '--dry-run' shows why")
    }
    guard !session.options.isQuiet else { return }
    note("what was reported") { try workspace.note(reported: waiting, of: bridge) }
  }

  func report(_ waiting: [UnsentChange], on shown: ShownBoard) throws {
    for one in waiting.prefix(Self.mostNamed) {
      let issue = one.alias.isEmpty ? "" : " (\(one.alias))"
      session.warn(
        "not sent: \(try shown.shortID(one.plan))\(issue): \(one.reason)", hints: one.hints)
    }
    let more = waiting.count - Self.mostNamed
    if more > 0 { session.warn("and \(more) more; '--json' lists them all") }
  }

  private static let mostNamed = 20
}
