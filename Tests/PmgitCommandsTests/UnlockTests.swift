import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// Lock files that a killed program left behind.
@Suite struct UnlockTests {
  /// A board with a lock file made at a time, and the runner's clock at the present.
  private func locked(
    _ name: String, age: TimeInterval
  ) async throws -> (pmgit: CommandRunner, lock: String) {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    pmgit.now = .init(seconds: Int64(Date.now.timeIntervalSince1970))
    let lock = "\(pmgit.repository.path)/.git/\(name)"
    try pmgit.repository.write("", to: "repository/.git/\(name)")
    let made = Date.now.addingTimeInterval(-age)
    try FileManager.default.setAttributes([.modificationDate: made], ofItemAtPath: lock)
    return (pmgit, lock)
  }

  @Test(
    "Each lock that keeps people from writing is named, and removed when told to",
    arguments: [
      "refs/heads/pmgit/main.lock", "logs/refs/heads/pmgit/main.lock", "packed-refs.lock",
      "config.lock",
    ])
  func stale(name: String) async throws {
    let (pmgit, lock) = try await locked(name, age: 3600)
    let result = await pmgit.run(["doctor"])
    #expect(result.exitCode == 1)
    #expect(result.output.contains("problem\tlock\t\t\tthe lock file '\(lock)'"), "\(result)")
    #expect(FileManager.default.fileExists(atPath: lock))
    let unlocked = await pmgit.run(["doctor", "--unlock"])
    #expect(unlocked.exitCode == 0, "\(unlocked)")
    #expect(unlocked.messages == "removed '\(lock)'\n")
    #expect(!FileManager.default.fileExists(atPath: lock))
    #expect(await pmgit.run(["add", "A plan"]).exitCode == 0)
    #expect(await pmgit.run(["doctor", "--unlock"]).messages == "no lock file is in the way\n")
  }

  @Test("Who meets the lock of the branch is told which it is, and what removes it")
  func hint() async throws {
    let (pmgit, lock) = try await locked("refs/heads/pmgit/main.lock", age: 3600)
    let result = await pmgit.run(["add", "A plan"])
    #expect(result.exitCode == 75)
    #expect(result.messages.contains(lock))
    #expect(result.messages.contains("'pmgit doctor --unlock'"), "\(result.messages)")
  }

  @Test("A lock that a running program has open stays")
  func open() async throws {
    let (pmgit, lock) = try await locked("refs/heads/pmgit/main.lock", age: 3600)
    let handle = try #require(FileHandle(forReadingAtPath: lock))
    #expect(await pmgit.run(["doctor"]).exitCode == 1)
    let result = await pmgit.run(["doctor", "--unlock"])
    #expect(result.exitCode == 75)
    #expect(result.messages.contains("a running program has '\(lock)' open"))
    #expect(FileManager.default.fileExists(atPath: lock))
    try handle.close()
    #expect(await pmgit.run(["doctor", "--unlock"]).exitCode == 0)
  }

  @Test("Locks that are not the board's are the user's")
  func others() async throws {
    let (pmgit, lock) = try await locked("index.lock", age: 3600)
    #expect(await pmgit.run(["doctor", "--unlock"]).exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: lock))
  }
}
