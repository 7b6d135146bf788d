@testable import PlanModel
import PmgitTestSupport
import Testing

@Suite("Due dates as people type them")
struct DueDateTests {
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

  @Test(
    "Several words are a day, seen from Friday 2026-11-20",
    arguments: [
      ("2026-12-1", "2026-12-01"), ("2026/12/1", "2026-12-01"), (" today ", "2026-11-20"),
      ("now", "2026-11-20"), ("eod", "2026-11-20"),
      ("Dec 1", "2026-12-01"), ("1 Dec", "2026-12-01"), ("dec-1", "2026-12-01"),
      ("1 December 2026", "2026-12-01"), ("Dec 1, 2027", "2027-12-01"),
      ("1-Dec-2027", "2027-12-01"),
      ("1st of december", "2026-12-01"), ("the 22nd of Nov", "2026-11-22"),
      ("December 3rd", "2026-12-03"), ("sept 5", "2027-09-05"), ("5 may", "2027-05-05"),
      ("Nov 20", "2026-11-20"), ("Nov 19", "2027-11-19"), ("feb 29", "2028-02-29"),
      ("this friday", "2026-11-20"), ("this thu", "2026-11-26"), ("next friday", "2026-11-27"),
      ("next monday", "2026-11-23"), ("next sun", "2026-11-29"), ("last fri", "2026-11-13"),
      ("last thursday", "2026-11-19"), ("tues", "2026-11-24"),
      ("next week", "2026-11-23"), ("next-week", "2026-11-23"), ("NEXT_MONTH", "2026-12-01"),
      ("next quarter", "2027-01-01"), ("next year", "2027-01-01"), ("this week", "2026-11-22"),
      ("this month", "2026-11-30"), ("last week", "2026-11-15"), ("last month", "2026-10-31"),
      ("end of month", "2026-11-30"), ("end of the week", "2026-11-22"),
      ("the end of next month", "2026-12-31"), ("end of next quarter", "2027-03-31"),
      ("end of year", "2026-12-31"), ("end of last year", "2025-12-31"),
      ("end of february", "2027-02-28"), ("end of feb 2028", "2028-02-29"),
      ("end of nov", "2026-11-30"),
      ("in 3 days", "2026-11-23"), ("in 3d", "2026-11-23"), ("3 days", "2026-11-23"),
      ("2 weeks", "2026-12-04"), ("in two weeks", "2026-12-04"), ("in a month", "2026-12-20"),
      ("1 year", "2027-11-20"), ("in-3-days", "2026-11-23"), ("+3 days", "2026-11-23"),
      ("-3 days", "2026-11-17"), ("3 days ago", "2026-11-17"), ("a week ago", "2026-11-13"),
      ("10wks", "2027-01-29"), ("in 1 mo", "2026-12-20"),
      ("3 days from now", "2026-11-23"), ("a week from today", "2026-11-27"),
      ("day after tomorrow", "2026-11-22"), ("the day after tomorrow", "2026-11-22"),
      ("day before yesterday", "2026-11-18"), ("tonight", "2026-11-20"), ("tmrw", "2026-11-21"),
      ("end of day", "2026-11-20"), ("cob", "2026-11-20"), ("weds", "2026-11-25"),
      ("friday next week", "2026-11-27"), ("next week mon", "2026-11-23"),
      ("start of next month", "2026-12-01"), ("the beginning of the next week", "2026-11-23"),
      ("last day of february", "2027-02-28"), ("first of december", "2026-12-01"),
      ("end of q1", "2027-03-31"), ("end of Q4", "2026-12-31"), ("end of q2 2028", "2028-06-30"),
      ("20261201", "2026-12-01"), ("24th", "2026-11-24"), ("the 19th", "2026-12-19"),
      ("31st", "2026-12-31"), ("20th", "2026-11-20"),
      ("Thu, Dec 24", "2026-12-24"), ("Thursday 24 December 2026", "2026-12-24"),
      ("tue the 24th", "2026-11-24"), ("by friday", "2026-11-27"), ("on Dec 1", "2026-12-01"),
    ] as [(String, String)])
  func phrases(text: String, expected: String) throws {
    #expect(try DueDate.parse(text, today: Self.day("2026-11-20"))?.description == expected)
  }

