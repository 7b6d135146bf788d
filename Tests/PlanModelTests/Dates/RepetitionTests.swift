import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Rules by which plans repeat")
struct RepetitionTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test(
    "A rule is read in many forms, and written in one",
    arguments: [
      ("every day", "every day"), ("daily", "every day"), ("every 3 days", "every 3 days"),
      ("every 2w", "every 2 weeks"), ("Every 2 Weeks", "every 2 weeks"),
      ("2 weeks", "every 2 weeks"),
      ("every other week", "every 2 weeks"), ("fortnightly", "every 2 weeks"),
      ("every two weeks", "every 2 weeks"), ("every week", "every week"),
      ("every 1 week", "every week"), ("every mon,thu", "every mon,thu"),
      ("every thursday and monday", "every mon,thu"), ("mondays", "every mon"),
      ("every fri, tue, mon, thu, wed", "every weekday"), ("weekdays", "every weekday"),
      ("every 2 weeks on mon,thu", "every 2 weeks on mon,thu"),
      ("every week on sun", "every sun"), ("every month", "every month"),
      ("every month on 1", "every month on 1"), ("every month on the 31st", "every month on 31"),
      ("every month on the last day", "every month on last"), ("quarterly", "every 3 months"),
      ("every 3 months on 15", "every 3 months on 15"), ("every 2m", "every 2 months"),
      ("every year", "every year"), ("every year on Dec 24", "every year on dec 24"),
      ("every year on 29 feb", "every year on feb 29"),
      ("every 2 years on the 1st of may", "every 2 years on may 1"),
      ("every-2-weeks", "every 2 weeks"), ("every day from done", "every day from done"),
      ("weekly from due", "every week"), ("every mon from done", "every mon from done"),
    ])
  func forms(typed: String, canonical: String) throws {
    let rule = try #require(Repetition(typed))
    #expect(rule.description == canonical)
    #expect(Repetition(canonical) == rule)
    #expect(try Repetition.typed(typed) == rule)
  }

  @Test(
    "Other texts are no rules",
    arguments: [
      "", " ", "every", "sometimes", "every 0 days", "every 1001 days", "every -1 days",
      "every 2h", "every 5 minutes", "every month on 0", "every month on 32", "every month on mon",
      "every day on mon", "every week on 1", "every year on feb 30", "every year on 24",
      "every mon-fri", "every 2 weeks on", "every 2 weeks mon", "from done",
      "every day from tuesday",
      "every day from", "every done", "every 99999999999999999999 days", "every month on last week",
      "every\u{202E}day", "every day\u{0}", "every month on 1 from done twice",
      String(repeating: "every ", count: 40),
    ])
  func refused(typed: String) {
    #expect(Repetition(typed) == nil)
    #expect(throws: InvalidValue.self) { try Repetition.typed(typed) }
  }

  @Test(
    "The next day of a plan that is finished on time, early and late",
    arguments: [
      ("every day", "2026-11-26", "2026-11-26", "2026-11-27"),
      ("every day", "2026-11-26", "2026-11-20", "2026-11-27"),
      ("every day", "2026-11-01", "2026-11-26", "2026-11-27"),
      ("every 2 weeks", "2026-11-02", "2026-11-26", "2026-11-30"),
      ("every 2 weeks", "2026-11-02", "2026-11-30", "2026-12-14"),
      ("every mon,thu", "2026-11-26", "2026-11-26", "2026-11-30"),
      ("every 2 weeks on mon,thu", "2026-11-23", "2026-11-23", "2026-11-26"),
      ("every 2 weeks on mon,thu", "2026-11-26", "2026-11-26", "2026-12-07"),
      ("every weekday", "2026-11-27", "2026-11-27", "2026-11-30"),
      ("every month on 1", "2026-11-20", "2026-11-20", "2026-12-01"),
      ("every month on 31", "2027-01-31", "2027-01-31", "2027-02-28"),
      ("every month on 31", "2028-01-31", "2028-01-31", "2028-02-29"),
      ("every month on 31", "2027-02-28", "2027-02-28", "2027-03-31"),
      ("every month on 30", "2027-02-28", "2027-02-28", "2027-03-30"),
      ("every month on last", "2027-04-30", "2027-04-30", "2027-05-31"),
      ("every 3 months on last", "2026-11-30", "2026-11-30", "2027-02-28"),
      ("every 3 months on 15", "2026-11-10", "2026-11-10", "2027-02-15"),
      ("every 3 months on 15", "2026-11-15", "2028-03-20", "2028-05-15"),
      ("every year", "2026-11-26", "2026-11-26", "2027-11-26"),
      ("every year on feb 29", "2027-02-28", "2027-02-28", "2028-02-29"),
      ("every year on dec 24", "2026-11-26", "2026-11-26", "2026-12-24"),
      ("every 2 days from done", "2026-12-10", "2026-11-26", "2026-11-28"),
      ("every month from done", "2026-11-01", "2026-11-26", "2026-12-26"),
      ("every month on 15 from done", "2027-01-15", "2027-01-10", "2027-02-15"),
      // Clocks change on these days in Europe and America.
      ("every day", "2026-03-28", "2026-03-28", "2026-03-29"),
      ("every week", "2026-10-25", "2026-10-25", "2026-11-01"),
    ])
  func steps(rule: String, due: String, today: String, next: String) throws {
    let step = try #require(Repetition(rule)?.step(due: try day(due), today: try day(today)))
    #expect(step.day.description == next)
  }

  @Test("A plan without a due date repeats from the day on which it was done")
  func withoutDue() throws {
    let step = try #require(
      Repetition("every 3 days")?.step(due: nil, today: try day("2026-11-26")))
    #expect(step.day.description == "2026-11-29" && !step.leavesOut)
  }

  @Test("A series that begins on the 31st has it again after shorter months")
  func monthEnds() throws {
    var (rule, due, days) = (try #require(Repetition("every month")), try day("2027-10-31"), [""])
    for _ in 0..<6 {
      let step = try #require(rule.step(due: due, today: due))
      (rule, due) = (step.rule, step.day)
      days.append(due.description)
    }
    #expect(
      days.dropFirst() == [
        "2027-11-30", "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30",
      ])
    #expect(rule.description == "every month on 31")
    let plain = try #require(
      Repetition("every month")?.step(due: try day("2027-10-28"), today: due))
    #expect(plain.rule.description == "every month")
  }

  @Test("A yearly series that begins on February 29th has it again in leap years")
  func leapDays() throws {
    var (rule, due, days) = (try #require(Repetition("yearly")), try day("2028-02-29"), [""])
    for _ in 0..<4 {
      let step = try #require(rule.step(due: due, today: due))
      (rule, due) = (step.rule, step.day)
      days.append(due.description)
    }
    #expect(days.dropFirst() == ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"])
  }

  @Test("Days that have passed are left out, and only then it says so")
  func leavingOut() throws {
    let rule = try #require(Repetition("every week"))
    let leavesOut = { (today: String) in
      rule.step(due: try self.day("2026-11-02"), today: try self.day(today))?.leavesOut
    }
    #expect(try leavesOut("2026-10-01") == false)
    #expect(try leavesOut("2026-11-08") == false)
    #expect(try leavesOut("2026-11-09") == true)
    #expect(try leavesOut("2027-11-09") == true)
  }

  @Test("The series ends with the calendar")
  func endOfCalendar() throws {
    for rule in [
      "every day", "every 2 weeks on mon", "every month on 31", "every year", "every sun",
    ] {
      let last = try day("9999-12-31")
      #expect(Repetition(rule)?.step(due: last, today: last) == nil, "\(rule)")
      #expect(Repetition(rule)?.step(due: try day("0001-01-01"), today: last) == nil, "\(rule)")
    }
  }

  @Test("A rule is found by its unit, by itself, by none and any, and sorted by its usual length")
  func queries() throws {
    let rules = [nil, "every day", "every 2 weeks", "every mon,thu", "every month on 1"]
    let plans = try rules.enumerated().map { index, rule in
      try QueryTests.plan("k7m2q9x4t1a\(index)") {
        ($0.values.title, $0.values.state, $0.values.repetition) = (
          "\(index)", "todo", rule.flatMap(Repetition.init)
        )
      }
    }
    let found = { (text: String) in
      try Query.parse(text, context: QueryTests.context(plans)).search(plans).map(\.title).joined()
    }
    #expect(try found("repeat:weekly") == "23")
    #expect(try found("repeat:day,month") == "14")
    #expect(try found("repeat:\"every 2w\"") == "2")
    #expect(try found("repeat:none") == "0")
    #expect(try found("has:repeat sort:repeat") == "1324")
    #expect(try found("recurrence:any sort:-repeat") == "4231")
    #expect(throws: QueryError.self) { try found("repeat:soon") }
  }
}

