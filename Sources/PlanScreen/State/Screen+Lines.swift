import PlanModel
import PlanView

extension Screen {
  /// Handles a key in a line of text.
  mutating func handle(_ key: String, in line: LinePrompt) -> [ScreenEffect] {
    var line = line
    switch key {
    case "Escape", "Ctrl+c": return leave(line)
    case "Enter":
      // Enter inserts the chosen word. If more words may follow, the prompt stays open.
      if line.chosen != nil, let offer = line.takeOffer(), line.hasWords || offer.goesOn {
        return edited(line)
      }
      return accept(line)
    case "ArrowDown", "Ctrl+n":
      if line.choose(by: 1) { prompt = .line(line) }
    case "ArrowUp", "Ctrl+p":
      if line.choose(by: -1) { prompt = .line(line) }
    case "Tab":
      if line.takeOffer() != nil { return edited(line) }
    default:
      let before = line.editor.text
      if line.isReplacedByTyping, key.count == 1, key != " " { line.editor = LineEditor() }
      line.isReplacedByTyping = false
      guard line.editor.handle(key) else { return [] }
      if line.editor.text == before {
        prompt = .line(line)
        return []
      }
      return edited(line)
    }
    return []
  }

  /// Stores an edited line, and asks the questions that depend on it.
  mutating func edited(_ line: LinePrompt) -> [ScreenEffect] {
    var line = line
    line.hideOffers()
    switch line.purpose {
    case .query:
      line.note = nil
      prompt = .line(line)
      return ask(for: line.editor.text) + [.ask(.completions(query: line.editor.typed))]
    case .due: offerDays(to: &line)
    case .field: offerFields(to: &line)
    case .newPlan:
      line.note = quickNote(line.editor.text)
      offerMarks(to: &line)
      prompt = .line(line)
      return quickQuestion(line).map { [.ask(.completions(query: $0))] } ?? []
    case .link(let id):
      line.note = nil
      offerLinks(to: &line, of: id)
    case .title, .checklist, .decision: line.note = nil
    }
    prompt = .line(line)
    return []
  }

  /// Opens a prompt. If its text was kept when it was left earlier, that text is restored.
  mutating func open(_ line: LinePrompt) -> [ScreenEffect] {
    var line = line
    let kept = promptDrafts.line(like: line)
    if let kept {
      line.editor.replace(by: kept.editor.text)
      line.isReplacedByTyping = false
    }
    let note = kept.map { Self.note(for: $0, in: line) } ?? line.note
    let effects = edited(line)
    guard let note, case .line(var open) = prompt else { return effects }
    open.note = note
    prompt = .line(open)
    return effects
  }

  /// Returns a note that a text was kept, and whether its value has changed since then.
  private static func note(for kept: LinePrompt, in line: LinePrompt) -> String {
    switch line.purpose {
    case .title, .due:
      guard kept.before != line.before else { break }
      let new = line.before.isEmpty ? "nothing" : "'\(line.before)'"
      return "changed meanwhile to \(new); Enter keeps what you typed"
    default: break
    }
    return "what you typed before; Ctrl+u clears it"
  }

  private mutating func leave(_ line: LinePrompt) -> [ScreenEffect] {
    prompt = nil
    if line.purpose == .query { return ask(for: line.before) }
    if promptDrafts.keep(line) {
      message = ScreenMessage("nothing was changed", hints: ["the same key brings your text back"])
    } else if line.editor.text != line.before {
      message = ScreenMessage("nothing was changed")
    }
    return []
  }

  /// Keeps a line open, with an error.
  private mutating func refuse(_ line: LinePrompt, _ reason: String) -> [ScreenEffect] {
    var line = line
    line.note = reason
    prompt = .line(line)
    return []
  }

