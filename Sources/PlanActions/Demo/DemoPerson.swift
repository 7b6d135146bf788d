import Git
import PlanModel
import PlanStore

/// One of the two people of a demo, with a clone to work in.
struct DemoPerson {
  let clone: String
  private let participant: Participant
  private let environment: [String: String]
  private let numbers: DemoNumbers

  /// Clones the remote into a folder, and configures the clone for the person.
  ///
  /// - Parameters:
  ///   - participant: The person who requested the demo; provides the environment and the clocks.
  ///   - numbers: The random numbers, shared by both people.
  init(
    _ name: String, address: String, cloning remote: String, to clone: String,
    as participant: Participant, drawing numbers: DemoNumbers
  ) async throws {
    (self.clone, self.participant, self.numbers) = (clone, participant, numbers)
    environment = Self.environment(for: participant)
    try await Self.git(
      ["clone", "--quiet", "--template=", "--", remote, clone], in: nil, environment)
    let settings = [
      ("user.name", name), ("user.email", address), ("commit.gpgSign", "false"),
      ("pmgit.board", "main"), ("pmgit.remote", "origin"),
    ]
    for (key, value) in settings {
      try await git(["config", key, value])
    }
  }

  /// Returns the environment in which a demo is made, without the person's own git settings and
  /// names.
  ///
  /// Git's variables such as `GIT_DIR` are removed too. So a demo writes only into its own folder
  /// and is the same for everyone.
  static func environment(for participant: Participant) -> [String: String] {
    let own = participant.environment.filter {
      (!$0.key.hasPrefix("GIT_") || $0.key == "GIT_EXEC_PATH") && $0.key != "EMAIL"
    }
    return own.merging(["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]) { $1 }
  }

  /// Returns the person's board, with the clock set back.
  func board(daysAgo days: Int = 0, minutesAgo minutes: Int = 0) throws -> Workspace {
    let now = Timestamp(seconds: participant.now.seconds - Int64(days * 86_400 + minutes * 60))
    let person = Participant(
      environment: environment, now: now, clock: { now }, clocks: participant.clocks,
      random: numbers)
    person.wantsNotices = false
    return try Workspace(at: clone, board: nil, as: person)
  }

  /// Runs git in the clone, with the clock set back by some days.
  func git(_ arguments: [String], daysAgo days: Int = 0) async throws {
    let date = "@\(participant.now.seconds - Int64(days) * 86_400) +0000"
    let dated = environment.merging(["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date]) { $1 }
    try await Self.git(arguments, in: clone, dated)
  }

  /// Runs git in a folder; throws `Problem` if git fails.
  static func git(
    _ arguments: [String], in folder: String?, _ environment: [String: String]
  ) async throws {
    let program = GitProgram(environment: environment, gitDirectory: nil, workingDirectory: folder)
    do {
      try await program.succeed(arguments, deadline: .seconds(60))
    } catch {
      throw Problem(error)
    }
  }
}

/// Random numbers that are the same in each demo, so that documents can name the demo's plans by
/// id.
///
/// Both people share one generator; two generators would draw the same ids.
final class DemoNumbers: RandomNumberGenerator {
  private var numbers = SplitMix64(seed: 2026)

  func next() -> UInt64 { numbers.next() }
}
