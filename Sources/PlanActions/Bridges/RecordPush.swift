import PlanFormats
import PlanModel
import PlanStore
import PlanView

/// What a push records on the plans before and after a step runs.
extension Workspace {
  /// Whether a step is still needed. Another clone or person may have created the issue of a plan
  /// since the steps were computed.
  package func isNeeded(_ step: BridgeStep, of bridge: Bridge) throws -> Bool {
    guard step.isCreation else { return true }
    guard let document = try store.snapshot().document(step.plan) else { return false }
    let plan = Plan(document, id: step.plan)
    return !plan.isDeleted && !plan.aliases.contains { bridge.source.number(of: $0) != nil }
  }

  /// Records on the plans which values steps are about to send, in one commit. The next pull
  /// recognizes these values in the tracker if the push ends before their outcome is recorded.
  package func announce(_ steps: [BridgeStep], of bridge: Bridge) async throws {
    let snapshot = try store.snapshot()
    var edits: [PlanID: [Edit]] = [:]
    for step in steps {
      guard case .change(let change) = step.act, change.name != "comment", let alias = step.alias,
        let document = try snapshot.document(step.plan),
        let memory = TrackerMemory(
          of: alias, in: document, on: snapshot.board, bridge.source.limits)
      else { continue }
      edits[step.plan, default: []] += memory.edits(announcing: change)
    }
    guard !edits.isEmpty else { return }
    let author = try author()
    _ = try await store.change(by: author) { [edits] transaction in
      transaction.skipsRules = true
      for (id, edits) in edits.sorted(by: { $0.key < $1.key })
      where try !transaction.plan(id).isDeleted {
        try transaction.edit(id, edits)
      }
      return CommitMessage(
        subject: "send \(CountWords.words(steps.count, "change")) to \(bridge.sourceText)",
        plans: edits.keys.sorted(), trailers: [CommitTrailer(.bridge, bridge.name)])
    }
  }

  /// Whether the board has what `prepare` records for a new issue.
  package func isPrepared(_ step: BridgeStep, of bridge: Bridge) throws -> Bool {
    guard case .creation(let mark, let title, let body) = step.act,
      let document = try store.snapshot().document(step.plan)
    else { return false }
    return IntendedIssue(in: bridge.source.aliasStart).isDeclared(title, body, mark, in: document)
  }

  /// Prepares a step before its command runs: records on the plan the text of a new issue, or which
  /// comment is about to be sent. If the bridge ends before the outcome is recorded, the next pull
  /// finds the issue by its mark. A new comment with the same text is then assumed to be the sent
  /// one.
  package func prepare(_ step: BridgeStep, of bridge: Bridge) async throws {
    switch step.act {
    case .creation(let mark, let title, let body):
      let newest = try newestIssue(of: bridge)
      try await changeMemory(of: step.plan, by: bridge, "make an issue of", bridge.sourceText) {
        document, _ in
        IntendedIssue(in: bridge.source.aliasStart).edits(
          declaring: title, body, mark: mark, after: newest, in: document)
      }
    case .change(.comment(let id, let text)):
      let (alias, change) = (step.alias ?? "", TrackerChange.comment(id: id, text: text))
      try await changeMemory(of: step.plan, by: bridge, "send comment of", alias) {
        document, board in
        TrackerMemory(of: alias, in: document, on: board, bridge.source.limits)?
          .edits(announcing: change) ?? []
      }
    case .change: break
    }
  }

  /// Removes the record that a comment was about to be sent, after its command failed. Otherwise an
  /// equal comment that somebody else writes in the tracker would be assumed to be the sent one.
  package func forget(_ step: BridgeStep, of bridge: Bridge) async throws {
    guard case .change(let change) = step.act, case .comment = change, let alias = step.alias else {
      return
    }
    try await changeMemory(of: step.plan, by: bridge, "did not send comment of", alias) {
      document, board in
      TrackerMemory(of: alias, in: document, on: board, bridge.source.limits)?
        .edits(forgetting: change) ?? []
    }
  }

  /// Returns a step with the number of what its command names by a title.
  ///
  /// - Parameter output: The output of the command's lookup.
  /// - Throws: `Problem` if the tracker has no such thing.
  package func step(
    _ step: BridgeStep, of bridge: Bridge, lookingUpIn output: [UInt8]
  ) throws -> BridgeStep {
    guard let command = bridge.source.command(step.command, lookingUpIn: output) else {
      throw Problem(
        code: .bridge,
        message: "the tracker has no \(step.what) '\((step.name ?? "").excerpt)'", hints: step.hints
      )
    }
    var found = step
    found.command = command
    return found
  }

  /// Records that a step was sent, in a commit of its own.
  ///
  /// - Parameter output: The output of the command, or of its check.
  /// - Returns: The result, with the alias of the issue.
  package func record(
    _ step: BridgeStep, of bridge: Bridge, printed output: [UInt8]
  ) async throws -> BridgeStepResult {
    switch step.act {
    case .creation(let mark, let title, let body):
      guard let alias = bridge.source.alias(printed: output) else {
        throw Problem(
          code: .bridge, message: "'\(step.words[0])' did not print the address of the new issue",
          hints: ["find it with \(pmgit: "bridge", "pull", bridge.name); it is not made twice"])
      }
      guard bridge.source.number(of: alias) != nil else {
        throw Problem(
          code: .bridge,
          message: "'\(step.words[0])' made '\(alias.excerpt)', no issue of '\(bridge.sourceText)'",
          hints: ["if it was renamed, add the bridge again with its name there"])
      }
      try await changeMemory(of: step.plan, by: bridge, "made \(alias) of", nil) {
        IntendedIssue(in: bridge.source.aliasStart).edits(
          adopting: alias, mark: mark, said: (title, body), in: $0, on: $1)
      }
      return BridgeStepResult(step: step, alias: alias, problem: nil)
    case .change(let change):
      let alias = step.alias ?? ""
      let key = bridge.source.comment(printed: output)
      let refused = bridge.source.refused(of: change, milestone: step.name, printed: output)
      let done = refused == change ? "could not send" : "sent"
      try await changeMemory(of: step.plan, by: bridge, "\(done) \(change.name) of", alias) {
        document, board in
        TrackerMemory(of: alias, in: document, on: board, bridge.source.limits)?
          .edits(recording: change, as: key, without: refused) ?? []
      }
      var result = BridgeStepResult(step: step, alias: alias, problem: nil)
      result.refusal = refused.map { $0 == change ? .whole : .partial }
      return result
    }
  }

  /// Changes the values that a plan remembers of its source, in a commit that undo skips.
  private func changeMemory(
    of id: PlanID, by bridge: Bridge, _ done: String, _ place: String?,
    _ edits: (PlanDocument, Board) throws -> [Edit]
  ) async throws {
    let author = try author()
    _ = try await store.change(by: author) { transaction in
      transaction.skipsRules = true
      let plan = try transaction.livePlan(id)
      try transaction.edit(id, edits(transaction.document(id), transaction.before.board))
      let short = try transaction.before.shortID(id)
      return CommitMessage(
        subject: "\(done) \(short)\(place.map { " to \($0)" } ?? ""): \(plan.title)", plans: [id],
        trailers: [CommitTrailer(.bridge, bridge.name)])
    }
  }
}
