/// A query of the words that a shell hands over.
enum QueryText {
  static func joined(_ words: [String]) -> String {
    words.map(quotingPhrase).joined(separator: " ")
  }

  /// An argument with spaces and nothing of the query language in it is a phrase: the shell has
  /// taken its quotes.
  private static func quotingPhrase(_ word: String) -> String {
    let isPhrase = word.contains(" ") && !word.contains { ":\"".contains($0) }
    return isPhrase ? "\"\(word)\"" : word
  }
}
