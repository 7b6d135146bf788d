package import PlanModel

/// A change at one path of a plan or of the board's settings, as the history shows it.
package struct FieldChange: Hashable, Sendable {
  package let path: ElementPath
  /// The value shown before the change; nil if there was none.
  package let old: JSONValue?
  /// The value shown after the change; nil if there is none.
  package let new: JSONValue?
  /// The text of the list item to which the path belongs; nil for other paths. Changes such as
  /// ticking an item do not contain its text.
  package let itemText: String?
  /// Whether the change made the path conflicted again, so that people must choose between its
  /// values.
  package let isReopened: Bool

  package init(
    path: ElementPath, old: JSONValue?, new: JSONValue?, itemText: String? = nil,
    isReopened: Bool = false
  ) {
    (self.path, self.old, self.new, self.itemText) = (path, old, new, itemText)
    self.isReopened = isReopened
  }
}

/// Changes in words: `state: Todo → Doing`, `+label bug`, `checked write a failing test`.
package enum FieldChangeWords {
  /// Returns the changes of a plan in one commit in words, without unimportant ones.
  ///
  /// A new plan becomes `created in Todo`, without its fields, or `added in Todo` if it is older
  /// than the commit, as after an import. A new comment or checklist item becomes one entry. A new
  /// position is mentioned only if nothing else changed.
  ///
  /// - Parameter time: The time of the commit; nil if unknown.
  package static func words(
    for changes: [FieldChange], board: Board, at time: Timestamp? = nil
  ) -> [StyledText] {
    var shown = changes
    if let creation = changes.first(where: { $0.path == .field("created") && isNothing($0.old) }) {
      shown = [creation] + changes.filter { !isNothing($0.old) }
    }
    let newItems = Set(changes.compactMap { isNothing($0.old) ? textItem(of: $0.path) : nil })
    shown.removeAll { change in
      guard case .item(let list, let item, let member) = change.path else { return false }
      return member != textMember(of: list) && newItems.contains([list, item])
    }
    if shown.contains(where: { !isPosition($0.path) }) { shown.removeAll { isPosition($0.path) } }
    let entered = changes.first { $0.path == .field("state") && isNothing($0.old) }?.new
    return shown.map { change in
      guard change.path == .field("created"), let entered else {
        return words(for: change, board: board)
      }
      let column = ValueWords.words(for: entered, at: .field("state"), board: board)
      let done: SafeText = isOlder(change.new, than: time) ? "added" : "created"
      return "\(done, .added) in \(column)"
    }
  }

  /// The longest time from the creation of a plan to its commit, in seconds. Clocks differ, and an
  /// editor may be open for a while.
  private static let longestCreation: Int64 = 3_600

  /// Whether a plan was created long before a time.
  private static func isOlder(_ creation: JSONValue?, than time: Timestamp?) -> Bool {
    guard let time, let at = creation?.object?["at"]?.string.flatMap({ Timestamp($0) }) else {
      return false
    }
    return time.seconds - at.seconds > longestCreation
  }

  /// Returns one change in words.
  package static func words(for change: FieldChange, board: Board) -> StyledText {
    if change.isReopened {
      return "\("left a conflict on", .added) \(name(of: change.path, board))"
    }
    if let value = change.new, change.old == value { return decision(change, for: value, board) }
    return switch change.path {
    case .field(let name): field(name.text, change, board)
    case .setMember(let set, let member):
      setMember(FieldWords.name(of: change.path, on: board) ?? set.text, member.text, change)
    case .item(let list, let item, let member):
      self.item(list.text, item.text, member.text, change, board)
    case .other(let name): fromTo("\(name.text)", change, board)
    }
  }

  /// Returns the words for a conflict that was resolved to the value shown before.
  private static func decision(
    _ change: FieldChange, for value: JSONValue, _ board: Board
  ) -> StyledText {
    guard change.path != .field("body") else { return "\("decided", .added) body" }
    let words = ValueWords.words(for: value, at: change.path, board: board)
    return "\("decided", .added) \(name(of: change.path, board))\(":", .muted) \(words)"
  }

  private static func name(of path: ElementPath, _ board: Board) -> String {
    FieldWords.name(of: path, on: board) ?? path.fieldName
  }

  private static func isNothing(_ value: JSONValue?) -> Bool { value?.isNull ?? true }

  private static func isPosition(_ path: ElementPath) -> Bool {
    switch path {
    case .field(let name): name == "rank"
    case .item(_, _, let member): member == "rank"
    default: false
    }
  }

  private static func textItem(of path: ElementPath) -> [ExactString]? {
    guard case .item(let list, let item, let member) = path, member == textMember(of: list) else {
      return nil
    }
    return [list, item]
  }

  /// The member of a list's items that identifies an item to people: a file's name, an entry's
  /// minutes, otherwise the text.
  private static func textMember(of list: ExactString) -> ExactString {
    switch list {
    case "files": "name"
    case "time": "minutes"
    default: "text"
    }
  }
}

// MARK: - Sections

