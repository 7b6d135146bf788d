/// A key of the full-screen board, and what it does.
///
/// The page of `pmgit web` has the same table in `keys.js`. Both use the browser's names of keys:
/// `ArrowLeft`, `Shift+ArrowLeft`, `Ctrl+k`, and the letter itself, such as `H`.
package struct Shortcut: Hashable, Sendable {
  /// The meaning of a key. An act of the page with the same raw value has the same meaning.
  package enum Act: String, CaseIterable, Sendable {
    case left, right, up, down, top, bottom, pageUp, pageDown, open, back, other
    case moveLeft, moveRight, moveUp, moveDown, moveTo
    case select, range, selectAll
    case add, edit, assign, take, labels, due, priority, field, body, comment, link, line, tick
    case delete, restore, undo, redo
    case query, clear, mine, nextConflict
    case earlier, later, dayEarlier, dayLater, weekEarlier, weekLater, now
    case board, list, conflicts, roadmap, flow, density, theme
    case sync, palette, help, quit, suspend, redraw
  }

  package enum Group: String, CaseIterable, Sendable {
    case focus = "Focus"
    case move = "Move"
    case select = "Select"
    case change = "Change"
    case find = "Find"
    case past = "Past"
    case views = "Views"
    case board = "Board"
  }

  package let keys: [String]
  package let act: Act
  /// What the key does, in the words of the page's help.
  package let explanation: String
  package let group: Group

  private init(_ keys: [String], _ act: Act, _ explanation: String, _ group: Group) {
    (self.keys, self.act, self.explanation, self.group) = (keys, act, explanation, group)
  }

  /// All keys, in the order of the help.
  package static let all: [Shortcut] = focusing + changing + looking

  private static let focusing = [
    Shortcut(["ArrowLeft", "h"], .left, "to the column on the left", .focus),
    Shortcut(["ArrowRight", "l"], .right, "to the column on the right", .focus),
    Shortcut(["ArrowDown", "j"], .down, "to the card below", .focus),
    Shortcut(["ArrowUp", "k"], .up, "to the card above", .focus),
    Shortcut(["g", "Home"], .top, "to the first card", .focus),
    Shortcut(["G", "End"], .bottom, "to the last card", .focus),
    Shortcut(["PageDown", "Ctrl+d"], .pageDown, "a page down", .focus),
    Shortcut(["PageUp", "Ctrl+u"], .pageUp, "a page up", .focus),
    Shortcut(["Enter"], .open, "open the plan", .focus),
    Shortcut(["Tab"], .other, "to the board or the open plan", .focus),
    Shortcut(["Escape"], .back, "one step back", .focus),
    Shortcut(["Shift+ArrowLeft", "H", "<"], .moveLeft, "move to the column on the left", .move),
    Shortcut(["Shift+ArrowRight", "L", ">"], .moveRight, "move to the column on the right", .move),
    Shortcut(["Shift+ArrowDown", "J"], .moveDown, "move down", .move),
    Shortcut(["Shift+ArrowUp", "K"], .moveUp, "move up", .move),
    Shortcut(["m"], .moveTo, "move to a column by its name", .move),
    Shortcut([" "], .select, "select or deselect", .select),
    Shortcut(["v"], .range, "select up to here", .select),
    Shortcut(["Ctrl+a"], .selectAll, "select all that match", .select),
  ]

  private static let changing = [
    Shortcut(["n", "c"], .add, "a new plan", .change),
    Shortcut(["e"], .edit, "change the title", .change),
    Shortcut(["a"], .assign, "assign people", .change),
    Shortcut(["i"], .take, "take: become the owner", .change),
    Shortcut(["#"], .labels, "labels", .change),
    Shortcut(["d"], .due, "due date", .change),
    Shortcut(["p"], .priority, "priority", .change),
    Shortcut(["="], .field, "another field, by its name", .change),
    Shortcut(["E"], .body, "the description in your editor", .change),
    Shortcut(["C"], .comment, "comment in your editor", .change),
    Shortcut(["b"], .link, "link another plan", .change),
    Shortcut(["+"], .line, "add a line to the checklist", .change),
    Shortcut(["y"], .tick, "tick the line of the checklist", .change),
    Shortcut(["Delete", "D"], .delete, "delete", .change),
    Shortcut(["R"], .restore, "restore a deleted plan", .change),
    Shortcut(["u", "z"], .undo, "undo", .change),
    Shortcut(["U", "Z", "Ctrl+r"], .redo, "redo", .change),
  ]

  private static let looking = [
    Shortcut(["/", "f"], .query, "to the query", .find),
    Shortcut(["x"], .clear, "clear the query", .find),
    Shortcut(["M"], .mine, "show only my plans, or all", .find),
    Shortcut(["!"], .nextConflict, "to the next conflict", .find),
    Shortcut(["["], .earlier, "one change back in time", .past),
    Shortcut(["]"], .later, "one change forward", .past),
    Shortcut(["{"], .dayEarlier, "a day back in time", .past),
    Shortcut(["}"], .dayLater, "a day forward", .past),
    Shortcut(["("], .weekEarlier, "a week back in time", .past),
    Shortcut([")"], .weekLater, "a week forward", .past),
    Shortcut(["t"], .now, "to the present", .past),
    Shortcut(["1"], .board, "the board", .views),
    Shortcut(["2"], .list, "the list", .views),
    Shortcut(["3"], .conflicts, "the conflicts", .views),
    Shortcut(["4"], .roadmap, "the roadmap", .views),
    Shortcut(["5"], .flow, "the charts; again for the next chart", .views),
    Shortcut(["o"], .density, "more or fewer lines for each card", .views),
    Shortcut(["T"], .theme, "light or dark colours", .views),
    Shortcut(["S"], .sync, "sync with the remote", .board),
    Shortcut(["Ctrl+k", ":"], .palette, "command palette", .board),
    Shortcut(["?"], .help, "these keys", .board),
    Shortcut(["Ctrl+l"], .redraw, "draw everything again", .board),
    Shortcut(["Ctrl+z"], .suspend, "suspend; 'fg' continues", .board),
    Shortcut(["q", "Ctrl+c"], .quit, "quit", .board),
  ]

  private static let byKey = Dictionary(
    all.flatMap { row in row.keys.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  private static let byAct = Dictionary(
    all.map { ($0.act, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the shortcut of a key; nil if the key has none.
  package static func of(key: String) -> Shortcut? { byKey[key] }
  package static func of(_ act: Act) -> Shortcut? { byAct[act] }

  /// Returns the name of a key for people: `Shift+←`.
  package static func name(ofKey key: String) -> String {
    if key == "+" { return key }
    return key.split(separator: "+", omittingEmptySubsequences: true)
      .map { names[String($0)] ?? String($0) }.joined(separator: "+")
  }

  private static let names = [
    " ": "Space", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓",
    "Escape": "Esc", "PageUp": "PgUp", "PageDown": "PgDn", "Delete": "Del",
  ]

  /// The names of the keys for people.
  package var keyNames: [String] { keys.map(Self.name) }
  /// The first key for people.
  package var keyName: String { keyNames.first ?? "" }
  /// What the key does, as a label: `To the query`.
  package var label: String { explanation.prefix(1).uppercased() + explanation.dropFirst() }

  /// Whether the key changes the board, or opens a prompt that does.
  package var isChange: Bool { group == .change || group == .move }
}

/// A key with a special meaning in one part of the screen, which replaces its meaning on the board.
package struct LocalShortcut: Hashable, Sendable {
  package enum Place: String, CaseIterable, Sendable {
    case plan = "In an open plan"
    case conflicts = "In the conflicts"
    case roadmap = "On the roadmap"
  }

  package let keys: [String]
  package let explanation: String
  package let place: Place

  private init(_ keys: [String], _ explanation: String, _ place: Place) {
    (self.keys, self.explanation, self.place) = (keys, explanation, place)
  }

  /// The first two keys of each row are the usual ones; arrow keys do the same.
  package static let all = [
    LocalShortcut(["j", "k"], "to the next line with a meaning; scroll if none is in view", .plan),
    LocalShortcut(["Ctrl+d", "Ctrl+u"], "scroll by a page", .plan),
    LocalShortcut(["h", "l"], "the plan before, the plan after", .plan),
    LocalShortcut(["Enter"], "open a linked plan, tick a line, or decide a conflict", .plan),
    LocalShortcut([" ", "y"], "tick the line, or go to the next open one", .plan),
    LocalShortcut(["Escape"], "back to the plan that led here; then close", .plan),
    LocalShortcut(["Enter"], "take the value; a long one is read first", .conflicts),
    LocalShortcut(["l", "Tab"], "read the whole value", .conflicts),
    LocalShortcut(["h", "l"], "the other values, while one is read", .conflicts),
    LocalShortcut(["e"], "write another value; a text in your editor", .conflicts),
    LocalShortcut(["!"], "to the next field", .conflicts),
    LocalShortcut(["j", "k"], "to the next row", .roadmap),
    LocalShortcut(["h", "l"], "earlier days, later days", .roadmap),
    LocalShortcut(["+", "-"], "zoom in, zoom out", .roadmap),
    LocalShortcut(["Enter"], "open the plan, or the plans of a milestone", .roadmap),
  ]

  package var keyNames: [String] { keys.map(Shortcut.name) }
}
