/// Words of a command that a person can paste into a shell, in hints.
package enum ShellWord {
  package static func command(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// Returns a word quoted for a shell, unless all its characters are plain.
  ///
  /// In double quotes, because messages put single quotes around commands; `!` alone can't be
  /// escaped in them.
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
