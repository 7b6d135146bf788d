import PlanModel
import PlanTerminal
@testable import PlanView
import PmgitTestSupport
import Testing

@Suite("Charts on a terminal")
struct ChartTextTests {
  private static let period = ReportPeriod(until: RandomJourneys.now, clocks: .utc)

  private static func charts(
    _ count: Int, days: Int, using random: inout SeededGenerator
  ) -> [Chart] {
    let journeys = RandomJourneys(count, days: days, using: &random).journeys
    let charts = FlowCharts(journeys, by: RandomJourneys.stages, in: period)
    return ChartKind.allCases.map(charts.chart)
  }

  @Test("No chart is wider or higher than it may be", arguments: Seeds.each(400))
  func size(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let days = [1, 30, 400, 9000][random.number(below: 4)]
    let (width, height) = (20 + random.number(below: 200), 1 + random.number(below: 70))
    for chart in Self.charts(random.number(below: 30), days: days, using: &random) {
      let text = ChartText(
        chart, remark: "board 한글 · 2026", heightInLines: random.chance(10) ? nil : height)
      let lines = text.lines(widthInCells: width)
      #expect(lines.count <= max(height, ChartText.usualHeightInLines))
      #expect(lines.allSatisfy { $0.widthInCells <= width }, "\(chart.kind) at \(width)x\(height)")
      #expect(lines.allSatisfy { $0 == $0.withoutSpacesAtEnd })
      let given = ChartText(chart, remark: "", heightInLines: height).lines(widthInCells: width)
      #expect((1...height).contains(given.count))
    }
  }

  private static let week: [Chart.Value] = (0..<7).map {
    Chart.Value(Double([0, 1, 2, 4, 4, 3, 6][$0]), on: Samples.day("2026-11-16") + $0)
  }

  @Test("Areas become lighter upwards, and the first column is always the lightest of few")
  func shades() {
    let darkness: [Character] = ["█", "▓", "#", "▒", "=", "░", ":", "."]
    for count in 1...8 {
      let series = (0..<count).map { index in
        Chart.Series("column\(index)", .active, Self.week)
      }
      let legend = ChartText(Self.chart(.areas, series), remark: "", heightInLines: 20)
        .lines(widthInCells: 300).map(\.string)
      // The names are in the order from top to bottom.
      let marks = (0..<count).compactMap { index in
        legend.lazy.compactMap { line in
          line.firstRange(of: " column\(index) ").map { line[line.index(before: $0.lowerBound)] }
        }.first
      }
      let places = marks.compactMap { darkness.firstIndex(of: $0) }
      #expect(places.count == count)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(marks)")
      if count > 1, count < 5 { #expect(marks.last == "░") }
      #expect(marks.first == "█")
    }
  }

  private static func chart(_ shape: Chart.Shape, _ series: [Chart.Series]) -> Chart {
    let first = Samples.day("2026-11-16")
    return Chart(
      .cumulativeFlow, shape, unit: "plans", days: first...(first + 6), series: series, summary: "")
  }

  private static func picture(_ chart: Chart, width: Int, height: Int) -> String {
    ChartText(chart, remark: "board main", heightInLines: height).lines(widthInCells: width)
      .map(\.string).joined(separator: "\n")
  }

  @Test("Areas stand upon each other, each with a fill of its own, and wide names align")
  func areas() {
    let chart = Self.chart(
      .areas,
      [
        Chart.Series("Done", .finished, Self.week),
        Chart.Series("검토 중", .active, Self.week.map { Chart.Value(2, on: $0.day) }),
      ])
    #expect(
      Self.picture(chart, width: 40, height: 12) == """
        Cumulative flow  board main
        ░ 검토 중 2  █ Done 6
         10│
           │
           │                                 ░░░
           │               ░░░░░░░░░░░░      ███
          5│               ░░░░░░░░░░░░░░░░░░███
           │         ░░░░░░████████████░░░░░░███
           │░░░░░░░░░███████████████████████████
           │░░░█████████████████████████████████
          0└─────┬───────────┬───────────┬──────
              Nov 17      Nov 19      Nov 21
        """)
  }

