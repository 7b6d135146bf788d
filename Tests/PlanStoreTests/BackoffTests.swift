import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Waiting for one's turn")
struct BackoffTests {
  /// Returns the waits after lost races until the time limit is reached, and the time spent. Each
  /// try takes the same time.
  private func waits(
    _ limit: Duration, pace: ClosedRange<Duration> = Backoff.remotePace, seed: UInt64,
    each try: Duration = .zero
  ) -> (waits: [Duration], spent: Duration?) {
    var random = SeededGenerator(seed: seed)
    var now = Duration.seconds(1000)
    var backoff = Backoff(limit, pace: pace, from: now)
    var waits: [Duration] = []
    while waits.count < 100_000 {
      now += `try`
      switch backoff.lost(at: now, using: &random) {
      case .again(let wait):
        waits.append(wait)
        now += wait
      case .over(let spent): return (waits, spent)
      }
    }
    return (waits, nil)
  }

  @Test("ends with the time, however many races were lost, and the last try is at its end")
  func limit() {
    for seed in 1...50 as ClosedRange<UInt64> {
      let (waits, spent) = waits(.seconds(120), seed: seed)
      #expect(waits.reduce(.zero, +) == .seconds(120))
      #expect(spent == .seconds(120))
      #expect(waits.count > 30, "a crowd of forty takes more than \(waits.count) turns")
    }
    let (waits, spent) = waits(.seconds(10), seed: 1, each: .seconds(4))
    #expect(waits.count == 2, "no try begins after the time: \(waits)")
    #expect(spent.map { $0 > .seconds(10) } == true)
  }

  @Test("grows up to the time of a try, and differs from one to the next")
  func growth() {
    let drawn = (1...200 as ClosedRange<UInt64>).map {
      waits(.seconds(60), seed: $0, each: .seconds(4)).waits
    }
    for waits in drawn {
      #expect(waits.allSatisfy { $0 <= Backoff.remotePace.upperBound })
      #expect(waits.dropLast().allSatisfy { $0 >= Backoff.remotePace.lowerBound })
      #expect(waits[0] <= .milliseconds(50), "two who met hardly wait")
    }
    let mean = { (turn: Int) in drawn.map { $0[turn] }.reduce(.zero, +) / drawn.count }
    for turn in 1...5 { #expect(mean(turn) > mean(turn - 1) * 1.5, "turn \(turn)") }
    #expect(mean(10) > .seconds(1))
    // Tries that take no time need no long waits.
    let quick = waits(.seconds(60), seed: 1, each: .milliseconds(100)).waits
    #expect(quick.allSatisfy { $0 <= .milliseconds(100) })
    #expect(quick.contains { $0 > .milliseconds(75) })
    // All fourth waits differ; people with equal waits would collide again.
    #expect(Set(drawn.map { $0[3] }).count == drawn.count)
  }

  @Test("A branch that stays where it is, is given up in seconds; one that moves never is")
  func standstill() throws {
    let (one, two) = (
      try #require(ObjectID(hex: String(repeating: "1", count: 40))),
      try #require(ObjectID(hex: String(repeating: "2", count: 40)))
    )
    var still = Standstill()
    // One slow try does not prove a standstill.
    let verdicts = [0, 30, 31].map { still.lost(at: .seconds($0), finding: one) }
    #expect(verdicts == [false, false, true])

    var quick = Standstill()
    let tenths = (0...50).map { quick.lost(at: .milliseconds(100 * $0), finding: nil) }
    #expect(tenths.firstIndex(of: true) == 50)

    var moving = Standstill()
    let seconds = (0..<200).map {
      moving.lost(at: .seconds($0), finding: $0 / 4 % 2 == 0 ? one : two)
    }
    #expect(!seconds.contains(true))
  }
}
