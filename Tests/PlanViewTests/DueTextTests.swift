import PlanModel
import PlanView
import Testing

@Suite struct DueTextTests {
  @Test(
    "A due date is shown by its distance, a far one by its date",
    arguments: [
      ("2026-11-21", "today"), ("2026-11-22", "tomorrow"), ("2026-11-23", "in 2 days"),
      ("2026-12-04", "in 13 days"), ("2026-12-05", "2026-12-05"), ("2026-11-20", "1 day overdue"),
      ("2026-11-18", "3 days overdue"), ("2026-08-14", "99 days overdue"),
      ("2026-08-13", "3 months overdue"), ("2025-11-21", "12 months overdue"),
      ("2024-11-22", "23 months overdue"), ("2024-11-21", "2 years overdue"),
      ("1999-01-01", "27 years overdue"),
    ])
  func due(day: String, words: String) throws {
    let today = try #require(CalendarDay("2026-11-21"))
    let due = try #require(CalendarDay(day))
    #expect(due.dueWords(today: today, isDone: false) == words)
    #expect(due.dueWords(today: today, isDone: true) == day)
  }
}
