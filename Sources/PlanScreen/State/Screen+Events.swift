import PlanModel
import PlanView

extension Screen {
  /// Handles an event, and returns what must be done next.
  package mutating func handle(_ event: ScreenEvent) -> [ScreenEffect] {
    var effects: [ScreenEffect] = []
    switch event {
    case .input(let input): effects = handleOrDelay(input)
    case .answer(let question, let answer): effects = take(answer, to: question)
    case .done(let change, let outcome): effects = take(outcome, of: change)
    case .asked(let change, let consent): effects = ask(consent, for: change)
    case .failed(let request, let failure): effects = take(failure, of: request)
    case .boardChanged: effects = refresh()
    case .progress(let words): progress = words
    case .edited(let words):
      message = ScreenMessage(words, kind: .done, hints: hintsAfterEditor)
      hintsAfterEditor = []
    case .notice(let words): message = ScreenMessage(words, kind: .done)
    case .tick(let now): effects = tick(now)
    }
    settle()
    if !unanswered.isEmpty { awaitAnswers(to: effects) }
    let said = message
    effects += handleWaiting()
    // The keys behind an undo would clear the note that there was nothing to undo.
    if case .failed(_, let failure) = event, failure.isNothingToDo, message == nil {
      message = said
    }
    return effects
  }

  /// Asks again for everything that is shown of the present board.
  private func refresh() -> [ScreenEffect] {
    var questions = [boardQuestion]
    if let plan { questions.append(.plan(plan.id, past: past?.commit)) }
    if past != nil { questions.append(.moments) }
    return (questions + viewQuestions).map { .ask($0) }
  }

  /// The questions of the view in addition to the board's.
  var viewQuestions: [ScreenQuestion] {
    switch view {
    case .board, .list: []
    case .conflicts: [.conflicts]
    case .roadmap: [.roadmap(query: query)]
    case .flow: [.chart(charts.kind, query: query, until: past?.moment?.at)]
    }
  }

  /// Updates times such as '3 minutes ago' every minute.
  private mutating func tick(_ now: Timestamp) -> [ScreenEffect] {
    self.now = now
    guard let read = content?.viewpoint.now, now.seconds - read.seconds >= 60 else { return [] }
    return refresh()
  }

  // MARK: - Answers

  private mutating func take(
    _ answer: ScreenAnswer, to question: ScreenQuestion
  ) -> [ScreenEffect] {
    unanswered.remove(question)
    switch (answer, question) {
    case (.board(let board), boardQuestion):
      show(board)
      // The plan whose title is being edited may no longer be on the board.
      guard let id = typedTitle, places[id] == nil, past == nil else { return [] }
      return [.ask(.plan(id, past: nil))]
    case (.plan(let content), .plan(let id, nil)) where typedTitle == id && plan?.id != id:
      noteDeletion(content.detail.plan)
    case (.plan(let content), .plan(let id, past?.commit)) where plan?.id == id:
      show(content)
    case (.conflicts(let found), .conflicts):
      if let field = conflicts.show(found) {
        message = ScreenMessage("the chosen value of '\(field)' is not in conflict any more")
      }
    case (.moments(let moments), .moments): return show(moments)
    case (.chart(let shown), _) where viewQuestions.contains(question):
      (charts.shown, charts.failure) = (shown, nil)
    case (.roadmap(let shown), _) where viewQuestions.contains(question):
      (roadmap.shown, roadmap.failure) = (shown, nil)
    case (.completions(let words), .completions(let typed)): offer(words, for: typed)
    case (.choices(let choices), .choices(let subject)):
      if case .pick(var picker) = prompt, picker.subject == subject {
        picker.add(choices)
        prompt = .pick(picker)
      }
    // Late answers to questions that are no longer current are ignored.
    default: break
    }
    return []
  }

  /// Shows a board. The cursor stays on its plan, wherever the plan is now.
  private mutating func show(_ board: BoardContent) {
    let isFirst = content == nil
    warnOfChange(of: board)
    content = board
    (shownQuestion, boardFailure, failed) = (boardQuestion, nil, nil)
    places = board.model.positions
    conflictCount = board.model.lanes.reduce(board.board.conflicts.count) { sum, lane in
      lane.cards.reduce(sum) { $0 + $1.plan.conflicts.count }
    }
    selection = selection.filter { places[$0] != nil }
    if let anchor, places[anchor] == nil { self.anchor = nil }
    if let id = awaitedPlan, let spot = places[id] {
      (self.spot, awaitedPlan) = (spot, nil)
      if message?.isOfHiddenPlan == true { message = nil }
    } else if let id = past?.home ?? cursorPlan, let spot = places[id] {
      self.spot = spot
    } else if let id = cursorPlan, let spot = places[id] {
      self.spot = spot
    } else if isFirst, let lane = board.model.lanes.firstIndex(where: { !$0.cards.isEmpty }) {
      spot = CardPosition(lane: lane, row: 0)
    }
    placeCursor()
    if isFirst, let notice = board.notices.first {
      message = ScreenMessage(notice)
    }
    if past == nil { reportHidden() }
  }

  /// Reports that the query hides the plan that was added last.
  private mutating func reportHidden() {
    guard let id = awaitedPlan, id != hiddenPlan, !query.isEmpty, let said = message,
      said.kind != .failure, said.allHints.isEmpty
    else { return }
    hiddenPlan = id
    message = ScreenMessage(
      "\(said.text); the query hides \(words(for: [id]))", hints: ["x shows all"])
    message?.isOfHiddenPlan = true
  }

