package import PlanModel

/// A value of a plan, and who last wrote it.
package struct BlamedValue: Hashable, Sendable {
  /// The commit that wrote a value.
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
  /// Of a line of the description: its number, from 1.
  package let line: Int?
  package let value: JSONValue
  /// For a path in an item of a list: the item's text.
  package let itemText: String?
  /// nil where the history does not tell.
  package let origin: Origin?

  package init(
    path: ElementPath, line: Int?, value: JSONValue, itemText: String?, origin: Origin?
  ) {
    (self.path, self.line, self.value) = (path, line, value)
    (self.itemText, self.origin) = (itemText, origin)
  }

  /// What the value is: `state`, `label`, `body 3`, `checked`.
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

  /// The value in words.
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

  /// The value for programs.
  package var plain: String {
    switch path {
    case .setMember(_, let member): member.text
    case .item("checklist", _, "done"): itemText ?? ""
    default: ValueWords.plain(value)
    }
  }
}
