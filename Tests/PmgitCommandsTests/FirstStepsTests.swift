import PmgitTestSupport
import Testing

/// What `pmgit` alone advises, with a folder or a board.
@Suite("First steps elsewhere")
struct FirstStepsTests {
  @Test("The commands name the folder and the board that were given")
  func leading() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("init", "--board", "roadmap")
    let empty = try await pmgit("--board", "roadmap")
    #expect(empty.contains("  pmgit --board roadmap add TITLE  "), "\(empty)")
    try await pmgit("add", "One", "--board", "roadmap")
    let folder = pmgit.directory
    pmgit.directory = pmgit.repository.folder
    let next = try await pmgit("-C", folder, "--board=roadmap")
    #expect(next.contains("--board roadmap board  "), "\(next)")
    #expect(next.contains("pmgit -C "), "\(next)")
    #expect(try await pmgit("-C", folder).contains(" add TITLE  "))
  }

  @Test("A name that no board can have is an error, and not the usual board")
  func badName() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let result = await pmgit.run(["--board", "No Board"])
    #expect(result.exitCode == 64 && result.output.isEmpty, "\(result)")
    #expect(result.messages.contains("is not a name for a board"), "\(result)")
  }
}
