import PlanModel
import PlanView
import Testing

@Suite struct RelativeTimeTests {
  private static let now = Timestamp(seconds: 1_800_000_000)

  @Test(
    "A moment is shown in its greatest unit",
    arguments: [
      (0, "just now"), (59, "just now"), (60, "1 minute ago"), (179, "2 minutes ago"),
      (3600, "1 hour ago"), (86_399, "23 hours ago"), (86_400, "yesterday"),
      (172_799, "yesterday"), (172_800, "2 days ago"), (7 * 86_400, "1 week ago"),
      (20 * 86_400, "2 weeks ago"), (30 * 86_400, "1 month ago"), (364 * 86_400, "12 months ago"),
      (365 * 86_400, "1 year ago"), (900 * 86_400, "2 years ago"),
      (-30, "just now"), (-3600, "in 1 hour"), (-86_400, "in 1 day"),
    ] as [(Int64, String)])
  func words(secondsAgo: Int64, words: String) {
    let time = Timestamp(seconds: Self.now.seconds - secondsAgo)
    #expect(time.relativeWords(now: Self.now) == words)
  }

  @Test("A wrong clock has words too", arguments: ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
  func extremes(text: String) throws {
    let time = try #require(Timestamp(text))
    #expect(time.relativeWords(now: Self.now).contains("years"))
  }

  @Test(
    "An age of an hour or more is a number and its greatest unit",
    arguments: [
      (0, nil), (3_599, nil), (3_600, "1h"), (86_399, "23h"), (86_400, "1d"), (604_799, "6d"),
      (604_800, "1w"), (2_591_999, "4w"), (2_592_000, "1mo"), (31_535_999, "12mo"),
      (31_536_000, "1y"), (-86_400, nil),
    ] as [(Int64, String?)])
  func age(seconds: Int64, words: String?) {
    let now = Timestamp(seconds: 1_795_165_200)
    let time = Timestamp(seconds: now.seconds - seconds)
    #expect(time.shortAge(now: now) == words)
  }

  @Test(
    "A lease is shown with its end, which has a date unless it is today",
    arguments: [
      (59, "until 09:00, in less than a minute"), (1_500, "until 09:25, in 25 minutes"),
      (53_999, "until 23:59, in 14 hours"), (54_000, "until 2026-11-21 00:00, in 15 hours"),
      (0, "ended just now"), (-300, "ended 5 minutes ago"),
    ] as [(Int64, String)])
  func lease(secondsLeft: Int64, words: String) {
    let now = Timestamp(seconds: 1_795_165_200)
    let end = Timestamp(seconds: now.seconds + secondsLeft)
    #expect(end.leaseWords(now: now, on: .utc) == words)
  }
}
