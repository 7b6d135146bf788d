import Foundation
import Git
import PlanStore
import PmgitTestSupport
import Testing

/// How pmgit removes a lock that is no longer in use.
@Suite("Unlocking")
struct UnlockingTests {
  private static let now: Int64 = 1_795_165_200

  /// Returns a board whose branch has been locked for this number of seconds.
  private func locked(age: Int64) async throws -> (fixture: BoardFixture, lock: String) {
    let fixture = try await BoardFixture()
    let lock = "\(fixture.repository.path)/.git/refs/heads/pmgit/main.lock"
    try Self.make(lock, age: age)
    return (fixture, lock)
  }

  private static func make(_ lock: String, age: Int64) throws {
    try Data().write(to: URL(filePath: lock))
    let made = Date(timeIntervalSince1970: TimeInterval(now - age))
    try FileManager.default.setAttributes([.modificationDate: made], ofItemAtPath: lock)
  }

  @Test(
    "A lock is waited for until it is ten seconds old, and never longer",
    arguments: [(0, 10), (3, 7), (10, 0), (3600, 0), (-3600, 10)])
  func wait(age: Int64, seconds: Int64) async throws {
    let (fixture, lock) = try await locked(age: age)
    var waited: [Duration] = []
    let removed = try await fixture.store().unlock(now: Self.now) { waited.append($0) }
    #expect(waited == (seconds > 0 ? [.seconds(seconds)] : []))
    #expect(removed == [lock])
  }

  @Test("A lock that its owner lets go meanwhile is not missed")
  func released() async throws {
    let (fixture, lock) = try await locked(age: 1)
    let removed = try await fixture.store().unlock(now: Self.now) { _ in
      try FileManager.default.removeItem(atPath: lock)
    }
    #expect(removed.isEmpty)
  }

  @Test("A lock that another program has made meanwhile stays")
  func replaced() async throws {
    let (fixture, lock) = try await locked(age: 1)
    let removed = try await fixture.store().unlock(now: Self.now) { _ in
      try FileManager.default.moveItem(atPath: lock, toPath: lock + ".renamed")
      try Self.make(lock, age: 0)
    }
    #expect(removed.isEmpty)
    #expect(FileManager.default.fileExists(atPath: lock))
  }
}
