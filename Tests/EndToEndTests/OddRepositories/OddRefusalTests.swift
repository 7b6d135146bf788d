import PmgitTestSupport
import Testing

/// Repositories that pmgit can't use. Each gives one clear error with a command that helps.
@Suite("What can't work is refused with one error and what to type")
struct OddRefusalTests {
  /// A script, and the error messages of the commands that run after it.
  struct Refusal: CustomTestStringConvertible, Sendable {
    let name: String
    let script: String
    let messages: String
    /// Shell commands that follow the hint, after which pmgit works; nil if only another version of
    /// git or pmgit would help.
    let mended: String?
    var commands = ["init", "list", "sync"]

    var testDescription: String { name }
  }

  @Test("for every command, and mended as told it works", arguments: refusals)
  func refuses(_ refusal: Refusal) async throws {
    let scratch = try await ScratchRepository()
    let binary = Binary(repository: scratch)
    let prepared = try await binary.shell(OddRepository.functions + refusal.script)
    #expect(prepared.exitCode == 0, "\(prepared.messages)")
    for command in refusal.commands {
      let result = try await binary.shell("pmgit \(command)")
      #expect(result.exitCode == 1, "\(command): \(result.output)")
      #expect(result.output == "", "\(command)")
      #expect(result.messages == refusal.messages, "\(command)")
    }
    guard let mended = refusal.mended else { return }
    let result = try await binary.shell(OddRepository.functions + mended + "\nworks; pmgit sync")
    #expect(result.exitCode == 0, "\(result.messages)")
  }

  private static let hub =
    "git init -q --bare ../hub.git; git remote add origin ../hub.git; commits 1\n"

  private static let refusals = [
    Refusal(
      name: "sha256", script: "rm -rf .git; git init -q --object-format=sha256",
      messages: """
        pmgit: this repository names objects by SHA-256, which pmgit can't read
        hint: keep the board in a repository of its own: 'git init --object-format=sha1 DIR'

        """,
      mended: "cd ..; git init -q --object-format=sha1 board; cd board; git remote add origin ."),
    Refusal(
      name: "reftable",
      script:
        "git config core.repositoryFormatVersion 1; git config extensions.refStorage reftable",
      messages: """
        pmgit: this repository keeps its branches as a reftable, which pmgit can't read
        hint: convert it with 'git refs migrate --ref-format=files'

        """, mended: nil),
    Refusal(
      name: "an unknown extension",
      script: "git config core.repositoryFormatVersion 1; git config extensions.newIdea true",
      messages: """
        pmgit: this repository uses 'newidea', which pmgit can't read
        hint: see 'git config --get-regexp ^extensions', and whether a newer pmgit can

        """, mended: nil),
    Refusal(
      name: "a format of the future", script: "git config core.repositoryFormatVersion 2",
      messages: """
        pmgit: this repository has a newer format than pmgit can read
        hint: see 'git config core.repositoryFormatVersion', and install a newer pmgit

        """, mended: nil),
    Refusal(
      name: "a branch 'pmgit'", script: hub + "git branch pmgit",
      messages: """
        pmgit: 'refs/heads/pmgit' is in the way of the board's branch
        hint: rename that branch: 'git branch -m pmgit old-pmgit'

        """, mended: "git branch -m pmgit old-pmgit", commands: ["init"]),
    Refusal(
      name: "a branch 'pmgit/main/x'", script: hub + "git branch pmgit/main/x; git pack-refs --all",
      messages: """
        pmgit: 'refs/heads/pmgit/main/x' is in the way of the board's branch
        hint: rename that branch: 'git branch -m pmgit/main/x old-pmgit-main-x'

        """, mended: "git branch -m pmgit/main/x old-pmgit-main-x",
      commands: ["init"]),
  ]
}
