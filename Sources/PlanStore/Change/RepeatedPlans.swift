import PlanModel

/// A plan that the change made because it finished the plan before it in a series.
struct RepeatedPlan {
  let finished: PlanID
  let next: PlanID
  let due: CalendarDay
}

extension Transaction {
  /// Makes the next plan of each plan that repeats and that the edits so far have finished.
  ///
  /// A plan is followed by one plan at most. If the board has it already, nothing is made; if it
  /// was deleted by the undo that reopened the finished plan, it is restored.
  mutating func repeatFinishedPlans(
    by author: ChangeIdentity
  ) throws(StoreError) -> [RepeatedPlan] {
    var (repeated, last): ([RepeatedPlan], String?) = ([], nil)
    for edited in try unsettledPlans()
    where edited.document.isFinished(since: edited.old, on: before.board) {
      guard let step = edited.document.nextStep(today: author.today),
        try addNext(of: edited, at: step, after: &last, by: author)
      else { continue }
      repeated.append(
        RepeatedPlan(finished: edited.id, next: edited.id.following, due: step.day))
    }
    return repeated
  }

  /// Returns whether the next plan was created or restored.
  ///
  /// - Parameter last: The rank of the plan that was created before it; nil for the first one.
  private mutating func addNext(
    of finished: EditedPlan, at step: Repetition.Step, after last: inout String?,
    by author: ChangeIdentity
  ) throws(StoreError) -> Bool {
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
    // The next plan is a copy without what rules have just written on the finished one.
    let source = plansBeforeRules[finished.id] ?? document
    var edits = source.nextPlan(at: step, today: author.today)
    if let column { edits.append(.state(column)) }
    if last == nil { last = try before.store.ends(of: column ?? "", in: before).last }
    var random = RankGenerator(state: UInt64(bitPattern: id.number))
    let rank = Rank.bottom(at: author.now, after: last, using: &random)
    last = rank
    try create(
      id, edits + [.created(at: author.now, by: author.person), .rank(rank)], stamp: .derived)
    return true
  }
}

/// The random characters of a rank, the same for a plan in every clone.
private struct RankGenerator: RandomNumberGenerator {
  var state: UInt64

  /// Returns the next number, by SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension CommitMessage {
  /// Names the plans that follow finished ones.
  mutating func append(_ repeated: [RepeatedPlan], on board: BoardSnapshot) throws(StoreError) {
    for plan in repeated {
      append(
        line: "\(try board.shortID(plan.finished)) repeats as \(try board.shortID(plan.next)), "
          + "due \(plan.due)")
    }
    append(repeated.map { CommitTrailer(.plan, $0.next.text) })
  }
}
