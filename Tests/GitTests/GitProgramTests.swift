import Foundation
import Git
import PmgitTestSupport
import Testing

extension ScratchRepository {
  /// Returns the git program under test, in the hermetic environment.
  func tested(adding variables: [String: String] = [:]) throws -> GitProgram {
    try open().program(environment: program.environment.merging(variables) { $1 })
  }

  /// Makes an empty commit with libgit2 on a branch, by default `refs/heads/main`.
  @discardableResult
  func commit(_ message: String, on name: String = "refs/heads/main") throws -> ObjectID {
    let repository = try open()
    let tip = try repository.reference(name)
    let id = try repository.emptyCommit(
      parents: tip.map { [$0] } ?? [], message: message)
    try repository.move(name, to: id, expecting: tip)
    return id
  }
}

@Suite struct GitProgramTests {
  @Test("Output, error and exit code come back, and the input goes in")
  func transcript() async throws {
    let scratch = try await ScratchRepository()
    let program = try scratch.tested()
    let hash = try await program.run(
      ["hash-object", "--stdin"], input: Array("x".utf8), deadline: .patient)
    #expect(
      String(decoding: hash.standardOutput, as: UTF8.self) == """
        c1b0730e0133447badcfd47fd144e254807b06e1

        """)
    #expect(hash.exitCode == 0)

    let nothing = try await program.run(["hash-object", "--stdin"], deadline: .patient)
    #expect(nothing.standardOutput.starts(with: "e69de29".utf8))

    let wrong = try await program.run(["cat-file", "blob", "none"], deadline: .patient)
    #expect(wrong.exitCode == 128)
    #expect(wrong.standardError.contains("Not a valid object name none"))
  }

  @Test("Input that git does not read does no harm", arguments: [1, 1 << 20])
  func unreadInput(size: Int) async throws {
    let scratch = try await ScratchRepository()
    let output = try await scratch.tested().run(
      ["version"], input: Array(repeating: 120, count: size), deadline: .patient)
    #expect(output.exitCode == 0)
  }

  @Test("What locates another repository is not passed on; settings and languages are")
  func cleanedEnvironment() async throws {
    let scratch = try await ScratchRepository()
    let local = try await scratch.git("rev-parse", "--local-env-vars").split(separator: "\n")
    var variables = Dictionary(uniqueKeysWithValues: local.map { (String($0), "/nowhere") })
    variables["GIT_CONFIG_PARAMETERS"] = "'pmgit.a=1'"
    variables["GIT_CONFIG_COUNT"] = "0"
    variables["GIT_NAMESPACE"] = "x"
    variables["GIT_QUARANTINE_PATH"] = "/nowhere"
    variables["LANGUAGE"] = "de"
    variables["LC_ALL"] = "de_DE.UTF-8"
    let program = try scratch.tested(adding: variables)

    let kept = Set(program.environment.keys).intersection(variables.keys)
    #expect(kept == ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "LC_ALL"])
    #expect(program.environment["LC_ALL"] == "C")
    let output = try await program.run(["config", "pmgit.a"], deadline: .patient)
    #expect(output.standardOutput == Array("1\n".utf8))
  }

  @Test("A program that is not there is named")
  func missingProgram() async throws {
    let program = GitProgram(environment: ["PATH": "/nowhere"], gitDirectory: nil)
    await #expect(throws: GitProgramError.notFound(name: "git")) {
      try await program.run(["version"], deadline: .patient)
    }
  }

  @Test("git says which editor it would use, and fails without one")
  func editor() async throws {
    let scratch = try await ScratchRepository()
    #expect(
      try await scratch.tested(adding: ["GIT_EDITOR": "my editor"]).variable("GIT_EDITOR")
        == "my editor")
    await #expect(throws: GitProgramError.self) {
      try await scratch.tested(adding: ["TERM": "dumb"]).variable("GIT_EDITOR")
    }
  }

  @Test("A commit signed with an ssh key is one that git verifies")
  func signedCommit() async throws {
    let scratch = try await ScratchRepository()
    let key = scratch.folder + "/key"
    let keygen = Process()
    keygen.executableURL = URL(filePath: "/usr/bin/ssh-keygen")
    keygen.arguments = ["-q", "-t", "ed25519", "-N", "", "-f", key]
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      keygen.terminationHandler = { _ in done.resume() }
      do { try keygen.run() } catch { done.resume(throwing: error) }
    }
    let publicKey = try String(contentsOfFile: key + ".pub", encoding: .utf8)
    let signers = try scratch.write("ada@example.org \(publicKey)", to: "signers")
    try await scratch.git("config", "gpg.format", "ssh")
    try await scratch.git("config", "user.signingKey", key)
    try await scratch.git("config", "gpg.ssh.allowedSignersFile", signers)
    let repository = try scratch.open()
    let parent = try repository.emptyCommit()
    let draft = CommitDraft.by(
      tree: try repository.emptyTree(), parents: [parent], message: "Grüße\n\nBody\n")

    let id = try await scratch.tested().signedCommit(draft)

    let commit = try repository.commit(id)
    #expect(commit.parents == [parent])
    #expect(commit.author == draft.author)
    #expect(commit.committer == draft.committer)
    #expect(commit.message == draft.message)
    #expect(try await scratch.git("log", "-1", "--format=%G?", id.hex) == "G")

    try await scratch.git("config", "user.signingKey", "/nowhere")
    await #expect(throws: GitProgramError.self) { try await scratch.tested().signedCommit(draft) }
  }
}
