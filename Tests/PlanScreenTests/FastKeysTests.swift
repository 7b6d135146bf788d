@testable import PlanModel
@testable import PlanScreen
import PlanView
import PmgitTestSupport
import Testing

/// Keys that are faster than the board.
@Suite("Fast keys")
struct FastKeysTests {
  /// Keys that leave the screen, after which nothing waits.
  private static let leaving = ["q", "Ctrl+c", "E", "C", "Ctrl+k", ":"]
  private static let keys = ScreenRun.keys.filter { !leaving.contains($0) }

  @Test(
    "Keys typed during a change give the same board as keys typed after it",
    arguments: Seeds.batches(120, of: 10))
  func sameBoard(seeds: [UInt64]) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var fast = Bench(ScreenRun.board(&random), columns: 160, rows: 40)
      var steps: [String] = []
      var slow = fast
      slow.makesChanges = false
      // Half of the keys are moves, so that most of them meet a change.
      for _ in 0..<15 {
        steps.append(
          random.chance(50) ? random.pick(["H", "L", "J", "K", "u", "j"]) : random.pick(Self.keys))
      }
      var made: [ScreenChange] = []
      var boards = [fast.board]
      for key in steps {
        fast.send(.input(.key(ScreenRun.key(key))))
        boards.append(fast.board)
        slow.send(.input(.key(ScreenRun.key(key))))
        made += Self.changes(slow)
      }
      while let change = made.popLast() {
        slow.send(.done(change, slow.board.make(change)))
        made += Self.changes(slow)
      }
      // The last keys were for a plan that had left the board, so they were dropped.
      let isCut = slow.screen.message?.ignoresKeys == true
      // A message may be that of a key that did not wait.
      (slow.screen.message, fast.screen.message) = (nil, nil)
      let isSame = { (board: FakeBoard) in
        slow.board.plans == board.plans && slow.board.version == board.version
      }
      guard isCut ? boards.contains(where: isSame) : isSame(fast.board) && slow.text == fast.text
      else {
        Seeds.record(
          "the slow board is another one", seed: seed, suite: "FastKeysTests", steps: steps,
          of: steps.count)
        return
      }
    }
  }

  private static func changes(_ bench: Bench) -> [ScreenChange] {
    bench.effects.compactMap { if case .change(let change, _) = $0 { change } else { nil } }
  }
}
