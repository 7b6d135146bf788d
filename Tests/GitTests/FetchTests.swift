import Foundation
import Git
import PmgitTestSupport
import Testing

@Suite struct FetchTests {
  private let refspec = "+refs/heads/pmgit/main:refs/remotes/origin/pmgit/main"

  private func kind(_ error: GitProgramError?) -> RemoteFailure? {
    guard case .failed(let failure) = error else { return nil }
    return failure.remote
  }

  @Test("A branch is fetched, without tags and FETCH_HEAD")
  func fetch() async throws {
    let origin = try await ScratchRepository()
    let tip = try origin.commit("x\n", on: "refs/heads/pmgit/main")
    try await origin.git("tag", "v1", tip.hex)
    let clone = try await ScratchRepository()
    try await clone.git("remote", "add", "origin", origin.path)

    #expect(
      try await clone.tested().fetch(remote: "origin", refspecs: [refspec], deadline: .patient))

    let references = try clone.open().references(under: "refs/")
    #expect(references.map(\.name) == ["refs/remotes/origin/pmgit/main"])
    #expect(references.map(\.target) == [tip])
    #expect(try clone.open().reference("FETCH_HEAD") == nil)
  }

  @Test("Nothing is pruned, whatever the configuration says")
  func pruning() async throws {
    let origin = try await ScratchRepository()
    let tip = try origin.commit("x\n", on: "refs/heads/pmgit/main")
    let clone = try await ScratchRepository(cloning: origin)
    try await clone.git("update-ref", "refs/remotes/origin/pmgit/old", tip.hex)
    try await clone.git("config", "fetch.prune", "true")
    _ = try await clone.tested().fetch(
      remote: "origin", refspecs: ["+refs/heads/pmgit/*:refs/remotes/origin/pmgit/*"],
      deadline: .patient)
    #expect(try clone.open().reference("refs/remotes/origin/pmgit/old") == tip)
  }

  @Test("A relative path of a remote is taken from the top of the work tree, as git does")
  func relativeRemote() async throws {
    let scratch = try await ScratchRepository()
    try scratch.commit("x\n", on: "refs/heads/pmgit/main")
    try await scratch.git("clone", "--quiet", "--bare", ".", "../other.git")
    try await scratch.git("remote", "add", "origin", "../other.git")
    #expect(
      try await scratch.tested().fetch(
        remote: "origin", refspecs: [refspec], deadline: .patient))
  }

  @Test("A branch that the remote has not is an outcome, not an error")
  func missingReference() async throws {
    let origin = try await ScratchRepository()
    let clone = try await ScratchRepository()
    #expect(
      try await clone.tested().fetch(
        remote: origin.path, refspecs: [refspec], deadline: .patient) == false)
  }

  @Test("A path without a repository, and a name that begins with '-', are no repository")
  func missingRepository() async throws {
    let clone = try await ScratchRepository()
    try clone.write("#!/bin/sh\ntouch \(clone.folder)/ran\n", to: "evil", executable: true)
    for remote in ["/nowhere", "-x", "--upload-pack=\(clone.folder)/evil"] {
      let error = await #expect(throws: GitProgramError.self) {
        try await clone.tested().fetch(
          remote: remote, refspecs: [refspec], deadline: .patient)
      }
      #expect(kind(error) == .noSuchRepository)
    }
    #expect(throws: (any Error).self) {
      try String(contentsOfFile: clone.folder + "/ran", encoding: .utf8)
    }
  }

  @Test("Fetching nothing is refused, as git would take it for everything")
  func nothing() async throws {
    let program = GitProgram(environment: ["PATH": "/nowhere"], gitDirectory: nil)
    let error = await #expect(throws: GitProgramError.self) {
      try await program.fetch(remote: "origin", refspecs: [], deadline: .patient)
    }
    guard case .invalidArgument = error else {
      Issue.record("git was asked to fetch everything")
      return
    }
  }

  @Test("A port that nobody listens on is unreachable")
  func unreachable() async throws {
    let clone = try await ScratchRepository()
    let error = await #expect(throws: GitProgramError.self) {
      try await clone.tested().fetch(
        remote: "git://127.0.0.1:1/x", refspecs: [refspec], deadline: .patient)
    }
    #expect(kind(error) == .unreachable)
  }

  @Test(
    "What ssh says tells why the remote could not be used",
    arguments: [
      ("Host key verification failed.", RemoteFailure.unknownHost),
      ("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @", .changedHostKey),
      ("fetch-pack: unexpected disconnect while reading sideband packet", .disconnected),
      ("git@example.org: Permission denied (publickey).", .authentication),
      ("ssh: Could not resolve hostname x: Name or service not known", .unreachable),
      ("ssh: connect to host x port 22: Connection timed out", .unreachable),
      ("ERROR: Repository not found.", .noSuchRepository),
      ("something else", .unknown),
    ])
  func sshFailures(message: String, expected: RemoteFailure) async throws {
    let clone = try await ScratchRepository()
    let ssh = try clone.write(
      "#!/bin/sh\necho '\(message)' >&2\nexit 255\n", to: "ssh", executable: true)
    let program = try clone.tested(adding: ["GIT_SSH": ssh, "GIT_SSH_VARIANT": "simple"])
    let error = await #expect(throws: GitProgramError.self) {
      try await program.fetch(
        remote: "ssh://example.invalid/x", refspecs: [refspec], deadline: .patient)
    }
    #expect(kind(error) == expected)
  }
}
