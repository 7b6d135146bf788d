import PlanView

/// A line of text that is being edited.
package struct LineEditor: Hashable, Sendable {
  private var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var place: Int

  /// The most characters that can be typed or pasted.
  private static let most = 4_000

  package init(_ text: String = "") {
    characters = Array(text.prefix(Self.most))
    place = characters.count
  }

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }

  mutating func insert(_ text: String) {
    let added = Self.plain(text).prefix(max(0, Self.most - characters.count))
    // An inserted character may combine with its neighbours, like a combining mark.
    let before = String(characters[..<place]) + String(added)
    let after = String(characters[place...])
    characters = Array(before + after)
    place = min(before.count, characters.count)
  }

  /// Returns a text without line breaks and control characters, which a line can't contain. Escape
  /// sequences, such as those for colours, are removed, and every other control character becomes a
  /// space. Other hostile characters are escaped when they are drawn.
  static func plain(_ text: String) -> String {
    let isControl = { (scalar: Unicode.Scalar) in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\r", rest.first == "\n" { rest.removeFirst() }
      if scalar == "\u{1B}" && rest.first == "[" || scalar == "\u{9B}" {
        if scalar == "\u{1B}" { rest.removeFirst() }
        rest = rest.drop { (0x20...0x3F).contains($0.value) }
        if let last = rest.first, (0x40...0x7E).contains(last.value) { rest.removeFirst() }
      } else {
        plain.append(isControl(scalar) ? " " : scalar)
      }
    }
    return String(plain)
  }

  /// The text before the cursor.
  var typed: String { String(characters[..<place]) }

  /// Replaces the text before the cursor.
  mutating func replaceTyped(by text: String) {
    let after = String(characters[place...])
    self = LineEditor(text)
    let place = self.place
    insert(after)
    self.place = min(place, characters.count)
  }

  mutating func replace(by text: String) { self = LineEditor(text) }

  /// Whether the line editor has a meaning for a key with a modifier.
  func knows(_ key: String) -> Bool {
    var copy = self
    return copy.handle(key)
  }

  /// Edits the line by a key. Returns whether the key was handled.
  mutating func handle(_ key: String) -> Bool {
    switch key {
    case "ArrowLeft", "Ctrl+b": place = max(0, place - 1)
    case "ArrowRight", "Ctrl+f": place = min(characters.count, place + 1)
    case "Home", "Ctrl+a": place = 0
    case "End", "Ctrl+e": place = characters.count
    case "Backspace", "Ctrl+h":
      guard place > 0 else { return true }
      characters.remove(at: place - 1)
      place -= 1
    case "Delete", "Ctrl+d":
      if place < characters.count { characters.remove(at: place) }
    case "Ctrl+u":
      characters.removeSubrange(..<place)
      place = 0
    case "Ctrl+k": characters.removeSubrange(place...)
    case "Alt+b": place = startOfWord
    case "Alt+f": place = endOfWord
    case "Alt+d": characters.removeSubrange(place..<endOfWord)
    case "Ctrl+w", "Alt+Backspace":
      let start = startOfWord
      characters.removeSubrange(start..<place)
      place = start
    default:
      guard key.count == 1 else { return false }
      insert(key)
    }
    return true
  }

  /// The position at which the word before the cursor begins.
  private var startOfWord: Int {
    var start = place
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    return start
  }

  /// The position at which the word after the cursor ends.
  private var endOfWord: Int {
    var end = place
    while end < characters.count, characters[end] == " " { end += 1 }
    while end < characters.count, characters[end] != " " { end += 1 }
    return end
  }

  /// Returns the part of the line that fits, and the cursor's cell in it.
  ///
  /// - Parameter width: The number of cells, including one for the cursor at the end.
  func shown(toCells width: Int) -> (text: SafeText, cursor: Int) {
    let pieces = characters.map { SafeText(String($0)) }
    let widths = pieces.map { TextWidth.cells(of: $0.string) }
    var start = place
    var before = 0
    while start > 0, before + widths[start - 1] < max(1, width) {
      before += widths[start - 1]
      start -= 1
    }
    var end = place
    var used = before
    while end < pieces.count, used + widths[end] <= width {
      used += widths[end]
      end += 1
    }
    let text = pieces[start..<end].reduce(SafeText("")) { $0 + $1 }
    return (text, before)
  }
}
