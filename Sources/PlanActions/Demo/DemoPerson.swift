import Git
import PlanModel
import PlanStore

/// One of the two people of a demo, with a clone to work in.
struct DemoPerson {
  let clone: String
  private let participant: Participant
  private let environment: [String: String]

  /// Clones the remote into a folder.
  ///
  /// - Parameter participant: Who asked for the demo, for the clock and the randomness.
  init(
    _ name: String, address: String, cloning remote: String, to clone: String,
    as participant: Participant
  ) async throws {
    (self.clone, self.participant) = (clone, participant)
    // The names of a demo are its own, whoever runs it.
    environment = participant.environment.filter {
      !$0.key.hasPrefix("GIT_AUTHOR_") && !$0.key.hasPrefix("GIT_COMMITTER_") && $0.key != "EMAIL"
    }
    try await Self.git(
      ["clone", "--quiet", "--template=", "--", remote, clone], in: nil, environment)
    let settings = [
      ("user.name", name), ("user.email", address), ("commit.gpgSign", "false"),
      ("pmgit.board", "main"),
    ]
    for (key, value) in settings {
      try await git(["config", key, value])
    }
  }

  /// The board, some time ago.
  func board(daysAgo days: Int = 0, minutesAgo minutes: Int = 0) throws -> Workspace {
    let now = Timestamp(seconds: participant.now.seconds - Int64(days * 86_400 + minutes * 60))
    // One participant draws all ids: copies of a generator would draw the same ones.
    let person = Participant(
      environment: environment, now: now, clock: { now }, clocks: participant.clocks,
      random: SharedGenerator(participant))
    person.wantsNotices = false
    return try Workspace(at: clone, board: nil, as: person)
  }

  /// Runs git in the clone.
  func git(_ arguments: [String], daysAgo days: Int = 0) async throws {
    let date = "@\(participant.now.seconds - Int64(days) * 86_400) +0000"
    let dated = environment.merging(["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date]) { $1 }
    try await Self.git(arguments, in: clone, dated)
  }

  /// Runs git, which must succeed.
  static func git(
    _ arguments: [String], in folder: String?, _ environment: [String: String]
  ) async throws {
    let program = GitProgram(
      environment: environment, gitDirectory: nil, workingDirectory: folder)
    do throws(GitProgramError) {
      try await program.succeed(arguments, deadline: .seconds(60))
    } catch {
      throw Problem(error)
    }
  }
}

/// Draws from the generator of a participant.
private struct SharedGenerator: RandomNumberGenerator {
  private let participant: Participant

  init(_ participant: Participant) { self.participant = participant }

  mutating func next() -> UInt64 { participant.random.next() }
}
