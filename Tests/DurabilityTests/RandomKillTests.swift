import Foundation
import PmgitTestSupport
import Testing

/// Several people work, and their programs are killed at random moments.
@Suite struct RandomKillTests {
  @Test("Random kills lose no edit that was acknowledged", arguments: Seeds.each(1))
  func kills(seed: UInt64) async throws {
    try await Self.kill(20, seed: seed)
  }

  /// Works on until so many programs were killed, and checks; returns whether all is there.
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

/// The same with 1,000 kills, or `PMGIT_KILLS`, of which each board sees some hundred.
@Suite(.soak) struct RandomKillSoak {
  private static let kills =
    ProcessInfo.processInfo.environment["PMGIT_KILLS"].flatMap { Int($0) } ?? 1000

  @Test("A thousand random kills lose no edit that was acknowledged")
  func kills() async throws {
    var left = Self.kills
    var seed = UInt64.random(in: 1..<1 << 32)
    var total = Killing.Tally()
    while left > 0 {
      let killing = try await Killing(seed: seed)
      let count = min(left, 250)
      while killing.tally.kills < count { try await killing.round() }
      try await killing.check()
      let tally = killing.tally
      let problems = tally.lost.joined(separator: "\n")
      #expect(
        problems.isEmpty, "PMGIT_SEED=\(seed) swift test --filter RandomKillTests\n\(problems)")
      left -= tally.kills
      seed += 1
      total.commands += tally.commands
      total.kills += tally.kills
      total.acknowledged += tally.acknowledged
      total.locks += tally.locks
      total.lost += tally.lost
    }
    print(total)
    #expect(total.kills >= Self.kills)
  }
}
