import PlanModel
import PlanView

extension Screen {
  /// Performs the act of a shortcut. If the act should have opened a prompt or the editor but did
  /// not, the text that people type next is not treated as keys.
  mutating func perform(_ act: Shortcut.Act) -> [ScreenEffect] {
    let effects = effects(of: act)
    if act.opensPrompt, prompt == nil, effects.isEmpty { ignoredAt = now }
    return effects
  }

  private mutating func effects(of act: Shortcut.Act) -> [ScreenEffect] {
    // In the conflicts, the key that edits a title writes another value.
    if view == .conflicts, act == .edit { return writeDecision() }
    if let shortcut = Shortcut.of(act), shortcut.isChange, act != .tick || focus == .plan {
      if let reason = reasonAgainstChanges ?? reasonAgainst(act) {
        return report(reason)
      }
    }
    switch act {
    case .left, .right, .up, .down, .top, .bottom, .pageUp, .pageDown: return step(act)
    case .open, .back, .other: return go(act)
    case .moveLeft, .moveRight, .moveUp, .moveDown: return move(act)
    case .select, .range, .selectAll: return select(act)
    case .add, .edit, .due, .line, .link, .assign, .labels, .priority, .field, .moveTo, .delete,
      .restore:
      return openPrompt(act)
    case .body, .comment: return openEditor(act)
    case .tick: return tickLine()
    case .take: return onTargets { .take($0) }
    case .undo: return change(.undo())
    case .redo: return change(.redo())
    case .query, .clear, .mine: return find(act)
    case .nextConflict: return goToNextConflict()
    case .earlier, .later, .dayEarlier, .dayLater, .weekEarlier, .weekLater, .now:
      return travel(act)
    case .board, .list, .conflicts, .roadmap, .flow: return show(view: act)
    case .density: return changeDensity()
    case .theme: return [.switchTheme]
    case .sync: return sync()
    case .palette:
      prompt = .pick(Picker(.palette, options: paletteOptions(""), commit: content?.commit))
    case .help: prompt = .help(Help())
    case .quit: return [.quit]
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    }
    return []
  }

  /// Why nothing can be changed now; nil if changes are possible.
  var reasonAgainstChanges: ScreenMessage? {
    if past != nil {
      return ScreenMessage("the past can't be changed", hints: ["t returns to the present"])
    }
    if settings.isReadOnly {
      return ScreenMessage("this board is opened for reading only")
    }
    if content == nil { return ScreenMessage("the board is not read yet") }
    return reasonAgainstShownCards
  }

  /// Why an act can't be done on its target plans; nil if it can.
  func reasonAgainst(_ act: Shortcut.Act) -> ScreenMessage? {
    guard ![.add, .delete, .restore, .undo, .redo].contains(act) else { return nil }
    let ids = targets
    let deleted = ids.filter { planValue($0)?.isDeleted == true }
    guard !deleted.isEmpty else { return nil }
    let words = "\(words(for: deleted)) \(deleted.count == 1 ? "is" : "are") deleted"
    guard deleted.count == ids.count else {
      return ScreenMessage("of these, " + words)
    }
    return ScreenMessage(words, hints: ["D restores \(ids.count == 1 ? "it" : "them")"])
  }

  /// Why the shown cards do not match the query; nil if they do.
  var reasonAgainstShownCards: ScreenMessage? {
    guard content != nil, shownQuestion != boardQuestion else { return nil }
    if let failed, failed.question == boardQuestion {
      return ScreenMessage(
        failed.failure.message, kind: .failure, hints: ["x clears the query"])
    }
    return ScreenMessage("the cards of this query are not here yet")
  }

  // MARK: - Changes

  mutating func onTargets(_ make: ([PlanID]) -> ScreenChange) -> [ScreenEffect] {
    let ids = targets
    guard !ids.isEmpty else { return reportNoPlan() }
    return change(make(ids))
  }

  /// Shows a message. Returns no effects, so that an act can end with it.
  mutating func report(
    _ text: String, kind: ScreenMessage.Kind = .note, hints: [String] = []
  ) -> [ScreenEffect] {
    report(ScreenMessage(text, kind: kind, hints: hints))
  }

  mutating func report(_ message: ScreenMessage) -> [ScreenEffect] {
    self.message = message
    return []
  }

  mutating func reportNoPlan() -> [ScreenEffect] {
    return report("no plan is here", hints: ["n adds one"])
  }

  private mutating func openEditor(_ act: Shortcut.Act) -> [ScreenEffect] {
    let ids = targets
    guard ids.count == 1, let id = ids.first else {
      if ids.isEmpty { return reportNoPlan() }
      return report(
        "the editor takes one plan, not \(ids.count)", hints: ["Esc ends the selection"])
    }
    return [act == .body ? .edit(id) : .comment(id)]
  }