  /// Makes the change of a line. An empty line changes nothing, except that it clears a due date.
  private mutating func accept(_ line: LinePrompt) -> [ScreenEffect] {
    var text = line.editor.text
    let isBlank = text.allSatisfy { $0 == " " }
    prompt = nil
    if line.purpose == .query { return acceptQuery(isBlank ? "" : text, line) }
    let clears = isBlank && !line.before.isEmpty && isDue(line)
    if !clears, isBlank || text == line.before && !isDecision(line) {
      promptDrafts.forget(line)
      return report("nothing was changed")
    }
    // A value from another program may contain control characters, which are not allowed in a
    // change.
    text = LineEditor.plain(text)
    switch line.purpose {
    case .query: return []
    case .title where line.isDeleted:
      prompt = .revive(line)
      return []
    case .title(let id, _): return change(.edit([id], FieldChanges(.title, text)), by: line)
    case .newPlan(let column): return add(text, to: column, line)
    case .due(let ids): return setDue(of: ids, to: isBlank ? "none" : text, line)
    case .field(let ids): return setField(of: ids, text, line)
    case .checklist(let id): return change(.edit([id], FieldChanges(newLine: text)), by: line)
    case .link(let id): return changeLink(of: id, text, line)
    case .decision(let subject, let field):
      return change(.resolve(subject: subject, field: field, .value(text)), by: line)
    }
  }

  /// Handles the answer to the question whether a deleted plan is restored with its new title. The
  /// change is made as if the deletion was not known, so the deletion and the new title become a
  /// conflict.
  mutating func handle(_ key: String, reviving line: LinePrompt) -> [ScreenEffect] {
    guard case .title(let id, _) = line.purpose else { return [] }
    switch key {
    case "y", "Y":
      prompt = nil
      return change(.edit([id], FieldChanges(.title, line.editor.text)), by: line)
    case "Escape", "n", "N", "q", "Ctrl+c": prompt = .line(line)
    default: break
    }
    return []
  }

  /// Shows the plans of a query, or keeps the prompt open with the error.
  private mutating func acceptQuery(_ text: String, _ line: LinePrompt) -> [ScreenEffect] {
    let effects = ask(for: text)
    if let failed, failed.question == boardQuestion, shownQuestion != boardQuestion {
      var line = line
      line.note = failed.failure.message
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

  /// Sets a field, or keeps the prompt open with the error.
  private mutating func setField(
    of ids: [PlanID], _ text: String, _ line: LinePrompt
  ) -> [ScreenEffect] {
    guard let board = content?.board else { return [] }
    let typed = TypedField(text, on: board)
    if let reason = typed.reason { return refuse(line, reason) }
    return typed.change(of: ids).map { change($0, by: line) } ?? []
  }

  /// Sets a day, or keeps the prompt open with the error.
  private mutating func setDue(
    of ids: [PlanID], to text: String, _ line: LinePrompt
  ) -> [ScreenEffect] {
    if let today = content?.viewpoint.today {
      do throws(DueDateError) {
        _ = try DueDate.parse(text, today: today)
      } catch {
        return refuse(line, "\(error.message); \(error.hint)")
      }
    }
    return change(.edit(ids, FieldChanges(.due, text)), by: line)
  }

  /// Adds a plan, or keeps the prompt open if the line has no title.
  private mutating func add(
    _ text: String, to column: String?, _ line: LinePrompt
  ) -> [ScreenEffect] {
    if quickLine(text)?.title.isEmpty == true { return refuse(line, "a plan needs a title") }
    return change(.add(line: text, column: column), by: line)
  }

  /// Adds or removes a link, or keeps the prompt open with the error.
  private mutating func changeLink(
    of id: PlanID, _ text: String, _ line: LinePrompt
  ) -> [ScreenEffect] {
    var line = line
    let typed = text.drop { $0 == " " }
    if typed.first == "-" {
      return changeLinks(of: id, .init(removed: [String(typed.dropFirst())]), line)
    }
    do throws(InvalidValue) {
      let link = try TypedLink(text)
      // Words of a title are accepted only after the person has seen which plan they match.
      if link.target.contains(" ") || !isKnownPlan(link.target), line.choose(by: 1) {
        return refuse(line, "Enter links this plan")
      }
    } catch {
      return refuse(line, "'\(error.value)' \(error.reason); \(error.hint)")
    }
    return changeLinks(of: id, .init(added: [text]), line)
  }

  private mutating func changeLinks(
    of id: PlanID, _ links: FieldChanges.SetChange, _ line: LinePrompt
  ) -> [ScreenEffect] {
    change(.edit([id], FieldChanges(.links, links)), by: line)
  }

  /// Returns the effect of a change by a line, which is opened again if the change is refused.
  private mutating func change(_ change: ScreenChange, by line: LinePrompt) -> [ScreenEffect] {
    let shown = isDecision(line) ? conflicts.content?.commit : content?.commit
    promptDrafts.forget(line)
    return self.change(change, on: line.commit ?? shown, by: .line(line))
  }
}
