/// A query, built from the words that a shell passes.
enum QueryText {
  private static let spelledOut = "NOT "

  /// Replaces the minus of a negated term such as `-label:later` by `NOT`, because the parser would
  /// treat the term as an option. `joined` turns `NOT` back into a minus.
  static func spellingOutMinuses(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard arguments[..<end].contains(where: isNegatedTerm),
      let topic = try? CommandTopic(of: arguments[...]), topic.takesQuery
    else { return arguments }
    return arguments[..<end].map { isNegatedTerm($0) ? spelledOut + $0.dropFirst() : $0 }
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

  /// Returns the words as they were typed: turns a `NOT` from `spellingOutMinuses` back into a
  /// minus.
  static func written(_ words: [String]) -> [String] {
    words.map { word in
      let rest = word.dropFirst(spelledOut.count)
      let isTerm =
        word.hasPrefix(spelledOut) && rest.first?.isWhitespace == false && rest.first != "-"
      return isTerm ? "-" + rest : word
    }
  }
}
