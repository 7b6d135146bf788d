import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Makes the changes of a batch in order. Each line sees what the earlier lines did.
  ///
  /// A batch with one commit is executed as a whole or not at all. If another writer is faster, it
  /// runs again on the newer board. With a commit for each line, the lines before a failed line
  /// stay committed, and the outcome has the problem.
  ///
  /// - Throws: `Problem` whose message names the line, if nothing was changed.
  package func run(_ batch: Batch) async throws -> BatchDone {
    try requireSound(batch)
    switch batch.form {
    case .together(let subject):
      return try await runTogether(
        batch.lines, subject: subject.map { try Validation.line($0, field: "subject") })
    case .each:
      let made =
        participant.isDryRun ? try tryEach(batch.lines) : try await runEach(batch.lines)
      return BatchDone(
        after: shown(try store.snapshot()), results: made.results,
        didChange: made.results.contains { $0.subject != nil }, isEach: true,
        isDryRun: participant.isDryRun, failure: made.failure)
    }
  }

  // MARK: - One commit

  private func runTogether(_ lines: [BatchLine], subject: String?) async throws -> BatchDone {
    // If the batch runs again on a newer board, the same numbers must not refer to other items.
    var named: [Int: [NamedItem]] = [:]
    // The values get the stamps of their lines.
    let author = try author(stamp: Stamp.none)
    let (change, results) = try await self.change(by: author) { transaction in
      let base = transaction.before
      let made = try store.withSteps(in: &transaction) { steps in
        try make(lines, in: steps) { action, line in
          let items = try self.items(of: action, knownTo: base)
          guard named[line.number] ?? items == items else { throw Problem.otherItems }
          named[line.number] = items
        }
      }
      if let violation = try transaction.columnViolations().first {
        throw Self.problem(violation, of: made)
      }
      return (Self.message(made, subject: subject), made.map(\.done))
    }
    return BatchDone(
      after: shown(change.after), results: try withClaimNotices(results, of: change),
      didChange: change.didChange, isEach: false,
      isDryRun: participant.isDryRun, failure: nil)
  }

  /// A line that was made as a step, and the message of a commit of its own.
  private typealias MadeLine = (done: LineDone, message: CommitMessage)

  /// Makes the lines as steps.
  ///
  /// - Parameter check: Called before each action, with ids in place of references.
  private func make(
    _ lines: [BatchLine], in steps: ChangeSteps,
    checking check: (BatchLine.Action, BatchLine) throws -> Void = { _, _ in }
  ) throws -> [MadeLine] {
    defer { draft = nil }
    var names = BatchNames()
    return try lines.map { line in
      do {
        draft = steps.board
        let author = try author()
        let action = names.resolving(line.action)
        try check(action, line)
        let step = try steps.make(by: author, self.action(action, by: author))
        let outcome = try step.outcome(step.change)
        names.note(line, outcome.plans)
        return (
          done: try outcome.done(by: line, subject: step.message.subject, commit: nil),
          message: step.message
        )
      } catch {
        var problem = BatchFault(line: line.number, Problem(error)).numbered
        problem.detail.append(
          participant.isDryRun
            ? "nothing was changed" : "nothing was changed, as all lines are one commit")
        throw problem
      }
    }
  }

  /// Adds the notices about leases, once for each plan, to the first line that changed the plan.
  ///
  /// - Parameter change: The change of the whole batch.
  private func withClaimNotices(_ results: [LineDone], of change: Change) throws -> [LineDone] {
    var results = results
    var lines: [PlanID: Int] = [:]
    var plans: [PlanID] = []
    for (index, line) in results.enumerated() {
      for id in line.changed where lines[id] == nil {
        lines[id] = index
        plans.append(id)
      }
    }
    for (plan, notice) in claimNotices(try change.altered(among: plans), of: change) {
      results[plan.flatMap { lines[$0] } ?? results.count - 1].notices.insert(notice, at: 0)
    }
    if let trouble = change.remoteWarning {
      results[results.count - 1].notices.append(Notice(trouble))
    }
    return results
  }

  private static func message(_ made: [MadeLine], subject: String?) -> CommitMessage {
    let changing = made.filter { $0.done.subject != nil }
    if changing.count == 1, subject == nil { return changing[0].message }
    var counts: [(verb: BatchLine.Verb, count: Int)] = []
    for line in changing {
      if let index = counts.firstIndex(where: { $0.verb == line.done.line.verb }) {
        counts[index].count += 1
      } else {
        counts.append((line.done.line.verb, 1))
      }
    }
    let words = counts.map { "\($0.verb.rawValue) \($0.count)" }.joined(separator: ", ")
    return CommitMessage(subject: subject ?? "batch: \(words)", of: changing.map(\.message))
  }

  /// Returns the problem of a move that the rules allow in steps but not in one commit. A remote's
  /// guard would refuse such a commit.
  private static func problem(_ violation: ColumnRule.Violation, of made: [MadeLine]) -> Problem {
    let line = made.last { $0.done.changed.contains(violation.plan) }?.done.line.number ?? 1
    var problem = BatchFault(line: line, Problem(StoreError.columnRule(violation))).numbered
    problem.hints.append("in one commit only the last column counts; '--each' makes each step one")
    return problem
  }

  // MARK: - A commit for each line

  /// The lines that were made, and the problem of the line after them, if it failed.
  private typealias MadeEach = (results: [LineDone], failure: Problem?)

  private func runEach(_ lines: [BatchLine]) async throws -> MadeEach {
    var names = BatchNames()
    var results: [LineDone] = []
    var failure: Problem?
    for line in lines {
      do {
        participant.readClock()
        let author = try author()
        let action = names.resolving(line.action)
        let edits = try self.action(action, by: author)
        let (change, (subject, report)) = try await self.change(by: author) { transaction in
          let (message, report) = try edits(&transaction)
          return (message, (message.subject, report))
        }
        let made = try Self.reported(line, subject: subject, change, report)
        names.note(line, made.done.plans)
        results.append(made.done)
        failure = made.failure
        if failure != nil { break }
      } catch {
        guard !(error is CancellationError) else { throw error }
        var problem = BatchFault(line: line.number, Problem(error)).numbered
        guard !results.isEmpty else { throw problem }
        problem.hints.append(
          results.count == 1
            ? "the line before it stays done; run the batch again without it"
            : "the \(results.count) lines before it stay done; run the batch again without them")
        failure = problem
        break
      }
    }
    return (results, failure)
  }

  /// Returns the result of a line after its change was made. If the report fails although the line
  /// was committed, the line still counts as done, and a hint of the failure states that.
  static func reported(
    _ line: BatchLine, subject: String, _ change: Change,
    _ report: (Change) throws -> PlanChanges
  ) throws -> (done: LineDone, failure: Problem?) {
    let commit = change.didChange ? CommitID(change.after.commit) : nil
    do {
      return (try report(change).done(by: line, subject: subject, commit: commit), nil)
    } catch {
      guard commit != nil else { throw error }
      var problem = BatchFault(line: line.number, Problem(error)).numbered
      problem.hints.append(
        "the line was done, as the lines before it; run the batch again without them")
      let done = LineDone(
        line: line, plans: [], changed: [], words: subject, subject: subject, commit: commit,
        decided: [], rules: change.rules, notices: [])
      return (done, problem)
    }
  }

  private func tryEach(_ lines: [BatchLine]) throws -> MadeEach {
    var results: [LineDone] = []
    try store.tryingSteps(by: try author(stamp: Stamp.none)) { steps in
      results = try make(lines, in: steps).map(\.done)
      results = try withClaimNotices(results, of: steps.change)
    }
    return (results, nil)
  }

  // MARK: - Actions

  /// Makes one change as a commit of its own.
  package func make(_ action: BatchLine.Action) async throws -> PlanChanges {
    try await make { try self.action(action, by: $0) }
  }

  private func action(
    _ action: BatchLine.Action, by author: ChangeIdentity
  ) throws -> PlanAction {
    switch action {
    case .add(let request): try adding(request, by: author)
    case .edit(let request): try editing(request)
    case .move(let request): moving(request)
    case .comment(let request): try commenting(request, by: author)
    case .changeComment(let request): try changing(request, by: author)
    case .check(let request): try checking(request)
    case .changeLine(let request): try changing(request)
    case .spend(let request): try spending(request, by: author)
    case .delete(let plans): deleting(plans, by: author)
    case .restore(let plans): restoring(plans)
    }
  }
}

extension PlanChanges {
  /// Returns the result of a line whose change was made.
  ///
  /// - Parameter subject: The subject of the line's own commit.
  fileprivate func done(by line: BatchLine, subject: String, commit: CommitID?) throws -> LineDone {
    LineDone(
      line: line, plans: plans, changed: changed,
      words: try lineOutcome(withFields: line.verb == .edit), subject: didChange ? subject : nil,
      commit: commit, decided: decided, rules: rules, notices: notices)
  }
}