  @Test("Bars are as high as their numbers, to an eighth of a line")
  func bars() {
    let values = [1, 0, 3, 2].enumerated().map {
      Chart.Value(Double($1), on: Samples.day("2026-10-26") + $0 * 7)
    }
    let chart = Chart(
      .throughput, .bars, unit: "plans",
      days: Samples.day("2026-10-26")...Samples.day("2026-11-22"),
      series: [Chart.Series("finished", .finished, values)], summary: "")
    #expect(
      Self.picture(chart, width: 30, height: 8) == """
        Throughput  board main
        plans finished each week
         5│
          │            ▃▃▃▃▃
          │            █████ ▅▅▅▅▅
          │▆▆▆▆▆       █████ █████
         0└┬───────────┬──────────────
           Oct 26      Nov 9
        """)
  }

  @Test("Where there is no room for all weeks, the last ones are shown, which is said")
  func manyBars() {
    let first = Samples.day("2025-01-06")
    let values = (0..<60).map { Chart.Value($0 == 0 ? 900 : 1, on: first + $0 * 7) }
    let chart = Chart(
      .throughput, .bars, unit: "plans", days: first...(first + 419),
      series: [Chart.Series("finished", .finished, values)], summary: "")
    let lines = Self.picture(chart, width: 40, height: 10).split(separator: "\n")
    #expect(lines[1] == "plans each week, the last 34 of 60")
    #expect(lines[2] == "    1│" + String(repeating: "█", count: 34))
    let wide = Self.picture(chart, width: 80, height: 10).split(separator: "\n")
    #expect(wide[1] == "plans finished each week" && wide[2].hasPrefix(" 1000│"))
  }

  @Test("A dot for each plan, and lines with their names")
  func points() {
    var random = SeededGenerator(seed: 3)
    let charts = Self.charts(30, days: 60, using: &random)
    let chart = charts[3]
    let picture = Self.picture(chart, width: 80, height: 20)
    let dots = picture.unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }
    let places = Set(chart.series[0].values.map { "\($0.day) \($0.number)" })
    let drawn = dots.reduce(0) { $0 + ($1.value - 0x2800).nonzeroBitCount }
    #expect(drawn > 0 && drawn <= places.count)
    #expect(picture.contains(" 85 %\n") && picture.contains(" 50 %\n"))
  }

  @Test("Lines reach from the first day to the last, and end at their names")
  func lines() {
    let chart = Self.chart(
      .lines,
      [
        Chart.Series("all", .waiting, Self.week.map { Chart.Value(6, on: $0.day) }),
        Chart.Series("done", .finished, Self.week),
      ])
    let lines = Self.picture(chart, width: 60, height: 16).split(separator: "\n")
    #expect(lines[1] == "⠒⠒⠒ done 6  ⠒ ⠒ all 6")
    #expect(lines[2].hasSuffix(" done") || lines[2].hasSuffix(" all"))
    #expect(lines[lines.count - 3].contains("│⣀"))
  }

  @Test("Into a pipe go the numbers")
  func records() {
    let plan = Samples.plan("k7m2", "x", in: "done")
    let series = Chart.Series(
      "cycle time", .finished,
      [Chart.Value(2.25, on: Samples.day("2026-11-16"), plan: plan.id, title: "x")])
    let chart = Chart(
      .cycleTime, .points, unit: "days",
      days: Samples.day("2026-11-16")...Samples.day("2026-11-20"), series: [series],
      rules: [Chart.Rule(name: "50 %", number: 2.25)], summary: "")
    let records = ChartText(chart, remark: "", heightInLines: nil).records.map(\.line)
    #expect(records == ["2026-11-16\tcycle time\t2.25\t\(plan.id)", "\t50 %\t2.25\t"])
  }
}
