import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanView

@Suite("Axes of charts")
struct AxisTests {
  @Test("Numbers have as few decimals as they need")
  func decimals() {
    #expect(3.0.text(decimals: 2) == "3")
    #expect(2.5.text(decimals: 2) == "2.5")
    #expect(0.07.text(decimals: 3) == "0.07")
    #expect((-1.256).text(decimals: 2) == "-1.26")
    #expect((-0.001).text(decimals: 2) == "0")
    #expect(999.99.text(decimals: 1) == "1000")
    #expect(1e300.text(decimals: 0) == "9007199254740992")
  }

  @Test(
    "Values have round ticks from 0 up, few enough, and room for the greatest",
    arguments: Seeds.each(100))
  func values(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let greatest = Double(random.number(below: 100_000)) / [1, 10, 1000][random.number(below: 3)]
    let limit = 1 + random.number(below: 12)
    for isWhole in [true, false] {
      let axis = ValueAxis(upTo: greatest, atMost: limit, isWhole: isWhole)
      #expect(axis.ticks.first == 0 && axis.top >= greatest)
      #expect(axis.ticks.count <= limit + 1)
      #expect(greatest == 0 || axis.top - axis.step < greatest)
      let labels = axis.ticks.map(axis.label)
      #expect(Set(labels).count == labels.count)
      #expect(!isWhole || !labels.joined().contains("."))
      let digits = axis.label(axis.step).filter { $0 != "0" && $0 != "." }
      #expect(["1", "2", "5"].contains(digits), "\(axis.step)")
    }
  }

  private static func ticks(_ first: String, _ last: String, _ limit: Int) throws -> [String] {
    let days = try #require(CalendarDay(first))...(try #require(CalendarDay(last)))
    return DateAxis(days, atMost: limit).ticks.map(\.label)
  }

  @Test("Days, Mondays, months and years are marked, as the time is long")
  func dates() throws {
    #expect(try Self.ticks("2026-11-20", "2026-11-20", 5) == ["Nov 20"])
    #expect(
      try Self.ticks("2026-11-20", "2026-11-23", 5) == ["Nov 20", "Nov 21", "Nov 22", "Nov 23"])
    #expect(
      try Self.ticks("2026-11-01", "2026-11-30", 5) == [
        "Nov 2", "Nov 9", "Nov 16", "Nov 23", "Nov 30",
      ])
    #expect(try Self.ticks("2026-09-20", "2026-11-30", 5) == ["Oct", "Nov"])
    #expect(
      try Self.ticks("2025-09-20", "2026-11-30", 16).prefix(5) == [
        "Oct", "Nov", "Dec", "2026", "Feb",
      ])
    #expect(
      try Self.ticks("2020-09-20", "2026-11-30", 8) == [
        "2021", "2022", "2023", "2024", "2025", "2026",
      ])
    #expect(try Self.ticks("0001-01-01", "9999-12-31", 6) == ["2000", "4000", "6000", "8000"])
  }

  @Test(
    "Ticks of any time are in it, in order, apart, and no more than there is room for",
    arguments: Seeds.each(200))
  func anyDates(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let first = CalendarDay(dayNumber: random.number(below: 40_000) - 10_000)
    let length = [1, 9, 40, 200, 900, 20_000, 2_000_000][random.number(below: 7)]
    let days = first...(first + random.number(below: length))
    let limit = 1 + random.number(below: 20)
    let ticks = DateAxis(days, atMost: limit).ticks
    #expect(ticks.count <= limit)
    #expect(ticks.allSatisfy { days.contains($0.day) && $0.label.count <= 6 })
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.day < $1.day && $0.label != $1.label })
    // If many ticks would fit, there is at least one.
    #expect(limit < 4 || !ticks.isEmpty, "\(days)")
    let gaps = zip(ticks, ticks.dropFirst()).map { $1.day - $0.day }
    if let least = gaps.min(), let most = gaps.max() { #expect(most <= least + max(3, least / 8)) }
  }

  @Test(
    "Labels stand apart and in order, as near as can be to what they name",
    arguments: Seeds.each(100))
  func labels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let wanted = (0..<random.number(below: 24)).map { _ in Double(random.number(below: 400)) }
      .sorted()
    let places = ChartSVG.labelPlaces(wanted, gap: 17, in: 0...400)
    #expect(places.count == wanted.count)
    #expect(places.allSatisfy { (-0.001...400.001).contains($0) })
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 16.999 })
    let isFree = zip(wanted, wanted.dropFirst()).allSatisfy { $1 - $0 >= 17 }
    if isFree { #expect(places == wanted) }
  }
}
