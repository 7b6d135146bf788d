import PlanModel

extension Transaction {
  /// Makes the next plan of each repeating plan that the edits so far have finished.
  ///
  /// Each plan has at most one next plan. If that plan is already on the board, nothing is made. If
  /// it was deleted by the undo that reopened the finished plan, it is restored.
  ///
  /// - Returns: The finished plans, each with the due day of its next plan.
  mutating func repeatFinishedPlans(
    by author: ChangeIdentity
  ) throws -> [(finished: PlanID, due: CalendarDay)] {
    var (repeated, last): ([(finished: PlanID, due: CalendarDay)], String?) = ([], nil)
    for edited in try editedPlans() {
      guard let old = edited.old, edited.document.isFinished(since: old, on: before.board),
        let step = edited.document.nextStep(today: author.today),
        try addNext(of: edited, since: old, at: step, after: &last, by: author)
      else { continue }
      repeated.append((edited.id, step.day))
    }
    return repeated
  }

  /// Creates or restores the next plan of a finished one, if necessary. Returns whether it did.
  ///
  /// - Parameters:
  ///   - old: The finished plan before the change.
  ///   - last: The rank of the plan that was created last; nil for the first one.
  private mutating func addNext(
    of finished: EditedPlan, since old: PlanDocument, at step: Repetition.Step,
    after last: inout String?, by author: ChangeIdentity
  ) throws -> Bool {
    let (id, document) = (finished.id.following, finished.document)
    var existing = plans[id]
    if existing == nil { existing = try found.readableDocument(id) }
    if let existing {
      guard existing.isUndone(with: old) else { return false }
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
  mutating func append(
    _ repeated: [(finished: PlanID, due: CalendarDay)], on board: BoardSnapshot
  ) throws {
    for (finished, due) in repeated {
      let next = try board.shortID(finished.following)
      append(line: "\(try board.shortID(finished)) repeats as \(next), due \(due)")
    }
    append(repeated.map { CommitTrailer(.plan, $0.finished.following.text) })
  }
}
