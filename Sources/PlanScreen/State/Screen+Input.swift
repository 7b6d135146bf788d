import PlanModel
import PlanView

extension Screen {
  mutating func handle(_ input: InputEvent) -> [ScreenEffect] {
    switch input {
    case .key(let key): return key.name.map { handle(key: $0) } ?? []
    case .paste(let text): return handlePaste(text)
    case .mouse(let mouse): return handle(mouse)
    case .resize(let columns, let rows):
      size = ScreenSize(columns: max(1, columns), rows: max(1, rows))
      return []
    }
  }

  /// Handles a key by its name in the table of shortcuts.
  mutating func handle(key: String) -> [ScreenEffect] {
    if isEnding {
      let isQuit = Shortcut.of(key: key)?.act == .quit
      isEnding = !isQuit
      return isQuit ? [.quit] : []
    }
    message = nil
    // These mean the same while something is typed.
    switch Shortcut.of(key: key)?.act {
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    default: break
    }
    if prompt != nil { return handlePrompt(key) }
    // A value of a conflict is written by the key that changes a title.
    if view == .conflicts, key == "e" { return writeDecision() }
    if view == .roadmap, focus == .main, let zooms = zoom(by: key) { return zooms }
    guard let shortcut = Shortcut.of(key: key) else {
      if key.count == 1 {
        message = ScreenMessage(
          kind: .note, text: "'\(key)' has no meaning here", hints: ["? shows all keys"])
      }
      return []
    }
    return perform(shortcut.act)
  }
}
