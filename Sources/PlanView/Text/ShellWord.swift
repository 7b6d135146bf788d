extension [String] {
  /// The words of a command as a text that can be pasted into a shell.
  package var shellCommand: String { map(\.shellWord).joined(separator: " ") }
}

extension String {
  /// The text quoted as one word for a shell; a word of plain characters is unchanged.
  ///
  /// Double quotes are used because messages put single quotes around commands. A word with `!`
  /// gets single quotes, because double quotes can't escape it.
  package var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "/._-+=:@%,".unicodeScalars.contains($0)
    }
    if isPlain, !isEmpty { return self }
    if unicodeScalars.contains("!") {
      let parts = split(separator: "'", omittingEmptySubsequences: false)
      return "'" + parts.joined(separator: #"'\''"#) + "'"
    }
    let special: Set<Unicode.Scalar> = ["\"", "\\", "$", "`"]
    let escaped = unicodeScalars.map { special.contains($0) ? "\\\($0)" : "\($0)" }
    return "\"" + escaped.joined() + "\""
  }
}
