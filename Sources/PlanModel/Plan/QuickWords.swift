/// A word of a quick line: text, or marks.
struct QuickWord {
  /// The whole word, including its backslash.
  var range: Range<String.Index>
  /// The part of the word that goes into the title.
  var text: Range<String.Index>
  /// The marks of the word; empty for text.
  var marks: [QuickLine.Mark] = []
  /// Whether the word is text only because it is escaped or in quotes.
  var isKept = false

  var isText: Bool { marks.isEmpty }
}

/// Splits a quick line into words.
struct QuickScanner {
  private let line: String
  private var index: String.Index
  private let lastQuote: String.Index?
  private let lastBacktick: String.Index?
  private let isLabel: (String) -> Bool
  /// Whether a text after `due:` is a day.
  private let isDay: (String) -> Bool

  init(_ line: String, isLabel: @escaping (String) -> Bool, isDay: @escaping (String) -> Bool) {
    (self.line, index) = (line, line.startIndex)
    (self.isLabel, self.isDay) = (isLabel, isDay)
    (lastQuote, lastBacktick) = (line.lastIndex(of: "\""), line.lastIndex(of: "`"))
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
    if let keyed = keyed(at: start) {
      index = keyed.range.upperBound
      return keyed
    }
    if let end = endOfQuotes(from: start) {
      let range = start..<endOfWord(from: end)
      return QuickWord(range: range, text: range, isKept: true)
    }
    if let kind = QuickLine.Kind(sign: line[start]) {
      let first = line.index(after: start)
      if let end = endOfQuotes(from: first) {
        let value = line[line.index(after: first)..<line.index(before: end)]
        let marks = QuickMarks.read(kind, value, isQuoted: true, isLabel: isLabel)
        // Punctuation after the quotes is dropped. With anything else after them, the word is text.
        let rest = line[end..<endOfWord(from: end)]
        if !marks.isEmpty, rest.allSatisfy(QuickMarks.isPunctuation) {
          return QuickWord(range: start..<rest.endIndex, text: start..<start, marks: marks)
        }
      }
    }
    let range = start..<endOfWord(from: start)
    guard !line[range].contains("`") else {
      return QuickWord(range: range, text: range, isKept: true)
    }
    let marks = QuickLine.Kind(sign: line[start]).map { kind in
      QuickMarks.read(kind, line[range].dropFirst(), isQuoted: false, isLabel: isLabel)
    }
    return QuickWord(range: range, text: range, marks: marks ?? [])
  }

  /// Returns a word with a value after a key, such as `due:fri` or `label:"two words"`; nil if the
  /// word is text.
  private func keyed(at start: String.Index) -> QuickWord? {
    guard let colon = line[start...].prefix(Self.longestKey + 1).firstIndex(of: ":"),
      let kind = QuickLine.Kind.keys[line[start..<colon].lowercased()]
    else { return nil }
    let first = line.index(after: colon)
    var value: Substring
    var range: Range<String.Index>
    let quotes = endOfQuotes(from: first)
    if let quotes {
      range = start..<wordEnd(from: quotes)
      value = line[line.index(after: first)..<line.index(before: quotes)]
      guard line[quotes..<range.upperBound].allSatisfy(QuickMarks.isPunctuation) else { return nil }
    } else {
      range = start..<wordEnd(from: start)
      value = line[first..<range.upperBound]
      if value.first == kind.sign { value = value.dropFirst() }
      guard !value.contains("`") else { return nil }
    }
    let key = String(line[start..<colon])
    let marks =
      kind == .due
      ? QuickMarks.day(value, isQuoted: quotes != nil).filter { isDay($0.value) }
      : QuickMarks.read(kind, value, isQuoted: quotes != nil, isLabel: isLabel)
    guard !marks.isEmpty else { return nil }
    return QuickWord(
      range: range, text: start..<start,
      marks: marks.map { QuickLine.Mark(kind, $0.value, key: key) })
  }

  private static let longestKey = QuickLine.Kind.keys.keys.map(\.count).max() ?? 0

  /// Returns a word with a backslash before a sign, before a key, or before another such backslash;
  /// nil for other words. Quotes after the sign belong to the word.
  private mutating func escaped() -> QuickWord? {
    guard line[index] == "\\" else { return nil }
    let start = index
    let sign = line[start...].firstIndex { $0 != "\\" }
    if let sign, let keyed = keyed(at: sign) {
      index = keyed.range.upperBound
      return QuickWord(range: start..<index, text: line.index(after: start)..<index, isKept: true)
    }
    guard let sign, line[sign] == "\"" || QuickLine.Kind(sign: line[sign]) != nil else {
      return nil
    }
    let value = line.index(after: sign)
    let end = line[sign] == "\"" || value == line.endIndex ? nil : endOfQuotes(from: value)
    let range = start..<endOfWord(from: end ?? start)
    return QuickWord(range: range, text: line.index(after: start)..<range.upperBound, isKept: true)
  }

