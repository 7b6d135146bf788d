/// Plans that repeat. Finishing one makes the next, which has its content and a later due date.
extension PlanDocument {
  /// Whether the edits since `old` moved the plan into a column of kind done.
  package func isFinished(since old: PlanDocument, on board: Board) -> Bool {
    isDone(on: board) && !old.isDone(on: board)
  }

  func isDone(on board: Board) -> Bool {
    board.kind(of: value(at: PlanField.state.path)?.string ?? "") == .done
  }

  /// The next day of a plan that is finished today, by its rule; nil if it does not repeat, is
  /// deleted, or the calendar ends before.
  package func nextStep(today: CalendarDay) -> Repetition.Step? {
    guard let text = value(at: PlanField.repeat.path)?.string, !isHidden else { return nil }
    return Repetition(text)?.step(due: day(.due), today: today)
  }

  /// Returns the edits that make the next plan, without its column, its rank and its creation.
  ///
  /// The next plan has the shown values of this one, also those that this version does not know,
  /// and its checklist with nothing ticked. It does not have what belongs to the work that is
  /// done: the owner, the lease, the milestone, the iteration, comments, commits, other lists,
  /// links other than parents, and aliases. No value depends on the clone or on the time, so that
  /// two clones write the same ones, with the stamp `Stamp.derived`.
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

  /// Returns the edits that move the plan to its next day, without finishing it.
  package func dayEdits(at step: Repetition.Step, today: CalendarDay) -> [Edit] {
    var edits = [
      Edit.due(step.day), PlanField.repeat.write(.string(step.rule.description)),
    ]
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

  /// Whether an undo of the change that finished the plan `finished` also deleted this plan, which
  /// follows it. Both got stamps of one command.
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
