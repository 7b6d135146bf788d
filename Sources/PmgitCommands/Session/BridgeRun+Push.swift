import PlanActions
import PlanModel
import PlanTerminal
import PlanView

/// Pushes to trackers.
extension BridgeRun {
  /// The number of failed commands in a row after which a push stops. After so many, the cause is
  /// the account or the network.
  private static let mostFailures = 10

  /// Runs the commands of steps one after another, and records each result at once. A failed
  /// command does not stop the others. Commands that were not run are returned as waiting.
  func send(
    _ bridge: Bridge, new query: String?
  ) async throws -> (sent: [BridgeStepResult], waiting: [UnsentChange]) {
    var outbox = try workspace.outbox(of: bridge, new: query)
    if sharesFirst, try await announce(outbox.steps.filter(\.isCreation), of: bridge) {
      // Sharing may have brought what others have changed.
      outbox = try workspace.outbox(of: bridge, new: query)
    }
    var (sent, waiting) = ([BridgeStepResult](), outbox.waiting)
    try await workspace.announce(outbox.steps, of: bridge)
    try await send(outbox.steps, of: bridge, &sent, &waiting)
    note(sent, among: outbox.steps, of: bridge)
    let created = Set(sent.filter { $0.step.isCreation && $0.problem == nil }.map(\.step.plan))
    if !created.isEmpty {
      // Sends what the new issues still lack, such as labels and comments.
      let rest = try workspace.outbox(of: bridge, only: created)
      waiting += rest.waiting
      try await workspace.announce(rest.steps, of: bridge)
      try await send(rest.steps, of: bridge, &sent, &waiting)
      note(sent, among: outbox.steps + rest.steps, of: bridge)
    }
    let refused = Set(sent.filter { $0.refusal != nil }.map(\.step.plan))
    if !refused.isEmpty {
      let known = Set(waiting)
      waiting += try workspace.outbox(of: bridge, only: refused).waiting
        .filter { !known.contains($0) }
    }
    return (sent.filter { $0.refusal != .whole }, waiting)
  }

  /// Records on the plans that their issues are about to be made, and shares the board. Any clone
  /// then finds the issues.
  ///
  /// - Returns: Whether there were any.
  private func announce(_ creations: [BridgeStep], of bridge: Bridge) async throws -> Bool {
    for step in creations { try await workspace.prepare(step, of: bridge) }
    if !creations.isEmpty { try await share() }
    return !creations.isEmpty
  }

  /// Shares the board, and reports the outcome.
  func share() async throws { session.report(on: try await session.synced(.both)) }

  /// Records which steps failed, so that the next push tries them last.
  private func note(_ sent: [BridgeStepResult], among steps: [BridgeStep], of bridge: Bridge) {
    note("the failed commands") { try workspace.note(sent, among: steps, of: bridge) }
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
      let command = try await found(step, bridge)
      if try !workspace.isPrepared(command, of: bridge) {
        try await workspace.prepare(command, of: bridge)
      }
      let outcome = try await outcome(of: command, bridge)
      complaint = ToolErrors(step.words, outcome)
      if let complaint { throw complaint.problem }
      let printed = if let check = step.check { try await list(check) } else { outcome.output }
      let result = try await workspace.record(
        step, of: bridge, printed: printed)
      let alias = result.alias ?? ""
      if step.isCreation {
        session.report("made \(alias) of '\(step.title.excerpt)'")
      } else if result.refusal != .whole {
        session.report("sent \(name) to \(alias)")
      }
      return result
    } catch {
      var problem = (error as? ToolErrors)?.problem ?? Problem(error)
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

  /// Returns a step with what its lookup finds.
  private func found(_ step: BridgeStep, _ bridge: Bridge) async throws -> BridgeStep {
    guard let lookup = step.lookup else { return step }
    return try workspace.step(step, of: bridge, lookingUpIn: try await list(lookup))
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
