import PlanModel
import PlanView

extension Screen {
  /// Handles a key in a list of values.
  mutating func handle(_ key: String, in picker: Picker) -> [ScreenEffect] {
    var picker = picker
    switch key {
    case "Escape", "Ctrl+c":
      prompt = nil
      if !picker.changes.isEmpty {
        message = ScreenMessage(kind: .note, text: "nothing was changed")
      }
      return []
    case "Enter": return accept(picker)
    case "ArrowDown", "Ctrl+n": step(&picker, .down)
    case "ArrowUp", "Ctrl+p": step(&picker, .up)
    case "PageDown": step(&picker, .pageDown)
    case "PageUp": step(&picker, .pageUp)
    case "Tab": picker.toggle()
    case " " where picker.isMany && picker.filter.isEmpty: picker.toggle()
    default:
      if case .column = picker.purpose, picker.filter.isEmpty, let number = Int(key),
        picker.shown.indices.contains(number - 1)
      {
        picker.chosen = number - 1
        return accept(picker)
      }
      guard picker.filter.handle(key) else { return [] }
      return edited(picker)
    }
    prompt = .pick(picker)
    return []
  }

  private func step(_ picker: inout Picker, _ act: Shortcut.Act) {
    picker.chosen = Self.stepped(
      picker.chosen, act, count: picker.shown.count, page: max(1, bodyRows / 2))
  }

  mutating func edited(_ picker: Picker) -> [ScreenEffect] {
    var picker = picker
    picker.top = 0
    if picker.purpose == .palette {
      picker.replaceOptions(paletteOptions(picker.filter.text))
    } else {
      picker.chosen = 0
      picker.refilter()
    }
    prompt = .pick(picker)
    return []
  }

  /// Makes the change of a list. Where several values can be chosen, Enter without a mark takes the
  /// chosen one.
  private mutating func accept(_ picker: Picker) -> [ScreenEffect] {
    var picker = picker
    if picker.isMany, picker.changes.isEmpty, !picker.filter.isEmpty,
      let option = picker.chosenOption, picker.mark(of: option) != .all
    {
      picker.toggle()
    }
    prompt = nil
    switch picker.purpose {
    case .labels(let ids):
      guard !picker.changes.isEmpty else { return sayUnchanged() }
      return change(.label(ids, add: picker.added, remove: picker.removed), on: picker.commit)
    case .people(let ids):
      guard !picker.changes.isEmpty else { return sayUnchanged() }
      return change(.assign(ids, add: picker.added, remove: picker.removed), on: picker.commit)
    case .priority(let ids):
      guard let option = picker.chosenOption, option.mark != .all else { return sayUnchanged() }
      return change(.set(ids, .priority, option.value), on: picker.commit)
    case .column(let ids):
      guard let option = picker.chosenOption, option.mark != .all else { return sayUnchanged() }
      return change(.move(ids, column: option.value, place: .usual), on: picker.commit)
    case .palette: return picker.chosenOption.map { run($0.item) } ?? []
    }
  }

  private mutating func sayUnchanged() -> [ScreenEffect] {
    message = ScreenMessage(kind: .note, text: "nothing was changed")
    return []
  }

  // MARK: - The palette

  mutating func openPalette() -> [ScreenEffect] {
    prompt = .pick(Picker(.palette, options: paletteOptions(""), commit: content?.commit))
    return []
  }

  private mutating func run(_ item: PaletteItem?) -> [ScreenEffect] {
    switch item {
    case .plan(let id):
      guard view == .board || view == .list else { return [] }
      if !place(on: id) { return show(plan: id) }
      focus = .plan
      return show(plan: id)
    case .act(let act): return perform(act)
    case .query(let query): return ask(for: query)
    case nil: return []
    }
  }

  /// Returns plans first, by their ids and words of their titles, then actions and saved views.
  /// Before anything is typed, the plans that were opened last come first.
  func paletteOptions(_ typed: String) -> [Picker.Option] {
    let words = typed.split(separator: " ").map { SearchText(String($0)) }
    let acts = Shortcut.all.filter { $0.act != .palette }.map { row in
      Picker.Option(
        value: row.act.rawValue, words: row.label, about: row.keyNames.joined(separator: " "),
        item: .act(row.act))
    }
    let views = (content?.board.views ?? [:]).sorted { $0.key < $1.key }.map { name, query in
      Picker.Option(
        value: "view:\(name)", words: "View \(name)", about: query, item: .query("view:\(name)"))
    }
    guard !words.isEmpty else { return recent.compactMap(summary).map(option) + acts + views }
    return plans(matching: words).map(option)
      + (acts + views).filter { option in
        words.allSatisfy { $0.occurs(in: option.words) }
      }
  }

  private func option(_ plan: PlanSummary) -> Picker.Option {
    Picker.Option(
      value: plan.plan.id.text, words: plan.plan.title, about: plan.shortID,
      item: .plan(plan.plan.id))
  }

  private static let mostPlans = 20

  /// - Complexity: Linear in the plans, until there are enough.
  private func plans(matching words: [SearchText]) -> [PlanSummary] {
    var found: [PlanSummary] = []
    for lane in lanes {
      for card in lane.cards {
        let isID = words.count == 1 && card.plan.id.isMeant(by: words[0].text)
        guard isID || words.allSatisfy({ $0.occurs(in: card.plan.title) }) else { continue }
        if isID { found.insert(card, at: 0) } else { found.append(card) }
        if found.count == Self.mostPlans { return found }
      }
    }
    return found
  }
}

/// What a row of the palette does.
enum PaletteItem: Hashable, Sendable {
  case plan(PlanID)
  case act(Shortcut.Act)
  case query(String)
}