@Suite("Random rules and days")
struct RepetitionPropertyTests {
  static func rule(using random: inout SeededGenerator) -> Repetition {
    let count = random.chance(40) ? 1 : 1 + random.number(below: random.chance(20) ? 1000 : 6)
    let weekdays = Set((0...random.number(below: 3)).map { _ in 1 + random.number(below: 7) })
    let rule =
      switch random.number(below: 8) {
      case 0: Repetition(every: count, .day)
      case 1: Repetition(every: count, .week)
      case 2: Repetition(every: count, .week, on: .weekdays(weekdays))
      case 3: Repetition(every: count, .month)
      case 4: Repetition(every: count, .month, on: .dayOfMonth(1 + random.number(below: 31)))
      case 5: Repetition(every: count, .month, on: .lastOfMonth)
      case 6: Repetition(every: count, .year)
      default:
        Repetition(
          every: count, .year,
          on: .dayOfYear(month: 1 + random.number(below: 12), day: 1 + random.number(below: 29)))
      }
    guard var rule else { return Self.rule(using: &random) }
    rule.origin = random.chance(30) ? .done : .due
    return rule
  }

  static func day(using random: inout SeededGenerator) -> CalendarDay {
    CalendarDay(dayNumber: 18_000 + random.number(below: 6000))
  }

