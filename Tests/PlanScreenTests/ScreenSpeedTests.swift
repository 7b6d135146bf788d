@testable import PlanScreen
import PlanModel
import PlanView
import PmgitTestSupport
import Testing

/// The effort of a key, in processor time, on boards of several sizes. The time itself depends on
/// the machine and the build; `make measure-screen` measures it.
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
        if index % 3 == 0 { plan.values.labels = ["bug", "ui"] }
        if index % 5 == 0 { plan.values.due = CalendarDay("2026-11-20") }
      }
    }
    let unique = Dictionary(plans.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Bench(
      FakeBoard(ScreenSamples.board, unique.values.sorted { $0.id < $1.id }), columns: 120, rows: 40
    )
  }

  /// Returns the times of a key with its drawing for two benches: the medians of many keys, pressed
  /// in turns, so that a machine that is slow for a while is slow for both.
  private static func times(of keys: [String], _ benches: (Bench, Bench)) -> (Duration, Duration) {
    var benches = benches
    var times: ([Duration], [Duration]) = ([], [])
    for key in (0..<12).flatMap({ _ in keys }) {
      times.0.append(time(of: key, &benches.0))
      times.1.append(time(of: key, &benches.1))
    }
    let middle = times.0.count / 2
    return (times.0.sorted()[middle], times.1.sorted()[middle])
  }

  private static func time(of key: String, _ bench: inout Bench) -> Duration {
    processorTime {
      bench.press(key)
      _ = bench.grid
    }
  }

  @Test("A key costs what is drawn, and not what the board has")
  func keys() {
    let keys = ["j", "l", "G", "k", "PageUp", "h", "Space", "2", "j", "G", "1", "g"]
    let (few, many) = Self.times(of: keys, (Self.bench(200), Self.bench(10_000)))
    #expect(many < few * 4, "\(many) with 10,000 plans, \(few) with 200")
  }

  @Test("Ten times the plans cost the palette no more than some ten times the work")
  func palette() {
    var benches = (Self.bench(1_000), Self.bench(10_000))
    benches.0.press(":")
    benches.1.press(":")
    let (few, many) = Self.times(of: ["z", "q", "Backspace", "Backspace"], benches)
    #expect(many < few * 20, "\(many) with 10,000 plans, \(few) with 1,000")
  }
}
