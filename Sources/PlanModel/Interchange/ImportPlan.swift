/// The steps of an import, computed before anything is written.
package struct ImportPlan: Sendable {
  /// One step for each line, except lines of deleted plans that are not restored.
  package private(set) var steps: [ImportStep] = []
  /// Plans outside the import that get new links, because they name imported plans by alias.
  package private(set) var relinked: [ImportStep] = []
  /// Plans that have a line but are deleted here, and are not restored.
  package private(set) var leftOut: [PlanID] = []
  /// Plans that were deleted here and that the import restores.
  package private(set) var restored: [PlanID] = []
  /// The number of lines whose plan is deleted both in the file and here.
  package private(set) var alreadyDeleted = 0
  /// Plans that a line deletes but that were changed here later; they are kept.
  package private(set) var changedSinceDeletion: [PlanID] = []
  /// Links to targets that are neither on the board nor in the import; they are kept.
  package private(set) var danglingLinks: [DanglingLink] = []
  /// The dropped values as text, each with the number of lines that have it.
  package private(set) var ignored: [String: Int] = [:]
  /// The unknown members that the plans keep, each with the number of lines that have it.
  package private(set) var unknown: [ExactString: Int] = [:]

  package struct DanglingLink: Hashable, Sendable {
    package let plan: PlanID
    package let link: Link
  }

  /// Pairs lines with plans, and replaces aliases in links by ids.
  ///
  /// A line belongs to the plan with its `id`, else to the plan with one of its `aliases`, else to
  /// a new plan. The line's values replace the plan's. Set members are only added, because the
  /// line's source can't know members that were added here.
  ///
  /// A link to an alias becomes a link to the plan with this alias when either of the two plans is
  /// imported. So the order in which several files are imported does not matter.
  ///
  /// - Parameters:
  ///   - file: The lines. If the file has problems, they are thrown together with those found here.
  ///   - existing: All plans of the board, including deleted ones.
  ///   - ranks: A rank for each line, ascending.
  ///   - restoresDeleted: Whether to restore plans that are deleted here but not in the file.
  ///   - now: The creation time of plans whose line has none.
  ///   - person: The creator of plans whose line has none.
  package init(
    _ file: ImportFile, existing: [Plan], board: Board, ranks: [String],
    restoresDeleted: Bool = false, now: Timestamp, person: String,
    using generator: inout some RandomNumberGenerator
  ) throws(ImportError) {
    let pairing = try Self.pairing(of: file, existing: existing, using: &generator)
    let lines = file.lines
    let factory = ImportStepFactory(board: board, now: now, person: person)
    for (index, line) in lines.enumerated() {
      let id = pairing.ids[index]
      let old = pairing.existing[id]
      if let old, old.isDeleted {
        guard line.deletion == nil else {
          alreadyDeleted += 1
          continue
        }
        guard restoresDeleted else {
          leftOut.append(id)
          continue
        }
        restored.append(id)
      }
      var step = factory.step(for: line, id: id, old: old, rank: ranks[index], using: &generator)
      for link in line.links {
        if !pairing.isKnown(link) { danglingLinks.append(DanglingLink(plan: id, link: link)) }
        step.edits.append(.add(pairing.resolved(link).description, to: .links))
      }
      if let old {
        if old.isDeleted { step.edits.append(PlanDocument.restoration) }
        step.edits += pairing.relinkingEdits(of: old)
        if line.deletion != nil, step.deletion == nil { changedSinceDeletion.append(id) }
      }
      steps.append(step)
      for words in line.ignored { ignored[words, default: 0] += 1 }
      if old == nil, step.entered == nil, line.entered(step.state, on: board) != nil {
        ignored["a 'closed', 'moved' or 'started' not between 'created' and now", default: 0] += 1
      }
      for member in line.unknown { unknown[member, default: 0] += 1 }
    }
    relinkOthers(existing, pairing)
  }

  private static func pairing(
    of file: ImportFile, existing: [Plan], using generator: inout some RandomNumberGenerator
  ) throws(ImportError) -> ImportPairing {
    let pairing: ImportPairing
    do {
      pairing = try ImportPairing(file.lines, existing: existing, using: &generator)
    } catch {
      throw ImportError((file.problems + error.problems).sorted { $0.line < $1.line })
    }
    guard file.problems.isEmpty else { throw ImportError(file.problems) }
    return pairing
  }

  private mutating func relinkOthers(_ existing: [Plan], _ pairing: ImportPairing) {
    let imported = Set(pairing.ids)
    // A deletion holds only for the content it was made for, so deleted plans are left unchanged.
    for plan in existing where !plan.isDeleted && !imported.contains(plan.id) {
      let edits = pairing.relinkingEdits(of: plan, onlyToImported: true)
      guard !edits.isEmpty else { continue }
      relinked.append(ImportStep(id: plan.id, isNew: false, edits: edits))
    }
  }
}
