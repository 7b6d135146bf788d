package import PlanModel

/// Escapes text for Markdown.
package enum MarkdownText {
  /// Returns text that CommonMark, GitHub and GitLab show unchanged in a heading or a list item.
  ///
  /// Marks that could begin a link, emphasis, code, HTML or a list get a backslash. Control
  /// characters are made visible as in a terminal. A zero-width space breaks up `@name`, which
  /// would notify a person, and `:name:`, which would become an emoji. A backslash would not help
  /// there, because the sites search the text after parsing Markdown.
  ///
  /// Web addresses are put in angle brackets, where no mark has a meaning, so that they lead to the
  /// right page. An address without a scheme, such as `www.example.com/a_b`, can't be in angle
  /// brackets. If it contains marks, it becomes a link whose text is the address.
  package static func escaped(_ data: some StringProtocol) -> String {
    var text = ""
    var isAtStart = true
    // Scalars are examined instead of characters: a mark with a combining accent is still a mark.
    let line = LiveMarks(SafeText(data).string)
    var addressEnd = 0
    for (index, scalar) in line.scalars.enumerated() {
      if index < addressEnd { continue }
      if let address = WebAddress.found(in: line.scalars, at: index) {
        text += link(to: address.text, lacksScheme: address.lacksScheme)
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
      // A number followed by a dot would begin a list.
      let isNumber = scalar.properties.numericType != nil
      isAtStart = isAtStart && (scalar.properties.isWhitespace || isNumber)
    }
    return text
  }

  private static func link(to address: String, lacksScheme: Bool) -> String {
    let target = String(
      address.unicodeScalars.enumerated().reduce(into: "") { target, part in
        let rest = address.unicodeScalars.dropFirst(part.offset)
        target += part.element == "&" && isEntity(rest) ? "&amp;" : String(part.element)
      })
    guard lacksScheme else { return "<\(target)>" }
    let shown = address.unicodeScalars.map { marks.contains($0) ? "\\\($0)" : String($0) }
    return "[\(shown.joined())](<http://\(target)>)"
  }

  /// Whether a text begins with an entity that Markdown decodes even in addresses, such as `&copy;`
  /// or `&#38;`.
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

/// The marks that GitHub and GitLab interpret in the text after parsing Markdown.
struct LiveMarks {
  let scalars: [Unicode.Scalar]

  init(_ line: String) { scalars = Array(line.unicodeScalars) }

  /// Whether a position begins an `@name` of a person or a team. The `@` of an e-mail address is
  /// not a mention.
  ///
  /// - Parameter end: The position of the name, in a text whose Markdown is not parsed yet. There
  ///   the `@` may be an entity, the name may begin with an escape, and GitLab drops carriage
  ///   returns. If nil, the name follows the `@`.
  func isMention(_ place: Int, namedAt end: Int? = nil) -> Bool {
    guard !isLetterOrDigit(place - 1) else { return false }
    guard let end else {
      return scalars[place] == "@" && isName(place + 1)
    }
    let rest = scalars[min(end, scalars.count)...].drop { $0 == "\r" }
    // Backslashes before a slash belong to a command, or to its escape.
    if rest.first == "\\" { return rest.drop { $0 == "\\" }.first != "/" }
    return rest.first == "&" || isName(rest.startIndex)
  }

  private func isName(_ place: Int) -> Bool {
    isLetterOrDigit(place) || [".", "-", "_"].contains(scalar(place))
  }

  /// Whether a position begins a name between colons, such as `:smile:`. Times (`10:30:45`) and
  /// names joined by colons (`group:name:version`, `std::vector::size`) do not count.
  func isPicture(_ place: Int) -> Bool {
    guard scalars[place] == ":" else { return false }
    let name = scalars[(place + 1)...].prefix {
      isLetterOrDigit($0) || "_+-".unicodeScalars.contains($0)
    }
    guard !name.isEmpty, scalar(name.endIndex) == ":" else { return false }
    let isNumber = name.allSatisfy { ("0"..."9").contains($0) }
    return !isJoint(place - 1) || !isNumber && !isJoint(name.endIndex + 1)
  }

  /// Whether a colon next to this position belongs to a name or a number.
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
  /// Returns the address at a position that Markdown would make a link; nil if there is none. An
  /// address that begins with `www.`, without a scheme, is returned only if escaping would change
  /// its target.
  static func found(
    in line: [Unicode.Scalar], at start: Int
  ) -> (text: String, lacksScheme: Bool)? {
    if let text = text(in: line, at: start) { return (text, lacksScheme: false) }
    guard let text = textWithoutScheme(in: line, at: start),
      line[start...].prefix(while: { !$0.properties.isWhitespace }).contains(where: {
        MarkdownText.marks.contains($0) || $0 == "@" || $0 == ":"
      })
    else { return nil }
    return (text, lacksScheme: true)
  }
}

/// Finished plans below one heading.
package struct FinishedGroup: Sendable {
  /// The label of the plans; nil for plans without labels.
  package let label: String?
  /// The plans in the order of the board.
  package let plans: [Plan]

  package init(label: String?, plans: [Plan]) { (self.label, self.plans) = (label, plans) }
}

extension [FinishedGroup] {
  /// Returns the plans as Markdown, with a heading for each label and an item for each plan.
  ///
  /// The text is the same for people and for programs, because it is meant to be pasted into
  /// release notes.
  ///
  /// - Parameter shortID: Returns the short form of a plan's id.
  package func changelog(shortID: (PlanID) -> String) -> String {
    map { group in
      let items = group.plans.map { plan in
        "- \(MarkdownText.escaped(plan.title)) (\(shortID(plan.id)))\n"
      }
      return "## \(MarkdownText.escaped(group.label ?? "Other"))\n\n\(items.joined())"
    }.joined(separator: "\n")
  }
}
