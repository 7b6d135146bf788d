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
  /// anything, and no backslash is read. One without a scheme, `www.example.com/a_b`, can't stand there: it
  /// becomes a link with the address as its text, if it has a mark that would get a backslash.
  package static func escaped(_ data: some StringProtocol) -> String {
    var text = ""
    var isAtStart = true
    // One by one: a mark with an accent on it is another character, and yet a mark.
    let line = LiveMarks(SafeText(data).string)
    var addressEnd = 0
    for (index, scalar) in line.scalars.enumerated() {
      if index < addressEnd { continue }
      if let address = WebAddress.found(in: line.scalars, at: index) {
        text += link(to: address)
        addressEnd = index + address.text.unicodeScalars.count
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

  private static func link(to address: WebAddress.Found) -> String {
    let target = String(
      address.text.unicodeScalars.enumerated().reduce(into: "") { target, part in
        let rest = address.text.unicodeScalars.dropFirst(part.offset)
        target += part.element == "&" && isEntity(rest) ? "&amp;" : String(part.element)
      })
    guard address.lacksScheme else { return "<\(target)>" }
    let shown = address.text.unicodeScalars.map { marks.contains($0) ? "\\\($0)" : String($0) }
    return "[\(shown.joined())](<http://\(target)>)"
  }

  /// Whether Markdown reads a name such as `&copy;` or a number such as `&#38;` at the beginning of a text, also
  /// within an address.
  private static func isEntity(_ text: Substring.UnicodeScalarView) -> Bool {
    let name = text.dropFirst().prefix { $0 != ";" && ($0.isASCIILetterOrDigit || $0 == "#") }
    return !name.isEmpty && text[name.endIndex...].first == ";"
  }

  private static let widthlessSpace: Unicode.Scalar = "\u{200B}"
  /// The marks that get a backslash.
  fileprivate static let marks: Set<Unicode.Scalar> = [
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

  private func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCIILetterOrDigit }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetterOrDigit: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType != nil)
  }
}

extension WebAddress {
  /// An address in a text.
  struct Found {
    let text: String
    /// Whether it begins with `www.`, which stands for `http://www.`.
    let lacksScheme: Bool
  }

  /// Returns the address that Markdown makes a link of at a place, if a backslash or a space without width would
  /// change where it leads; an address with a scheme always.
  static func found(in line: [Unicode.Scalar], at start: Int) -> Found? {
    if let text = text(in: line, at: start) { return Found(text: text, lacksScheme: false) }
    guard let text = textWithoutScheme(in: line, at: start),
      line[start...].prefix(while: { !$0.properties.isWhitespace }).contains(where: {
        MarkdownText.marks.contains($0) || $0 == "@" || $0 == ":"
      })
    else { return nil }
    return Found(text: text, lacksScheme: true)
  }
}
