/// What a person does at a terminal, or what the terminal reports.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// Pasted text, which is never treated as keys. It may contain any characters, including line
  /// feeds. A long text arrives in parts.
  case paste(String)
  case mouse(Mouse)
  case resize(columns: Int, rows: Int)
}

/// A key with its modifiers.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A character as typed, with Shift applied: `G`, not `g` with Shift.
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Only used with keys that are not characters.
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    (self.code, self.modifiers) = (code, modifiers)
  }

  package init(_ character: Character, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }

  /// The character that the key types; nil for a key with Ctrl or Alt, and for other keys.
  package var typed: Character? {
    guard case .character(let character) = code, modifiers.isDisjoint(with: [.alt, .control])
    else { return nil }
    return character
  }
}

/// A press or release of a mouse button, a drag, or a turn of the wheel.
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// A button, with 0 for the left one, 1 for the middle one, and 2 for the right one.
    case press(Int), release(Int)
    /// A movement with a pressed button.
    case drag(Int)
    case wheelUp, wheelDown
  }

  package var action: Action
  package var row: Int
  package var column: Int
  package var modifiers: Key.Modifiers

  package init(_ action: Action, row: Int, column: Int, _ modifiers: Key.Modifiers = []) {
    (self.action, self.row, self.column, self.modifiers) = (action, row, column, modifiers)
  }
}

/// A colour of a terminal.
package struct RGB: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// A colour as one number, such as 0x1F2328.
  package init(_ value: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }

  /// Whether dark text is easier to read on the colour than light text.
  package var isLight: Bool {
    // The weights are those of ITU-R BT.601 in thousandths.
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500
  }
}
