import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanView

@Suite("Charts as SVG")
struct ChartSVGTests {
  private static let period = ReportPeriod(until: RandomJourneys.now, clocks: .utc)

  private static func charts(_ journeys: [PlanJourney]) -> [Chart] {
    let charts = FlowCharts(journeys, by: RandomJourneys.stages, in: period)
    return ChartKind.allCases.map(charts.chart)
  }

  private static func journey(_ title: String) -> PlanJourney {
    var plan = Build.plan("k7m2", in: "done")
    plan.values.title = title
    let now = RandomJourneys.now.seconds
    let events = ["todo", "doing", "done"].enumerated().map {
      PlanEvent(.moved(to: $1), at: Timestamp(seconds: now - 900_000 + Int64($0) * 400_000))
    }
    return PlanJourney(plan, events: events, now: RandomJourneys.now)
  }

  @Test(
    "Every chart of every board is well-formed, has no script and loads nothing",
    arguments: Seeds.each(40))
  func wellFormed(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let journeys = RandomJourneys(random.number(below: 40), using: &random).journeys
    for chart in Self.charts(journeys) {
      let text = ChartSVG(chart, remark: RandomText.scalars(30, using: &random)).text
      let file = try XMLChecker(text)
      #expect(file.elements.first == "svg" && !file.elements.contains("script"))
      #expect(file.texts["desc"] == [SafeText(chart.summary).string])
      #expect(!text.contains("NaN") && !text.contains("nan") && !text.contains("inf"))
      let links = text.split(separator: "http").count - 1
      #expect(links == 1, "only the namespace is an address")
    }
  }

  @Test(
    "A hostile title is shown as it is and does nothing",
    arguments: [
      "</title><script>alert(1)</script>", "\" onload=\"alert(1)", "]]> & &amp; <![CDATA[",
      "a\u{0}b\u{1B}[31m\u{202E}c", "\u{FFFE}\u{FFFF}", "'; url(javascript:x)", "한글 🚀 👩🏽‍💻",
    ])
  func hostile(title: String) throws {
    let charts = FlowCharts([Self.journey(title)], by: RandomJourneys.stages, in: Self.period)
    let file = try XMLChecker(ChartSVG(charts.chart(.cycleTime), remark: title).text)
    #expect(!file.elements.contains("script"))
    #expect(file.elements.filter { $0 == "circle" }.count == 1)
    let shown = SafeText(title).string.replacing("\u{FFFE}", with: "\u{FFFD}")
      .replacing("\u{FFFF}", with: "\u{FFFD}")
    let titles = file.texts["title"] ?? []
    #expect(titles.contains { $0.contains(shown) && $0.contains("4.6 days") }, "\(titles)")
  }

  @Test("A hostile name of a column is a label, cut to its room")
  func hostileColumn() throws {
    let name = String(repeating: "<&\">", count: 5000)
    let series = [Chart.Series(name, .active, [Chart.Value(1, on: Build.viewpoint.today)])]
    let today = Build.viewpoint.today
    let chart = Chart(
      .cumulativeFlow, .areas, unit: "plans", days: today...today, series: series, summary: name)
    let file = try XMLChecker(ChartSVG(chart, remark: "").text)
    let label = try #require(file.texts["text"]?.first { $0.hasPrefix("<&\">") })
    #expect(label.count < 32 && label.hasSuffix("… 1"))
  }

  @Test("Colours are given for light and for dark, and every series has its name beside it")
  func themes() throws {
    let chart = FlowCharts([Self.journey("x")], by: RandomJourneys.stages, in: Self.period)
      .chart(.cumulativeFlow)
    let text = ChartSVG(chart, remark: "board main").text
    #expect(text.contains("@media (prefers-color-scheme: dark)"))
    #expect(text.contains("role=\"img\"") && text.contains("aria-labelledby=\"title desc\""))
    let texts = try XMLChecker(text).texts["text"] ?? []
    for series in chart.series { #expect(texts.contains { $0.hasPrefix(series.name) }) }
    #expect(texts.contains("The done 1"))
  }

  @Test("A board without plans says so")
  func empty() throws {
    for chart in Self.charts([]) {
      let texts = try XMLChecker(ChartSVG(chart, remark: "").text).texts["text"] ?? []
      #expect(texts.contains("nothing to show yet"))
    }
  }
}
