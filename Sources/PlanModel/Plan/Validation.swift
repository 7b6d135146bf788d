/// The error for an invalid value of a field.
package struct InvalidValue: Error, Hashable, Sendable {
  /// The field as people call it: `title`, `label`.
  package let field: String
  /// The invalid value, shortened if it is long.
  package let value: String
  /// The reason, lowercase and without a full stop, to follow the value: `is empty`.
  package let reason: String
  /// A text to type instead.
  package let hint: String

  package init(field: String, value: String, reason: String, hint: String) {
    (self.field, self.value, self.reason, self.hint) = (field, value.excerpt, reason, hint)
  }
}

extension String {
  /// The text for quoting in an error, shortened to 60 scalars.
  package var excerpt: String {
    // The limit counts scalars, because one character may consist of many of them.
    let limit = 60
    guard !unicodeScalars.dropFirst(limit).isEmpty else { return self }
    return String(unicodeScalars.prefix(limit - 1)) + "…"
  }
}

/// The rules for values that people and programs enter.
///
/// Values that are already on a board are not checked, and are shown as they are.
package enum Validation {
  /// The longest one-line text, in UTF-8 bytes.
  package static let longestLine = 1000

  /// Returns a title without surrounding white space. Throws as `line` does.
  package static func title(_ text: String) throws(InvalidValue) -> String {
    try line(text, field: "title")
  }

  /// Returns a text of one line, such as a label or an owner, without surrounding white space.
  /// Throws if it is empty, longer than `longestLine`, or contains a line break or control
  /// character.
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

  /// Whether a text is a valid column id: `[a-z0-9][a-z0-9_-]{0,62}`.
  package static func isColumnID(_ text: String) -> Bool {
    BoardName(String(text.map { $0 == "_" ? "-" : $0 })) != nil && text.first != "_"
  }

  /// Whether a text is a valid view name, by the rules of column ids.
  package static func isViewName(_ text: String) -> Bool { isColumnID(text) }

  /// Returns the text if it is a valid column id, else throws.
  package static func columnID(_ text: String) throws(InvalidValue) -> String {
    guard isColumnID(text) else {
      throw InvalidValue(
        field: "column", value: text, reason: "is not the id of a column", hint: formOfIDs)
    }
    return text
  }

  /// Returns the text in lower case if that is a valid view name, else throws.
  package static func viewName(_ text: String) throws(InvalidValue) -> String {
    let name = text.lowercased()
    guard isViewName(name) else {
      throw InvalidValue(
        field: "view", value: text, reason: "is not the name of a view", hint: formOfIDs)
    }
    return name
  }

  /// The form of column ids, and of names of views and rules, for hints.
  package static let formOfIDs =
    "use 1 to 63 of a-z, 0-9, '-' and '_', beginning with a letter or digit"

  /// Parses a link, `kind:target`. The kind consists of lowercase letters and hyphens.
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

  /// - Parameter none: The value that clears the priority, for the hint.
  package static func priority(
    _ text: String, field: String = "priority", none: String = "'none'"
  ) throws(InvalidValue) -> Priority {
    guard let priority = Priority(named: text) else {
      throw InvalidValue(
        field: field, value: text, reason: "is not low, medium, high or urgent",
        hint: "choose one of them, or \(none) to clear it")
    }
    return priority
  }

  /// The largest number that can be entered.
  private static let largestNumber = 1_000_000

  /// Parses a number of 0 or more.
  ///
  /// - Parameters:
  ///   - isLimited: Whether numbers over a million are refused. Exports of a board may contain
  ///     larger ones.
  ///   - none: The value that clears the number, for the hint.
  package static func number(
    _ text: String, field: String, isLimited: Bool = true, none: String = "'none'"
  ) throws(InvalidValue) -> JSONNumber {
    // The number must be finite as a double, because programs that read the JSON use doubles.
    let number = Double(text)?.isFinite == true ? JSONNumber(text) : nil
    guard let number, text.first != "-" else {
      throw InvalidValue(
        field: field, value: text,
        reason: number == nil ? "is not a number" : "must be 0 or more",
        hint: "write it like 3 or 0.5, or \(none) to clear it")
    }
    guard !isLimited || (Double(text) ?? 0) <= Double(largestNumber) else {
      throw InvalidValue(
        field: field, value: text,
        reason: "is more than \(largestNumber), the largest that is allowed",
        hint: "estimates have no unit, so you can count in larger steps")
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

// MARK: - Values written once

/// A forbidden change of a value that must not change after it is written. Such values are the
/// creator and creation time of a plan, the author, time and text of comments, and all values of
/// time entries and attached files.
///
/// Merges and commands never change them; only other tools do.
package struct Rewriting: Hashable, Sendable {
  package let path: ElementPath
  /// The values that were added, also those in a conflict; empty if the path lost its value.
  package let values: Set<JSONValue>

  package init(_ path: ElementPath, values: Set<JSONValue>) {
    (self.path, self.values) = (path, values)
  }

  private static func isWrittenOnce(_ path: ElementPath) -> Bool {
    switch path {
    case .field("created"): true
    case .item("comments", _, let member): ["at", "by", "text"].contains(member)
    case .item("time", _, let member): member != "gone" && TimeEntry.members.contains(member)
    case .item("files", _, let member): Attachment.writtenOnce.contains(member)
    default: false
    }
  }

  /// Returns the forbidden changes since an older version, sorted by path.
  ///
  /// At each path, it is forbidden to add a value and to remove all values. Keeping only some of
  /// the older values is allowed, which resolves a conflict.
  package static func all(from old: PlanDocument, to new: PlanDocument) -> [Rewriting] {
    old.elements.keys.filter(isWrittenOnce).sorted().compactMap { path in
      let known = Set(old[path].map(\.value))
      let values = Set(new[path].map(\.value))
      let added = values.subtracting(known)
      return added.isEmpty && !values.isEmpty ? nil : Rewriting(path, values: added)
    }
  }
}
