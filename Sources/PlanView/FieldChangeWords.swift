package import PlanModel

extension [FieldChange] {
  /// Returns the changes of a plan in one commit in words, without unimportant ones.
  ///
  /// A new plan becomes `created in Todo`, without its fields, or `added in Todo` if it is older
  /// than the commit, as after an import. A new comment or checklist item becomes one entry. A new
  /// position is mentioned only if nothing else changed.
  ///
  /// - Parameter time: The time of the commit; nil if unknown.
  package func words(on board: Board, at time: Timestamp? = nil) -> [StyledText] {
    var shown = self
    if let creation = first(where: { $0.path == .field("created") && isNothing($0.old) }) {
      shown = [creation] + filter { !isNothing($0.old) }
    }
    shown = shown.withoutPartsOfItems
    let edited = shown.editedComments
    shown.removeAll { edited.old.contains($0.path) }
    if shown.contains(where: { !$0.path.isPosition }) { shown.removeAll(where: \.path.isPosition) }
    let entered = first { $0.path == .field("state") && isNothing($0.old) }?.new
    return shown.map { change in
      if edited.new.contains(change.path) { return change.editedComment(on: board) }
      guard change.path == .field("created"), let entered else {
        return change.words(on: board)
      }
      let column = ValueWords.words(for: entered, at: .field("state"), board: board)
      let done: SafeText = Self.isOlder(change.new, than: time) ? "added" : "created"
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
}

func isNothing(_ value: JSONValue?) -> Bool { value?.isNull ?? true }

extension FieldChange {
  /// Returns the change in words: `moved from Todo to Doing`, `added label bug`, `due: none →
  /// 2026-12-01`, `checked write a failing test`.
  package func words(on board: Board) -> StyledText {
    if isReopened {
      return "\("left a conflict on", .added) \(name(board))"
    }
    if let value = new, old == value { return decision(for: value, board) }
    return switch path {
    case .field(let name): field(name.text, board)
    case .setMember(let set, let member):
      setMember(board.fieldTitle(at: path) ?? set.text, member.text)
    case .item(let list, let item, let member):
      itemWords(ItemKind(list), item.text, member, board)
    case .other(let name): fromTo("\(name.text)", board)
    }
  }

  /// Returns the words for a conflict that was resolved to the value shown before.
  private func decision(for value: JSONValue, _ board: Board) -> StyledText {
    guard path != .field("body") else { return "\("decided", .added) body" }
    let words = ValueWords.words(for: value, at: path, board: board)
    return "\("decided", .added) \(name(board))\(":", .muted) \(words)"
  }

  private func name(_ board: Board) -> String { path.words(on: board, itemText: itemText) }

  private func field(_ name: String, _ board: Board) -> StyledText {
    switch name {
    case "created": return StyledText("created", .added)
    case "deleted":
      return isNothing(new)
        ? StyledText("restored", .added) : StyledText("deleted", .removed)
    case "rank": return Self.moved(from: old, to: new)
    case "state": return toColumn(board)
    case "body": return Self.body(from: old, to: new)
    default:
      let name = board.fieldTitle(at: path) ?? name
      return fromTo("\(name)", board)
    }
  }

  private func toColumn(_ board: Board) -> StyledText {
    guard !isNothing(new) else { return fromTo("column", board) }
    let column = ValueWords.words(for: new, at: path, board: board)
    guard !isNothing(old) else { return "\("moved to", .muted) \(column)" }
    let before = ValueWords.words(for: old, at: path, board: board)
    return "\("moved from", .muted) \(before) \("to", .muted) \(column)"
  }

  func fromTo(_ name: SafeText, _ board: Board) -> StyledText {
    let new = ValueWords.words(for: self.new, at: path, board: board)
    guard !isNothing(self.old) else { return "\(name, .muted)\(":", .muted) \(new)" }
    let old = ValueWords.words(for: self.old, at: path, board: board)
    return "\(name, .muted)\(":", .muted) \(old) → \(new)"
  }

  /// Returns words for a new rank, such as `moved up in its column`. A lower rank, compared by
  /// bytes, is further up. If a rank is missing, the words name no direction.
  private static func moved(from old: JSONValue?, to new: JSONValue?) -> StyledText {
    guard let old = old?.string, let new = new?.string else { return "moved in its column" }
    return ExactString(new) < ExactString(old)
      ? "moved up in its column" : "moved down in its column"
  }

  /// The most lines of a description for which added and removed lines are counted. The time of a
  /// comparison grows with the product of the two line counts.
  private static let mostLinesCompared = 1000

  /// Returns the words for a new description: `changed the description (+2 lines, -1)`.
  private static func body(from old: JSONValue?, to new: JSONValue?) -> StyledText {
    let before = (old?.lines ?? []).map { ExactString($0) }
    let after = (new?.lines ?? []).map { ExactString($0) }
    if after.isEmpty { return "\("removed", .removed) the description" }
    let words: StyledText =
      before.isEmpty ? "\("added", .added) a description" : "changed the description"
    guard max(before.count, after.count) <= mostLinesCompared else { return words }
    let difference = after.difference(from: before)
    let (added, removed) = (difference.insertions.count, difference.removals.count)
    let counts = [
      added > 0 ? StyledText("+\(CountWords.words(added, "line"))", .added) : nil,
      removed > 0
        ? StyledText(added > 0 ? "-\(removed)" : "-\(CountWords.words(removed, "line"))", .removed)
        : nil,
    ].compactMap(\.self)
    return counts.isEmpty ? words : "\(words) (\(counts.joined(by: ", ")))"
  }

  /// Returns the word for a member or an item that is there now, or is not there any more.
  static func isThere(_ isThere: Bool) -> StyledText {
    isThere ? StyledText("added", .added) : StyledText("removed", .removed)
  }

  private func setMember(_ set: String, _ member: String) -> StyledText {
    let word = Self.isThere(!isNothing(new))
    switch PlanSet(rawValue: set) {
    case .labels: return "\(word) label \(member, .label)"
    case .assignees: return "\(word) assignee \(Person(member).fullName, .person)"
    case .links:
      guard let link = Link(member) else { break }
      guard link.kind != Link.commitKind else {
        return "\(word) commit \(CommitLink(target: link.target).short, .id)"
      }
      return "\(word) link \(link.kind) \(link.target, .id)"
    case .aliases: return "\(word) alias \(member)"
    case nil: break
    }
    return "\(word) \(set) \(member)"
  }
}
