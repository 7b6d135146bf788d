import PlanModel

extension Column.Kind {
  /// Guesses the kind of a column from its name, as other tools name columns.
  init(guessedFrom name: String) { self = Self.guess(name) ?? .doing }

  /// Whether a name says a kind, also that of work under way.
  static func isKnown(_ name: String) -> Bool {
    let key = OutsideText.nameKey(name)
    return guess(name) != nil
      || ["progress", "doing", "review", "test", "wip", "active"].contains(where: key.contains)
  }

  private static func guess(_ name: String) -> Column.Kind? {
    let key = OutsideText.nameKey(name)
    switch key {
    case "done", "closed", "complete", "completed", "resolved", "finished", "shipped", "released",
      "canceled", "cancelled", "duplicate", "wontfix", "wontdo", "archive", "archived",
      "notplanned":
      return .done
    case "todo", "open", "new", "backlog", "ready", "triage", "icebox", "inbox", "ideas", "later",
      "next", "planned", "selectedfordevelopment", "notstarted", "upnext", "unstarted":
      return .todo
    default:
      // `✅ Done — Sprint 2`, but not `Not done`.
      let first = name.split { !$0.isLetter }.first?.lowercased()
      if first == "done" { return .done }
      let hasWord = ["backlog", "todo", "triage", "icebox", "nextup"].contains(where: key.contains)
      return hasWord ? .todo : nil
    }
  }
}
