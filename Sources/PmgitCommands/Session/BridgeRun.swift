import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

/// Runs the programs of bridges, and reports their results.
struct BridgeRun {
  let session: Session
  /// Whether a push shares the board before it makes issues. Otherwise only this clone can find an
  /// issue that was made if the push then ends before the board is shared.
  let sharesFirst: Bool
  let requests: TrackerRequests
  var workspace: Workspace { session.workspace }

  init(session: Session, sharesFirst: Bool = false) {
    (self.session, self.sharesFirst) = (session, sharesFirst)
    requests = TrackerRequests(session.workspace)
  }

  /// Runs a program.
  ///
  /// - Throws: `Problem` if the program can't be run, gives no answer or prints too much.
  func outcome(
    of words: [String], input: String? = nil, limit: Int, isListing: Bool = false
  ) async throws -> ToolProgram.Outcome {
    let (name, call) = (words[0], ToolErrors.call(words))
    let program = ToolProgram(
      words, input: input.map { Array($0.utf8) }, limit: limit,
      environment: Self.environment(of: name, in: session.context.environment),
      keepsMessages: Self.homes[name] != nil,
      timeout: workspace.bridgeTimeout * (isListing ? Self.timeoutFactorOfLists : 1),
      ownsSession: !workspace.participant.mayBeAsked)
    let outcome: ToolProgram.Outcome
    do {
      outcome = try await session.context.runProgram(program)
    } catch ToolProgram.Failure.notFound {
      throw Problem(
        code: .bridge, message: "'\(name)' was not found",
        hints: Self.homes[name].map {
          ["install it from \($0)\(name == "curl" ? "" : ", and log in with '\(name) auth login'")"]
        }
          ?? [])
    } catch ToolProgram.Failure.timedOut(let duration) {
      throw Problem(
        code: .timeout,
        message:
          "\(call) gave no answer in \(CountWords.words(Int(duration.components.seconds), "second"))",
        hints: ["try again, or wait longer with 'git config pmgit.timeout SECONDS'"],
        kind: .tryAgain)
    } catch ToolProgram.Failure.notStarted(let reason) {
      throw Problem(code: .bridge, message: "could not run '\(name)': \(reason)")
    }
    guard !outcome.isTooLong else {
      throw Problem(code: .tooLarge, message: "\(call) printed more than \(limit >> 20) MiB")
    }
    return outcome
  }

  /// Returns the environment of a program. That of a tracker does not have the variables that make
  /// it print colours and tables into a pipe, where bridges expect JSON.
  private static func environment(
    of program: String, in all: [String: String]
  ) -> [String: String] {
    guard homes[program] != nil else { return all }
    let forTerminals: Set = ["CLICOLOR_FORCE", "FORCE_COLOR", "GH_FORCE_TTY"]
    return all.filter { !forTerminals.contains($0.key) }
  }

  /// A run of curl that failed, in the middle of several requests.
  private struct Failed: Error {
    let outcome: ToolProgram.Outcome
  }

  /// Runs requests that act like one program, and returns their outcome; nil if there are none.
  func asking(
    _ requests: (TrackerRequests.Runner) async throws -> TrackerRequests.Reply?
  ) async throws -> ToolProgram.Outcome? {
    do {
      let reply = try await requests { call in
        let outcome = try await outcome(of: call.words, input: call.input, limit: call.limit)
        guard outcome.exitCode == 0 else { throw Failed(outcome: outcome) }
        return outcome.output
      }
      switch reply {
      case .printed(let output): return ToolProgram.Outcome(exitCode: 0, output: output)
      case .refused(let lines):
        return ToolProgram.Outcome(
          exitCode: ToolErrors.refusal, output: [],
          messages: Array(lines.joined(separator: "\n").utf8))
      case nil: return nil
      }
    } catch let failed as Failed {
      return failed.outcome
    }
  }

  private static let homes = [
    "gh": "https://cli.github.com", "glab": "https://gitlab.com/gitlab-org/cli",
    "curl": "https://curl.se",
  ]

  /// The largest output of a program that makes a change. GitLab answers with the issue, whose text
  /// may have a megabyte of escapes.
  static let shortOutput = 1 << 24
  /// The timeout of a command that lists issues, as a multiple of the usual timeout. Trackers send
  /// only 100 issues at a time.
  private static let timeoutFactorOfLists = 10

  /// Records what only helps later commands, so a failure is a warning.
  func note(_ what: String, _ record: () throws -> Void) {
    do {
      try record()
    } catch {
      session.warn("could not note \(what): \(Problem(error).message)")
    }
  }
}
