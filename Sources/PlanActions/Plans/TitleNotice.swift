import PlanModel

extension Workspace {
  /// Returns a notice if a new title has a word that other trackers read as a field: `+bug`,
  /// `due:fri`, `@me`.
  func titleNotice(_ plan: Plan) -> [Notice] {
    for word in plan.title.split(separator: " ").map(String.init) {
      guard let option = option(for: word) else { continue }
      return [
        Notice(
          "note: '\(word.excerpt)' is a part of the title",
          hints: [
            "if a field was meant, say \(pmgit: "edit", plan.id, option.name, option.value)"
          ])
      ]
    }
    return []
  }

  private func isDay(_ text: String) -> Bool {
    // The reason why a text is not a day does not matter here.
    do { return try DueDate.parse(text, today: participant.today) != nil } catch { return false }
  }

  /// Returns the option that sets the field a word of a title may have meant; nil for other words.
  private func option(for word: String) -> (name: String, value: String)? {
    let rest = String(word.dropFirst())
    if word.first == "+" || word.first == "#", rest.first?.isLetter == true { return ("-l", rest) }
    if word.first == "@", rest.first?.isLetter == true { return ("-a", word) }
    if word.first == "!", let priority = Priority(named: rest) { return ("-p", priority.rawValue) }
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let value = String(word[word.index(after: colon)...])
    guard !value.isEmpty else { return nil }
    switch word[..<colon].lowercased() {
    case "due": return isDay(value) ? ("-d", value) : nil
    case "pri", "prio", "priority": return Priority(named: value).map { ("-p", $0.rawValue) }
    case "label", "tag": return ("-l", value)
    case "assign", "assignee": return ("-a", value)
    case "owner": return ("--owner", value)
    default: return nil
    }
  }
}
