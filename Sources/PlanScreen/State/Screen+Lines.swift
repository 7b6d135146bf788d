import PlanModel
import PlanView

extension Screen {
  /// Handles a key in a line of text.
  mutating func handle(_ key: String, in line: LinePrompt) -> [ScreenEffect] {
    var line = line
    switch key {
    case "Escape", "Ctrl+c": return leave(line)
    case "Enter":
      // Enter takes the chosen word; a query goes on after it.
      if line.chosen != nil, line.takeOffer(), line.purpose == .query { return edited(line) }
      return accept(line)
    case "ArrowDown", "Ctrl+n":
      if line.choose(by: 1) { prompt = .line(line) }
    case "ArrowUp", "Ctrl+p":
      if line.choose(by: -1) { prompt = .line(line) }
    case "Tab":
      if line.takeOffer() { return edited(line) }
    default:
      let before = line.editor.text
      guard line.editor.handle(key) else { return [] }
      if line.editor.text == before {
        prompt = .line(line)
        return []
      }
      return edited(line)
    }
    return []
  }

  /// Keeps an edited line, and asks what depends on it.
  mutating func edited(_ line: LinePrompt) -> [ScreenEffect] {
    var line = line
    line.hideOffers()
    switch line.purpose {
    case .query:
      line.note = nil
      prompt = .line(line)
      return ask(for: line.editor.text) + [.ask(.completions(query: line.editor.typed))]
    case .due: offerDays(to: &line)
    case .newPlan: line.note = quickNote(line.editor.text)
    case .title, .checklist, .link, .decision: break
    }
    prompt = .line(line)
    return []
  }

  /// The marks in the line of a new plan, such as `#bug  @sam`; nil without any.
  private func quickNote(_ text: String) -> String? {
    let marks = text.split(separator: " ").filter { "#@!^".contains($0.prefix(1)) && $0.count > 1 }
    return marks.isEmpty ? nil : marks.joined(separator: "  ")
  }

  private mutating func leave(_ line: LinePrompt) -> [ScreenEffect] {
    prompt = nil
    if line.purpose == .query { return ask(for: line.before) }
    if line.editor.text != line.before {
      message = ScreenMessage(kind: .note, text: "nothing was changed")
    }
    return []
  }

  /// Makes the change of a line. An empty line changes nothing, except for a due date.
  private mutating func accept(_ line: LinePrompt) -> [ScreenEffect] {
    let text = line.editor.text
    let isBlank = text.allSatisfy { $0 == " " }
    prompt = nil
    if line.purpose == .query { return acceptQuery(isBlank ? "" : text, line) }
    let clears = isBlank && !line.before.isEmpty && isDue(line)
    if !clears, isBlank || text == line.before && !isDecision(line) {
      message = ScreenMessage(kind: .note, text: "nothing was changed")
      return []
    }
    switch line.purpose {
    case .query: return []
    case .title where line.isDeleted:
      prompt = .revive(line)
      return []
    case .title(let id, _): return change(.set([id], .title, text), by: line)
    case .newPlan(let column): return change(.add(line: text, column: column), by: line)
    case .due(let ids): return setDue(of: ids, to: isBlank ? "none" : text, line)
    case .checklist(let id): return change(.addLine(id, text: text), by: line)
    case .link(let id): return change(.link(id, text), by: line)
    case .decision(let subject, let field):
      return change(.resolve(subject: subject, field: field, .value(text)), by: line)
    }
  }

  /// Answers whether a plan that was deleted meanwhile comes back with its new title. The change is
  /// decided on the board as it was, so the plan says that it was deleted but changed.
  mutating func handle(_ key: String, reviving line: LinePrompt) -> [ScreenEffect] {
    guard case .title(let id, _) = line.purpose else { return [] }
    switch key {
    case "y", "Y":
      prompt = nil
      return change(.set([id], .title, line.editor.text), by: line)
    case "Escape", "n", "N", "q", "Ctrl+c": prompt = .line(line)
    default: break
    }
    return []
  }

  /// Shows the plans of a query, or keeps the prompt open with what is wrong with it.
  private mutating func acceptQuery(_ text: String, _ line: LinePrompt) -> [ScreenEffect] {
    let effects = ask(for: text)
    if let unanswered, unanswered.question == boardQuestion, shownQuestion != boardQuestion {
      var line = line
      line.note = unanswered.failure.message
      prompt = .line(line)
    }
    return effects
  }

  private func isDue(_ line: LinePrompt) -> Bool {
    if case .due = line.purpose { true } else { false }
  }

  private func isDecision(_ line: LinePrompt) -> Bool {
    if case .decision = line.purpose { true } else { false }
  }

  /// Sets a day, or keeps the prompt open with what is wrong with it.
  private mutating func setDue(
    of ids: [PlanID], to text: String, _ line: LinePrompt
  ) -> [ScreenEffect] {
    if let today = content?.viewpoint.today {
      do throws(DueDateError) {
        _ = try DueDate.parse(text, today: today)
      } catch {
        var line = line
        line.note = "\(error.message); \(error.hint)"
        prompt = .line(line)
        return []
      }
    }
    return change(.set(ids, .due, text), by: line)
  }

  /// Returns the effect of a change by a line, which is opened again if the change is refused.
  private mutating func change(_ change: ScreenChange, by line: LinePrompt) -> [ScreenEffect] {
    let shown = isDecision(line) ? conflicts.content?.commit : content?.commit
    return own.add(.init(change: change, commit: line.commit ?? shown, line: line)).map { [$0] }
      ?? []
  }

  /// Opens the lines of refused changes again, as soon as no other prompt is open.
  mutating func reopenLines() {
    guard prompt == nil, !refusedLines.isEmpty else { return }
    prompt = .line(refusedLines.removeFirst())
  }

  /// Returns the effect of a change that was decided on the board of an earlier moment.
  mutating func change(_ change: ScreenChange, on commit: String?) -> [ScreenEffect] {
    own.add(.init(change: change, commit: commit ?? content?.commit)).map { [$0] } ?? []
  }
}
