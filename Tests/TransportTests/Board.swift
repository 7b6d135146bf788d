import PmgitTestSupport
import Testing

/// A remote and two clones that share one plan.
struct Board {
  let remote: SharedRemote
  let one: CommandRunner
  let two: CommandRunner
  let id: String

  init(_ transport: Transport, acceptsPushes: Bool = true) async throws {
    remote = try await SharedRemote(transport, acceptsPushes: acceptsPushes)
    let maker = try CommandRunner(
      try await ScratchRepository(cloning: remote.hub.path, adding: [:]), seed: 9)
    try await maker("init")
    id = try await maker.add("A plan")
    try await maker("sync")
    one = try await remote.clone(1)
    two = try await remote.clone(2)
    two.now = one.now
    // A busy machine may take minutes for one fetch.
    for clone in [one, two] { try await clone.repository.git("config", "pmgit.timeout", "3000") }
  }

  /// A shell command that pushes the second clone's board to the remote with plain git.
  var pushOfTwo: String {
    let variables = two.environment.map { "\($0)='\($1.replacing("'", with: #"'\''"#))'" }
    let environment = variables.filter { !$0.hasPrefix("PATH=") }.sorted().joined(separator: " ")
    return "env \(environment) git -C '\(two.repository.path)' push --quiet origin pmgit/main"
  }

  /// Runs a command that must fail and leave the local board unchanged.
  func expectFailure(
    of arguments: [String], in pmgit: CommandRunner, exitCode: Int32, saying words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(arguments)
    #expect(result.exitCode == exitCode, "\(result.messages)", sourceLocation: sourceLocation)
    for word in words {
      #expect(
        result.messages.contains(word), "\(result.messages)", sourceLocation: sourceLocation)
    }
    #expect(
      try await pmgit.repository.git("rev-parse", "pmgit/main") == before,
      sourceLocation: sourceLocation)
    #expect(try await pmgit("list").contains(id), sourceLocation: sourceLocation)
  }
}
