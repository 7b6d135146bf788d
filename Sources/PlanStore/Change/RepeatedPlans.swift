import PlanModel

/// The next plan of a series, which the change made because it finished the plan before it.
struct RepeatedPlan {
  let finished: PlanID
  let next: PlanID
  let due: CalendarDay
}

extension Transaction {
  /// Makes the next plan of each repeating plan that the edits so far have finished.
  ///
  /// Each plan has at most one next plan. If that plan is already on the board, nothing is made. If
  /// it was deleted by the undo that reopened the finished plan, it is restored.
  mutating func repeatFinishedPlans(by author: ChangeIdentity) throws -> [RepeatedPlan] {
    var (repeated, last): ([RepeatedPlan], String?) = ([], nil)
    for edited in try unsettledPlans()
    where edited.document.isFinished(since: edited.old, on: before.board) {
      guard let step = edited.document.nextStep(today: author.today),
        try addNext(of: edited, at: step, after: &last, by: author)
      else { continue }
      repeated.append(RepeatedPlan(finished: edited.id, next: edited.id.following, due: step.day))
    }
    return repeated
  }

  /// Creates or restores the next plan of a finished one, if necessary. Returns whether it did.
  ///
  /// - Parameter last: The rank of the plan that was created last; nil for the first one.
  private mutating func addNext(
    of finished: EditedPlan, at step: Repetition.Step, after last: inout String?,
    by author: ChangeIdentity
  ) throws -> Bool {
    let (id, document) = (finished.id.following, finished.document)
    var existing = plans[id]
    if existing == nil { existing = try found.readableDocument(id) }
    if let existing {
      guard existing.isUndone(with: finished.old) else { return false }
      try edit(id, [PlanDocument.restoration])
      try derive(id, document.dayEdits(at: step, today: author.today))
      return true
    }
    guard try !before.hasFile(of: id) else { return false }
    let column = before.board.entry?.id
    // The next plan is a copy of the finished one, without the values that rules have just written.
    let source = plansBeforeRules[finished.id] ?? document
    var edits = source.nextPlan(at: step, today: author.today)
    if let column { edits.append(.state(column)) }
    if last == nil { last = try before.store.ends(of: column ?? "", in: before).last }
    // The random characters come from the id, so that all clones get the same rank.
    var random = SplitMix64(seed: UInt64(bitPattern: id.number))
    let rank = Rank.bottom(at: author.now, after: last, using: &random)
    last = rank
    try create(
      id, edits + [.created(at: author.now, by: author.person), .rank(rank)], stamp: .derived)
    return true
  }
}

extension CommitMessage {
  /// Adds a line and a trailer for each plan that follows a finished one.
  mutating func append(_ repeated: [RepeatedPlan], on board: BoardSnapshot) throws {
    for plan in repeated {
      append(
        line: "\(try board.shortID(plan.finished)) repeats as \(try board.shortID(plan.next)), "
          + "due \(plan.due)")
    }
    append(repeated.map { CommitTrailer(.plan, $0.next.text) })
  }
}
