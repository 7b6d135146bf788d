import PlanModel

extension Column.Kind {
  /// Guesses the kind of a column from its name in another tool; `doing` if the name is not
  /// typical. The position of the column is not used: the last one may be named `Later`.
  init(guessedFrom name: String) { self = Self.guess(name) ?? .doing }

  /// Whether a name is typical of a kind of column, including names for work in progress.
  static func isKnown(_ name: String) -> Bool {
    let key = TrackerText.nameKey(name)
    return guess(name) != nil
      || ["progress", "doing", "review", "test", "wip", "active"].contains(where: key.contains)
  }

  private static func guess(_ name: String) -> Column.Kind? {
    let key = TrackerText.nameKey(name)
    if let kind = kinds[key] { return kind }
    // `✅ Done — Sprint 2`, but not `Not done`.
    let first = name.split { !$0.isLetter }.first?.lowercased()
    if first == "done" { return .done }
    let hasWord = ["backlog", "todo", "triage", "icebox", "nextup"].contains(where: key.contains)
    return hasWord ? .todo : nil
  }

  /// The kinds by normalized name; see `TrackerText.nameKey`.
  private static let kinds: [String: Column.Kind] = {
    let names: [(Column.Kind, [String])] = [
      (.done, doneNames + translatedDoneNames), (.todo, todoNames + translatedTodoNames),
    ]
    let keys = names.flatMap { kind, names in names.map { (TrackerText.nameKey($0), kind) } }
    return Dictionary(keys) { first, _ in first }
  }()

  private static let doneNames = [
    "Done", "Closed", "Complete", "Completed", "Resolved", "Finished", "Shipped", "Released",
    "Canceled", "Cancelled", "Duplicate", "Wontfix", "Won't do", "Archive", "Archived",
    "Not planned",
  ]

  private static let todoNames = [
    "To do", "Open", "New", "Backlog", "Ready", "Triage", "Icebox", "Inbox", "Ideas", "Later",
    "Next", "Planned", "Selected for development", "Not started", "Up next", "Unstarted",
  ]

  /// Names of columns on new boards of trackers in other languages.
  private static let translatedDoneNames = [
    "Erledigt", "Fertig", "Abgeschlossen", "Terminé", "Terminée", "Fini", "Fait", "Hecho",
    "Terminado", "Completado", "Finalizado", "Feito", "Concluído", "Fatto", "Completato", "Finito",
    "Zrobione", "Gotowe", "Ukończone", "Klaar", "Gereed", "Afgerond", "Voltooid", "Klart",
    "Färdigt", "Färdig", "Ferdig", "Fullført", "Færdig", "Valmis", "Tehty", "Kész", "Hotovo",
    "Gata", "Tamamlandı", "Bitti", "Готово", "Сделано", "Выполнено", "Завершено", "Виконано",
    "完了", "完成", "已完成", "완료", "완료됨",
  ]

  private static let translatedTodoNames = [
    "Offen", "Zu erledigen", "Zu tun", "À faire", "Por hacer", "Pendiente", "Lista de tareas",
    "A fazer", "Da fare", "Do zrobienia", "Te doen", "Att göra", "Å gjøre", "Skal gøres", "Tehtävä",
    "Tehtävät", "Teendők", "Udělat", "De făcut", "Yapılacaklar", "Сделать", "Нужно сделать",
    "К выполнению", "Зробити", "未着手", "待办", "待辦", "할 일", "해야 할 일",
  ]
}
