/// Finds the day at the end of a quick line.
enum QuickDay {
  /// The most words of a day: `the last day of november 2027`.
  private static let mostWords = 6

  /// Removes the words of the day from the end of the text, and returns the day as it was typed,
  /// with the range of all removed words; nil if the text ends with no day. An escaped day stays in
  /// the text, without its backslash.
  static func take(
    from words: inout [QuickWord], of line: String, today: CalendarDay
  ) -> (text: Range<String.Index>, range: Range<String.Index>)? {
    guard let last = words.lastIndex(where: \.isText) else { return nil }
    let first = words[...last].lastIndex { !$0.isText || $0.isKept }.map { $0 + 1 } ?? 0
    let isWhole = words.count(where: \.isText) == last + 1 - first
    guard first <= last else { return nil }
    for start in max(first, last + 1 - mostWords)...last {
      let range = words[start].range.lowerBound..<words[last].range.upperBound
      let text = line[range]
      if text.first == "\\", isDay(text.dropFirst(), today: today) {
        words[start].text =
          line.index(after: words[start].text.lowerBound)..<words[start].text.upperBound
        return nil
      }
      let isKept = start > first && keepers.contains(line[words[start - 1].range].lowercased())
      guard !isKept, isDay(text, today: today) else { continue }
      // A day does not leave the title empty.
      if isWhole, start == first { return nil }
      let removed = place(of: start, after: first, isWhole, words, line)
      let begin = words[removed].range.lowerBound
      words.removeSubrange(removed...last)
      return (range, begin..<range.upperBound)
    }
    return nil
  }

  /// Returns the index of the first word of the day. A word `due` before the day belongs to it,
  /// unless `due` is the whole title.
  private static func place(
    of start: Int, after first: Int, _ isWhole: Bool, _ words: [QuickWord], _ line: String
  ) -> Int {
    let before = start - 1
    guard before >= first, line[words[before].range].lowercased() == "due" else { return start }
    // In `The rent is due fri`, `due` belongs to the title.
    if before > first, verbs.contains(line[words[before - 1].range].lowercased()) { return start }
    return isWhole && before == first ? start : before
  }

  /// Whether a text after `due:` is a day. It may be in the past.
  static func isNamed(_ text: String, today: CalendarDay) -> Bool {
    do throws(DueDateError) {
      return try DueDate.parse(text, today: today) != nil
    } catch {
      // An unreadable day is text.
      return false
    }
  }

  private static let verbs: Set = ["are", "be", "is", "was", "were"]

  /// The words that keep the day after them in the title: `every fri`, `mon and fri`, `until fri`,
  /// `in the sun`.
  private static let keepers: Set = [
    "a", "after", "an", "and", "at", "before", "each", "every", "for", "from", "in", "last", "not",
    "of", "or", "other", "since", "than", "the", "till", "to", "until",
  ]

  /// Whether a text clearly means a day, today or later. A length such as `30 days` does not, nor
  /// does a number in a sequence, such as `the 2nd`.
  private static func isDay(_ text: Substring, today: CalendarDay) -> Bool {
    guard let typed = DateWords(String(text)) else { return false }
    var words = typed
    words.skip("by", "on")
    guard words.joined != "now", !isDimension(text),
      DateOffset(words)?.direction != .asRead
    else { return false }
    if words.count == typed.count, isOrdinal(words) { return false }
    do throws(DueDateError) {
      return try DueDate.parse(String(text), today: today).map { $0 >= today } ?? false
    } catch {
      // An unreadable day is text.
      return false
    }
  }

  /// Whether a text ends with a number of dimensions, as in `in 3D`.
  private static func isDimension(_ text: Substring) -> Bool {
    text.last == "D" && text.dropLast().last?.isNumber == true
  }

  /// Whether the words are only an ordinal number: `2nd`, `the 2nd`.
  private static func isOrdinal(_ typed: DateWords) -> Bool {
    var words = typed
    words.skip("the")
    guard words.count == 1, let word = words.first else { return false }
    return CalendarNames.ordinal(word) != nil
  }
}
