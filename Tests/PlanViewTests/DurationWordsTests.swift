import PlanView
import Testing

@Suite("Lengths of time in words")
struct DurationWordsTests {
  @Test(
    "A length is said in its greatest unit",
    arguments: [
      (0, "0m"), (59, "1m"), (3599, "60m"), (3600, "1h"), (5400, "1.5h"), (36_000, "10h"),
      (86_399, "24h"), (86_400, "1d"), (198_720, "2.3d"), (864_000, "10d"), (86_400_000, "1000d"),
    ] as [(Int64, String)])
  func words(seconds: Int64, expected: String) {
    #expect(Double(seconds).durationWords == expected)
  }
}
