/// The quotes and backslashes of bash and fish around the words that a person types.
package enum ShellQuotes {
  /// A quote that is still open where the cursor stands.
  package enum Open: Character, Sendable {
    case single = "'"
    case double = "\""
  }

  /// The words of a command line up to the cursor, without their quotes.
  package struct Line: Hashable, Sendable {
    /// Those that are complete, the program first.
    package var words: [String] = []
    /// The word that the cursor stands at; empty behind a space.
    package var current = ""
    package var open: Open?
  }

  /// Splits a command line as a shell does, and expands nothing.
  ///
  /// - Complexity: Linear.
  package static func split(_ text: String) -> Line {
    var line = Line()
    var isWord = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        // In double quotes a backslash stands for itself before most characters.
        if line.open == .double, !"\"\\$`".contains(character) { line.current.append("\\") }
        line.current.append(character)
      } else if character == "\\", line.open != .single {
        (isEscaped, isWord) = (true, true)
      } else if let open = line.open {
        if character == open.rawValue { line.open = nil } else { line.current.append(character) }
      } else if let open = Open(rawValue: character) {
        (line.open, isWord) = (open, true)
      } else if character.isWhitespace {
        if isWord { line.words.append(line.current) }
        (line.current, isWord) = ("", false)
      } else {
        line.current.append(character)
        isWord = true
      }
    }
    return line
  }

  /// Returns one word without its quotes, of which the last may be open.
  package static func unquoted(_ word: String) -> String {
    // A space in a word is quoted already.
    split(word).current
  }

  /// Returns a word as bash reads it behind an open quote, or behind none; nil if it can't be written
  /// there.
  package static func quoted(_ word: String, behind open: Open?) -> String? {
    switch open {
    case .single: return word.contains("'") ? nil : word
    case .double:
      // A '!' would be looked up in the history, and nothing protects it there.
      guard !word.contains("!") else { return nil }
      return escaped(word) { "\"\\$`".unicodeScalars.contains($0) }
    case nil:
      return escaped(word) { scalar in
        let isPlain =
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "/._-+=:@%,^".unicodeScalars.contains(scalar) || scalar.value > 0x7F
        return !isPlain
      }
    }
  }

  private static func escaped(_ word: String, where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    for scalar in word.unicodeScalars {
      if isSpecial(scalar) { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
