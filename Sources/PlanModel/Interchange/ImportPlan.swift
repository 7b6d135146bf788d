/// The steps of an import, worked out before anything is written.
package struct ImportPlan: Sendable {
  /// One step for each line whose plan is not left out.
  package private(set) var steps: [ImportStep] = []
  /// The plans outside the import whose links name imported plans by an alias.
  package private(set) var relinked: [ImportStep] = []
  /// The plans of lines that are deleted here, unless the import restores them.
  package private(set) var leftOut: [PlanID] = []
  /// The plans that were deleted here, and are restored.
  package private(set) var restored: [PlanID] = []
  /// The number of lines whose plan is deleted both there and here.
  package private(set) var alreadyDeleted = 0
  /// The plans that lines delete, but that were changed here later; they are not deleted.
  package private(set) var changedSinceDeletion: [PlanID] = []
  /// The links of lines whose target is neither on the board nor in the import; they are kept.
  package private(set) var danglingLinks: [DanglingLink] = []
  /// The values that were left out, in words, with the number of lines that have them.
  package private(set) var ignored: [String: Int] = [:]
  /// The unknown members, which pmgit keeps, with the number of lines that have them.
  package private(set) var unknown: [ExactString: Int] = [:]

  package struct DanglingLink: Hashable, Sendable {
    package let plan: PlanID
    package let link: Link
  }

  /// Pairs lines with their plans, and resolves links given as aliases.
  ///
  /// A line belongs to the plan with its `id`, else to the plan with one of its `aliases`, else to
  /// a new one. Values of the line replace those of the plan; members of its sets are added and
  /// none removed, since the line's source can't have seen members that were added here.
  ///
  /// A link to an alias becomes one to the plan that has it: in the import that brings the plan, or
  /// in the next import of either. So a backlog in several files gets the same links in any order
  /// of the files.
  ///
  /// - Parameters:
  ///   - file: The lines; problems in other lines of the file are thrown with those found here.
  ///   - existing: All plans of the board, deleted ones included.
  ///   - ranks: A position for each line, ascending.
  ///   - restoresDeleted: Whether plans that are deleted here, and not there, come back.
  ///   - now: The time of creation if a line gives none; `person` likewise.
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
    // A deletion holds only for the content that it has seen, so deleted plans are left unchanged.
    for plan in existing where !plan.isDeleted && !imported.contains(plan.id) {
      let edits = pairing.relinkingEdits(of: plan, onlyToImported: true)
      guard !edits.isEmpty else { continue }
      relinked.append(ImportStep(id: plan.id, isNew: false, edits: edits))
    }
  }
}
