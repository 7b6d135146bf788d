import PlanModel

extension Plan {
  /// Describes each difference from an older version of the plan in a few words, for a commit
  /// message: `due 2026-12-01, +bug`. Returns `fields` if no difference has a description.
  func changeWords(since old: Plan, on board: Board) -> String {
    let decided = Decided.fields(from: old.conflicts, to: conflicts, of: old.id).map(\.field)
    var words: [String] = []
    // A field whose conflict was decided is listed once, as decided, even if its value is new.
    let add = { (field: String, text: String) in
      if !decided.contains(field) { words.append(text) }
    }
    if old.state != state {
      add("state", "\(board.title(of: old.state)) → \(board.title(of: state))")
    }
    if old.title != title { add("title", "title") }
    if old.body != body { add("body", "body") }
    for property in PlanProperty.all {
      let (before, after) = (property.value(of: old)?.text, property.value(of: self)?.text)
      guard before != after else { continue }
      add(property.name, after.map { "\(property.name) \($0)" } ?? "no \(property.name)")
    }
    for field in old.unknown == unknown ? [] : board.fields {
      for text in Self.words(for: field, old, self) { add(CustomField.prefix + field.id, text) }
    }
    words += Self.set(old.labels, labels)
    words += Self.set(old.assignees, assignees)
    words += Self.set(old.links.map(\.description), links.map(\.description))
    words += Self.set(old.aliases, aliases)
    if old.checklist != checklist { words.append("checklist") }
    if comments.count > old.comments.count { words.append("comment") }
    if time != old.time { words.append("time") }
    words += Self.set(old.files.map { "file \($0.name)" }, files.map { "file \($0.name)" })
    if old.isDeleted != isDeleted { add("deleted", isDeleted ? "deleted" : "restored") }
    words += decided.map { "\($0) decided" }
    return words.isEmpty ? "fields" : words.joined(separator: ", ")
  }

  private static func words(for field: CustomField, _ old: Plan, _ new: Plan) -> [String] {
    let (before, after) = (field.storedTexts(of: old), field.storedTexts(of: new))
    if before == after { return [] }
    if field.kind == .choices { return set(before, after) }
    return [
      after.first.map { $0.isEmpty ? "no \(field.id)" : "\(field.id) \($0)" } ?? "no \(field.id)"
    ]
  }

  private static func set(_ old: [String], _ new: [String]) -> [String] {
    // Uses sets, because a fetched plan may have tens of thousands of members.
    let before = Set(old.map { ExactString($0) })
    let after = Set(new.map { ExactString($0) })
    return new.filter { !before.contains(ExactString($0)) }.map { "+\($0)" }
      + old.filter { !after.contains(ExactString($0)) }.map { "-\($0)" }
  }
}
