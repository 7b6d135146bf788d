/// Data as plain text in Markdown.
package enum MarkdownText {
  /// Returns a text that CommonMark, GitHub and GitLab show as it is, in a heading or in an item of a list.
  ///
  /// Every mark that could begin a link, emphasis, code, HTML or a list of its own gets a backslash; a
  /// control character is made visible as in a terminal. Where `@name` would call somebody, and `:name:`
  /// would become a picture, a space without width follows the first mark: the sites look for both after
  /// Markdown is read, when backslashes and entities are gone.
  ///
  /// An address of the web stands in angle brackets, so that it leads where it says: no mark in it means
  /// anything, and no backslash is read.
  package static func escaped(_ data: some StringProtocol) -> String {
    var text = ""
    var isAtStart = true
    // One by one: a mark with an accent on it is another character, and yet a mark.
    let line = LiveMarks(SafeText(data).string)
    var addressEnd = 0
    for (index, scalar) in line.scalars.enumerated() {
      if index < addressEnd { continue }
      if let address = WebAddress.text(in: line.scalars, at: index) {
        text += "<\(address)>"
        addressEnd = index + address.unicodeScalars.count
        isAtStart = false
        continue
      }
      if marks.contains(scalar) || isAtStart && marksAtStart.contains(scalar) {
        text.append("\\")
      }
      text.unicodeScalars.append(scalar)
      if line.isMention(index) || line.isPicture(index) {
        text.unicodeScalars.append(widthlessSpace)
      }
      // A number with a dot behind it begins a list.
      let isNumber = scalar.properties.numericType != nil
      isAtStart = isAtStart && (scalar.properties.isWhitespace || isNumber)
    }
    return text
  }

  private static let widthlessSpace: Unicode.Scalar = "\u{200B}"
  private static let marks: Set<Unicode.Scalar> = [
    "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "#", "$",
  ]
  private static let marksAtStart: Set<Unicode.Scalar> = ["-", "+", "=", ".", ")"]
}

/// The marks in a line that GitHub and GitLab follow in text, whatever Markdown says of them.
private struct LiveMarks {
  let scalars: [Unicode.Scalar]

  init(_ line: String) { scalars = Array(line.unicodeScalars) }

  /// Whether a name of a person or a team begins behind a place. An address of e-mail calls nobody.
  func isMention(_ place: Int) -> Bool {
    scalars[place] == "@" && !isLetterOrDigit(place - 1)
      && (isLetterOrDigit(place + 1) || [".", "-", "_"].contains(scalar(place + 1)))
  }

  /// Whether a name between colons begins at a place. Times of the day (`10:30:45`) and what is joined by
  /// colons (`group:name:version`, `std::vector::size`) are none.
  func isPicture(_ place: Int) -> Bool {
    guard scalars[place] == ":" else { return false }
    let name = scalars[(place + 1)...].prefix {
      isLetterOrDigit($0) || "_+-".unicodeScalars.contains($0)
    }
    guard !name.isEmpty, scalar(name.endIndex) == ":" else { return false }
    let isNumber = name.allSatisfy { ("0"..."9").contains($0) }
    return !isJoint(place - 1) || !isNumber && !isJoint(name.endIndex + 1)
  }

  /// Whether a colon beside it is within a name.
  private func isJoint(_ place: Int) -> Bool { isLetterOrDigit(place) || scalar(place) == ":" }

  private func scalar(_ place: Int) -> Unicode.Scalar? {
    scalars.indices.contains(place) ? scalars[place] : nil
  }

  private func isLetterOrDigit(_ place: Int) -> Bool { scalar(place).map(isLetterOrDigit) ?? false }

  private func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }
}
