import PlanModel

/// What people call the items of a list, and which of their members they see.
struct ItemKind {
  let list: ExactString
  /// The name of one item: `comment`.
  let noun: String
  /// The member that every new item has. A change that adds the member adds the item.
  let main: ExactString
  /// The member with the item's text or title; nil if `main` is this member.
  let title: ExactString?
  /// The members that are shown beside a new item.
  let details: Set<ExactString>

  init(_ list: ExactString) {
    self.list = list
    (noun, main, title, details) =
      switch list {
      case "comments": ("comment", "text", nil, [])
      case "checklist": ("checklist line", "text", nil, [])
      case "files": ("file", "name", nil, [])
      case "time": ("time", "minutes", nil, [])
      case "columns": ("column", "title", nil, ["limit", "from"])
      case "fields": ("field", "title", nil, ["kind", "options"])
      case "views": ("view", "query", "title", [])
      case "milestones": ("milestone", "closed", "title", ["due"])
      case "iterations": ("iteration", "closed", "title", ["first", "last"])
      case "rules": ("rule", "text", nil, [])
      case "accounts": ("account", "person", "account", [])
      default: (list.text, "text", nil, [])
      }
  }

  /// Returns what people call a member: `first day`.
  fileprivate func words(for member: ExactString) -> String {
    switch (list, member) {
    case ("iterations", "first"), ("iterations", "last"), ("milestones", "due"):
      "\(member.text) day"
    default: member.text
    }
  }

  /// Whether the member is a part of the item that its text or its state shows anyway.
  fileprivate func isWhole(_ member: ExactString) -> Bool {
    member == main || member == title || member == "gone"
      || (list == "checklist" && member == "done")
  }
}

extension ElementPath {
  /// Returns what people call the path: `title`, `label bug`, `limit of column Doing`.
  ///
  /// - Parameter itemText: The text or title of the item to which the path belongs; nil if it has
  ///   none.
  func words(on board: Board, itemText: String?) -> String {
    switch self {
    case .setMember(let set, let member):
      let title = board.fieldTitle(at: self)
      return "\(title ?? PlanSet(rawValue: set.text)?.memberName ?? set.text) \(member.text)"
    case .item(let list, let item, let member):
      let kind = ItemKind(list)
      let whole = "\(kind.noun) \(itemText ?? item.text)"
      return kind.isWhole(member) ? whole : "\(kind.words(for: member)) of \(whole)"
    case .field, .other: return board.fieldTitle(at: self) ?? fieldName
    }
  }
}

// MARK: - Several changes

extension [FieldChange] {
  /// The changes without those that belong to a new item, except the new item itself and, after
  /// it, its details. An item that was added and removed again is left out.
  var withoutPartsOfItems: [FieldChange] {
    let new = Set(compactMap { $0.item.flatMap { $0.isNew ? $0.id : nil } })
    let removed = Set(compactMap { $0.item.flatMap { $0.isRemoved ? $0.id : nil } })
    var details: [[ExactString]: [FieldChange]] = [:]
    for change in self where !isNothing(change.new) {
      guard let item = change.item, item.kind.details.contains(item.member) else { continue }
      details[item.id, default: []].append(change)
    }
    return flatMap { change in
      guard let item = change.item, new.contains(item.id) else { return [change] }
      return item.isNew && !removed.contains(item.id) ? [change] + (details[item.id] ?? []) : []
    }
  }

  /// The paths of comments that replaced another one with the same author and time, and of those
  /// that were replaced.
  var editedComments: (new: Set<ElementPath>, old: Set<ElementPath>) {
    var removed: [String: [ElementPath]] = [:]
    var shown: [String: [ElementPath]] = [:]
    for change in self {
      guard let item = change.item, let origin = change.commentOrigin else { continue }
      if item.isRemoved { removed[origin, default: []].append(change.path) }
      if item.isNew || item.isRestored { shown[origin, default: []].append(change.path) }
    }
    // With several of them it is unknown which one replaced which.
    let pairs = shown.filter { $0.value.count == 1 && removed[$0.key]?.count == 1 }
    return (
      new: Set(pairs.values.joined()), old: Set(pairs.keys.flatMap { removed[$0] ?? [] })
    )
  }
}

