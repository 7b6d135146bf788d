/// A line that describes a new plan: `Fix login #bug @sam !high fri ^v2`.
///
/// A word that begins with a sign is a mark: `#` a label, `@` a person, `!` a priority, `^` a
/// milestone. The last words are the due date if they name a day that is not in the past. The rest
/// is the title.
///
/// - A label or a person begins with a letter, or is in quotes: `#12` and `@2x` are text. A label
///   may begin with a digit if it also has letters.
/// - `!` marks only the names of priorities; `!important` is text. `none` is never a value.
/// - The value of a mark may be in quotes, as in `#"good first issue"`. Without quotes, commas
///   separate several labels or people, and punctuation at the end is dropped.
/// - A backslash before a sign or before the day keeps it as text and is dropped. Text in quotes
///   is kept as it is, with its quotes.
/// - A title is not left empty by a day: `fri` alone is a title.
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

    fileprivate init?(sign: Character) {
      guard let kind = Self.allCases.first(where: { $0.sign == sign }) else { return nil }
      self = kind
    }
  }

  /// A part of the line that names a value.
  package struct Mark: Hashable, Sendable {
    package let kind: Kind
    /// The value without its sign and quotes: `bug`, `next week`.
    package let value: String

    package init(_ kind: Kind, _ value: String) { (self.kind, self.value) = (kind, value) }

    /// The mark as it can be typed: `#bug`, `#"two words"`, `next week`.
    package var typed: String {
      guard let sign = kind.sign else { return value }
      return String(sign) + (QuickScanner.isBare(self) ? value : "\"\(value)\"")
    }
  }

  /// The text without the marks. If there are none, it is the line as it was typed, without the
  /// white space around it.
  package let title: String
  /// The marks in the order of the line; the day is the last one.
  package let marks: [Mark]

  /// The longest line, in bytes, in which marks are recognised. A longer one is all title.
  private static let longestLine = 8 * Validation.longestLine

  /// - Parameter today: The day from which words such as `fri` are counted.
  /// - Complexity: Linear in the line.
  package init(_ line: String, today: CalendarDay) {
    guard line.utf8.count <= Self.longestLine else {
      (title, marks) = (line, [])
      return
    }
    var scanner = QuickScanner(line)
    var words = scanner.words()
    let day = QuickDay.take(from: &words, of: line, today: today)
    marks = words.flatMap(\.marks) + [day.map { Mark(.due, $0) }].compactMap(\.self)
    title = Self.title(words, of: line)
  }

  /// Joins the words of the title, with the white space between them as typed. Where a mark was, it
  /// is one space.
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

/// A word of a quick line: text, or marks.
struct QuickWord {
  /// The word with its escapes.
  var range: Range<String.Index>
  /// The part of the word that is text.
  var text: Range<String.Index>
  /// Empty for text.
  var marks: [QuickLine.Mark] = []
  /// Whether the word is text only because it is escaped or in quotes.
  var isKept = false

  var isText: Bool { marks.isEmpty }
}

/// Splits a quick line into words.
private struct QuickScanner {
  private let line: String
  private var index: String.Index
  private let lastQuote: String.Index?

  init(_ line: String) {
    (self.line, index) = (line, line.startIndex)
    lastQuote = line.lastIndex(of: "\"")
  }

  mutating func words() -> [QuickWord] {
    var words: [QuickWord] = []
    while let word = next() { words.append(word) }
    return words
  }

  private mutating func next() -> QuickWord? {
    index = line[index...].firstIndex { !$0.isWhitespace } ?? line.endIndex
    guard index < line.endIndex else { return nil }
    if let escaped = escaped() { return escaped }
    let start = index
    if let end = endOfQuotes(from: start) {
      let range = start..<endOfWord(from: end)
      return QuickWord(range: range, text: range, isKept: true)
    }
    if let kind = QuickLine.Kind(sign: line[start]) {
      let first = line.index(after: start)
      if let end = endOfQuotes(from: first) {
        let value = line[line.index(after: first)..<line.index(before: end)]
        let marks = Self.marks(kind, value, isQuoted: true)
        // What follows the quotes is dropped if it is punctuation; else all of it is text.
        let rest = line[end..<endOfWord(from: end)]
        if !marks.isEmpty, rest.allSatisfy(Self.isPunctuation) {
          return QuickWord(range: start..<rest.endIndex, text: start..<start, marks: marks)
        }
      }
    }
    let range = start..<endOfWord(from: start)
    let marks = QuickLine.Kind(sign: line[start]).map { kind in
      Self.marks(kind, line[range].dropFirst(), isQuoted: false)
    }
    return QuickWord(range: range, text: range, marks: marks ?? [])
  }

