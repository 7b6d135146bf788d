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
        message = ScreenMessage("nothing was changed")
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

  /// Makes the change of a list. If several values can be chosen and none is marked, Enter takes
  /// the one with the cursor.
  private mutating func accept(_ picker: Picker) -> [ScreenEffect] {
    var picker = picker
    if picker.isMany, picker.changes.isEmpty, !picker.filter.isEmpty,
      let option = picker.chosenOption, picker.mark(of: option) != .all
    {
      picker.toggle()
    }
    if picker.shown.isEmpty {
      return report("nothing matches '\(picker.filter.text)'", hints: ["Esc cancels"])
    }
    prompt = nil
    switch picker.purpose {
    case .labels(let ids):
      guard !picker.changes.isEmpty else { return report("nothing was changed") }
      return change(.edit(ids, FieldChanges(.labels, picker.change)), by: picker)
    case .people(let ids):
      guard !picker.changes.isEmpty else { return report("nothing was changed") }
      return change(.edit(ids, FieldChanges(.assignees, picker.change)), by: picker)
    case .priority(let ids):
      guard let option = picker.chosenOption, option.mark != .all else {
        return report("nothing was changed")
      }
      return change(.edit(ids, FieldChanges(.priority, option.value)), by: picker)
    case .column(let ids):
      guard let option = picker.chosenOption, option.mark != .all else {
        return report("nothing was changed")
      }
      return change(.move(ids, column: option.value, place: .unspecified), by: picker)
    case .palette: return picker.chosenOption.map { run($0.item) } ?? []
    }
  }

  /// Returns the effect of a change by a list, which is opened again if the change is refused.
  private mutating func change(_ change: ScreenChange, by picker: Picker) -> [ScreenEffect] {
    self.change(change, on: picker.commit, by: .pick(picker))
  }
}
