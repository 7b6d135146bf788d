/// One plan that an import creates or updates.
package struct ImportStep: Sendable {
  package let id: PlanID
  package let isNew: Bool
  /// The number of the plan's line, from 1; nil if the plan has no line.
  package internal(set) var line: Int?
  package internal(set) var edits: [Edit]
  /// The values of a line from another tracker, for a merge with the values of the plan; nil for
  /// other lines. Such a line has aliases and no id.
  var tracker: TrackerValues?
  /// The plan as it was when the line was exported, for a merge; nil if the line's values replace
  /// those of the plan.
  var base: ImportBase?
  /// The time for the first values of a new plan; nil if the line deletes the plan, or has neither
  /// an id nor an alias.
  var dated: Timestamp?
  /// The time of a new plan's last change in the tracker.
  var updated: Timestamp?
  /// The time at which the plan entered its column in the tracker. It is nil if the line does not
  /// move the plan, or if the line gives no possible time.
  var entered: Timestamp?
  /// Whether the time at which the line moves the plan is impossible, so that this time is not
  /// used.
  var leavesOutEntry = false
  /// The deletion of the plan, applied after the edits.
  var deletion: (at: Timestamp, by: String)?

  /// The column into which the import puts the plan; nil if the line names none.
  package var state: String? { text(of: .state) }

  /// Returns the text that the import writes to a field; nil if it writes none.
  package func text(of field: PlanField) -> String? {
    if let text = tracker?.text(of: field) { return text }
    for case .write(field.path, let value) in edits.reversed() { return value.string }
    return nil
  }

  /// The links in a line of another tracker, as written there and with the ids of plans here; empty
  /// for a line with an id.
  package var linksOfSource: [(given: Link, meant: Link)] {
    (tracker?.line.links ?? []).map { (given: $0, meant: tracker?.resolve($0) ?? $0) }
  }

  /// Whether the plan may have links after the import. A plan without links can't be in a cycle.
  package var mayHaveLinks: Bool {
    !isNew || tracker?.line.links.isEmpty == false
      || edits.contains { edit in
        guard case .write(.setMember(let set, _), _) = edit else { return false }
        return set.text == PlanSet.links.rawValue
      }
  }

  /// Sets a field like a value of the line.
  fileprivate mutating func set(_ field: PlanField, _ value: JSONValue) {
    if tracker == nil { edits.append(field.write(value)) } else { tracker?.set(field, value) }
  }

  /// Records when the plan entered its column in the tracker, if that time is possible.
  fileprivate mutating func enter(
    _ column: String, _ line: ImportLine, after before: ImportDays.Before, on board: Board,
    now: Timestamp
  ) {
    guard let said = line.entered(column, on: board) else { return }
    entered = ImportDays.entry(said.time, isDay: said.isDay, after: before, now: now)
    leavesOutEntry = entered == nil
  }

  /// Returns the plan after the import.
  ///
  /// If the line gives the id or an alias of a new plan, the plan's first values get this import's
  /// stamp. Two clones may import the same line independently, and a stamp must mean one value. The
  /// time of the stamp is the plan's creation time, so that the plan does not look newer.
  ///
  /// A tracker's values of a new plan are marked as derived. So when two clones import it, the
  /// import of one clone does not compete with what a person changed after the import of the other.
  ///
  /// - Parameters:
  ///   - old: The plan before the import; for a new plan, a document with only its id.
  ///   - stamp: The stamp of the import.
  package func document(from old: PlanDocument, stamp: Stamp) -> PlanDocument {
    result(from: old, stamp: stamp).document
  }

  /// Returns the plan after the import, like `document(from:stamp:)`, and what the import did with
  /// values that were changed here.
  package func result(
    from old: PlanDocument, stamp: Stamp
  ) -> (document: PlanDocument, notes: ImportNotes) {
    let stamp = isNew && tracker != nil ? stamp.ofDerived : stamp
    let first = dated.map { stamp.dated($0) } ?? .none
    var (document, notes) = (old, ImportNotes())
    if let base, !isNew {
      (document, notes) = base.merge(changes(for: old), into: old, stamp: stamp)
    } else {
      document.apply(changes(for: old), stamp: isNew ? first : stamp)
      document.keepNulls(of: edits, stamp: isNew ? first : stamp)
    }
    if let tracker {
      (document, notes) = TrackerMerge.result(
        of: tracker, over: document, isNew: isNew, stamp: isNew ? first : stamp)
    }
    let movedHere = document[PlanField.state.path]
    let isMoved =
      movedHere.count == 1 && movedHere[0].value != old.value(at: PlanField.state.path)
    notes.isEntryUnknown = !isNew && tracker != nil && leavesOutEntry && isMoved
    if isNew, let updated, let rank = document.value(at: .field("rank")) {
      // A plan's last change is its latest stamp. The rank gets it, because a rank never causes a
      // conflict that people must resolve.
      document[.field("rank")] = [StampedValue(stamp: stamp.dated(updated), value: rank)]
    }
    if let entered, isMoved, let state = document.value(at: .field("state")) {
      document[.field("state")] = [StampedValue(stamp: stamp.dated(entered), value: state)]
    }
    if let deletion {
      document.apply(
        [document.deletion(at: deletion.at, by: deletion.by)], stamp: isNew ? first : stamp)
    }
    return (document, notes)
  }

  /// Returns the edits that change a value.
  ///
  /// Writing the shown value is no change, even in a conflict. The line's tracker can't know the
  /// other values, so the line must not resolve the conflict.
  private func changes(for document: PlanDocument) -> [Edit] {
    edits.filter { edit in
      guard case .write(let path, let value) = edit else { return true }
      return document.value(at: path) != value
    }
  }
}

