import PlanActions
import PlanModel
import PlanTerminal
import PlanView

/// The error messages of a tracker's program.
struct ToolErrors: Error {
  /// The program, such as `gh`.
  private let program: String
  /// The program with its first arguments.
  private let call: String
  private let exitCode: Int32
  /// The lines of the messages, without blank ones.
  private let lines: [String]

  /// - Returns: nil if the program succeeded.
  init?(_ words: [String], _ outcome: ToolProgram.Outcome) {
    guard outcome.exitCode != 0 else { return nil }
    (program, call) = (words[0], Self.call(words))
    exitCode = outcome.exitCode
    lines = String(decoding: outcome.messages, as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
      .map {
        $0.contains(Self.unreadReason) ? "GitLab refused it, and this glab can't read why" : $0
      }
  }

  /// Returns the program with its first arguments, in quotes.
  static func call(_ words: [String]) -> String {
    switch words[0] {
    case "sh": "the command"
    // The other words are the same in each request.
    case "curl": "the request to '\(words.last ?? "")'"
    default: "'\(words.prefix(3).prefix { !$0.hasPrefix("-") }.joined(separator: " "))'"
    }
  }

  /// What `glab api` 1.53 prints in place of a reason that has several parts.
  private static let unreadReason = "cannot unmarshal object into Go struct field .Message"

  /// The largest number of lines that are shown after the first.
  private static let mostLines = 4

  var problem: Problem {
    guard let first = lines.first else {
      return Problem(
        code: .bridge, message: "\(call) ended with exit code \(exitCode)", hints: hints)
    }
    return Problem(
      code: .bridge, message: "\(call) failed: \(Self.shortened(first))", hints: hints,
      kind: isAboutLimit ? .tryAgain : .failed,
      detail: lines.dropFirst().prefix(Self.mostLines).map { "  \(Self.shortened($0))" })
  }

  /// The exit code of requests that a server refused, as that of `curl --fail`.
  static let refusal: Int32 = 22

  private var hints: [Hint] {
    if isAboutLogin, program == "curl" {
      return [
        "see that the login may read and write issues there",
        "give git another one with \(run: "git", "credential", "approve")",
      ]
    }
    if isAboutLogin { return [Hint("see whether '\(program) auth status' is right")] }
    return isAboutLimit ? ["push and pull again later; more requests now make the wait longer"] : []
  }

  private var text: String { lines.joined(separator: "\n").lowercased() }

  /// Whether the tracker takes no more requests for some time.
  private var isAboutLimit: Bool {
    program != "sh"
      && [
        "secondary rate limit", "rate limit exceeded", "rate limit already exceeded",
        "submitted too quickly", "http 429",
      ].contains(where: text.contains)
  }

  /// Whether the server does not know why issues are closed, or does not know duplicates.
  var isAboutReasons: Bool {
    ["field 'statereason' doesn't", "enableduplicate"].contains(where: text.contains)
  }

  /// Whether the connection or the server failed, so that the tracker may have taken the change.
  var isAnswerLost: Bool {
    if program == "curl", exitCode != Self.refusal { return !Self.unsent.contains(exitCode) }
    return ["eof", "connect", "timeout", "timed out", "reset by peer", "broken pipe", "http 5"]
      .contains(where: text.contains)
  }

  /// The exit codes of curl before anything was sent: no address, no host, no connection, no
  /// encryption that can be trusted.
  private static let unsent: Set<Int32> = [1, 2, 3, 5, 6, 7, 35, 60, 77]

  /// Whether the cause seems to be the login. For that, gh uses the exit code 4.
  private var isAboutLogin: Bool {
    guard program != "sh" else { return false }
    return program == "gh" && exitCode == 4
      || [
        "auth login", "authenticat", "bad credentials", "http 401", "unauthorized", "gh_token",
        "token is invalid", "invalid token", "token has expired", "required scope",
      ].contains(where: text.contains)
  }

  /// Whether the cause may be that the tracker does not have the sent name. That is so if the
  /// messages indicate it or are empty, and the cause is not the login.
  func mayLackName(_ name: String?) -> Bool {
    if isAboutLogin { return false }
    if lines.isEmpty { return exitCode == 1 }
    return name.map { text.contains($0.lowercased()) } == true
      || ["not found", "could not resolve", "does not exist", "no such"].contains(
        where: text.contains)
  }

  private static func shortened(_ line: String) -> String {
    line.count > 300 ? "\(line.prefix(299))…" : line
  }
}
