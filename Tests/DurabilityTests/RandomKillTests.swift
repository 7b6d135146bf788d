import Foundation
import PmgitTestSupport
import Testing

/// Two people work while their programs are killed at random times.
@Suite struct RandomKillTests {
  @Test("Random kills lose no edit that was acknowledged", arguments: Seeds.each(1))
  func kills(seed: UInt64) async throws {
    try await Self.kill(20, seed: seed)
  }

  /// Runs commands until `count` programs were killed, and checks the result. Returns whether
  /// nothing is wrong.
  @discardableResult
  static func kill(_ count: Int, seed: UInt64) async throws -> Bool {
    let killing = try await Killing(seed: seed)
    while killing.tally.kills < count { try await killing.round() }
    try await killing.check()
    print(killing.tally)
    let problems = killing.tally.lost.joined(separator: "\n")
    #expect(problems.isEmpty, "PMGIT_SEED=\(seed) swift test --filter RandomKillTests\n\(problems)")
    #expect(killing.tally.acknowledged > 0)
    return problems.isEmpty
  }
}

/// Random kills for as long as `make soak` asks, or until `PMGIT_KILLS` programs were killed if it
/// is set.
@Suite(.soak) struct RandomKillSoak {
  private static let kills =
    ProcessInfo.processInfo.environment["PMGIT_KILLS"].flatMap { Int($0) }

  @Test("However many programs are killed, no edit that was acknowledged is lost")
  func kills() async throws {
    let end = ContinuousClock.now + (Soak.duration ?? .zero)
    var total = Killing.Tally()
    var seed = UInt64.random(in: 1..<1 << 32)
    repeat {
      // Each board is used for 200 kills at most, because checking all plans takes time.
      let count = min((Self.kills ?? .max) - total.kills, 200)
      let killing = try await Killing(seed: seed)
      while killing.tally.kills < count, Self.kills != nil || ContinuousClock.now < end {
        try await killing.round()
      }
      try await killing.check()
      let problems = killing.tally.lost.joined(separator: "\n")
      #expect(
        problems.isEmpty, "PMGIT_SEED=\(seed) swift test --filter RandomKillTests\n\(problems)")
      total += killing.tally
      seed += 1
    } while Self.kills.map { total.kills < $0 } ?? (ContinuousClock.now < end)
    print(total)
    #expect(total.kills > 0)
  }
}

extension Killing.Tally {
  fileprivate static func += (total: inout Self, other: Self) {
    total.commands += other.commands
    total.kills += other.kills
    total.acknowledged += other.acknowledged
    total.locks += other.locks
    total.lost += other.lost
  }
}
