/// Finds the day at the end of a quick line.
enum QuickDay {
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
      guard !(start > first && keepsDay(line[words[start - 1].range])),
        isDay(text, today: today)
      else { continue }
      // A title is not left empty.
      if isWhole, start == first { return nil }
      words.removeSubrange(place(of: start, after: first, isWhole, words, line)...last)
      return String(text)
    }
    return nil
  }

  /// Returns where the words of a day begin: with the word `due` before it, unless that is all of
  /// the title.
  private static func place(
    of start: Int, after first: Int, _ isWhole: Bool, _ words: [QuickWord], _ line: String
  ) -> Int {
    let before = start - 1
    guard before >= first, line[words[before].range].lowercased() == "due" else { return start }
    // `The rent is due fri` says more than the day.
    if before > first, verbs.contains(line[words[before - 1].range].lowercased()) { return start }
    return isWhole && before == first ? start : before
  }

  /// Whether a text behind `due:` is a day, also one in the past.
  static func isNamed(_ text: String, today: CalendarDay) -> Bool {
    do throws(DueDateError) {
      return try DueDate.parse(text, today: today) != nil
    } catch {
      // What can't be read as a day is text.
      return false
    }
  }

  /// Whether a day after a word belongs to the title, because the word says more of the day:
  /// `every fri`, `mon and fri`, `until fri`, `in the sun`.
  private static func keepsDay(_ word: Substring) -> Bool {
    keepers.contains(word.lowercased())
  }

  private static let verbs: Set = ["are", "be", "is", "was", "were"]

  private static let keepers: Set = [
    "a", "after", "an", "and", "at", "before", "each", "every", "for", "from", "in", "last", "not",
    "of", "or", "other", "since", "than", "the", "till", "to", "until",
  ]

  /// Whether a text is a day, today or later, and says so: not a length such as `30 days`, nor a
  /// number in a sequence, such as `the 2nd`.
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
      // What can't be read as a day is text.
      return false
    }
  }

  /// Whether a text ends with a number of dimensions, as in `in 3D`.
  private static func isDimension(_ text: Substring) -> Bool {
    text.last == "D" && text.dropLast().last?.isNumber == true
  }

  /// Whether words are only a number in a sequence: `2nd`, `the 2nd`.
  private static func isOrdinal(_ typed: DateWords) -> Bool {
    var words = typed
    words.skip("the")
    guard words.count == 1, let word = words.first else { return false }
    return CalendarNames.ordinal(word) != nil
  }
}
