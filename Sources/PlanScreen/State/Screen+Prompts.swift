import PlanModel
import PlanView

extension Screen {
  /// Opens the prompt for an act.
  mutating func openPrompt(_ act: Shortcut.Act) -> [ScreenEffect] {
    let ids = targets
    if act == .add {
      let column = view == .board || view == .list ? lane.flatMap { $0.isKnown ? $0.id : nil } : nil
      return open(LinePrompt(.newPlan(column: column), commit: content?.commit))
    }
    guard let first = ids.first else { return reportNoPlan() }
    switch act {
    case .edit, .line, .link:
      guard ids.count == 1 else {
        return report(
          "\(ids.count) plans are selected, and this takes one", hints: ["Esc ends the selection"])
      }
      return open(linePrompt(act, for: first))
    case .due:
      let due = ids.count == 1 ? planValue(first)?.due?.description ?? "" : ""
      var line = LinePrompt(.due(ids), text: due, before: due, commit: content?.commit)
      line.isReplacedByTyping = !due.isEmpty
      if ids.count == 1 { line.note = waitingWords("due", of: first) }
      return open(line)
    case .field: return open(LinePrompt(.field(ids), commit: content?.commit))
    case .delete, .restore: return confirm(act, ids)
    default: return openPicker(act, for: ids)
    }
  }

  /// Asks before plans are deleted, or restored if all of them are already deleted.
  private mutating func confirm(_ act: Shortcut.Act, _ ids: [PlanID]) -> [ScreenEffect] {
    let deleted = ids.filter { planValue($0)?.isDeleted == true }
    let isRestoring = act == .restore || deleted.count == ids.count
    let chosen = isRestoring ? deleted : ids.filter { !deleted.contains($0) }
    guard !chosen.isEmpty else {
      return report(
        "\(words(for: ids)) \(ids.count == 1 ? "is" : "are") not deleted",
        hints: ["/ is:deleted lists deleted plans"])
    }
    let title = chosen.count == 1 ? planValue(chosen[0])?.title ?? "" : ""
    prompt = .confirm(
      Confirmation(
        change: isRestoring ? .restore(chosen) : .delete(chosen), commit: content?.commit,
        about: words(for: chosen) + (title.isEmpty ? "" : " '\(title)'")))
    return []
  }

  private func linePrompt(_ act: Shortcut.Act, for id: PlanID) -> LinePrompt {
    switch act {
    case .line: return LinePrompt(.checklist(id), commit: content?.commit)
    case .link: return LinePrompt(.link(id), commit: content?.commit)
    default:
      let title = planValue(id)?.title ?? ""
      var line = LinePrompt(
        .title(id, seen: title), text: title, before: title, commit: content?.commit)
      line.note = waitingWords("title", of: id)
      return line
    }
  }

  /// Returns a note with the number of conflicting values of a field, because an edit resolves the
  /// conflict; nil without a conflict.
  private func waitingWords(_ field: String, of id: PlanID) -> String? {
    planValue(id)?.conflicts.first { $0.path == .field(ExactString(field)) }.map { conflict in
      "\(conflict.values.count) values wait; Enter decides for what you type"
    }
  }

  /// Returns a plan as it is shown.
  func planValue(_ id: PlanID) -> Plan? {
    summary(of: id)?.plan ?? (plan?.id == id ? plan?.content?.detail.plan : nil)
  }

  private mutating func openPicker(_ act: Shortcut.Act, for ids: [PlanID]) -> [ScreenEffect] {
    let plans = ids.compactMap(planValue)
    var purpose = Picker.Purpose.priority(ids)
    var options: [Picker.Option] = []
    switch act {
    case .labels:
      purpose = .labels(ids)
      options = Self.options(plans.map(\.labels)) { $0 }
    case .assign:
      purpose = .people(ids)
      options = Self.options(plans.map(\.assignees)) { Person($0).fullName }
    case .moveTo:
      purpose = .column(ids)
      let now = Set(plans.map(\.state))
      options = (content?.board.columns ?? []).enumerated().map { index, column in
        let mark: Picker.Mark = now == [column.id] ? .all : .none
        return Picker.Option(
          value: column.id, words: column.title, about: index < 9 ? "\(index + 1)" : "", mark: mark)
      }
    default:
      let now = Set(plans.map { $0.priority?.rawValue ?? "none" })
      options = (Priority.allCases.reversed().map(\.rawValue) + ["none"]).map {
        Picker.Option(value: $0, words: $0, mark: now == [$0] ? .all : .none)
      }
    }
    let picker = Picker(purpose, options: options, commit: content?.commit)
    prompt = .pick(picker)
    return picker.subject.map { [.ask(.choices($0))] } ?? []
  }

  /// Returns the values of plans, marked by whether all or only some of the plans have them.
  private static func options(_ values: [[String]], words: (String) -> String) -> [Picker.Option] {
    var counts: [String: Int] = [:]
    for value in values.flatMap({ Set($0) }) { counts[value, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { value, count in
      Picker.Option(
        value: value, words: words(value), mark: count == values.count ? .all : .some)
    }
  }

  func offerDays(to line: inout LinePrompt) {
    line.note = dayWords(line.editor.text)
    let typed = line.editor.text.lowercased()
    let words = (QueryCompletion.coming + Self.weekdays + ["none"]).filter { $0.hasPrefix(typed) }
    line.offer(
      (typed == line.before ? QueryCompletion.coming : words).map { word in
        Completion(word, about: word == "none" ? "" : dayWords(word) ?? "")
      })
  }

  static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Returns the day that a text means, or the message of the error if the text is not a day.
  /// Returns nil for an empty text.
  func dayWords(_ text: String) -> String? {
    guard let today = content?.viewpoint.today, text.contains(where: { $0 != " " }) else {
      return nil
    }
    do throws(DueDateError) {
      return try DueDate.parse(text, today: today).map(\.withWeekday) ?? "no due date"
    } catch {
      return error.message
    }
  }

  // MARK: - Keys

  /// Handles a key while a prompt is open.
  mutating func handlePrompt(_ key: String) -> [ScreenEffect] {
    switch prompt {
    case .line(let line): return handle(key, in: line)
    case .pick(let picker): return handle(key, in: picker)
    case .revive(let line): return handle(key, reviving: line)
    case .confirm(let asked): return handle(key, for: asked)
    case .help(let help): handle(key, in: help)
    case nil: break
    }
    return []
  }

  /// Handles the answer to a confirmation. Enter does nothing, so that a repeated key confirms
  /// nothing.
  private mutating func handle(_ key: String, for asked: Confirmation) -> [ScreenEffect] {
    switch key {
    case "y", "Y":
      prompt = nil
      return change(asked.change, on: asked.commit)
    case "Escape", "n", "N", "q", "Ctrl+c":
      prompt = nil
      message = ScreenMessage(asked.refusal)
    default: break
    }
    return []
  }

  mutating func handlePaste(_ text: String) -> [ScreenEffect] {
    switch prompt {
    case .line(var line):
      if line.isReplacedByTyping { line.editor = LineEditor() }
      line.isReplacedByTyping = false
      line.editor.insert(text)
      return edited(line)
    case .pick(var picker):
      picker.filter.insert(text)
      return edited(picker)
    case .help(var help) where help.isTyping:
      help.filter.insert(text)
      prompt = .help(help)
      return []
    case .confirm, .revive, .help, nil:
      // Pasted text is not treated as keys, which would change plans.
      return report("there is no field to paste into", hints: ["n adds a plan"])
    }
  }
}
