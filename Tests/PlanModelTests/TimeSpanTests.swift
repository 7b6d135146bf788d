import PlanModel
import Testing

@Suite("Time spans")
struct TimeSpanTests {
  @Test(
    "A number and a unit",
    arguments: [
      ("1s", 1), ("30s", 30), ("10m", 600), ("2h", 7200), ("1d", 86_400), ("366d", 31_622_400),
    ] as [(String, Int64)])
  func spans(typed: String, seconds: Int64) {
    #expect(TimeSpan.parse(typed) == .seconds(seconds))
  }

  @Test(
    "Any other text is none",
    arguments: ["", "s", "0s", "-1s", "1", "1w", "1.5h", "1 s", "367d", "9999999999d", "１s", "1S"])
  func others(typed: String) {
    #expect(TimeSpan.parse(typed) == nil)
  }
}
