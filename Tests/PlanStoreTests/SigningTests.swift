import Foundation
import Git
import PlanModel
@testable import PlanStore
import PmgitTestSupport
import Testing

private let hasKeygen = FileManager.default.isExecutableFile(atPath: "/usr/bin/ssh-keygen")

@Suite("A signed change", .enabled(if: hasKeygen, "there is no /usr/bin/ssh-keygen"))
struct SigningTests {
  /// Returns a board whose repository asks for signed commits; the key is in the file `key`.
  private func signing(
    makingKey: Bool = true, mergesAsUser: Bool = false
  ) async throws -> BoardFixture {
    let scratch = try await ScratchRepository()
    let key = scratch.folder + "/key"
    if makingKey {
      // The tests run no program except git, so an alias of git runs ssh-keygen.
      try await scratch.git(
        "-c", "alias.keygen=!ssh-keygen -q -t ed25519 -N '' -C test -f \(key)", "keygen")
      let publicKey = try String(contentsOfFile: key + ".pub", encoding: .utf8)
      try scratch.write("ada@example.org \(publicKey)", to: "allowed")
    }
    for (name, value) in [
      ("commit.gpgsign", "true"), ("gpg.format", "ssh"), ("user.signingkey", key + ".pub"),
      ("gpg.ssh.allowedSignersFile", scratch.folder + "/allowed"),
      ("pmgit.mergeIdentity", mergesAsUser ? "user" : "pmgit"),
    ] {
      try await scratch.git("config", name, value)
    }
    let ada = try await BoardFixture(scratch)
    try await ada.create()
    return ada
  }

  @Test("commit.gpgsign signs the user's own commits with the configured key")
  func signed() async throws {
    let ada = try await signing()
    let id = try await ada.add("signed")
    try await ada.repository.git("verify-commit", "pmgit/main")
    #expect(
      try await ada.repository.git("log", "-1", "--format=%G? %GS %an %at %s", "pmgit/main")
        == "G ada@example.org Ada \(ada.seconds) add signed")
    #expect(try ada.plan(id).title == "signed")
    // This commit is the same everywhere, so it can't have one person's signature.
    #expect(try await ada.repository.git("log", "-1", "--format=%G?", "pmgit/main~1") == "N")
    #expect(try await ada.fsck() == "")
  }

  @Test("A merge that carries the user's name is signed as the user's own commits are")
  func signedMerge() async throws {
    let ada = try await signing(mergesAsUser: true)
    let begin = try ada.tip()
    try await ada.add("here")
    let here = try ada.tip()
    try await ada.repository.git("update-ref", "refs/heads/pmgit/main", begin.hex)
    try await ada.add("there")
    let person = ada.author().committer
    let store = try ada.store()
    _ = try await store.checkAndMerge(here, former: nil, person: person)
    #expect(
      try await ada.repository.git("log", "-1", "--format=%G? %an %p", "pmgit/main")
        .hasPrefix("G Ada "))
    try await ada.repository.git("verify-commit", "pmgit/main")
  }

  @Test("If git can't sign, the command fails and the branch stays")
  func failure() async throws {
    let ada = try await signing(makingKey: false)
    let tip = try ada.tip()
    let error = await #expect(throws: GitProgramError.self) { try await ada.add("unsigned") }
    guard case .failed(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.command == "git commit-tree")
    #expect(!failure.standardError.isEmpty)
    #expect(try ada.tip() == tip)
  }
}
