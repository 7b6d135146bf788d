@testable import PlanScreen
import PlanModel
import PlanView
import PmgitTestSupport
import Testing

/// The effort of a key, in processor time, which does not depend on how busy the machine is.
@Suite("Screen speed", .serialized)
struct ScreenSpeedTests {
  private static func bench(_ count: Int) -> Bench {
    let columns = ScreenSamples.board.columns.map(\.id)
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let plans = (0..<count).map { index in
      let start = "k" + String([12, 8, 4, 0].map { digits[index >> $0 & 31] })
      return ScreenSamples.plan(
        start + String(digits[index & 15]), "Plan \(index) with a title of several words",
        in: columns[index % columns.count]
      ) { plan in
        if index % 3 == 0 { plan.labels = ["bug", "ui"] }
        if index % 5 == 0 { plan.due = CalendarDay("2026-11-20") }
      }
    }
    let unique = Dictionary(plans.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Bench(
      FakeBoard(ScreenSamples.board, unique.values.sorted { $0.id < $1.id }), columns: 120, rows: 40
    )
  }

  /// Returns the time of a key with its drawing: the median of many keys.
  private static func time(of keys: [String], _ bench: Bench) -> Duration {
    var bench = bench
    let times = (0..<12).flatMap { _ in
      keys.map { key in
        processorTime {
          bench.press(key)
          _ = bench.grid
        }
      }
    }
    return times.sorted()[times.count / 2]
  }

  @Test("A key is answered within 16 ms on 10,000 plans, and costs what is drawn")
  func keys() {
    let few = Self.bench(200)
    let many = Self.bench(10_000)
    let keys = ["j", "l", "G", "k", "PageUp", "h", "Space", "2", "j", "G", "1", "g"]
    let (fast, slow) = (Self.time(of: keys, few), Self.time(of: keys, many))
    #expect(slow < .milliseconds(16), "\(slow) with 10,000 plans")
    #expect(slow < fast * 4, "\(slow) with 10,000 plans, \(fast) with 200")
  }

  @Test("The palette finds plans among 10,000 within 16 ms")
  func palette() {
    var bench = Self.bench(10_000)
    bench.press(":")
    let time = Self.time(of: ["z", "q", "Backspace", "Backspace"], bench)
    #expect(time < .milliseconds(16), "\(time)")
  }
}
