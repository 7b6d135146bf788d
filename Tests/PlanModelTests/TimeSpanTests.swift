import PlanModel
import Testing

@Suite("Time spans")
struct TimeSpanTests {
  @Test(
    "A number and a unit",
    arguments: [
      ("1s", 1), ("30s", 30), ("10m", 600), ("2h", 7200), ("1d", 86_400), ("366d", 31_622_400),
      ("1W", 604_800), ("5min", 300),
    ] as [(String, Int64)])
  func spans(typed: String, seconds: Int64) {
    #expect(TimeSpan.wait(typed) == .seconds(seconds))
  }

  @Test(
    "Any other text is no time to wait",
    arguments: [
      "", "s", "0s", "-1s", "1", "53w", "1.5h", "1 s", "367d", "9999999999d", "１s", "1mo",
    ])
  func others(typed: String) {
    #expect(TimeSpan.wait(typed) == nil)
  }
}
