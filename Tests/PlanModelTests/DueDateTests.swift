import PlanModel
import PmgitTestSupport
import Testing

@Suite("Due dates as people type them")
struct DueDateTests {
  /// Reads a day in source code.
  static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test(
    "A word is a day, seen from Friday 2026-11-20",
    arguments: [
      ("2026-12-01", "2026-12-01"), ("2028-02-29", "2028-02-29"), ("0001-01-01", "0001-01-01"),
      ("today", "2026-11-20"), ("TODAY", "2026-11-20"), ("tomorrow", "2026-11-21"),
      ("yesterday", "2026-11-19"),
      ("sat", "2026-11-21"), ("sun", "2026-11-22"), ("mon", "2026-11-23"), ("tue", "2026-11-24"),
      ("wed", "2026-11-25"), ("thu", "2026-11-26"), ("fri", "2026-11-27"),
      ("Friday", "2026-11-27"), ("monday", "2026-11-23"), ("Sunday", "2026-11-22"),
      ("+3d", "2026-11-23"), ("3d", "2026-11-23"), ("-3d", "2026-11-17"), ("+0d", "2026-11-20"),
      ("+2w", "2026-12-04"), ("2W", "2026-12-04"), ("-1w", "2026-11-13"),
      ("+1m", "2026-12-20"), ("+14m", "2028-01-20"), ("-11m", "2025-12-20"), ("+1y", "2027-11-20"),
      ("eow", "2026-11-22"), ("eom", "2026-11-30"), ("eoq", "2026-12-31"), ("eoy", "2026-12-31"),
      ("+0000000000000000000000003d", "2026-11-23"),
    ])
  func words(text: String, expected: String) throws {
    #expect(try DueDate.parse(text, today: Self.day("2026-11-20"))?.description == expected)
  }

  @Test(
    "Months and quarters end where the calendar says",
    arguments: [
      ("2026-01-31", "+1m", "2026-02-28"), ("2028-01-31", "+1m", "2028-02-29"),
      ("2100-01-31", "+1m", "2100-02-28"), ("2000-01-30", "+1m", "2000-02-29"),
      ("2026-03-31", "-1m", "2026-02-28"), ("2026-10-31", "+1m", "2026-11-30"),
      ("2028-02-29", "+1y", "2029-02-28"), ("2028-02-29", "+4y", "2032-02-29"),
      ("2026-12-31", "+1m", "2027-01-31"), ("2027-01-31", "-1m", "2026-12-31"),
      ("2026-02-10", "eom", "2026-02-28"), ("2028-02-10", "eom", "2028-02-29"),
      ("2026-01-01", "eoq", "2026-03-31"), ("2026-03-31", "eoq", "2026-03-31"),
      ("2026-04-01", "eoq", "2026-06-30"), ("2026-09-30", "eoq", "2026-09-30"),
      ("2026-11-22", "eow", "2026-11-22"), ("2026-11-23", "eow", "2026-11-29"),
      ("2026-12-31", "tomorrow", "2027-01-01"), ("2026-01-01", "yesterday", "2025-12-31"),
    ])
  func ends(today: String, text: String, expected: String) throws {
    #expect(try DueDate.parse(text, today: Self.day(today))?.description == expected)
  }

  @Test("None is no day", arguments: ["none", "None", "NONE"])
  func none(text: String) throws {
    #expect(try DueDate.parse(text, today: Self.day("2026-11-20")) == nil)
  }

  @Test(
    "A day that does not exist is told with the reason",
    arguments: [
      ("2026-02-30", "'2026-02-30' is not a date: February 2026 has 28 days"),
      ("2027-02-29", "'2027-02-29' is not a date: February 2027 has 28 days"),
      ("2028-02-30", "'2028-02-30' is not a date: February 2028 has 29 days"),
      ("2026-11-31", "'2026-11-31' is not a date: November 2026 has 30 days"),
      ("2026-13-01", "'2026-13-01' is not a date: months go from 01 to 12"),
      ("2026-00-01", "'2026-00-01' is not a date: months go from 01 to 12"),
      ("2026-12-00", "'2026-12-00' is not a date: days go from 01"),
      ("0000-01-01", "'0000-01-01' is not a date: years go from 0001 to 9999"),
      ("soon", "'soon' is not a date"), ("", "'' is not a date"), ("mo", "'mo' is not a date"),
      ("2026-12-1", "'2026-12-1' is not a date"), ("1.12.2026", "'1.12.2026' is not a date"),
      ("2026-12-01T00:00", "'2026-12-01T00:00' is not a date"),
      (" today", "' today' is not a date"),
      ("+d", "'+d' is not a date"), ("+-3d", "'+-3d' is not a date"), ("3", "'3' is not a date"),
      ("３d", "'３d' is not a date"), ("3İ", "'3İ' is not a date"), ("d", "'d' is not a date"),
      ("+99999999999d", "'+99999999999d' leads out of the years 0001 to 9999"),
      ("+8000y", "'+8000y' leads out of the years 0001 to 9999"),
      ("-2026y", "'-2026y' leads out of the years 0001 to 9999"),
      (
        "-9999999999999999999999m",
        "'-9999999999999999999999m' leads out of the years 0001 to 9999"
      ),
    ])
  func errors(text: String, message: String) throws {
    let today = try Self.day("2026-11-20")
    let error = try #require(throws: DueDateError.self) {
      try DueDate.parse(text, today: today)
    }
    #expect(error.message == message)
    #expect(error.hint.contains(DueDate.forms))
  }

  @Test(
    "A period is a count and a unit",
    arguments: [
      ("3d", Period(3, .day)), ("+3d", Period(3, .day)), ("-1d", Period(-1, .day)),
      ("2w", Period(2, .week)), ("1M", Period(1, .month)), ("10y", Period(10, .year)),
    ])
  func periods(text: String, expected: Period) throws {
    #expect(try DueDate.parsePeriod(text) == expected)
  }

  @Test(
    "Other texts are no periods", arguments: ["", "d", "3", "3h", "fri", "3 d", "1.5d", "--3d"])
  func notPeriods(text: String) {
    #expect(throws: DueDateError.notAPeriod(text)) { try DueDate.parsePeriod(text) }
  }

  @Test("Days added at once lead where days added one by one do")
  func addition() throws {
    let start = try Self.day("2023-12-30")
    var day = start
    for count in 0..<1600 {
      #expect(start.advanced(by: Period(count, .day)) == day)
      #expect(day.advanced(by: Period(-count, .day)) == start)
      if count % 7 == 0 { #expect(start.advanced(by: Period(count / 7, .week)) == day) }
      day = day + 1
    }
  }

  @Test("A month later is the next month, never the one after it")
  func months() throws {
    let first = try Self.day("2023-01-01")
    for offset in 0..<1500 {
      let day = first + offset
      let later = try #require(day.advanced(by: Period(1, .month)))
      #expect(later.month == day.month % 12 + 1)
      #expect(later.day == min(day.day, CalendarDay.days(inMonth: later.month, of: later.year)))
    }
  }

  @Test("A period leads nowhere outside the calendar, whatever its size")
  func calendarEnds() throws {
    let (first, last) = (try Self.day("0001-01-01"), try Self.day("9999-12-31"))
    for unit in Period.Unit.allCases {
      for count in [1, Int.max] {
        #expect(last.advanced(by: Period(count, unit)) == nil)
        #expect(first.advanced(by: Period(-count, unit)) == nil)
      }
      #expect(first.advanced(by: Period(Int.min, unit)) == nil)
    }
  }
}