extension FieldChange {
  /// A change of a list's item.
  fileprivate struct Item {
    let kind: ItemKind
    /// The list and the item.
    let id: [ExactString]
    let member: ExactString
    let isNew: Bool
    let isRemoved: Bool
    let isRestored: Bool
  }

  /// The changed item; nil if the path is not in a list.
  fileprivate var item: Item? {
    guard case .item(let list, let id, let member) = path else { return nil }
    let kind = ItemKind(list)
    return Item(
      kind: kind, id: [list, id], member: member, isNew: member == kind.main && isNothing(old),
      isRemoved: member == "gone" && !isNothing(new),
      isRestored: member == "gone" && isNothing(new))
  }

  /// Returns the words for a comment that replaced another one.
  func editedComment(on board: Board) -> StyledText {
    let isText = path.fieldName.hasSuffix("/text")
    let words =
      isText ? ValueWords.words(for: new, at: path, board: board) : StyledText(itemText ?? "")
    return "\("edited comment:", .muted) \(words)"
  }
}

// MARK: - One change

extension FieldChange {
  /// Returns the words for a change of a list's item: `added milestone v2`, `milestone v2 closed`,
  /// `limit of column Doing: 3`.
  func itemWords(
    _ kind: ItemKind, _ item: String, _ member: ExactString, _ board: Board
  ) -> StyledText {
    let (noun, text): (SafeText, StyledText) = ("\(kind.noun)", StyledText(itemText ?? item))
    switch (kind.list, member) {
    case (_, kind.main) where isNothing(old): return newItem(kind, text, board)
    case ("checklist", "done"):
      return new?.bool == true ? "checked \(text)" : "unchecked \(text)"
    case ("milestones", "closed"), ("iterations", "closed"):
      return new?.bool == true ? "\(noun) \(text) closed" : "\(noun) \(text) reopened"
    case (_, "gone"):
      return isNothing(new)
        ? "\("restored", .added) \(noun) \(text)" : "\(Self.isThere(false)) \(noun) \(text)"
    case (_, "rank"): return "moved \(noun) \(text)"
    case ("accounts", _), ("views", "query"):
      return fromTo("\(kind.noun) \(itemText ?? item)", board)
    case ("columns", "from"): return columnRule(text, board)
    case ("time", "minutes"): return fromTo(noun, board)
    case (_, kind.main), (_, kind.title):
      let before = old.flatMap { isNothing($0) ? nil : $0 } ?? .string(ExactString(item))
      return FieldChange(path: path, old: before, new: new).fromTo(noun, board)
    default: return fromTo("\(path.words(on: board, itemText: itemText))", board)
    }
  }

  /// Returns the words for the columns from which plans may enter a column.
  private func columnRule(_ column: StyledText, _ board: Board) -> StyledText {
    guard let from = new?.lines, !from.isEmpty else {
      return "column \(column) takes plans from any column"
    }
    let columns = ValueWords.words(for: new, at: path, board: board)
    return "column \(column) takes plans only from \(columns)"
  }

  private func newItem(_ kind: ItemKind, _ text: StyledText, _ board: Board) -> StyledText {
    let noun: SafeText = "\(kind.noun)"
    let words = ValueWords.words(for: new, at: path, board: board)
    switch kind.list {
    case "comments": return "\("comment:", .muted) \(words)"
    case "time":
      let length = new.flatMap(WorkLength.minutes).map(WorkLength.words)
      return "\("time:", .muted) \(length ?? ValueWords.plain(new))"
    case "views", "accounts":
      return "\(Self.isThere(true)) \(noun) \(text)\(":", .muted) \(words)"
    default:
      let name = kind.title == nil ? StyledText(ValueWords.plain(new)) : text
      return "\(Self.isThere(true)) \(noun) \(name)"
    }
  }
}