  private mutating func show(_ content: PlanContent) {
    noteDeletion(content.detail.plan)
    guard var open = plan else { return }
    let (isFirst, line, lines) = (open.content == nil, open.line, planLines)
    open.content = content
    open.failure = nil
    plan = open
    if isFirst {
      plan?.line = 0
      plan?.top = 0
    } else {
      keepLine(line, of: lines)
    }
    goToAwaitedLine()
  }

  // MARK: - Outcomes

  private mutating func take(_ outcome: ScreenOutcome, of change: ScreenChange) -> [ScreenEffect] {
    saving = nil
    message = ScreenMessage(outcome.words, kind: outcome.notices.isEmpty ? .done : .note)
    switch change {
    case .undo:
      if outcome.notices.isEmpty, outcome.commit != nil {
        message?.hints = ["U brings it back"]
      }
      followTakenBack(outcome)
    case .redo: followTakenBack(outcome)
    case .add:
      // The cursor moves to the new plan as soon as the board contains it.
      awaitedPlan = outcome.plans.first
    case .delete(let ids):
      selection.subtract(ids)
      if let plan, ids.contains(plan.id) { closePlan() }
    case .resolve(let subject, let field, _): conflicts.decided = (subject, field)
    case .edit(let ids, let fields):
      if let text = fields.checklist.last, let open = plan, ids == [open.id] {
        plan?.awaitedLine = text
      }
    default: break
    }
    let questions = refresh()
    awaitAnswers(to: questions)
    return questions
  }

  /// Moves the cursor to a plan that an undo or a redo has made visible again, so that the next key
  /// applies to that plan.
  private mutating func followTakenBack(_ outcome: ScreenOutcome) {
    guard outcome.plans.count == 1, let id = outcome.plans.first, places[id] == nil else { return }
    awaitedPlan = id
  }

  private mutating func take(
    _ failure: ScreenFailure, of request: ScreenRequest
  ) -> [ScreenEffect] {
    var shown = ScreenMessage(failure.message, kind: .failure, hints: failure.hints)
    switch request {
    case .question(let question):
      return take(failure, of: question, shown: shown)
    case .change(let change):
      let prompt = saving?.prompt
      if failure.isNothingToDo {
        saving = nil
        message = ScreenMessage(failure.message, hints: failure.hints)
        return refresh()
      }
      shown.ignoresKeys = dropWaiting()
      (saving, message) = (nil, shown)
      if case .resolve = change { conflicts.decided = nil }
      reopen(prompt, shown)
      return refresh()
    case .sync:
      progress = nil
      message = shown
    case .editor:
      shown.hints += hintsAfterEditor
      (message, hintsAfterEditor) = (shown, [])
    }
    return []
  }

  /// Opens the prompt of a refused change again, with the reason. A second attempt is decided on
  /// the newest board.
  private mutating func reopen(_ prompt: Prompt?, _ reason: ScreenMessage) {
    switch prompt {
    case .line(var line):
      line.note = ([reason.text] + reason.allHints).joined(separator: "; ")
      line.commit = nil
      openUnasked(.line(line))
    case .pick(var picker):
      picker.commit = nil
      openUnasked(.pick(picker))
    case .confirm, .revive, .help, nil: break
    }
  }

  /// Opens a confirmation for a change that was not made yet. Waiting inputs are dropped, because
  /// they were meant for the board after the change.
  private mutating func ask(_ consent: ScreenConfirmation, for change: ScreenChange)
    -> [ScreenEffect]
  {
    var agreed = change
    if case .undo = change { agreed = .undo(isAgreed: true) }
    if case .redo = change { agreed = .redo(isAgreed: true) }
    var asked = Confirmation(change: agreed, commit: consent.commit, about: consent.words)
    asked.ignoresKeys = dropWaiting()
    (saving, message) = (nil, nil)
    openUnasked(.confirm(asked))
    return refresh()
  }

  private mutating func take(
    _ failure: ScreenFailure, of question: ScreenQuestion, shown: ScreenMessage
  ) -> [ScreenEffect] {
    unanswered.remove(question)
    switch question {
    case boardQuestion:
      failed = (question, failure)
      if case .line(var line) = prompt, line.purpose == .query {
        line.note = failure.message
        prompt = .line(line)
        return []
      }
      if content == nil { boardFailure = failure }
      // In a prompt, the text goes on. Without one, the next key would act on an old board.
      let isDropped = prompt == nil && dropWaiting()
      message = shown
      message?.ignoresKeys = isDropped
      reopenQuery(failure)
    case .plan(let id, past?.commit) where plan?.id == id:
      if plan?.content == nil { plan?.failure = failure } else { message = shown }
    case .chart:
      if viewQuestions.contains(question) { (charts.shown, charts.failure) = (nil, failure) }
    case .roadmap:
      if viewQuestions.contains(question) { (roadmap.shown, roadmap.failure) = (nil, failure) }
    case .completions: break
    case .conflicts, .moments, .choices: message = shown
    case .board, .plan: break
    }
    return []
  }

  /// Opens the prompt of a query that failed, so that it can be corrected.
  private mutating func reopenQuery(_ failure: ScreenFailure) {
    guard prompt == nil, past == nil, case .board(let shown, nil) = shownQuestion, shown != query
    else { return }
    var line = LinePrompt(.query, text: query, before: shown)
    line.note = failure.message
    openUnasked(.line(line))
  }
}