extension PlanDocument {
  /// Adds the null members of items, which only exports have. `apply` leaves nulls out, because
  /// null means no value in the lists of plans. In the memory of an import, null means that the
  /// tracker has no value.
  fileprivate mutating func keepNulls(of edits: [Edit], stamp: Stamp) {
    for case .write(.item(let list, let item, let member), .null) in edits
    where !Self.itemsOfPlans.contains(list.text) {
      let path = ElementPath.item(list: list, item: item, member: member)
      if self[path].isEmpty { self[path] = [StampedValue(stamp: stamp, value: .null)] }
    }
  }

  private static let itemsOfPlans = Set(
    [PlanList.checklist, .comments, .time, .files].map(\.rawValue))
}

// MARK: - Making steps

extension ImportSteps {
  /// Returns the step of a line, without the edits of links: these need all lines.
  func step(
    for line: ImportLine, id: PlanID, old: Plan?, rank: String,
    using generator: inout some RandomNumberGenerator
  ) -> ImportStep {
    let (edits, tracker) = values(of: line, over: old, using: &generator)
    var step = ImportStep(id: id, isNew: old == nil, edits: edits)
    (step.line, step.tracker) = (line.number, tracker)
    step.deletion = deletion(line, old: old)
    guard let old else {
      complete(&step, of: line, rank: rank)
      return step
    }
    // A stamp that is older than that of the former column would lose against it in a merge.
    if let state = step.state, state != old.state {
      let before = old.stateSince.map(ImportDays.Before.moved) ?? .made(old.created?.at)
      step.enter(state, line, after: before, on: board, now: now)
    }
    return step
  }

  /// Returns the edits of a line, and its values that are merged with those here; nil for a line
  /// that replaces them.
  private func values(
    of line: ImportLine, over old: Plan?, using generator: inout some RandomNumberGenerator
  ) -> (edits: [Edit], tracker: TrackerValues?) {
    var items = ImportedItems(of: old, line: line)
    let ranks = Rank.spread(
      line.checklist.count, at: now, after: old?.checklist.last?.rank, using: &generator)
    var (edits, tracker): ([Edit], TrackerValues?) = ([], nil)
    if line.id == nil, !line.aliases.isEmpty {
      tracker = TrackerValues(line, ranks: ranks, person: person, now: now)
      // Only exports contain the memory of imports, and their lines have ids.
      edits += line.edits.filter { edit in
        if case .item = edit.path { !edit.path.isOfOrigin } else { false }
      }
    } else {
      edits += line.edits + line.aliases.map { Edit.add($0, to: .aliases) }
      edits += items.checklist(line.checklist, ranks: ranks)
      edits += items.comments(line.comments, now: now, person: person, using: &generator)
    }
    edits += items.time(line.time, now: now, person: person, using: &generator)
    // Comments of another tracker get new ids here.
    edits += items.unknownMembers(of: line).filter { edit in
      if tracker != nil, case .item("comments", _, _) = edit.path { false } else { true }
    }
    return (edits, tracker)
  }

  /// Adds to the step of a new plan what every plan has.
  private func complete(_ step: inout ImportStep, of line: ImportLine, rank: String) {
    let created =
      line.created?.at
      ?? ImportDays.creation([line.started, line.moved, line.closed, line.updated], now: now)
    let maker = line.created?.by ?? ""
    step.edits.append(.created(at: created, by: maker.isEmpty ? person : maker))
    if line.state == nil, let entry = board.entry { step.set(.state, .string(entry.id)) }
    step.edits.append(.rank(line.rank ?? rank))
    // A deletion holds only for the content it was made for. If two clones import a deleted plan,
    // both must write the same content, or the merge would restore the plan.
    if line.id != nil || step.tracker != nil, step.deletion == nil {
      step.dated = min(created, now)
    }
    // A stamp in the future would win against every change made until then.
    if let updated = line.updated, created < updated, updated <= now { step.updated = updated }
    step.enter(step.state ?? "", line, after: .isNew(made: created), on: board, now: now)
  }

  /// Returns the deletion of the plan; nil if the line has none or the plan was changed here later.
  private func deletion(_ line: ImportLine, old: Plan?) -> (at: Timestamp, by: String)? {
    guard let deletion = line.deletion else { return nil }
    let at = deletion.at ?? now
    if let updated = old?.updated, updated > at { return nil }
    return (at, deletion.by.isEmpty ? person : deletion.by)
  }
}
