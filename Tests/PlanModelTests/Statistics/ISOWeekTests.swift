import Testing

@testable import PlanModel

@Suite("Weeks")
struct ISOWeekTests {
  @Test(
    "A week belongs to the year of its Thursday",
    arguments: [
      ("2026-11-20", "2026-W47"), ("2021-01-03", "2020-W53"), ("2021-01-04", "2021-W01"),
      ("2024-12-30", "2025-W01"), ("2027-01-01", "2026-W53"), ("2018-12-31", "2019-W01"),
      ("0001-01-01", "0001-W01"), ("2000-02-29", "2000-W09"),
    ])
  func known(day: String, week: String) throws {
    #expect(ISOWeek(of: try #require(CalendarDay(day))).description == week)
  }

  @Test("Weeks of four centuries follow each other, from Monday to Sunday")
  func all() {
    var week = ISOWeek(of: CalendarDay(dayNumber: 0))
    for _ in 0..<20_871 {
      #expect(week.monday.weekday == 1 && week.sunday.weekday == 7)
      let next = week.next
      #expect(next.monday - week.monday == 7)
      #expect(
        next.year == week.year
          ? next.number == week.number + 1
          : next.year == week.year + 1 && next.number == 1 && [52, 53].contains(week.number))
      week = next
    }
  }
}
