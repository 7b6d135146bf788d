/// Quotes the words of a command in a hint, so that it can be pasted into a shell.
package enum ShellWord {
  package static func command(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// Returns a word quoted for a shell; a word of plain characters is returned unchanged.
  ///
  /// Double quotes are used because messages put single quotes around commands. A word with `!`
  /// gets single quotes, because double quotes can't escape it.
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