  /// Moves the scanner to the end of the current word, and returns that index.
  private mutating func endOfWord(from start: String.Index) -> String.Index {
    index = wordEnd(from: start)
    return index
  }

  /// Returns the end of the word. Text in backticks belongs to the word, with its white space.
  private func wordEnd(from start: String.Index) -> String.Index {
    var end = start
    while end < line.endIndex, !line[end].isWhitespace {
      end = endOfCode(at: end) ?? line.index(after: end)
    }
    return end
  }

  /// Returns the index after the code in backticks that begins at an index; nil if no backtick is
  /// there, or if it has no closing one.
  private func endOfCode(at start: String.Index) -> String.Index? {
    guard let lastBacktick, start < lastBacktick, line[start] == "`" else { return nil }
    return line[line.index(after: start)...].firstIndex(of: "`").map(line.index(after:))
  }

  /// Returns the index after the quoted text that begins at an index; nil if no quote is there, if
  /// it has no closing one, or if the text is empty.
  private func endOfQuotes(from start: String.Index) -> String.Index? {
    guard let lastQuote, start < lastQuote, line[start] == "\"" else { return nil }
    let first = line.index(after: start)
    guard let end = line[first...].firstIndex(of: "\""), end > first else { return nil }
    return line.index(after: end)
  }
}

/// Reads the value of a word with a sign.
enum QuickMarks {
  /// Returns the marks of a word; empty if it is text.
  static func read(
    _ kind: QuickLine.Kind, _ text: Substring, isQuoted: Bool, isLabel: (String) -> Bool
  ) -> [QuickLine.Mark] {
    let isSeveral = kind == .label || kind == .person && !text.contains("<")
    let pieces = isSeveral ? text.split(separator: ",") : [text]
    let values = pieces.enumerated().map { number, piece in
      trimmed(isQuoted ? piece : withoutPunctuation(number > 0 ? unmarked(piece, kind) : piece))
    }.filter { !$0.isEmpty }
    let isMark = values.allSatisfy {
      isQuoted ? $0.lowercased() != "none" : isBareValue($0, of: kind, isLabel: isLabel)
    }
    guard !values.isEmpty, isMark else { return [] }
    guard kind != .priority || values.allSatisfy(isPriority) else { return [] }
    return values.map { QuickLine.Mark(kind, String($0)) }
  }

  /// Returns the mark for the text after `due:`, without checking that it is a day; empty if there
  /// is no text.
  static func day(_ text: Substring, isQuoted: Bool) -> [QuickLine.Mark] {
    let value = trimmed(isQuoted ? text : withoutPunctuation(text))
    return value.isEmpty ? [] : [QuickLine.Mark(.due, String(value))]
  }

  /// Whether a mark can be typed without quotes and keeps its value, on every board.
  static func isBare(_ mark: QuickLine.Mark) -> Bool {
    guard mark.value.first != "\"", !mark.value.contains(where: \.isWhitespace) else {
      return false
    }
    let plain = QuickLine.Mark(mark.kind, mark.value)
    if mark.kind == .due { return day(mark.value[...], isQuoted: false) == [plain] }
    return mark.value.first != mark.kind.sign
      && read(mark.kind, mark.value[...], isQuoted: false, isLabel: { _ in false }) == [plain]
  }

  /// Returns one of several values without its sign: `ios` for the second value of `#bug,#ios`.
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

  /// Whether a character may follow a mark without a space: a comma, a full stop, or similar
  /// punctuation of any script.
  static func isPunctuation(_ character: Character) -> Bool {
    character.isASCII
      ? ",.;:!?".contains(character) : category(character) == .otherPunctuation
  }

  /// Whether a character ends brackets or quotes.
  private static func isClosing(_ character: Character) -> Bool {
    "\"'".contains(character)
      || [.closePunctuation, .finalPunctuation].contains(category(character))
  }

  private static func category(_ character: Character) -> Unicode.GeneralCategory? {
    character.unicodeScalars.first?.properties.generalCategory
  }

  private static func isBareValue(
    _ text: Substring, of kind: QuickLine.Kind, isLabel: (String) -> Bool
  ) -> Bool {
    guard text.lowercased() != "none", !text.contains("`"), let first = text.first,
      let last = text.last, !isClosing(last)
    else { return false }
    switch kind {
    case .priority: return true
    case .label:
      return (first.isLetter || first.isNumber) && text.contains(where: \.isLetter)
        && (!isColour(text) || isLabel(String(text)))
    case .person: return first.isLetter
    case .milestone: return first.isLetter || first.isNumber
    case .due: return false
    }
  }

  /// Whether a text names a priority. A single letter is more likely to be text.
  private static func isPriority(_ text: Substring) -> Bool {
    text.utf8.count > 1 && Priority(named: String(text)) != nil
  }

  /// Whether a text after `#` is a colour, as in style sheets: `fff`, `1a2b3c`, `1a2b3c80`.
  private static func isColour(_ text: Substring) -> Bool {
    [3, 6, 8].contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