  @Test("A rule that is written is read as the same rule", arguments: Seeds.each(5))
  func texts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let rule = Self.rule(using: &random)
      #expect(Repetition(rule.description) == rule, "\(rule)")
    }
  }

  /// Whether a day is of a rule, by its definition.
  private static func isOf(_ rule: Repetition, _ day: CalendarDay, from base: CalendarDay) -> Bool {
    let monday = { (day: CalendarDay) in day.dayNumber - day.weekday }
    let months = day.year * 12 + day.month - base.year * 12 - base.month
    let years = day.year - base.year
    let isLast = { (wanted: Int) in
      day.day == min(wanted, CalendarDay.days(inMonth: day.month, of: day.year))
    }
    let isLater = { (periods: Int) in
      periods % rule.count == 0 && periods >= (rule.count == 1 && rule.days != .same ? 0 : 1)
    }
    switch (rule.unit, rule.days) {
    case (.day, _): return (day - base) % rule.count == 0
    case (.week, .weekdays(let weekdays)):
      return weekdays.contains(day.weekday) && (monday(day) - monday(base)) / 7 % rule.count == 0
    case (.week, _): return (day - base) % (7 * rule.count) == 0
    case (.month, .dayOfMonth(let wanted)): return isLater(months) && isLast(wanted)
    case (.month, .lastOfMonth): return isLater(months) && isLast(31)
    case (.month, _): return isLater(months) && isLast(base.day)
    case (.year, .dayOfYear(let month, let wanted)):
      return isLater(years) && day.month == month && isLast(wanted)
    case (.year, _): return isLater(years) && day.month == base.month && isLast(base.day)
    }
  }

  @Test("The next day is the first of the rule that is later", arguments: Seeds.each(10))
  func oracle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let (rule, base) = (Self.rule(using: &random), Self.day(using: &random))
      let limit = base + (random.chance(50) ? 0 : random.number(below: 2000) - 500)
      guard rule.count < 7 else { continue }
      var day = max(base, limit) + 1
      while !Self.isOf(rule, day, from: base) { day = day + 1 }
      #expect(rule.next(after: base, past: limit) == day, "\(rule) after \(base), past \(limit)")
    }
  }

  @Test(
    "The next day is after today, and after the due date unless it is counted from today",
    arguments: Seeds.each(10))
  func later(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let rule = Self.rule(using: &random)
      let (due, today) = (Self.day(using: &random), Self.day(using: &random))
      guard let step = rule.step(due: random.chance(80) ? due : nil, today: today) else {
        Issue.record("\(rule) after \(due)")
        continue
      }
      #expect(step.day > today, "\(rule), \(due), \(today)")
      if rule.origin == .due, let step = rule.step(due: due, today: today) {
        #expect(step.day > due, "\(rule), \(due), \(today)")
        // Fixing the day of the rule changes no day of the series.
        let next = try #require(step.rule.step(due: step.day, today: step.day))
        #expect(next.rule == step.rule && next.day > step.day)
      }
    }
  }
}
