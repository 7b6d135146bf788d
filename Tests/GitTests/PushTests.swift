import Git
import PmgitTestSupport
import Testing

@Suite struct PushTests {
  private let branch = "refs/heads/pmgit/main"
  private var refspec: String { "\(branch):\(branch)" }

  /// Returns a bare origin with one commit on the branch, and a clone that is one commit ahead.
  private func setUp() async throws -> (origin: ScratchRepository, clone: ScratchRepository) {
    let origin = try await ScratchRepository(bare: true)
    try origin.commit("first\n", on: branch)
    let clone = try await ScratchRepository(cloning: origin)
    let tip = try #require(try clone.open().reference("refs/remotes/origin/pmgit/main"))
    try clone.open().move(branch, to: tip)
    try clone.commit("ours\n", on: branch)
    return (origin, clone)
  }

  private func push(_ clone: ScratchRepository, _ refspec: String) async throws -> PushOutcome {
    try await clone.tested().push(remote: "origin", refspec: refspec, deadline: .patient)
  }

  @Test("A branch is pushed once, and then the remote has it")
  func pushed() async throws {
    let (origin, clone) = try await setUp()
    let old = try #require(try origin.open().reference(branch))
    #expect(try await push(clone, refspec) == .pushed(over: old))
    #expect(try origin.open().reference(branch) == clone.open().reference(branch))
    #expect(try await push(clone, refspec) == .upToDate)
  }

  @Test("A commit is pushed to a branch that is new on the remote")
  func newBranch() async throws {
    let (origin, clone) = try await setUp()
    let tip = try #require(try clone.open().reference(branch))
    #expect(try await push(clone, "\(tip):refs/heads/pmgit/other") == .pushed(over: nil))
    #expect(try origin.open().reference("refs/heads/pmgit/other") == tip)
  }

  @Test("A push that comes second loses the race, and the other's commit stays")
  func lostRace() async throws {
    let (origin, clone) = try await setUp()
    let theirs = try origin.commit("theirs\n", on: branch)
    #expect(try await push(clone, refspec) == .lostRace(reason: "fetch first"))
    try await clone.git("fetch", "--quiet")
    #expect(try await push(clone, refspec) == .lostRace(reason: "non-fast-forward"))
    #expect(try origin.open().reference(branch) == theirs)
  }

  @Test("A remote whose branch moves while it takes the pack is a lost race too")
  func lateRace() async throws {
    let (origin, clone) = try await setUp()
    let first = try #require(try origin.open().reference(branch))
    let theirs = try origin.open().emptyCommit(parents: [first], message: "theirs\n")
    try origin.installHook(
      "pre-receive",
      script: "unset GIT_QUARANTINE_PATH\ngit update-ref \(branch) \(theirs)\n")
    guard case .lostRace = try await push(clone, refspec) else {
      Issue.record("the push won over a commit that it had not seen")
      return
    }
    #expect(try origin.open().reference(branch) == theirs)
  }

  @Test("A lock on the remote's branch is a lost race, to be retried")
  func lockedBranch() async throws {
    let (origin, clone) = try await setUp()
    try origin.write("", to: "repository/\(branch).lock")
    guard case .lostRace = try await push(clone, refspec) else {
      Issue.record("a locked branch was taken for something else")
      return
    }
  }

  @Test("A hook that declines is a refusal with its words")
  func refused() async throws {
    let (origin, clone) = try await setUp()
    try origin.installHook(
      "pre-receive", script: "echo 'No pushes on Friday.  ' >&2\necho 'Sorry.' >&2\nexit 1")
    #expect(
      try await push(clone, refspec)
        == .refused(
          .declined("pre-receive hook declined"),
          remoteMessages: ["No pushes on Friday.", "Sorry."]))
  }

  @Test("The local pre-push hook is not run")
  func prePushHook() async throws {
    let (origin, clone) = try await setUp()
    try clone.installHook("pre-push", script: "exit 1")
    let old = try #require(try origin.open().reference(branch))
    #expect(try await push(clone, refspec) == .pushed(over: old))
  }

  @Test(
    "Pushing by force, deleting and pushing everything are refused before git runs",
    arguments: ["+refs/heads/a:refs/heads/a", ":refs/heads/a", ":", ""])
  func force(refspec: String) async throws {
    let program = GitProgram(environment: ["PATH": "/nowhere"], gitDirectory: nil)
    let error = await #expect(throws: GitProgramError.self) {
      try await program.push(remote: "origin", refspec: refspec, deadline: .patient)
    }
    guard case .invalidArgument = error else {
      Issue.record("git was asked to push '\(refspec)'")
      return
    }
  }

  @Test("A remote that is not there is a failure, not a refusal")
  func missingRemote() async throws {
    let (_, clone) = try await setUp()
    let error = await #expect(throws: GitProgramError.self) {
      try await clone.tested().push(remote: "/nowhere", refspec: refspec, deadline: .patient)
    }
    guard case .failed(let failure) = error, failure.command == "git push",
      failure.exitCode == 128, failure.remote == .noSuchRepository
    else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
