/// Plans that repeat. Finishing one makes the next, which has its content and a later due date.
extension PlanDocument {
  /// Whether the edits since `old` moved the plan into a column of kind done.
  package func isFinished(since old: PlanDocument, on board: Board) -> Bool {
    isDone(on: board) && !old.isDone(on: board)
  }

  func isDone(on board: Board) -> Bool {
    board.kind(of: value(at: PlanField.state.path)?.string ?? "") == .done
  }

  /// Returns the next occurrence of a plan that is finished today. Returns nil if the plan does not
  /// repeat or is deleted, or if the next day is after the end of the calendar.
  package func nextStep(today: CalendarDay) -> Repetition.Step? {
    guard let text = value(at: PlanField.repeat.path)?.string, !isHidden else { return nil }
    return Repetition(text)?.step(due: day(.due), today: today)
  }

  /// Returns the edits that make the next plan, without its column, its rank and its creation.
  ///
  /// The shown values of this plan are copied, including values that this version does not know.
  /// The items of the checklist are copied unticked. Values that belong to the finished work are
  /// left out: the owner, the lease, the milestone, the iteration, comments, commits, other lists,
  /// links other than parents, and aliases. Apart from the days, the values depend only on this
  /// plan. So two clones write the same values, with the stamp `Stamp.derived`.
  package func nextPlan(at step: Repetition.Step, today: CalendarDay) -> [Edit] {
    let items = records(in: "checklist")
    var edits = dayEdits(at: step, today: today)
    for (path, elements) in elements.sorted(by: { $0.key < $1.key }) {
      guard let value = elements.first?.value, path.isRepeated else { continue }
      if case .item(_, let item, let member) = path {
        guard items[item]?.isRemovedItem == false else { continue }
        edits.append(.write(path, member == "done" ? .bool(false) : value))
      } else if !value.isNull {
        edits.append(.write(path, value))
      }
    }
    return edits
  }

  /// Returns the edits that move the plan itself to its next day, without finishing it.
  package func dayEdits(at step: Repetition.Step, today: CalendarDay) -> [Edit] {
    var edits = [Edit.due(step.day), PlanField.repeat.write(.string(step.rule.description))]
    if let start = day(.start) {
      let moved = start + (step.day - (day(.due) ?? today))
      let isInOrder = day(.due).map { start <= $0 } ?? false
      edits.append(
        PlanField.start.write(.string((isInOrder ? moved : min(moved, step.day)).description)))
    }
    return edits
  }

  private func day(_ field: PlanField) -> CalendarDay? {
    value(at: field.path)?.string.flatMap(CalendarDay.init)
  }

  /// Whether this next plan was deleted by the undo that reopened the plan `finished`. The undo
  /// gives both plans stamps of the same command.
  package func isUndone(with finished: PlanDocument) -> Bool {
    guard isHidden, let deleted = self[PlanField.deleted.path].first,
      let state = finished[PlanField.state.path].first
    else { return false }
    return deleted.stamp.isOfSameCommand(as: state.stamp)
  }
}

extension ElementPath {
  /// Whether the next plan of a series gets the value of the finished one.
  fileprivate var isRepeated: Bool {
    switch self {
    case .field(let name):
      switch PlanField(name) {
      case .state, .rank, .created, .deleted, .owner, .lease, .due, .start, .repeat: false
      // The next plan is in another iteration, and often after the milestone.
      case .milestone, .iteration: false
      default: true
      }
    case .setMember("links", let member): Link(member.text)?.kind == Link.parentKind
    case .setMember("aliases", _): false
    case .setMember: true
    case .item("checklist", _, let member): member != "gone"
    case .item, .other: false
    }
  }
}
