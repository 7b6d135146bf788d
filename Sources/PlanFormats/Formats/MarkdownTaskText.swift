import PlanModel

/// A box at the beginning of an item, and the text after it.
struct MarkdownBox {
  let kind: Column.Kind
  let text: String
  /// Whether the task was cancelled.
  private(set) var isCancelled = false
  /// A character in the box that has no meaning here, such as in `[>]` or `[!]`; nil otherwise.
  /// Themes for Obsidian have many such characters. The Tasks plugin counts these tasks as open.
  private(set) var otherSign: Character?

  init(_ kind: Column.Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// Parses the box at the beginning of a list item.
  ///
  /// - Returns: nil for an item without a box. In Obsidian, `[/]` means a task in progress, and
  ///   `[-]` a cancelled one. A number in brackets is not a box.
  init?(_ item: String) {
    let start = Array(item.prefix(4))
    guard start.count >= 3, start[0] == "[", start[2] == "]", start.count == 3 || start[3] == " "
    else { return nil }
    text = String(item.dropFirst(3)).trimmingSpaces
    let sign = start[1]
    switch sign {
    case " ": kind = .todo
    case "x", "X", "✓", "✔": kind = .done
    case "/": kind = .doing
    case "-": (kind, isCancelled) = (.done, true)
    case "[", "]": return nil
    case _ where sign.isNumber || sign.isWhitespace: return nil
    default: (kind, otherSign) = (.todo, sign)
    }
  }
}

/// The text of a task without its values, in the form of the Tasks plugin for Obsidian.
struct MarkdownTaskText {
  /// The text without values and trailing tags.
  private(set) var text = ""
  private(set) var labels: [String] = []
  var due: CalendarDay?
  private(set) var start: CalendarDay?
  private(set) var created: CalendarDay?
  private(set) var done: CalendarDay?
  private(set) var priority: Priority?
  private(set) var repetition: Repetition?
  /// Whether the text contains an unsupported rule, which stays in the text.
  private(set) var hasOtherRule = false

  init(_ line: String) {
    var words: [Substring] = []
    var rest = line.split(separator: " ")[...]
    while let word = rest.popFirst() {
      if let value = Self.braced(word), let day = CalendarDay(String(value)) {
        due = day
      } else if let sign = Sign(word) {
        // A sign and its day may be two words or one.
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

  /// A sign at the beginning of a word, with or without a variation selector.
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
    .union(["📅", "📆", "🗓", "🛫", "⏳", "⌛", "➕", "✅", "❌", repeating])

  private mutating func take(_ sign: Unicode.Scalar, _ text: Substring) -> Bool {
    guard let day = CalendarDay(String(text)) else { return false }
    switch sign {
    case "📅", "📆", "🗓": due = day
    case "🛫", "⏳", "⌛": start = day
    case "➕": created = day
    case "✅", "❌": done = day
    default: return false
    }
    return true
  }

  /// Reads the rule after a sign: `every 2 weeks`, or `every week when done`. As in the plugin, all
  /// words up to the next sign, tag or link belong to the rule. So `every month on the last Friday`
  /// is not read as `every month on the last`.
  private mutating func takeRule(_ first: Substring, _ rest: inout ArraySlice<Substring>) -> Bool {
    let words = rest.prefix { $0.utf8.allSatisfy(Self.isOfRule) }
    let text = ((first.isEmpty ? [] : [first]) + words).joined(separator: " ").lowercased()
    guard let rule = Repetition(text.replacing(" when done", with: " from done")) else {
      hasOtherRule = !text.isEmpty
      return false
    }
    repetition = rule
    rest.removeFirst(words.count)
    return true
  }

  private static func isOfRule(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: ","), UInt8(ascii: "!"): true
    default: false
    }
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
