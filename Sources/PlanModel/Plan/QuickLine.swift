/// A line that describes a new plan: `Fix login #bug @sam !high fri ^v2`.
///
/// A word that begins with a sign is a mark: `#` a label, `@` a person, `!` a priority, `^` a
/// milestone. The last words are the due date if they name a day that is not in the past. The rest
/// is the title.
///
/// - A key and a colon mean the same as in a query: `label:bug`, `assignee:sam`, `priority:high`,
///   `milestone:v2`, `due:+2d`. A word whose value is not a valid day or priority is text, such as
///   `due:soon`. As after signs, new labels are accepted, and the board reports unknown people and
///   milestones as errors. If there is a `due:`, a day at the end belongs to the title.
/// - A label or a person begins with a letter, or is in quotes: `#12` and `@2x` are text. A label
///   may begin with a digit if it also has letters. A colour such as `#fff` is text, unless it is a
///   known label.
/// - `!` marks only the names of priorities; `!important` and `!h` are text. `none` is never a
///   value.
/// - The value of a mark may be in quotes, as in `#"good first issue"`. Commas separate several
///   labels or people. Without quotes, punctuation at the end is dropped. A word that ends with a
///   closing bracket or quote is text, because the bracket was opened before it: `(see #bug)`.
/// - A length is a day only with `+`, `in` or `from now`: `Keep logs for 30 days` has no day. `now`
///   and `3D` are no days.
/// - A day belongs to the title if a word before it makes it part of the sentence, such as `the`,
///   `every`, `until` or `and`. `the 2nd` is a day only after `by` or `on`.
/// - A backslash before a sign, before a key or before the day keeps it as text. The backslash is
///   dropped. Text in quotes or backticks is kept as it is.
/// - A day at the end does not leave the title empty: `fri` alone is a title.
package struct QuickLine: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case label, person, priority, due, milestone

    /// The sign before a mark; nil for a day, which has none.
    package var sign: Character? {
      switch self {
      case .label: "#"
      case .person: "@"
      case .priority: "!"
      case .milestone: "^"
      case .due: nil
      }
    }

    init?(sign: Character) {
      guard let kind = Self.allCases.first(where: { $0.sign == sign }) else { return nil }
      self = kind
    }

    /// The keys that are read before a colon, in the words of queries.
    package static let keys: [String: Kind] = [
      "label": .label, "tag": .label, "assignee": .person, "assign": .person,
      "priority": .priority, "prio": .priority, "pri": .priority, "due": .due,
      "milestone": .milestone,
    ]
  }

  /// A part of the line that names a value.
  package struct Mark: Hashable, Sendable {
    package let kind: Kind
    /// The value without its sign and quotes: `bug`, `next week`.
    package let value: String
    /// The key before the value, as it was typed: `label`, `due`; nil for a sign or a day.
    package let key: String?

    package init(_ kind: Kind, _ value: String, key: String? = nil) {
      (self.kind, self.value, self.key) = (kind, value, key)
    }

    /// The mark as it can be typed: `#bug`, `#"two words"`, `due:fri`, `next week`.
    package var typed: String {
      guard let start = key.map({ $0 + ":" }) ?? kind.sign.map(String.init) else { return value }
      return start + (QuickMarks.isBare(self) ? value : "\"\(value)\"")
    }
  }

  /// The text without marks, without the backslashes of escapes, and without white space around it.
  /// White space between words is kept as typed.
  package let title: String
  /// The marks in the order of the line; the day is the last one.
  package let marks: [Mark]
  /// The place of the word of each mark, in UTF-16 units of the line. Several marks of one word
  /// have the same place.
  package let places: [Range<Int>]

  /// The longest line, in bytes, in which marks are recognised. A longer line becomes the title as
  /// a whole.
  private static let longestLine = 8 * Validation.longestLine

  /// Parses a line with the title and the marks of a new plan.
  ///
  /// - Parameters:
  ///   - today: The day from which words such as `fri` are counted.
  ///   - isLabel: Whether a label is known; such a label may look like a colour.
  /// - Complexity: Linear in the line.
  package init(
    _ line: String, today: CalendarDay, isLabel: @escaping (String) -> Bool = { _ in false }
  ) {
    guard line.utf8.count <= Self.longestLine else {
      (title, marks, places) = (line, [], [])
      return
    }
    var scanner = QuickScanner(
      line, isLabel: isLabel, isDay: { QuickDay.isNamed($0, today: today) })
    var words = scanner.words()
    var found = words.flatMap { word in word.marks.map { (mark: $0, range: word.range) } }
    if !found.contains(where: { $0.mark.kind == .due }),
      let day = QuickDay.take(from: &words, of: line, today: today)
    {
      found.append((mark: Mark(.due, String(line[day.text])), range: day.range))
    }
    marks = found.map(\.mark)
    let units = line.utf16
    places = found.map { _, range in
      let start = units.distance(from: line.startIndex, to: range.lowerBound)
      return start..<(start + units.distance(from: range.lowerBound, to: range.upperBound))
    }
    title = Self.title(words, of: line)
  }

  /// Joins the words of the title with the white space between them as typed. A mark between two
  /// words is replaced by one space.
  private static func title(_ words: [QuickWord], of line: String) -> String {
    var title = ""
    var end: String.Index?
    for word in words {
      guard word.isText else {
        end = nil
        continue
      }
      if !title.isEmpty { title += end.map { String(line[$0..<word.range.lowerBound]) } ?? " " }
      title += line[word.text]
      end = word.range.upperBound
    }
    return title
  }
}