  private mutating func sync() -> [ScreenEffect] {
    guard settings.remote != nil else {
      return report(
        "this repository has no remote", hints: ["add one with 'git remote add origin URL'"])
    }
    if let progress {
      return report("a sync is running: \(progress)")
    }
    progress = "syncing…"
    return [.sync]
  }

  private mutating func changeDensity() -> [ScreenEffect] {
    let all = CardDensity.allCases
    let next = ((all.firstIndex(of: density) ?? 0) + 1) % all.count
    density = all[next]
    return report(density.words, kind: .done)
  }

  // MARK: - Focus

  private mutating func go(_ act: Shortcut.Act) -> [ScreenEffect] {
    switch act {
    case .open: return open()
    case .other:
      if view == .conflicts, plan == nil { return readChosenValue() }
      guard let id = plan?.id ?? (view == .roadmap ? roadmap.plan : cursorPlan) else { return [] }
      if plan == nil { return show(plan: id) }
      focus = focus == .main ? .plan : .main
      return []
    default: return goBack()
    }
  }

  private mutating func open() -> [ScreenEffect] {
    if focus == .plan { return openLine() }
    if view == .conflicts { return openChosenValue() }
    if view == .roadmap { return openOnRoadmap() }
    guard view == .board || view == .list, let id = cursorPlan else { return [] }
    focus = .plan
    return plan?.id == id ? [] : show(plan: id)
  }

  /// Goes back by one step: from a plan to the plan whose link led to it, then to the board. After
  /// that it clears the selection, leaves the view, and leaves the past.
  private mutating func goBack() -> [ScreenEffect] {
    if focus == .plan, let last = trail.popLast() {
      return goBack(to: last)
    } else if plan != nil, focus == .plan || view == .board || view == .list {
      closePlan()
    } else if view == .conflicts, conflicts.isReading {
      conflicts.isReading = false
    } else if !selection.isEmpty {
      (selection, anchor) = ([], nil)
    } else if view != .board {
      view = .board
      closePlan()
    } else if past != nil {
      return travel(.now)
    } else if !query.isEmpty {
      message = ScreenMessage("the query '\(query)' stays", hints: ["x clears it", "q quits"])
    }
    return []
  }

  // MARK: - Selection

  private mutating func select(_ act: Shortcut.Act) -> [ScreenEffect] {
    if focus == .plan, act == .select { return tickLine() }
    guard view == .board || view == .list, let id = cursorPlan else { return [] }
    if act != .select, let reason = reasonAgainstShownCards {
      return report(reason)
    }
    switch act {
    case .select:
      if selection.remove(id) == nil { selection.insert(id) }
      anchor = id
      return moveCursor(
        to: view == .list
          ? spotInList(down: 1) : CardPosition(lane: spot.lane, row: spot.row + 1))
    case .range:
      guard let anchor, let from = places[anchor], from.lane == spot.lane else {
        self.anchor = id
        selection.insert(id)
        return report("the range begins here", hints: ["v again selects up to the cursor"])
      }
      let rows = min(from.row, spot.row)...max(from.row, spot.row)
      selection.formUnion(lanes[spot.lane].cards[rows].map(\.plan.id))
      self.anchor = nil
    default:
      let all = Set(places.keys)
      selection = selection == all ? [] : all
    }
    return []
  }

  // MARK: - Views

  private mutating func show(view act: Shortcut.Act) -> [ScreenEffect] {
    let next: View =
      switch act {
      case .list: .list
      case .conflicts: .conflicts
      case .roadmap: .roadmap
      case .flow: .flow
      default: .board
      }
    if next == .flow, view == .flow {
      let all = ChartKind.allCases
      charts.kind = all[((all.firstIndex(of: charts.kind) ?? 0) + 1) % all.count]
    } else if next == view {
      return []
    }
    view = next
    (charts.shown, charts.failure) = (nil, nil)
    (roadmap.shown, roadmap.failure) = (nil, nil)
    if next != .board, next != .list { closePlan() }
    return viewQuestions.map { .ask($0) }
  }

  // MARK: - Queries

  private mutating func find(_ act: Shortcut.Act) -> [ScreenEffect] {
    switch act {
    case .query:
      prompt = .line(LinePrompt(.query, text: query, before: query))
      return [.ask(.completions(query: query))]
    case .clear:
      let added = awaitedPlan
      let effects = ask(for: "")
      // The cursor moves to a new plan that the old query hid.
      awaitedPlan = added
      return effects
    default: return ask(for: query == Self.mine ? "" : Self.mine)
    }
  }

  private static let mine = "view:mine"

  /// Shows the plans of another query.
  mutating func ask(for query: String) -> [ScreenEffect] {
    guard query != self.query else { return [] }
    self.query = query
    awaitedPlan = nil
    return [.ask(boardQuestion)]
      + (view == .conflicts ? [] : viewQuestions).map { .ask($0) }
  }
}
