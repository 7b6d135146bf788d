import PlanModel
import PlanView

extension Key {
  /// Whether the key with Alt may in fact be Escape followed by the key. A bracket or `O` may also
  /// be part of a longer sequence that was split.
  fileprivate var mayFollowEscape: Bool {
    guard modifiers.contains(.alt) else { return false }
    switch code {
    case .character(let character): return character != "[" && character != "O"
    case .enter, .tab, .backspace: return true
    default: return false
    }
  }
}

extension Screen {
  mutating func handle(_ input: InputEvent) -> [ScreenEffect] {
    switch input {
    case .key(let key): return handle(key)
    case .paste(let text): return handlePaste(text)
    case .mouse(let mouse): return handle(mouse)
    case .resize(let columns, let rows):
      size = ScreenSize(columns: max(1, columns), rows: max(1, rows))
      return []
    }
  }

  /// Handles a key. A connection may join Escape and the next key, which then look like that key
  /// with Alt. If the key with Alt has no meaning, it is handled as two keys.
  private mutating func handle(_ key: Key) -> [ScreenEffect] {
    guard let name = key.name else { return [] }
    guard key.mayFollowEscape, !hasMeaning(name) else { return handle(key: name) }
    var plain = key
    plain.modifiers.remove(.alt)
    return handle(key: "Escape") + (plain.name.map { handle(key: $0) } ?? [])
  }

  private func hasMeaning(_ name: String) -> Bool {
    switch prompt {
    case .line(let line): line.editor.knows(name)
    case .pick(let picker): picker.filter.knows(name)
    case .confirm, .revive, .help, nil: Shortcut.of(key: name) != nil
    }
  }

  /// Handles a key by its name in the table of shortcuts.
  mutating func handle(key: String) -> [ScreenEffect] {
    if isIgnored(key) {
      if prompt == nil { message?.ignoresKeys = true }
      return []
    }
    message = nil
    // These keys work in the same way while something is typed.
    switch Shortcut.of(key: key)?.act {
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    default: break
    }
    if prompt != nil { return handlePrompt(key) }
    if view == .roadmap, focus == .main, let zooms = zoom(by: key) { return zooms }
    guard let shortcut = Shortcut.of(key: key) else {
      if key.count == 1 {
        message = ScreenMessage("'\(key)' has no meaning here", hints: ["? shows all keys"])
      }
      return []
    }
    return perform(shortcut.act)
  }
}