  /// Returns a word with a backslash before a sign, or before another such backslash. The quotes
  /// after the sign belong to it.
  private mutating func escaped() -> QuickWord? {
    guard line[index] == "\\" else { return nil }
    let start = index
    let sign = line[start...].firstIndex { $0 != "\\" }
    guard let sign, line[sign] == "\"" || QuickLine.Kind(sign: line[sign]) != nil else {
      return nil
    }
    let value = line.index(after: sign)
    let end = line[sign] == "\"" || value == line.endIndex ? nil : endOfQuotes(from: value)
    let range = start..<endOfWord(from: end ?? start)
    return QuickWord(range: range, text: line.index(after: start)..<range.upperBound, isKept: true)
  }

  /// Moves to the end of the word and returns it.
  private mutating func endOfWord(from start: String.Index) -> String.Index {
    index = line[start...].firstIndex(where: \.isWhitespace) ?? line.endIndex
    return index
  }

  /// Returns the index after the quotes that begin at an index; nil if none begin there, they have
  /// no end, or nothing is in them.
  private func endOfQuotes(from start: String.Index) -> String.Index? {
    guard let lastQuote, start < lastQuote, line[start] == "\"" else { return nil }
    let first = line.index(after: start)
    guard let end = line[first...].firstIndex(of: "\""), end > first else { return nil }
    return line.index(after: end)
  }

  // MARK: - Values

  /// Returns the marks of a word with a sign; empty if it is text.
  private static func marks(
    _ kind: QuickLine.Kind, _ text: Substring, isQuoted: Bool
  ) -> [QuickLine.Mark] {
    let isSeveral = kind == .label || kind == .person && !text.contains("<")
    let pieces = isSeveral ? text.split(separator: ",") : [text]
    let values = pieces.enumerated().map { number, piece in
      trimmed(isQuoted ? piece : withoutPunctuation(number > 0 ? unmarked(piece, kind) : piece))
    }.filter { !$0.isEmpty }
    guard !values.isEmpty, values.allSatisfy({ isValue($0, of: kind, isQuoted: isQuoted) }) else {
      return []
    }
    return values.map { QuickLine.Mark(kind, String($0)) }
  }

  /// Whether a mark has the same value without quotes.
  static func isBare(_ mark: QuickLine.Mark) -> Bool {
    mark.value.first != "\"" && !mark.value.contains(where: \.isWhitespace)
      && marks(mark.kind, mark.value[...], isQuoted: false) == [mark]
  }

  /// Returns one of several values without a sign of its own, as in `#bug,#ios`.
  private static func unmarked(_ text: Substring, _ kind: QuickLine.Kind) -> Substring {
    text.first == kind.sign ? text.dropFirst() : text
  }

  private static func withoutPunctuation(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, isPunctuation(last) { text.removeLast() }
    return text
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    ",.;:!?)".contains(character)
  }

  private static func isValue(
    _ text: Substring, of kind: QuickLine.Kind, isQuoted: Bool
  ) -> Bool {
    guard text.lowercased() != "none", let first = text.first else { return false }
    switch kind {
    case .priority: return Priority(named: String(text)) != nil
    case .label:
      return isQuoted || (first.isLetter || first.isNumber) && text.contains(where: \.isLetter)
    case .person: return isQuoted || first.isLetter
    case .milestone: return isQuoted || first.isLetter || first.isNumber
    case .due: return false
    }
  }
}

/// Finds the day at the end of a quick line.
private enum QuickDay {
  /// The most words of a day: `the last day of november 2027`.
  private static let mostWords = 6

  /// Removes the words of the day from the end of the text, and returns the day as it was typed;
  /// nil if there is none. An escaped day stays text, without its backslash.
  static func take(
    from words: inout [QuickWord], of line: String, today: CalendarDay
  ) -> String? {
    guard let last = words.lastIndex(where: \.isText) else { return nil }
    let first = words[...last].lastIndex { !$0.isText || $0.isKept }.map { $0 + 1 } ?? 0
    let isWhole = words.count(where: \.isText) == last + 1 - first
    guard first <= last else { return nil }
    for start in max(first, last + 1 - mostWords)...last {
      let text = line[words[start].range.lowerBound..<words[last].range.upperBound]
      if text.first == "\\", isDay(text.dropFirst(), today: today) {
        words[start].text =
          line.index(after: words[start].text.lowerBound)..<words[start].text.upperBound
        return nil
      }
      guard isDay(text, today: today) else { continue }
      // A title is not left empty.
      if isWhole, start == first { return nil }
      words.removeSubrange(start...last)
      return String(text)
    }
    return nil
  }

  /// Whether a text is a day, today or later.
  private static func isDay(_ text: Substring, today: CalendarDay) -> Bool {
    do throws(DueDateError) {
      return try DueDate.parse(String(text), today: today).map { $0 >= today } ?? false
    } catch {
      // What can't be read as a day is text.
      return false
    }
  }
}