extension FieldChangeWords {
  private static func field(_ name: String, _ change: FieldChange, _ board: Board) -> StyledText {
    switch name {
    case "created": return StyledText("created", .added)
    case "deleted":
      return isNothing(change.new)
        ? StyledText("restored", .added) : StyledText("deleted", .removed)
    case "rank": return moved(from: change.old, to: change.new)
    case "body": return body(from: change.old, to: change.new)
    default:
      let name = FieldWords.name(of: change.path, on: board) ?? name
      return fromTo("\(name)", change, board)
    }
  }

  private static func fromTo(
    _ name: SafeText, _ change: FieldChange, _ board: Board
  ) -> StyledText {
    let new = ValueWords.words(for: change.new, at: change.path, board: board)
    guard !isNothing(change.old) else { return "\(name, .muted)\(":", .muted) \(new)" }
    let old = ValueWords.words(for: change.old, at: change.path, board: board)
    return "\(name, .muted)\(":", .muted) \(old) → \(new)"
  }

  /// Returns words for a new rank, such as `moved up in its column`. A lower rank, compared by
  /// bytes, is further up. If a rank is missing, the words name no direction.
  private static func moved(from old: JSONValue?, to new: JSONValue?) -> StyledText {
    guard let old = old?.string, let new = new?.string else { return "moved in its column" }
    return ExactString(new) < ExactString(old)
      ? "moved up in its column" : "moved down in its column"
  }

  /// The most lines of a body for which added and removed lines are counted; for a longer body,
  /// only "body changed" is shown. The time of a comparison grows with the product of the two line
  /// counts.
  private static let mostLinesCompared = 1000

  private static func body(from old: JSONValue?, to new: JSONValue?) -> StyledText {
    let before = (old?.lines ?? []).map { ExactString($0) }
    let after = (new?.lines ?? []).map { ExactString($0) }
    guard max(before.count, after.count) <= mostLinesCompared else { return "body changed" }
    let difference = after.difference(from: before)
    let added = CountWords.words(difference.insertions.count, "line")
    let removed = String(difference.removals.count)
    return "\("body:", .muted) \("+\(added)", .added), \("-\(removed)", .removed)"
  }

  private static func setMember(
    _ set: String, _ member: String, _ change: FieldChange
  ) -> StyledText {
    let isAdded = !isNothing(change.new)
    let role: Role = isAdded ? .added : .removed
    let sign: SafeText = isAdded ? "+" : "-"
    switch PlanSet(rawValue: set) {
    case .labels: return "\(sign, role)\("label", role) \(member, .label)"
    case .assignees: return "\(sign, role)\("assignee", role) \(Person(member).fullName, .person)"
    case .links:
      guard let link = Link(member) else { break }
      let target = link.kind == Link.commitKind ? String(link.target.prefix(7)) : link.target
      return "\(sign, role)\(link.kind, role) \(target, .id)"
    case .aliases: return "\(sign, role)\("alias", role) \(member)"
    case nil: break
    }
    return "\(sign, role)\(set, role) \(member)"
  }

  private static func item(
    _ list: String, _ item: String, _ member: String, _ change: FieldChange, _ board: Board
  ) -> StyledText {
    let text = StyledText(change.itemText ?? item)
    let noun: SafeText =
      switch list {
      case "comments": "comment"
      case "checklist": "item"
      case "files": "file"
      default: "\(list)"
      }
    switch (list, member) {
    case ("comments", "text") where isNothing(change.old):
      let words = ValueWords.words(for: change.new, at: change.path, board: board)
      return "\("comment:", .muted) \(words)"
    case ("time", "minutes") where isNothing(change.old):
      let length = change.new.flatMap(\.minutesOfWork).map { WorkLength.words($0) }
      return "\("time:", .muted) \(length ?? ValueWords.plain(change.new))"
    case ("checklist", "text") where isNothing(change.old):
      return "\("+item", .added) \(ValueWords.plain(change.new))"
    case ("files", "name") where isNothing(change.old):
      return "\("+file", .added) \(ValueWords.plain(change.new))"
    case ("checklist", "done"):
      return change.new?.bool == true ? "checked \(text)" : "unchecked \(text)"
    case (_, "gone"):
      return isNothing(change.new)
        ? "\("+", .added)\(noun, .added) \(text)" : "\("-", .removed)\(noun, .removed) \(text)"
    case (_, "rank"): return "moved \(noun) \(text)"
    default: return "\(noun) \(fromTo("\(item) \(member)", change, board))"
    }
  }
}

extension JSONValue {
  /// The minutes of an entry of time; nil for another value.
  fileprivate var minutesOfWork: Int? {
    guard case .number(let number) = self, let minutes = number.integer,
      WorkLength.range.contains(minutes)
    else { return nil }
    return minutes
  }
}

/// The differences of a plan, or of the board's own settings, between two moments.
package struct BoardDifference: Hashable, Sendable {
  /// The plan; nil for the board's own settings.
  package let plan: PlanID?
  package let title: String
  package let changes: [FieldChange]

  package init(plan: PlanID?, title: String, changes: [FieldChange]) {
    (self.plan, self.title, self.changes) = (plan, title, changes)
  }
}
