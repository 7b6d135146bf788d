/// A query, built from the words that a shell passes.
enum QueryText {
  static func joined(_ words: [String]) -> String {
    words.map(quotingPhrase).joined(separator: " ")
  }

  /// Quotes an argument that has spaces and no syntax of the query language: the shell has removed
  /// the quotes of a phrase.
  private static func quotingPhrase(_ word: String) -> String {
    let isPhrase = word.contains(" ") && !word.contains { ":\"".contains($0) }
    return isPhrase ? "\"\(word)\"" : word
  }
}
