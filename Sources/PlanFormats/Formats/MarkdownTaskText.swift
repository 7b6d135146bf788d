import PlanModel

/// A box at the beginning of an item, and the text after it.
struct MarkdownBox {
  let kind: Column.Kind
  let text: String

  init(_ kind: Column.Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// - Returns: nil for an item without a box. Obsidian's plugin has `[/]` for a task in progress,
  ///   and `[-]` for one that was cancelled.
  init?(_ item: String) {
    if let box = MarkdownLine.box(item) {
      self.init(box.isDone ? .done : .todo, box.text)
    } else if item.hasPrefix("[/] ") {
      self.init(.doing, String(item.dropFirst(4)).trimmingSpaces)
    } else if item.hasPrefix("[-] ") {
      self.init(.done, String(item.dropFirst(4)).trimmingSpaces)
    } else {
      return nil
    }
  }
}

/// The text of a task, and the values in it, as Obsidian's plugin Tasks writes them.
struct MarkdownTaskText {
  /// The text without values, and without tags at its end.
  private(set) var text = ""
  private(set) var labels: [String] = []
  var due: CalendarDay?
  private(set) var start: CalendarDay?
  private(set) var created: CalendarDay?
  private(set) var done: CalendarDay?
  private(set) var priority: Priority?
  private(set) var repetition: Repetition?

  init(_ line: String) {
    var words: [Substring] = []
    var rest = line.split(separator: " ")[...]
    while let word = rest.popFirst() {
      if let value = Self.braced(word), let day = CalendarDay(String(value)) {
        due = day
      } else if let sign = Sign(word) {
        // A sign and its day are two words, or one.
        if let known = Self.priorities[sign.scalar], sign.rest.isEmpty {
          priority = known
        } else if sign.scalar == Self.repeating {
          if !takeRule(sign.rest, &rest) { words.append(word) }
        } else if !sign.rest.isEmpty {
          if !take(sign.scalar, sign.rest) { words.append(word) }
        } else if let next = rest.first, take(sign.scalar, next) {
          rest.removeFirst()
        } else {
          words.append(word)
        }
      } else {
        words.append(word)
      }
    }
    labels = words.compactMap(Self.tag)
    while words.count > 1, let last = words.last, Self.tag(last) != nil { words.removeLast() }
    text = words.joined(separator: " ")
  }

  /// A sign at the beginning of a word. Programs write it with a variation selector, or without.
  private struct Sign {
    let scalar: Unicode.Scalar
    let rest: Substring

    init?(_ word: Substring) {
      guard let first = word.unicodeScalars.first, signs.contains(first) else { return nil }
      scalar = first
      rest = Substring(word.unicodeScalars.dropFirst().drop { $0 == "\u{FE0F}" })
    }
  }

  private static let priorities: [Unicode.Scalar: Priority] = [
    "🔺": .urgent, "⏫": .high, "🔼": .medium, "🔽": .low, "⏬": .low,
  ]
  private static let repeating: Unicode.Scalar = "🔁"
  private static let signs = Set<Unicode.Scalar>(priorities.keys)
    .union(["📅", "📆", "🗓", "🛫", "⏳", "➕", "✅", "❌", repeating])

  private mutating func take(_ sign: Unicode.Scalar, _ text: Substring) -> Bool {
    guard let day = CalendarDay(String(text)) else { return false }
    switch sign {
    case "📅", "📆", "🗓": due = day
    case "🛫", "⏳": start = day
    case "➕": created = day
    case "✅", "❌": done = day
    default: return false
    }
    return true
  }

  /// Reads the longest rule after a sign: `every 2 weeks`, or `every week when done`.
  private mutating func takeRule(_ first: Substring, _ rest: inout ArraySlice<Substring>) -> Bool {
    var words = ((first.isEmpty ? [] : [first]) + rest.prefix(8)).map { String($0) }
    while !words.isEmpty {
      let text = words.joined(separator: " ").replacing(" when done", with: " from done")
      if let rule = Repetition(text) {
        repetition = rule
        rest.removeFirst(words.count - (first.isEmpty ? 0 : 1))
        return true
      }
      words.removeLast()
    }
    return false
  }

  /// Returns the text in `@{…}`.
  private static func braced(_ word: Substring) -> Substring? {
    word.hasPrefix("@{") && word.hasSuffix("}") ? word.dropFirst(2).dropLast() : nil
  }

  /// Returns the name of `#tag`; nil for other words, and for numbers such as `#12`.
  private static func tag(_ word: Substring) -> String? {
    guard word.first == "#", word.count > 1 else { return nil }
    let name = word.dropFirst()
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "-_/".contains($0) }
    return isName && !name.allSatisfy(\.isNumber) ? String(name) : nil
  }
}
