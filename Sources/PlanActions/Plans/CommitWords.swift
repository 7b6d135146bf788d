import PlanModel

/// Descriptions of plans' changes in commit messages: `due 2026-12-01, +bug`.
enum CommitWords {
  /// Describes each difference between two versions of a plan in a few words; `fields` if none has
  /// a description.
  static func changes(from old: Plan, to new: Plan, board: Board) -> String {
    var words: [String] = []
    if old.state != new.state {
      words.append("\(board.title(of: old.state)) → \(board.title(of: new.state))")
    }
    if old.title != new.title { words.append("title") }
    if old.body != new.body { words.append("body") }
    for property in PlanProperty.all {
      let (before, after) = (property.value(of: old)?.text, property.value(of: new)?.text)
      guard before != after else { continue }
      words.append(after.map { "\(property.name) \($0)" } ?? "no \(property.name)")
    }
    words += custom(old, new, board)
    words += set(old.labels, new.labels)
    words += set(old.assignees, new.assignees)
    words += set(old.links.map(\.description), new.links.map(\.description))
    words += set(old.aliases, new.aliases)
    if old.checklist != new.checklist { words.append("checklist") }
    if new.comments.count > old.comments.count { words.append("comment") }
    if new.time != old.time { words.append("time") }
    words += set(old.files.map { "file \($0.name)" }, new.files.map { "file \($0.name)" })
    if old.isDeleted != new.isDeleted { words.append(new.isDeleted ? "deleted" : "restored") }
    // A field whose conflict was decided is listed once, as decided, even if its value is new.
    let decided = Decided.fields(from: old.conflicts, to: new.conflicts, of: old.id).map(\.field)
    words.removeAll(where: decided.contains)
    words += decided.map { "\($0) decided" }
    return words.isEmpty ? "fields" : words.joined(separator: ", ")
  }

  private static func custom(_ old: Plan, _ new: Plan, _ board: Board) -> [String] {
    if old.unknown == new.unknown { return [] }
    return board.fields.flatMap { field -> [String] in
      let (before, after) = (field.storedTexts(of: old), field.storedTexts(of: new))
      if before == after { return [] }
      if field.kind == .choices { return set(before, after) }
      return [
        after.first.map { $0.isEmpty ? "no \(field.id)" : "\(field.id) \($0)" }
          ?? "no \(field.id)"
      ]
    }
  }

  private static func set(_ old: [String], _ new: [String]) -> [String] {
    // Uses sets, because a fetched plan may have tens of thousands of members.
    let before = Set(old.map { ExactString($0) })
    let after = Set(new.map { ExactString($0) })
    return new.filter { !before.contains(ExactString($0)) }.map { "+\($0)" }
      + old.filter { !after.contains(ExactString($0)) }.map { "-\($0)" }
  }
}
