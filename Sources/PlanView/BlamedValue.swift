package import PlanModel

/// A value of a plan, and the commit that last wrote it.
package struct BlamedValue: Hashable, Sendable {
  package struct Origin: Hashable, Sendable {
    package let commit: CommitID
    package let at: Timestamp
    /// `Name <email>`.
    package let author: String

    package init(commit: CommitID, at: Timestamp, author: String) {
      (self.commit, self.at, self.author) = (commit, at, author)
    }
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
    case .item(let list, _, _): return list.text
    }
  }

  /// Returns the value in words.
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
