/// A refused value for a field, with the reason.
package struct InvalidValue: Error, Hashable, Sendable {
  /// The field as people call it: `title`, `label`.
  package let field: String
  /// The refused value, cut if it is long.
  package let value: String
  /// Lowercase, without a full stop, to follow the value: `is empty`.
  package let reason: String
  /// The values that would be accepted.
  package let hint: String

  package init(field: String, value: String, reason: String, hint: String) {
    (self.field, self.value, self.reason, self.hint) = (field, value.excerpt, reason, hint)
  }
}

extension String {
  /// The text as an error quotes it, cut at 60 scalars.
  package var excerpt: String {
    // The limit counts scalars, since one character may consist of any number of them.
    let limit = 60
    guard !unicodeScalars.dropFirst(limit).isEmpty else { return self }
    return String(unicodeScalars.prefix(limit - 1)) + "…"
  }
}

/// The rules for values that people and programs enter.
///
/// Values that are already on a board are not checked by them but shown as they are.
package enum Validation {
  /// The longest one-line text, in UTF-8 bytes.
  package static let longestLine = 1000

  /// Returns a title without white space around it.
  package static func title(_ text: String) throws(InvalidValue) -> String {
    try line(text, field: "title")
  }

  /// Returns a label, assignee, owner or alias without white space around it.
  package static func line(_ text: String, field: String) throws(InvalidValue) -> String {
    let trimmed = trimmed(text)
    guard !trimmed.isEmpty else {
      throw InvalidValue(
        field: field, value: text, reason: "is empty", hint: "give it at least one character")
    }
    guard trimmed.utf8.count <= longestLine else {
      throw InvalidValue(
        field: field, value: trimmed,
        reason: "is longer than \(longestLine) bytes", hint: "put long texts into the body")
    }
    let isControl = { (scalar: Unicode.Scalar) in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard !trimmed.unicodeScalars.contains(where: isControl) else {
      throw InvalidValue(
        field: field, value: text, reason: "has a line break or a control character in it",
        hint: "write it on one line; the body may have several")
    }
    return trimmed
  }

  /// Whether a text is a column's id: `[a-z0-9][a-z0-9_-]{0,62}`.
  package static func isColumnID(_ text: String) -> Bool {
    BoardName(String(text.map { $0 == "_" ? "-" : $0 })) != nil && text.first != "_"
  }

  /// Whether a text is a view's name: the same characters as in a column's id.
  package static func isViewName(_ text: String) -> Bool { isColumnID(text) }

  /// Returns a column's id.
  package static func columnID(_ text: String) throws(InvalidValue) -> String {
    guard isColumnID(text) else {
      throw InvalidValue(
        field: "column", value: text, reason: "is not the id of a column", hint: idHint)
    }
    return text
  }

  /// Returns a view's name in lower case.
  package static func viewName(_ text: String) throws(InvalidValue) -> String {
    let name = text.lowercased()
    guard isViewName(name) else {
      throw InvalidValue(
        field: "view", value: text, reason: "is not the name of a view", hint: idHint)
    }
    return name
  }

  private static let idHint =
    "use 1 to 63 of a-z, 0-9, '-' and '_', beginning with a letter or digit"

  /// Returns a link, `kind:target`; the kind is of lowercase letters and hyphens.
  package static func link(_ text: String) throws(InvalidValue) -> Link {
    let text = try line(text, field: "link")
    guard let link = Link(text),
      link.kind.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") })
    else {
      throw InvalidValue(
        field: "link", value: text, reason: "is not KIND:ID",
        hint: "write it like blocked-by:k7m2; "
          + "kinds in use are blocked-by, parent, relates and commit")
    }
    return link
  }

  package static func priority(
    _ text: String, field: String = "priority"
  ) throws(InvalidValue) -> Priority {
    guard let priority = Priority(named: text) else {
      throw InvalidValue(
        field: field, value: text, reason: "is none of low, medium, high and urgent",
        hint: "choose one of them, or 'none' to clear it")
    }
    return priority
  }

  /// Returns a number of at least 0.
  package static func number(
    _ text: String, field: String
  ) throws(InvalidValue) -> JSONNumber {
    // Programs that read the JSON treat numbers as doubles.
    let number = Double(text)?.isFinite == true ? JSONNumber(text) : nil
    guard let number, text.first != "-" else {
      throw InvalidValue(
        field: field, value: text,
        reason: number == nil ? "is not a number" : "must be 0 or more",
        hint: "write it like 3 or 0.5, or 'none' to clear it")
    }
    return number
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isSpace = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar == Lines.byteOrderMark
    }
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
