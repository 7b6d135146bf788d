import PlanModel
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
  @Test(
    "Known days have known numbers and weekdays",
    arguments: [
      ("0001-01-01", -719_162, 1), ("1600-02-29", -135_081, 2), ("1752-09-14", -79_366, 4),
      ("1900-03-01", -25_508, 4), ("1969-07-20", -165, 7), ("1969-12-31", -1, 3),
      ("1970-01-01", 0, 4), ("2000-01-01", 10_957, 6), ("2000-02-29", 11_016, 2),
      ("2026-11-20", 20_777, 5), ("2038-01-19", 24_855, 2), ("9999-12-31", 2_932_896, 5),
    ])
  func knownDays(text: String, number: Int, weekday: Int) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.dayNumber == number)
    #expect(day.weekday == weekday)
    #expect(CalendarDay(dayNumber: number) == day)
    #expect(day.description == text)
  }

  @Test("From 1600 to 2400 each day follows the one before, in number, weekday and order")
  func everyDay() throws {
    let first = try #require(CalendarDay("1600-01-01"))
    var (number, weekday) = (first.dayNumber, first.weekday)
    var previous = first + -1
    for year in 1600...2400 {
      for month in 1...12 {
        for day in 1...CalendarDay.days(inMonth: month, of: year) {
          let date = try #require(CalendarDay(year: year, month: month, day: day))
          guard date.dayNumber == number, date.weekday == weekday, previous < date,
            CalendarDay(dayNumber: number) == date, date - previous == 1
          else {
            Issue.record("\(date) is wrong")
            return
          }
          (number, weekday, previous) = (number + 1, weekday % 7 + 1, date)
        }
      }
    }
  }

  @Test(
    "Days that do not exist are refused",
    arguments: [
      (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
      (2026, 1, 32), (0, 1, 1), (10_000, 1, 1), (-1, 1, 1),
    ])
  func missingDays(year: Int, month: Int, day: Int) {
    #expect(CalendarDay(year: year, month: month, day: day) == nil)
  }

  @Test(
    "Only YYYY-MM-DD is read",
    arguments: [
      "", "2026-1-01", "2026-11-2", "26-11-20", "2026/11/20", "2026-11-20 ", "２026-11-20",
    ])
  func otherForms(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test(
    "A number outside the calendar is its first or last day",
    arguments: [
      (Int.min, "0001-01-01"), (-719_163, "0001-01-01"), (2_932_897, "9999-12-31"),
      (Int.max, "9999-12-31"),
    ])
  func clamping(number: Int, expected: String) {
    #expect(CalendarDay(dayNumber: number).description == expected)
  }

  @Test(
    "Adding too many days leads to the end of the calendar",
    arguments: [
      (Int.max, "9999-12-31"), (Int.min, "0001-01-01"),
    ])
  func largeSums(days: Int, expected: String) throws {
    #expect((try #require(CalendarDay("2026-11-20")) + days).description == expected)
    #expect((try #require(CalendarDay("1926-11-20")) + days).description == expected)
  }

  @Test(
    "Leap years",
    arguments: [
      (1600, true), (1700, false), (1900, false), (2000, true), (2024, true), (2026, false),
      (2100, false), (2400, true),
    ])
  func leapYears(year: Int, isLeap: Bool) {
    #expect(CalendarDay.isLeap(year) == isLeap)
  }
}
