import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// Lock files left behind by a killed program.
@Suite struct UnlockTests {
  /// Returns a board with a lock file of a given age. The clock of the runner has the real time.
  private func locked(
    _ name: String, age: TimeInterval
  ) async throws -> (pmgit: CommandRunner, lock: String) {
    let pmgit = try await CommandRunner.withBoard()
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

  @Test("A lock stays while a git is at work here that has closed it, as git does")
  func atWork() async throws {
    let (pmgit, lock) = try await locked("refs/heads/pmgit/main.lock", age: 3600)
    let git = pmgit.repository
    try git.write(
      "#!/bin/sh\ntest -e '\(git.folder)/began' && exit\n"
        + "echo $$ > '\(git.folder)/began'\nexec sleep 3600\n",
      to: "repository/.git/hooks/reference-transaction", executable: true)
    let working = Task {
      try await git.git("update-ref", "refs/heads/other", "pmgit/main")
    }
    while !FileManager.default.fileExists(atPath: "\(git.folder)/began") {
      try await Task.sleep(for: .milliseconds(5))
    }
    let seen = await pmgit.run(["doctor", "--json", "--offline"])
    #expect(seen.output.contains("is at work here"), "\(seen)")
    let result = await pmgit.run(["doctor", "--unlock"])
    #expect(result.exitCode == 75)
    #expect(result.messages.contains("is at work in this repository"), "\(result)")
    #expect(FileManager.default.fileExists(atPath: lock))
    while try git.read("began").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let hook = try #require(pid_t(git.read("began").filter(\.isNumber)))
    kill(hook, SIGKILL)
    _ = try? await working.value  // Its hook was killed.
    #expect(await pmgit.run(["doctor", "--unlock"]).exitCode == 0)
  }

  @Test("The index of a work tree that follows the board is one that may be locked")
  func index() async throws {
    let (pmgit, _) = try await locked("unrelated", age: 3600)
    let folder = pmgit.repository.folder + "/board"
    try await pmgit.repository.git("worktree", "add", "--quiet", folder, "pmgit/main")
    let lock = "\(pmgit.repository.path)/.git/worktrees/board/index.lock"
    try Data().write(to: URL(filePath: lock))
    let made = Date.now.addingTimeInterval(-60)
    try FileManager.default.setAttributes([.modificationDate: made], ofItemAtPath: lock)
    #expect(await pmgit.run(["doctor"]).output.contains("'\(lock)'"))
    #expect(await pmgit.run(["doctor", "--unlock"]).messages == "removed '\(lock)'\n")
    #expect(await pmgit.run(["add", "A plan"]).exitCode == 0)
  }

  @Test("Locks that are not the board's are the user's")
  func others() async throws {
    let (pmgit, lock) = try await locked("index.lock", age: 3600)
    #expect(await pmgit.run(["doctor", "--unlock"]).exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: lock))
  }
}
