import PlanModel
import PlanView
import Testing

@testable import PlanTerminal

@Suite("Statistics in words")
struct FlowTextTests {
  @Test("A forecast of nothing says that nothing can be promised")
  func nothingPromised() throws {
    // Five plans in 84 days, so it is unlikely that one is finished within a single day.
    let past = (0..<84).map { $0 % 17 == 0 ? 1 : 0 }
    let forecast = try #require(Forecast(past: past, seed: 1))
    let today = CalendarDay(dayNumber: 20_000)
    let model = ForecastModel(forecast, count: nil, open: 3, by: today + 1, today: today)
    let lines = ForecastText(model).lines(widthInCells: 80).map(\.string)
    #expect(lines.contains("  85 %: none can be promised by then"), "\(lines)")
    #expect(!lines.contains { $0.contains("at least 0") })
  }
}
