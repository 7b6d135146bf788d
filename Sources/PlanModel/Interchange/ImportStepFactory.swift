/// Makes the steps of an import, without links: those need all lines.
struct ImportStepFactory {
  let board: Board
  let now: Timestamp
  let person: String

  func step(
    for line: ImportLine, id: PlanID, old: Plan?, rank: String,
    using generator: inout some RandomNumberGenerator
  ) -> ImportStep {
    var edits = line.edits + line.aliases.map { Edit.add($0, to: .aliases) }
    var items = ImportedItems(of: old, line: line)
    let ranks = Rank.spread(
      line.checklist.count, at: now, after: old?.checklist.last?.rank, using: &generator)
    edits += items.checklist(line.checklist, ranks: ranks)
    edits += items.comments(line.comments, now: now, person: person, using: &generator)
    edits += items.unknownMembers(of: line)
    var step = ImportStep(id: id, isNew: old == nil, edits: edits)
    step.line = line.number
    step.deletion = deletion(line, old: old)
    guard old == nil else { return step }
    let created = line.created?.at ?? now
    let maker = line.created?.by ?? ""
    step.edits.append(.created(at: created, by: maker.isEmpty ? person : maker))
    if line.state == nil, let entry = board.entry { step.edits.append(.state(entry.id)) }
    step.edits.append(.rank(line.rank ?? rank))
    // A deletion holds only for the content it was made for. If two clones import a deleted plan,
    // both must write the same content, or the merge would restore the plan.
    if line.id != nil, step.deletion == nil { step.dated = min(created, now) }
    // A stamp in the future would win against every change made until then.
    if let updated = line.updated, created < updated, updated <= now { step.updated = updated }
    if let entered = line.entered(step.state, on: board), created < entered, entered <= now {
      step.entered = entered
    }
    return step
  }

  /// Returns the deletion of the plan; nil if the line has none or the plan was changed here later.
  private func deletion(_ line: ImportLine, old: Plan?) -> ImportStep.Deleting? {
    guard let deletion = line.deletion else { return nil }
    let at = deletion.at ?? now
    if let updated = old?.updated, updated > at { return nil }
    return ImportStep.Deleting(at: at, by: deletion.by.isEmpty ? person : deletion.by)
  }
}
