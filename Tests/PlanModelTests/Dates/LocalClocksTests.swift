import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Local clocks")
struct LocalClocksTests {
  /// A time zone with one change forward and a later one back, like daylight saving time.
  private struct Summer {
    let begins: Timestamp
    let ends: Timestamp
    let winter: Int
    let shift: Int

    var clocks: LocalClocks {
      LocalClocks { [self] in $0 >= begins && $0 < ends ? winter + shift : winter }
    }

    /// Returns the first minute of a local day, found by checking each minute.
    func firstMinute(of day: CalendarDay) -> Timestamp? {
      let noon = Int64(day.dayNumber) * 1440 + 720
      return (-2160...2160).lazy.map { Timestamp(milliseconds: (noon + $0) * 60_000) }
        .first { clocks.day(of: $0) == day }
    }
  }

  @Test("A day begins with the first moment that is shown as its own", arguments: Seeds.each(60))
  func start(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let first = Int64(Int.random(in: 20_000...21_000, using: &random))
    let summer = Summer(
      // Changes are in the early hours of UTC; some are at local midnight.
      begins: Timestamp(
        milliseconds: (first * 48 + Int64.random(in: -8...8, using: &random)) * 1_800_000),
      ends: Timestamp(
        milliseconds: ((first + 200) * 48 + Int64.random(in: 2...8, using: &random)) * 1_800_000),
      winter: [0, 60, -180, 540, 630].randomElement(using: &random) ?? 0,
      shift: [30, 60, 120].randomElement(using: &random) ?? 60)
    for number in [-3, -1, 0, 1, 2, 100, 198, 199, 201, 202] {
      let day = CalendarDay(dayNumber: Int(first) + number)
      let start = summer.clocks.start(of: day)
      #expect(start == (try #require(summer.firstMinute(of: day))), "seed \(seed), day \(number)")
      let next = CalendarDay(dayNumber: day.dayNumber + 1)
      #expect(
        summer.clocks.end(of: day).milliseconds + 1 == summer.clocks.start(of: next).milliseconds)
    }
  }

  @Test("A moment is read by the clocks of its own date, whatever they are now")
  func ownDate() throws {
    // Berlin: summer time from 29 March to 25 October 2026.
    let summer = Summer(
      begins: try #require(Timestamp("2026-03-29T01:00:00Z")),
      ends: try #require(Timestamp("2026-10-25T01:00:00Z")), winter: 60, shift: 60)
    let now = try #require(Timestamp("2026-11-23T09:00:00Z"))
    let span = { (text: String) in
      try PastMoment.span(text, now: now, clocks: summer.clocks).map {
        "\($0.start) \($0.end)"
      }
    }
    #expect(try span("2026-07-13") == "2026-07-12T22:00:00.000Z 2026-07-13T21:59:59.999Z")
    #expect(try span("2026-11-13") == "2026-11-12T23:00:00.000Z 2026-11-13T22:59:59.999Z")
    #expect(try span("2026-10-25") == "2026-10-24T22:00:00.000Z 2026-10-25T22:59:59.999Z")
    #expect(try span("2026-03-29") == "2026-03-28T23:00:00.000Z 2026-03-29T21:59:59.999Z")
    #expect(try span("2026-07-13 00:30") == "2026-07-12T22:30:00.000Z 2026-07-12T22:30:59.999Z")
    #expect(try span("2026-03-29 02:30") == "2026-03-29T01:30:00.000Z 2026-03-29T01:30:59.999Z")
    #expect(try span("2026-10-25 02:30") == "2026-10-25T00:30:00.000Z 2026-10-25T00:30:59.999Z")
    let night = try #require(Timestamp("2026-07-12T22:30:00Z"))
    #expect(summer.clocks.day(of: night) == CalendarDay("2026-07-13"))
  }
}
