import PlanModel
import PmgitTestSupport
import Testing

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "RFC 3339 is read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1),
      ("1969-12-31T23:59:59.999Z", -1), ("2026-11-20T10:22:31.120Z", 1_795_170_151_120),
      ("2026-11-20T10:22:31.12Z", 1_795_170_151_120), ("2026-11-20t10:22:31z", 1_795_170_151_000),
      ("2026-11-20 10:22:31Z", 1_795_170_151_000),
      ("2026-11-20T19:22:31+09:00", 1_795_170_151_000),
      ("2026-11-20T04:52:31-05:30", 1_795_170_151_000),
      ("2026-11-20T10:22:31-00:00", 1_795_170_151_000),
      ("2026-11-20T10:22:31.1209999999999999999999Z", 1_795_170_151_120),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func read(text: String, milliseconds: Int64) {
    #expect(Timestamp(text)?.milliseconds == milliseconds)
  }

  @Test(
    "Other texts are refused",
    arguments: [
      "", "2026-11-20", "2026-11-20T10:22Z", "2026-11-20T10:22:31", "2026-11-20T10:22:31.Z",
      "2026-11-20T24:00:00Z", "2026-11-20T10:60:00Z", "2026-11-20T10:22:61Z",
      "2026-02-29T00:00:00Z", "2026-11-20T10:22:31+0900", "2026-11-20T10:22:31+24:00",
      "2026-11-20T10:22:31+09:60", "2026-11-20T10:22:31+09", "2026-11-20T10:22:31Z ",
      " 2026-11-20T10:22:31Z", "2026-11-20T10:22:31ZZ", "2026-11-20T1:22:31Z",
      "+026-11-20T10:22:31Z", "２026-11-20T10:22:31Z", "2026-11-20T10:22:31,5Z",
      "0000-12-31T23:59:59Z",
    ])
  func refused(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(
    "A time that its offset or its leap second leads out of the years 0001 to 9999 is refused",
    arguments: [
      "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
    ])
  func outsideCalendar(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("What is written is read as the same moment")
  func roundTrip() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let time = Timestamp(
        milliseconds: Int64.random(
          in: -62_135_596_800_000...253_402_300_799_999, using: &random))
      #expect(Timestamp(time.description) == time)
      #expect(time.description.utf8.count == 24)
    }
  }

  @Test("Moments are ordered as their texts are")
  func order() {
    var random = SeededGenerator(seed: 2)
    let times = (0..<1000).map { _ in
      Timestamp(
        milliseconds: Int64.random(
          in: -62_135_596_800_000...253_402_300_799_999, using: &random))
    }
    #expect(times.sorted().map(\.description) == times.map(\.description).sorted())
  }

  @Test(
    "The day and the second are rounded down, before 1970 too",
    arguments: [
      (-1, -1, "1969-12-31"), (-1000, -1, "1969-12-31"), (-1001, -2, "1969-12-31"),
      (0, 0, "1970-01-01"), (999, 0, "1970-01-01"), (86_399_999, 86_399, "1970-01-01"),
      (86_400_000, 86_400, "1970-01-02"), (-86_400_000, -86_400, "1969-12-31"),
      (-86_400_001, -86_401, "1969-12-30"),
    ] as [(Int64, Int64, String)])
  func rounding(milliseconds: Int64, seconds: Int64, day: String) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(time.seconds == seconds)
    #expect(time.day.description == day)
  }

  @Test(
    "Any number, as a hostile commit may hold, is a moment in the years 0001 to 9999",
    arguments: [
      (Timestamp(milliseconds: .min), "0001-01-01T00:00:00.000Z"),
      (Timestamp(milliseconds: .max), "9999-12-31T23:59:59.999Z"),
      (Timestamp(seconds: .min), "0001-01-01T00:00:00.000Z"),
      (Timestamp(seconds: .max), "9999-12-31T23:59:59.999Z"),
      (Timestamp(milliseconds: 253_402_300_800_000), "9999-12-31T23:59:59.999Z"),
      (Timestamp(milliseconds: -62_135_596_800_001), "0001-01-01T00:00:00.000Z"),
    ])
  func extremes(time: Timestamp, expected: String) {
    #expect(time.description == expected)
    #expect(Timestamp(time.description) == time)
  }
}
