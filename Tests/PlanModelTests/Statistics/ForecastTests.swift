import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Forecasts")
struct ForecastTests {
  @Test("Where every day is the same, so is every future", arguments: [1, 3])
  func constant(each: Int) throws {
    let forecast = try #require(Forecast(past: Array(repeating: each, count: 30)))
    #expect(forecast.counts(inDays: 10) == [10 * each, 10 * each, 10 * each])
    #expect(forecast.days(toFinish: 12) == [12 / each, 12 / each, 12 / each])
    #expect(forecast.days(toFinish: 13).allSatisfy { $0 == (13 + each - 1) / each })
    #expect(forecast.days(toFinish: 0) == [0, 0, 0])
    #expect(!forecast.isRough)
  }

  @Test("The same seed gives the same answer, and another one nearly the same")
  func seeds() throws {
    let past = (0..<60).map { [0, 0, 1, 0, 2, 0, 3][$0 % 7] }
    let first = try #require(Forecast(past: past))
    let again = try #require(Forecast(past: past))
    let other = try #require(Forecast(past: past, seed: 2))
    #expect(first.days(toFinish: 40) == again.days(toFinish: 40))
    #expect(first.counts(inDays: 30) == again.counts(inDays: 30))
    for (day, otherDay) in zip(first.days(toFinish: 40), other.days(toFinish: 40)) {
      #expect(abs((day ?? 0) - (otherDay ?? 0)) <= 2)
    }
    // The same seed must give the same forecast in later versions.
    #expect(first.days(toFinish: 40) == [49, 59, 66])
    #expect(first.counts(inDays: 30) == [24, 18, 15])
  }

  @Test("More certainty is a later day and fewer plans; both ways agree")
  func order() throws {
    let forecast = try #require(Forecast(past: (0..<50).map { $0 % 5 == 0 ? 4 : 0 }))
    let days = forecast.days(toFinish: 30).compactMap(\.self)
    let counts = forecast.counts(inDays: 30)
    #expect(days.count == 3 && days == days.sorted() && days[0] < days[2])
    #expect(counts == counts.sorted(by: >) && counts[0] > counts[2])
    // In half of the futures 30 plans are done by that day, so the count for that day is 30 too.
    #expect(abs(forecast.counts(inDays: days[0])[0] - 30) <= 4)
  }

  @Test("It draws each past day as often as the others")
  func fair() throws {
    var generator = SplitMix64(seed: 9)
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[generator.number(below: 7)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 400 }, "\(counts)")
  }

  @Test("The generator is the published one")
  func published() {
    var (own, known) = (SplitMix64(seed: 42), SeededGenerator(seed: 42))
    for _ in 0..<20 { #expect(own.next() == known.next()) }
  }

  @Test("A past that is too short says nothing, and a short one is said to be rough")
  func few() throws {
    #expect(Forecast(past: []) == nil)
    #expect(Forecast(past: Array(repeating: 9, count: 13)) == nil)
    #expect(Forecast(past: [4] + Array(repeating: 0, count: 80)) == nil)
    #expect(try #require(Forecast(past: [5] + Array(repeating: 0, count: 80))).isRough)
    #expect(try #require(Forecast(past: Array(repeating: 9, count: 14))).isRough)
  }

  @Test("What takes more than ten years is not given a day")
  func never() throws {
    let forecast = try #require(Forecast(past: [5] + Array(repeating: 0, count: 99)))
    #expect(forecast.days(toFinish: 100_000) == [nil, nil, nil])
  }
}

@Suite("Forecasts of several counts")
struct ForecastOfSeveralTests {
  @Test("A greater count takes no less time, and a count alone takes as long as in any company")
  func several() throws {
    let past = [0, 2, 1, 0, 0, 3, 1, 0, 0, 0, 1, 1, 0, 0, 2, 0]
    let forecast = try #require(Forecast(past: past))
    let counts = [7, 0, 3, 3, 40]
    let days = forecast.days(toFinishEach: counts)
    #expect(days.count == counts.count && days[1] == [0, 0, 0] && days[2] == days[3])
    for (count, found) in zip(counts, days) {
      let sorted = found.compactMap(\.self)
      #expect(sorted == sorted.sorted() && sorted.count == 3)
      for (other, more) in zip(counts, days) where other >= count {
        #expect(zip(found, more).allSatisfy { ($0 ?? .max) <= ($1 ?? .max) })
      }
      // The draws differ in company, so the days may differ by the chance of ten thousand runs.
      let alone = forecast.days(toFinish: count)
      #expect(zip(found, alone).allSatisfy { abs(($0 ?? 0) - ($1 ?? 0)) <= 2 })
    }
    #expect(forecast.days(toFinishEach: [40])[0] == forecast.days(toFinish: 40))
  }
}
