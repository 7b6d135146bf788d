/// Reads and writes words with the quotes and backslashes of bash and fish.
enum ShellQuotes {
  /// A quote that is still open at the cursor.
  enum Open: Character, Sendable {
    case single = "'"
    case double = "\""
  }

  /// The words of a command line up to the cursor, without their quotes.
  struct Line: Hashable, Sendable {
    /// The complete words, the program first.
    var words: [String] = []
    /// The word at the cursor; empty after a space.
    var current = ""
    var open: Open?
  }

  /// Splits a command line as a shell does, without expanding anything.
  ///
  /// - Complexity: Linear.
  static func split(_ text: String) -> Line {
    var line = Line()
    var isWord = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        // In double quotes a backslash is an ordinary character before most others.
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

  /// Returns one word without its quotes. Its last quote need not be closed.
  static func unquoted(_ word: String) -> String {
    // Spaces inside the word are quoted, so it stays one word.
    split(word).current
  }

  /// Returns a word as bash accepts it after the open quote, if any; nil if it can't be written
  /// there.
  static func quoted(_ word: String, behind open: Open?) -> String? {
    switch open {
    case .single: return word.contains("'") ? nil : word
    case .double:
      // bash would expand a '!' from its history, and nothing escapes it in double quotes.
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
