/// What an import will do, worked out before anything is written.
package struct ImportPlan: Sendable {
  /// One plan to make or to bring up to date.
  package struct Step: Sendable {
    package let id: PlanID
    package let isNew: Bool
    package let edits: [Edit]

    /// The edits that say something new of a plan.
    ///
    /// A value that the plan shows already is none, even where others wait beside it: the line can't
    /// have seen them, so it does not decide between them.
    package func edits(of document: PlanDocument) -> [Edit] {
      edits.filter { edit in
        guard case .write(let path, let value) = edit else { return true }
        return document.value(at: path) != value
      }
    }
  }

  package private(set) var steps: [Step] = []
  /// Lines about plans that are deleted here, which an import does not bring back.
  package private(set) var deleted = 0
  /// Links whose target is neither on the board nor in the import; they are kept as they are.
  package private(set) var danglingLinks = 0
  /// What was left out, in words, with the number of lines that have them.
  package private(set) var ignored: [String: Int] = [:]

  /// Pairs lines with the plans that they are about, and resolves links given as aliases.
  ///
  /// A line is about the plan with its `id`, else the plan with one of its `aliases`, else a new
  /// one. Values of the line replace those of the plan; members of its sets are added, none are
  /// taken away, since the line can't have seen what was added here.
  ///
  /// - Parameters:
  ///   - existing: All plans of the board, deleted ones included.
  ///   - ranks: A position for each line, ascending.
  ///   - now: The time of creation where a line gives none; `person` likewise.
  package init(
    _ lines: [ImportLine], existing: [Plan], board: Board, ranks: [String], now: Timestamp,
    person: String, using generator: inout some RandomNumberGenerator
  ) throws(ImportError) {
    let existing = Dictionary(existing.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var owners: [ExactString: PlanID] = [:]
    for plan in existing.values.sorted(by: { $0.id < $1.id }) {
      for alias in plan.aliases { owners[ExactString(alias)] = plan.id }
    }
    let ids = try Self.pair(lines, existing: existing, owners: &owners, using: &generator)
    let known = Set((Array(existing.keys) + ids).map(\.text))
    for (index, line) in lines.enumerated() {
      let old = existing[ids[index]]
      if old?.isDeleted == true {
        deleted += 1
        continue
      }
      var edits = line.edits + line.aliases.map { Edit.add($0, to: .aliases) }
      for link in line.links {
        let owner = owners[ExactString(link.target)]
        if owner == nil, !known.contains(link.target) { danglingLinks += 1 }
        let resolved = Link(kind: link.kind, target: owner?.text ?? link.target)
        edits.append(.add(resolved.description, to: .links))
      }
      edits += Self.items(of: line, old: old, now: now, person: person, using: &generator)
      if old == nil {
        guard line.title != nil else {
          throw ImportError(line: line.number, reason: "a new plan must have a 'title'")
        }
        edits.append(
          .created(
            at: line.created?.at ?? now, by: line.created.map(\.by) ?? person))
        if line.state == nil, let entry = board.entry { edits.append(.state(entry.id)) }
        edits.append(.rank(ranks[index]))
      }
      steps.append(Step(id: ids[index], isNew: old == nil, edits: edits))
      for key in line.ignored { ignored[key, default: 0] += 1 }
    }
  }

  /// The id of the plan that each line is about.
  private static func pair(
    _ lines: [ImportLine], existing: [PlanID: Plan], owners: inout [ExactString: PlanID],
    using generator: inout some RandomNumberGenerator
  ) throws(ImportError) -> [PlanID] {
    var ids: [PlanID] = []
    var firstLine: [PlanID: Int] = [:]
    for line in lines {
      let owned = line.aliases.lazy.compactMap { [owners] in owners[ExactString($0)] }.first
      let id = line.id ?? owned ?? PlanID.random(using: &generator)
      if let first = firstLine.updateValue(line.number, forKey: id) {
        throw ImportError(line: line.number, reason: "the same plan as on line \(first)")
      }
      for alias in line.aliases {
        if let owner = owners.updateValue(id, forKey: ExactString(alias)), owner != id {
          throw ImportError(line: line.number, reason: "alias '\(alias)' belongs to plan \(owner)")
        }
      }
      ids.append(id)
    }
    return ids
  }

  /// The checklist and the comments of a line that the plan does not have yet.
  private static func items<SomeGenerator: RandomNumberGenerator>(
    of line: ImportLine, old: Plan?, now: Timestamp, person: String,
    using generator: inout SomeGenerator
  ) -> [Edit] {
    var edits: [Edit] = []
    let ranks = Rank.spread(line.checklist.count, at: now, using: &generator)
    // Each item is matched once, so that items of one text keep their own ticks.
    var unmatched = old?.checklist ?? []
    let removed = old?.removedItemIDs ?? []
    var taken = removed.union(line.checklist.map(\.id)).union(line.comments.map(\.id))
    if let old { taken.formUnion(old.checklist.map(\.id) + old.comments.map(\.id)) }
    let newID = { (given: String, generator: inout SomeGenerator) -> String in
      guard given.isEmpty else { return given }
      let id = Edit.itemID(besides: taken, using: &generator)
      taken.insert(id)
      return id
    }
    for (item, rank) in zip(line.checklist, ranks) where !removed.contains(item.id) {
      let match =
        unmatched.firstIndex { $0.id == item.id }
        ?? unmatched.firstIndex {
          item.id.isEmpty && ExactString($0.text) == ExactString(item.text)
        }
      if let match {
        let id = unmatched.remove(at: match).id
        edits.append(.write(PlanList.checklist.path(id, "text"), .string(item.text)))
        edits.append(.check(id, done: item.done))
      } else {
        let id = newID(item.id, &generator)
        edits += Edit.checklistItem(id, text: item.text, rank: rank)
        if item.done { edits.append(.check(id, done: true)) }
      }
    }
    for comment in line.comments where !removed.contains(comment.id) {
      let isThere = old?.comments.contains {
        comment.id.isEmpty
          ? $0.text.elementsEqual(comment.text) { ExactString($0) == ExactString($1) }
          : $0.id == comment.id
      }
      guard isThere != true else { continue }
      edits += Edit.comment(
        newID(comment.id, &generator), text: comment.text,
        at: comment.at ?? now, by: comment.by.isEmpty ? person : comment.by)
    }
    return edits
  }
}
