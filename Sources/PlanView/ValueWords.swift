package import PlanModel

/// A field's value in words.
package enum ValueWords {
  /// Returns the value in words: a column's title, a person's name, or `none` without a value. The
  /// field `deleted` is `kept` without a value.
  ///
  /// A ticked item is `checked`, a milestone `open` or `closed`.
  ///
  /// A text of several lines becomes its first line that is not empty, and the number of the other
  /// lines.
  package static func words(
    for value: JSONValue?, at path: ElementPath, board: Board
  ) -> StyledText {
    if let value, let field = board.field(at: path), let known = field.value(stored: value) {
      return known.words
    }
    guard let value, !value.isNull else {
      return path == .field("deleted") ? "kept" : StyledText("none", .muted)
    }
    if let words = words(ofItemWith: value, at: path, board: board) { return words }
    if let lines = value.lines { return words(for: lines) }
    if path == .field("deleted"), let record = value.object {
      return "deleted by \(Person(record["by"]?.string ?? "").fullName)"
    }
    guard let text = value.string else { return StyledText(plain(value)) }
    switch path {
    case .field("state"): return StyledText(board.title(of: text))
    case .field("owner"): return StyledText(Person(text).fullName, .person)
    case .field("lease"):
      guard let end = Timestamp(text)?.description else { return StyledText(text) }
      return StyledText("\(end.prefix(10)) \(end.dropFirst(11).prefix(5)) UTC")
    default: return text.isEmpty ? StyledText("(empty)", .muted) : StyledText(text)
    }
  }

  /// Returns the words for a value that has words of its own in its list; nil for other values.
  private static func words(
    ofItemWith value: JSONValue, at path: ElementPath, board: Board
  ) -> StyledText? {
    switch path {
    case .item("checklist", _, "done"): value.bool.map { $0 ? "checked" : "unchecked" }
    case .item("milestones", _, "closed"), .item("iterations", _, "closed"):
      value.bool.map { $0 ? "closed" : "open" }
    case .item("accounts", _, "person"):
      value.string.map { StyledText(Person($0).fullName, .person) }
    case .item("columns", _, "from"):
      value.lines.map { StyledText($0.map(board.title).joined(separator: ", ")) }
    case .item("fields", _, "options"):
      value.lines.map { StyledText($0.joined(separator: ", ")) }
    default: nil
    }
  }

  private static func words(for lines: [String]) -> StyledText {
    guard let first = lines.first(where: { !$0.isEmpty }) else {
      return StyledText("(empty)", .muted)
    }
    let others = lines.count - 1
    let more = others == 0 ? "" : StyledText(" (+\(CountWords.words(others, "line")))", .muted)
    return StyledText(first) + more
  }

  /// Returns the value for programs. A string is unchanged, lines are joined by line feeds, no
  /// value is an empty string, and other values become JSON on one line.
  package static func plain(_ value: JSONValue?) -> String {
    guard let value, !value.isNull else { return "" }
    if let lines = value.lines { return lines.joined(separator: "\n") }
    return value.string ?? CanonicalJSON.line(of: value)
  }
}

/// A value of a plan, and the commit that last wrote it.
package struct BlamedValue: Hashable, Sendable {
  package struct Origin: Hashable, Sendable {
    package let commit: CommitID
    package let at: Timestamp
    /// The author of the commit, `Name <email>`.
    package let author: String
    /// The agent that wrote the value; nil for a person.
    package let agent: Agent?

    package init(commit: CommitID, at: Timestamp, author: String, agent: Agent? = nil) {
      (self.commit, self.at, self.author, self.agent) = (commit, at, author, agent)
    }

    /// The author's name without the address; for an agent, also the person for whom it acted.
    package var authorName: String { agent?.words ?? Person(author).fullName }
  }

  package let path: ElementPath
  /// The number of a line of the description, from 1; nil for other values.
  package let line: Int?
  package let value: JSONValue
  /// The text of the list item to which the path belongs; nil for other paths.
  package let itemText: String?
  /// The commit that wrote the value; nil if the history does not show it.
  package let origin: Origin?

  package init(
    path: ElementPath, line: Int?, value: JSONValue, itemText: String?, origin: Origin?
  ) {
    (self.path, self.line, self.value) = (path, line, value)
    (self.itemText, self.origin) = (itemText, origin)
  }

  /// The kind of value: `state`, `label`, `body 3`, `checked`.
  package var name: String {
    if let line { return "body \(line)" }
    switch path {
    case .field(let name), .other(let name): return name.text
    case .setMember(let set, _): return PlanSet(rawValue: set.text)?.memberName ?? set.text
    case .item("checklist", _, "done"): return "checked"
    case .item("comments", _, _): return "comment"
    case .item("files", _, _): return "file"
    case .item(let list, _, _): return list.text
    }
  }

  /// Returns the kind of value for people: the title of a custom field, else `name`.
  package func name(on board: Board) -> String {
    guard line == nil else { return name }
    return board.fieldTitle(at: path) ?? name
  }

  package func words(on board: Board) -> StyledText {
    switch path {
    case .setMember("assignees", let person):
      return StyledText(Person(person.text).fullName, .person)
    case .setMember("labels", let label): return StyledText(label.text, .label)
    case .setMember(_, let member): return StyledText(member.text)
    case .item("checklist", _, "done"): return StyledText(itemText ?? "")
    case _ where line != nil: return StyledText(value.string ?? "")
    default: return ValueWords.words(for: value, at: path, board: board)
    }
  }

  /// The value as text for programs.
  package var plain: String {
    switch path {
    case .setMember(_, let member): member.text
    case .item("checklist", _, "done"): itemText ?? ""
    default: ValueWords.plain(value)
    }
  }
}

extension Agent {
  /// The agent and the person for whom it acted: `claude for Ada Lovelace`.
  package var words: String { "\(name) for \(Person(person).fullName)" }
}

extension Person {
  /// The name without the address, or the address if there is no name.
  package var fullName: String { name.isEmpty ? email : name }

  /// The first word of the name, or the part of an address before the `@`.
  package var shortName: String {
    let first = fullName.split(separator: " ").first ?? ""
    let account = first.prefix { $0 != "@" }
    return String(account.isEmpty ? first : account)
  }
}

extension [NextPlan.Reason] {
  /// Returns why a plan is the next to do, such as `3 days overdue, urgent, 3 plans wait for it`.
  package func words(today: CalendarDay, now: Timestamp) -> String {
    map { reason in
      switch reason {
      case .overdue(let day): day.dueWords(today: today, isDone: false)
      case .due(let day): "due \(day.dueWords(today: today, isDone: false))"
      case .priority(let priority): priority.rawValue
      case .mine: "yours"
      case .leaseOver(let owner?, let end):
        "lease of \(Person(owner).fullName) \(end.endedWords(now: now))"
      case .leaseOver(nil, let end): "your lease \(end.endedWords(now: now))"
      case .unblocks(let count):
        "\(CountWords.words(count, "plan")) \(count == 1 ? "waits" : "wait") for it"
      case .place: "next on the board"
      }
    }.joined(separator: ", ")
  }
}