  @Test(
    "A day with a time is refused with the day, which can be typed",
    arguments: [
      ("2026-12-24T17:00", "2026-12-24"), ("2026-12-24 17:00", "2026-12-24"),
      ("2026-12-24T17:00:00+09:00", "2026-12-24"), ("tomorrow 14:00", "tomorrow"),
      ("fri 5pm", "fri"), ("tomorrow at 9", "tomorrow"), ("by Dec 24 at noon", "dec 24"),
      ("tomorrow morning", "tomorrow"), ("17:00", "today"), ("5pm", "today"), ("2h", "today"),
      ("in 2 hours", "today"), ("30 minutes from now", "today"),
    ])
  func times(text: String, day: String) throws {
    let today = try Self.day("2026-11-20")
    let error = #expect(throws: DueDateError.self) { try DueDate.parse(text, today: today) }
    #expect(error == .hasTime(text, day: day))
    #expect(error?.hint == "write it as '\(day)'")
    #expect(try DueDate.parse(day, today: today) != nil)
  }

  @Test("What a date is called in words is that date, on every day of some years")
  func everyDay() throws {
    let start = try Self.day("2027-01-01")
    for today in (0..<1500).map({ start + $0 }) {
      let day = { (words: String) in try #require(try DueDate.parse(words, today: today)) }
      let nth = try day("\(today.day)th")
      #expect(nth == today)
      for number in [1, 15, 29, 30, 31] {
        let found = try day("the \(number)th")
        #expect(found.day == number && (0...61).contains(found - today))
      }
      let far = today + 40
      let month = CalendarNames.name(ofMonth: far.month)
      #expect(try day("\(CalendarNames.name(ofWeekday: far.weekday)), \(month) \(far.day)") == far)
      #expect(try day(far.description.filter { $0 != "-" }) == far)
      for quarter in 1...4 {
        let end = try day("end of q\(quarter)")
        #expect((end + 1).day == 1 && end.month == quarter * 3 && (0...366).contains(end - today))
      }
    }
  }

  @Test(
    "Two numbers of which either may be the month are refused with days that can be typed",
    arguments: [
      ("12/1", ["Dec 1", "Jan 12"]), ("25/12", ["Dec 25"]), ("2/30", []), ("5/5", ["May 5"]),
      ("12/1/2027", ["Dec 1 2027", "Jan 12 2027"]), ("1.12.2026", ["Jan 12 2026", "Dec 1 2026"]),
      ("1-12-2026", ["Jan 12 2026", "Dec 1 2026"]), ("29/2", ["Feb 29"]), ("29/2/2027", []),
    ])
  func orders(text: String, meanings: [String]) throws {
    let today = try Self.day("2026-11-20")
    let error = #expect(throws: DueDateError.self) { try DueDate.parse(text, today: today) }
    guard !meanings.isEmpty else {
      #expect(error == .notADate(text))
      return
    }
    #expect(error == .whichOrder(text, meanings: meanings))
    #expect(error?.hint == "write it as '\(meanings.joined(separator: "' or '"))'")
    for meaning in meanings { #expect(try DueDate.parse(meaning, today: today) != nil) }
  }

  @Test("A day without a year is the next such day, and the year named is the same one")
  func nextSuchDay() throws {
    let start = try Self.day("2095-12-25")
    for offset in stride(from: 0, to: 3000, by: 7) {
      let today = start + offset
      for ahead in [0, 1, 30, 59, 364] {
        let day = today + ahead
        let text = "\(day.description.dropFirst(5).prefix(2))"
        let month = Self.months[(Int(text) ?? 0) - 1]
        let found = try #require(try DueDate.parse("\(month) \(day.day)", today: today))
        #expect(found == day)
        #expect(try DueDate.parse("\(day.day) \(month) \(day.year)", today: today) == day)
      }
    }
  }

  private static let months = [
    "Jan", "feb", "MARCH", "apr", "May", "June", "jul", "August", "Sept", "Oct", "Nov", "dec",
  ]

  @Test("A day of the week is that day, and in the week that its words say")
  func weekdays() throws {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    let start = try Self.day("2026-12-20")
    for today in (0..<14).map({ start + $0 }) {
      for (index, name) in names.enumerated() {
        let day = { (words: String) in try #require(try DueDate.parse(words, today: today)) }
        let (plain, this) = (try day(name), try day("this \(name)"))
        let (next, last) = (try day("next \(name)"), try day("last \(name)"))
        for found in [plain, this, next, last] { #expect(found.weekday == index + 1) }
        #expect((1...7).contains(plain - today))
        #expect((0...6).contains(this - today))
        #expect((1...7).contains(today - last))
        let monday = try day("next week")
        #expect(monday.weekday == 1 && (1...7).contains(monday - today))
        #expect((0...6).contains(next - monday))
      }
    }
  }

  @Test(
    "Words joined by hyphens mean what they mean with spaces",
    arguments: [
      "next week", "end of next month", "in 3 days", "3 days ago", "dec 1", "1 dec 2027", "-3 days",
      "this friday",
    ])
  func joined(text: String) throws {
    let today = try Self.day("2026-11-20")
    let joined = text.split(separator: " ").joined(separator: "-")
    #expect(try DueDate.parse(joined, today: today) == DueDate.parse(text, today: today))
  }

  @Test(
    "At the ends of the calendar words lead out of it, or to its last day",
    arguments: [
      "next week", "next month", "next quarter", "next year", "tomorrow", "mon", "next mon",
      "jan 1",
      "end of next year", "end of january", "this sun",
    ])
  func endOfCalendar(text: String) throws {
    let last = try Self.day("9999-12-31")  // A Friday.
    let error = #expect(throws: DueDateError.self) { try DueDate.parse(text, today: last) }
    #expect(error == .outsideCalendar(text))
  }

  @Test("None is no day", arguments: ["none", "None", "NONE"])
  func none(text: String) throws {
    #expect(try DueDate.parse(text, today: Self.day("2026-11-20")) == nil)
  }

  @Test(
    "A day that does not exist is reported with the reason",
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
      ("12-1", "'12-1' is not a date"), ("1.12", "'1.12' is not a date"),
      ("2026-12", "'2026-12' is not a date"), ("dec", "'dec' is not a date"),
      ("dec 2026", "'dec 2026' is not a date"), ("2026-123-1", "'2026-123-1' is not a date"),
      ("Dec 32", "'Dec 32' is not a date: December has 31 days"),
      ("Feb 30", "'Feb 30' is not a date: February has at most 29 days"),
      ("Feb 29 2027", "'Feb 29 2027' is not a date: February 2027 has 28 days"),
      ("0 Dec", "'0 Dec' is not a date: days go from 01"),
      ("Dec 111", "'Dec 111' is not a date"), ("Dec 1 2026 1", "'Dec 1 2026 1' is not a date"),
      ("Dec 1 26", "'Dec 1 26' is not a date"), ("next", "'next' is not a date"),
      ("next dec", "'next dec' is not a date"),
      ("next week or so", "'next week or so' is not a date"),
      ("in", "'in' is not a date"),
      ("ago", "'ago' is not a date"), ("in -3d", "'in -3d' is not a date"),
      ("-3d ago", "'-3d ago' is not a date"), ("in 3d ago", "'in 3d ago' is not a date"),
      ("eleven days", "'eleven days' is not a date"), ("end", "'end' is not a date"),
      ("end of", "'end of' is not a date"), ("end of time", "'end of time' is not a date"),
      ("-", "'-' is not a date"),
      ("--3d", "'--3d' is not a date"), ("/", "'/' is not a date"), ("--", "'--' is not a date"),
      ("Thu Dec 25", "'Thu Dec 25' is not a date: 2026-12-25 is a Friday"),
      ("20261301", "'20261301' is not a date: months go from 01 to 12"),
      ("99999999", "'99999999' is not a date"), ("32nd", "'32nd' is not a date"),
      ("day after", "'day after' is not a date"), ("end of q5", "'end of q5' is not a date"),
      ("soon from now", "'soon from now' is not a date"),
      ("3 days now", "'3 days now' is not a date"), ("by", "'by' is not a date"),
      ("+d", "'+d' is not a date"), ("+-3d", "'+-3d' is not a date"), ("3", "'3' is not a date"),
      ("３d", "'３d' is not a date"), ("3İ", "'3İ' is not a date"), ("d", "'d' is not a date"),
      ("+99999999999d", "'+99999999999d' leads out of the years 0001 to 9999"),
      ("+8000y", "'+8000y' leads out of the years 0001 to 9999"),
      ("-2026y", "'-2026y' leads out of the years 0001 to 9999"),
      (
        "in 9999999999999999999999 years",
        "'in 9999999999999999999999 years' leads out of the years 0001 to 9999"
      ),
      (
        "-9999999999999999999999m",
        "'-9999999999999999999999m' leads out of the years 0001 to 9999"
      ),
    ] as [(String, String)])
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
