/// Words of a command that a person can paste into a shell, in hints.
package enum ShellWord {
  package static func command(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// Quotes a word, unless it is of characters alone that no shell gives a meaning to.
  ///
  /// In double quotes, because messages have single quotes around commands; only `!` has a meaning
  /// there that nothing takes away.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "/._-+=:@%,".unicodeScalars.contains($0)
    }
    if isPlain, !word.isEmpty { return word }
    if word.unicodeScalars.contains("!") {
      let parts = word.split(separator: "'", omittingEmptySubsequences: false)
      return "'" + parts.joined(separator: #"'\''"#) + "'"
    }
    let special: Set<Unicode.Scalar> = ["\"", "\\", "$", "`"]
    let escaped = word.unicodeScalars.map { special.contains($0) ? "\\\($0)" : "\($0)" }
    return "\"" + escaped.joined() + "\""
  }
}
