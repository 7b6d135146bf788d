import PlanModel
import PmgitTestSupport
import Testing

@Suite("Moments in the past as people type them")
struct PastMomentTests {
  /// A Friday, at 14:30:15 UTC.
  private static let now = "2026-11-20T14:30:15.250Z"

  private static func span(
    _ text: String, ahead: Int = 0, now: String = now
  ) throws -> MomentSpan? {
    let now = try #require(Timestamp(now))
    return try PastMoment.span(text, now: now, clocks: LocalClocks(minutesAheadOfUTC: ahead))
  }

  private static func words(_ span: MomentSpan?) -> String? {
    span.map { "\($0.start) \($0.end)" }
  }

  @Test(
    "A day is the whole of it",
    arguments: [
      ("2026-11-01", "2026-11-01"), ("2026-11-1", "2026-11-01"), ("yesterday", "2026-11-19"),
      ("Today", "2026-11-20"), ("3d", "2026-11-17"), ("-3d", "2026-11-17"), ("1d", "2026-11-19"),
      ("1 day ago", "2026-11-19"), ("3 days", "2026-11-17"), ("3-days-ago", "2026-11-17"),
      ("2w", "2026-11-06"), ("two weeks ago", "2026-11-06"), ("1m", "2026-10-20"),
      ("1mo ago", "2026-10-20"),
      ("1Y", "2025-11-20"), ("a year ago", "2025-11-20"), ("thu", "2026-11-19"),
      ("sat", "2026-11-14"), ("fri", "2026-11-20"), ("mon", "2026-11-16"),
      ("last fri", "2026-11-13"), ("last monday", "2026-11-16"), ("this mon", "2026-11-16"),
      ("Dec 1", "2025-12-01"), ("1 December", "2025-12-01"), ("Nov 20", "2026-11-20"),
      ("nov-21", "2025-11-21"), ("feb 29", "2024-02-29"), ("Dec 1 2024", "2024-12-01"),
      ("end of last month", "2026-10-31"), ("end of october", "2026-10-31"),
      ("+3d", "2026-11-23"), ("in 3 days", "2026-11-23"), ("tomorrow", "2026-11-21"),
      ("next mon", "2026-11-23"), ("9999d", "1999-07-06"),
    ])
  func days(text: String, expected: String) throws {
    #expect(
      try Self.words(Self.span(text)) == "\(expected)T00:00:00.000Z \(expected)T23:59:59.999Z")
  }

  @Test(
    "A week, a month, a quarter and a year are the whole of it",
    arguments: [
      ("this week", "2026-11-16", "2026-11-22"), ("last week", "2026-11-09", "2026-11-15"),
      ("2026-W47", "2026-11-16", "2026-11-22"), ("2026-w01", "2025-12-29", "2026-01-04"),
      ("2026-W53", "2026-12-28", "2027-01-03"),
      ("last-month", "2026-10-01", "2026-10-31"), ("this month", "2026-11-01", "2026-11-30"),
      ("last quarter", "2026-07-01", "2026-09-30"), ("last year", "2025-01-01", "2025-12-31"),
      ("next week", "2026-11-23", "2026-11-29"), ("2026-11", "2026-11-01", "2026-11-30"),
      ("nov", "2026-11-01", "2026-11-30"), ("dec", "2025-12-01", "2025-12-31"),
      ("feb 2024", "2024-02-01", "2024-02-29"), ("2025", "2025-01-01", "2025-12-31"),
    ])
  func longer(text: String, first: String, last: String) throws {
    #expect(try Self.words(Self.span(text)) == "\(first)T00:00:00.000Z \(last)T23:59:59.999Z")
  }

  @Test(
    "Hours and minutes are one moment before now",
    arguments: [
      ("now", "2026-11-20T14:30:15.250Z"), ("2h", "2026-11-20T12:30:15.250Z"),
      ("-2h", "2026-11-20T12:30:15.250Z"), ("4h ago", "2026-11-20T10:30:15.250Z"),
      ("two hours ago", "2026-11-20T12:30:15.250Z"), ("an-hour-ago", "2026-11-20T13:30:15.250Z"),
      ("90min", "2026-11-20T13:00:15.250Z"), ("10 minutes ago", "2026-11-20T14:20:15.250Z"),
      ("15h", "2026-11-19T23:30:15.250Z"), ("+1h", "2026-11-20T15:30:15.250Z"),
      ("in 1 hour", "2026-11-20T15:30:15.250Z"), ("100000h", "2015-06-24T22:30:15.250Z"),
    ])
  func moments(text: String, expected: String) throws {
    #expect(try Self.words(Self.span(text)) == "\(expected) \(expected)")
    #expect(try Self.words(Self.span(text, ahead: 540)) == "\(expected) \(expected)")
  }

  @Test(
    "A time is as long as it is precise",
    arguments: [
      ("22:38", "2026-11-20T22:38:00.000Z 2026-11-20T22:38:59.999Z"),
      ("9:05", "2026-11-20T09:05:00.000Z 2026-11-20T09:05:59.999Z"),
      ("14:00:05", "2026-11-20T14:00:05.000Z 2026-11-20T14:00:05.999Z"),
      ("14:00:05.5", "2026-11-20T14:00:05.500Z 2026-11-20T14:00:05.500Z"),
      ("yesterday 14:00", "2026-11-19T14:00:00.000Z 2026-11-19T14:00:59.999Z"),
      ("yesterday at 14:00", "2026-11-19T14:00:00.000Z 2026-11-19T14:00:59.999Z"),
      ("mon-9:00", nil), ("mon_9:00", "2026-11-16T09:00:00.000Z 2026-11-16T09:00:59.999Z"),
      ("3d 14:00", "2026-11-17T14:00:00.000Z 2026-11-17T14:00:59.999Z"),
      ("Nov 1 14:00", "2026-11-01T14:00:00.000Z 2026-11-01T14:00:59.999Z"),
      ("2026-11-20 14:00", "2026-11-20T14:00:00.000Z 2026-11-20T14:00:59.999Z"),
      ("2026-11-20T14:00", "2026-11-20T14:00:00.000Z 2026-11-20T14:00:59.999Z"),
      ("2026-11-20t14:00z", "2026-11-20T14:00:00.000Z 2026-11-20T14:00:59.999Z"),
      ("2026-11-20T14:00:01+09:00", "2026-11-20T05:00:01.000Z 2026-11-20T05:00:01.999Z"),
      ("2026-11-20 14:00:01 +0900", "2026-11-20T05:00:01.000Z 2026-11-20T05:00:01.999Z"),
      ("2026-11-20T14:00:01-05:30", "2026-11-20T19:30:01.000Z 2026-11-20T19:30:01.999Z"),
      ("2026-11-01T10:00:00.120Z", "2026-11-01T10:00:00.120Z 2026-11-01T10:00:00.120Z"),
    ])
  func times(text: String, expected: String?) throws {
    #expect(try Self.words(Self.span(text)) == expected)
  }

  @Test("Days and times are those of the person's clock; a zone that is typed counts")
  func zones() throws {
    #expect(
      try Self.words(Self.span("2026-11-01", ahead: 540))
        == "2026-10-31T15:00:00.000Z 2026-11-01T14:59:59.999Z")
    #expect(
      try Self.words(Self.span("2026-11-01", ahead: -480))
        == "2026-11-01T08:00:00.000Z 2026-11-02T07:59:59.999Z")
    #expect(
      try Self.words(Self.span("2026-11-01T10:00:00+09:00", ahead: 60))
        == "2026-11-01T01:00:00.000Z 2026-11-01T01:00:00.999Z")
    // In Tokyo it is Saturday: 23:30 on Friday in UTC is later there.
    #expect(
      try Self.words(Self.span("8:15", ahead: 540))
        == "2026-11-19T23:15:00.000Z 2026-11-19T23:15:59.999Z")
    let saturday = "2026-11-20T22:00:00Z"
    #expect(
      try Self.words(Self.span("sat", ahead: 540, now: saturday))
        == "2026-11-20T15:00:00.000Z 2026-11-21T14:59:59.999Z")
  }

  @Test(
    "What is no moment may be a commit",
    arguments: [
      "", " ", "3f2a9c1", "123456d", "0000001d", "99999d", "deadbeef", "main~3", "HEAD", "HEAD~1",
      "none",
      "1492", "2222", "20261101", "d", "3x", "12", "dec1", "1dec", "ab12", "v1.2", "1.2.3", "12-1",
      "pmgit/main",
      "HEAD:board.json", "main@{1}", "last week 14:00", "2h 14:00", "14:00 yesterday", "+09:00",
      "z", "feature-2026", "week", "soon", "ago", "in", "２h", "2026-11-01T",
      "refs/heads/pmgit/main",
    ])
  func others(text: String) throws {
    #expect(try Self.span(text) == nil)
  }

  @Test(
    "A day or a time that does not exist is an error",
    arguments: [
      ("2026-02-30", DueDateError.noSuchDay("2026-02-30", reason: "February 2026 has 28 days")),
      ("2026-13-01", .noSuchDay("2026-13-01", reason: "months go from 01 to 12")),
      ("2026-13", .noSuchDay("2026-13", reason: "months go from 01 to 12")),
      ("Nov 31", .noSuchDay("Nov 31", reason: "November has 30 days")),
      ("2026-02-30 14:00", .noSuchDay("2026-02-30 14:00", reason: "February 2026 has 28 days")),
      ("25:00", .noSuchTime("25:00")), ("24:00", .noSuchTime("24:00")),
      ("today 14:60", .noSuchTime("today 14:60")), ("9999y", .outsideCalendar("9999y")),
      ("9999999y", .outsideCalendar("9999999y")), ("-99999999d", .outsideCalendar("-99999999d")),
      ("99999999999999999999h", .outsideCalendar("99999999999999999999h")),
      (
        "99999999999999999999 minutes ago", .outsideCalendar("99999999999999999999 minutes ago")
      ),
      ("0001-01-01T00:00+09:00", .outsideCalendar("0001-01-01T00:00+09:00")),
      ("12/1", .whichOrder("12/1", meanings: ["Dec 1", "Jan 12"])),
      ("5m ago", .whichUnit("5m ago", count: 5)), ("1-M-ago", .whichUnit("1-M-ago", count: 1)),
    ])
  func noDay(text: String, expected: DueDateError) throws {
    #expect(throws: expected) { try Self.span(text) }
  }

  @Test("An unclear unit has a hint with both meanings, which can be typed")
  func unit() throws {
    let error = #expect(throws: DueDateError.self) { try Self.span("5m ago") }
    #expect(error?.message == "'5m ago' may mean minutes or months")
    #expect(error?.hint == "write it as '5min ago' or '5mo ago'")
    #expect(try Self.span("5min ago") == Self.span("5 minutes ago"))
    #expect(try Self.span("5mo ago") == Self.span("5 months ago"))
  }

  @Test("Whatever is typed: a span ends after it begins, and its bounds are read as themselves")
  func randomTexts() throws {
    let parts = [
      "mon", "fri", "last", "next", "this", "week", "month", "year", "ago", "in", "3d", "-2w",
      "+1m",
      "2", "hours", "9999999999999999999", "dec", "1", "2026", "2026-11-20", "14:00", "9:5", "now",
      "today", "end", "of", "the", "-", "+", "/", "12/1", "h", "Z", "+0900", "feb 29", "0001-01-01",
      "9999-12-31", "23:59:60", ":", ".", "-0", "99999999h", "eoy", "none", "é", "\u{0}", "",
    ]
    var random = SeededGenerator(seed: 20_261_120)
    var found = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &random)]
      }.joined(separator: [" ", " ", "-", ""][Int.random(in: 0..<4, using: &random)])
      let ahead = Int.random(in: -840...840, using: &random)
      let now = Timestamp(
        milliseconds: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random))
      let span: MomentSpan?
      do throws(DueDateError) {
        span = try PastMoment.span(text, now: now, clocks: LocalClocks(minutesAheadOfUTC: ahead))
      } catch {
        #expect(error != .notADate(text), "what is no date may be a commit")
        continue
      }
      guard let span else { continue }
      found += 1
      #expect(span.start <= span.end, "\(text)")
      let again = try PastMoment.span(
        span.start.description, now: now, clocks: LocalClocks(minutesAheadOfUTC: ahead))
      #expect(again?.start == span.start && again?.end == span.start, "\(text)")
    }
    #expect(found > 1000)
  }

  @Test(
    "A day that a due date and a moment both name is the same one",
    arguments: [
      "today", "yesterday", "2026-11-02", "2026-11-2", "Nov 2 2026", "2 nov 2026", "-3d",
      "3 days ago",
      "last mon", "end of last month", "eom",
    ])
  func sameDay(text: String) throws {
    let today = try #require(CalendarDay("2026-11-20"))
    let day = try #require(try DueDate.parse(text, today: today))
    #expect(try Self.span(text) == Self.span(day.description))
  }
}
