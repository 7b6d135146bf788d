import PmgitTestSupport
import Testing

/// Clones of former versions have a merge driver whose command is gone. git would keep only one
/// side of each plan with it.
@Suite("The former merge driver")
struct FormerMergeDriverTests {
  private static let former = "pmgit merge-driver %O %A %B %P"
  private static let command = "pmgit hooks merge-driver %O %A %B %P"

  @Test(
    "A change, init and doctor --fix replace it",
    arguments: [["add", "One"], ["init"], ["doctor", "--fix"]])
  func replaced(arguments: [String]) async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit.repository.git("config", "merge.pmgit.driver", Self.former)
    let result = await pmgit.run(arguments)
    #expect(result.exitCode == 0, "\(result)")
    #expect(try await pmgit.repository.git("config", "merge.pmgit.driver") == Self.command)
  }

  @Test("Doctor reports it, and that it can be repaired")
  func reported() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit.repository.git("config", "merge.pmgit.driver", Self.former)
    let result = await pmgit.run(["doctor"])
    #expect(result.exitCode == 1, "\(result)")
    #expect("\(result)".contains("which pmgit no longer has"), "\(result)")
    #expect("\(result)".contains("fixable"), "\(result)")
  }

  @Test("Another driver stays", arguments: ["mine %A", "pmgit merge-driver %O %A %B"])
  func other(driver: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit.repository.git("config", "merge.pmgit.driver", driver)
    try await pmgit("add", "One")
    #expect(try await pmgit.repository.git("config", "merge.pmgit.driver") == driver)
  }
}
