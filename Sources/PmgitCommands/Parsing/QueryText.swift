/// A query, built from the words that a shell passes.
enum QueryText {
  /// Stands for the minus of a negated term. No argument of a process contains it.
  static let hiddenMinus = "\0"

  /// Hides the minus of a negated term such as `-label:later`, because the parser would treat the
  /// term as an option. `written` shows it again.
  static func hidingMinuses(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard arguments[..<end].contains(where: isNegatedTerm),
      let topic = try? CommandTopic(of: arguments[...]), topic.takesQuery
    else { return arguments }
    return arguments[..<end].map { isNegatedTerm($0) ? hiddenMinus + $0.dropFirst() : $0 }
      + arguments[end...]
  }

  /// Whether a word begins with a minus and can't be an option, such as `-label:later`, `-(a OR b)`
  /// or `-#ui`.
  private static func isNegatedTerm(_ argument: String) -> Bool {
    guard argument.first == "-", let next = argument.dropFirst().first, next != "-" else {
      return false
    }
    if "(#@\"".contains(next) { return true }
    let key = argument.dropFirst().prefix { $0 != ":" }
    return key.endIndex < argument.endIndex && key.allSatisfy { $0.isLetter || $0 == "-" }
  }

  /// Joins the words, as they were typed, by spaces. Quotes for the query must be inside the quotes
  /// of the shell.
  static func joined(_ words: [String]) -> String { written(words).joined(separator: " ") }

  /// Returns the words as they were typed, with the minuses that `hidingMinuses` hid.
  static func written(_ words: [String]) -> [String] {
    words.map { $0.replacing(hiddenMinus, with: "-") }
  }
}
