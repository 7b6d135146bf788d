import PlanModel

extension Column.Kind {
  /// Guesses the kind of a column from its name, as other tools name columns.
  init(guessedFrom name: String) {
    let key = OutsideText.nameKey(name)
    switch key {
    case "done", "closed", "complete", "completed", "resolved", "finished", "shipped", "released",
      "canceled", "cancelled", "duplicate", "wontfix", "wontdo", "archive", "archived",
      "notplanned":
      self = .done
    case "todo", "open", "new", "backlog", "ready", "triage", "icebox", "inbox", "ideas", "later",
      "next", "planned", "selectedfordevelopment", "notstarted", "upnext", "unstarted":
      self = .todo
    default:
      let hasWord = ["backlog", "todo", "triage", "icebox", "nextup"].contains(where: key.contains)
      self = hasWord ? .todo : .doing
    }
  }
}
