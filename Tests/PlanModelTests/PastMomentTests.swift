import PlanModel
import Testing

@Suite("Moments in the past as people type them")
struct PastMomentTests {
  private static func parse(_ text: String, ahead: Int = 0) throws -> String? {
    let today = try #require(CalendarDay("2026-11-20"))  // A Friday.
    return try PastMoment.parse(text, today: today, minutesAheadOfUTC: ahead)?.description
  }

  @Test(
    "A day is its end",
    arguments: [
      ("2026-11-01", "2026-11-01"), ("yesterday", "2026-11-19"), ("Today", "2026-11-20"),
      ("3d", "2026-11-17"), ("-3d", "2026-11-17"), ("2w", "2026-11-06"), ("1m", "2026-10-20"),
      ("1Y", "2025-11-20"), ("thu", "2026-11-19"), ("sat", "2026-11-14"), ("fri", "2026-11-20"),
      ("+3d", "2026-11-23"), ("tomorrow", "2026-11-21"),
    ])
  func days(text: String, expected: String) throws {
    #expect(try Self.parse(text) == "\(expected)T23:59:59.999Z")
  }

  @Test("The end of a day is where the person is; a full time is the same everywhere")
  func zones() throws {
    #expect(try Self.parse("2026-11-01", ahead: 540) == "2026-11-01T14:59:59.999Z")
    #expect(try Self.parse("2026-11-01", ahead: -480) == "2026-11-02T07:59:59.999Z")
    #expect(try Self.parse("2026-11-01T10:00:00+09:00", ahead: 60) == "2026-11-01T01:00:00.000Z")
  }

  @Test(
    "What is no moment may be a commit",
    arguments: ["", "3f2a9c1", "123456d", "main~3", "HEAD", "none", "2026", "20261101", "d", "3x"])
  func others(text: String) throws {
    #expect(try Self.parse(text) == nil)
  }

  @Test("A day that does not exist is an error", arguments: ["2026-02-30", "2026-13-01", "9999y"])
  func noDay(text: String) throws {
    #expect(throws: DueDateError.self) { try Self.parse(text) }
  }
}
