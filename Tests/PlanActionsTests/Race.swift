import Git
import PlanActions
import PlanStore
import PmgitTestSupport
import Testing

/// A change by another person during an action. The initializer makes the change and takes it off
/// the branch again. It comes back when the action draws the given random number.
final class Race {
  private let worker: Worker
  private let generator: CountingGenerator

  var isLost: Bool { generator.hasFired }

  init(_ worker: Worker, atDraw draw: Int, _ change: () async throws -> Void) async throws {
    self.worker = worker
    let before = try #require(try worker.board().store.localTip())
    try await change()
    let after = try #require(try worker.board().store.localTip())
    try Self.move(worker, from: after, to: before)
    generator = CountingGenerator(firing: draw) {
      try Self.move(worker, from: before, to: after)
    }
  }

  func board() throws -> Workspace { try worker.board(drawing: generator) }

  private static func move(_ worker: Worker, from old: ObjectID, to new: ObjectID) throws {
    let who = Signature(name: "Else", email: "else@example.org", seconds: 0, offsetMinutes: 0)
    let outcome = try worker.repository.open().updateReference(
      "refs/heads/pmgit/main", to: new, expecting: old, reflog: "race", who: who)
    guard outcome == .moved else { throw Lost() }
  }

  private struct Lost: Error {}
}

/// A random generator that calls `body` at one draw.
private final class CountingGenerator: RandomNumberGenerator {
  private var base = SeededGenerator(seed: 7)
  private var rest: Int
  private let body: () throws -> Void
  private(set) var hasFired = false

  init(firing draw: Int, _ body: @escaping () throws -> Void) {
    (rest, self.body) = (draw, body)
  }

  func next() -> UInt64 {
    rest -= 1
    if rest == 0 {
      do { try body() } catch { Issue.record("the branch could not be moved: \(error)") }
      hasFired = true
    }
    return base.next()
  }
}
