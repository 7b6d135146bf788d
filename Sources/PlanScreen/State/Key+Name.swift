import PlanView

extension Key {
  /// The name of the key in the table of shortcuts, such as `Ctrl+k`, `Shift+ArrowLeft` or `H`.
  var name: String? {
    var name: String
    switch code {
    case .character(let character): name = String(character)
    case .enter: name = "Enter"
    case .escape: name = "Escape"
    case .tab: name = "Tab"
    case .backspace: name = "Backspace"
    case .delete: name = "Delete"
    case .insert: name = "Insert"
    case .up: name = "ArrowUp"
    case .down: name = "ArrowDown"
    case .left: name = "ArrowLeft"
    case .right: name = "ArrowRight"
    case .home: name = "Home"
    case .end: name = "End"
    case .pageUp: name = "PageUp"
    case .pageDown: name = "PageDown"
    case .function(let number): name = "F\(number)"
    }
    // With Ctrl a letter is lowercase, because terminals do not report its case.
    if modifiers.contains(.control), case .character = code { name = name.lowercased() }
    if modifiers.contains(.shift), typed == nil { name = "Shift+" + name }
    if modifiers.contains(.alt) { name = "Alt+" + name }
    if modifiers.contains(.control) { name = "Ctrl+" + name }
    return name
  }
}
