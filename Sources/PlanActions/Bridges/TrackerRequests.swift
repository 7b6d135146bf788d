import Git
import PlanFormats
import PlanModel
import PlanStore
import PlanView

/// The requests of one command to trackers that are asked by their interface, by runs of `curl`.
///
/// Logins are git's: `git credential fill` gives them, and hears whether they were accepted. They
/// are kept until the command ends.
package final class TrackerRequests {
  /// A run of `curl`, which prints an answer of HTTP.
  package struct Call: Sendable {
    package let words: [String]
    package let input: String
    /// The most bytes that it may print.
    package let limit: Int
  }

  /// The outcome of requests that act like one program.
  package enum Reply: Hashable, Sendable {
    case printed([UInt8])
    /// The lines of a message.
    case refused([String])
  }

  /// Runs curl, and returns what it prints.
  package typealias Runner = (Call) async throws -> [UInt8]

  private let workspace: Workspace
  /// The logins by the question for them; none for a server for which git knows no login.
  private var logins: [String: Login] = [:]

  private struct Login {
    var login: TrackerLogin?
    /// Whether git has heard that the login is right.
    var isApproved = false
    /// Whether the person was asked.
    var isAsked = false
  }

  /// The largest answer to a request that makes a change.
  private static let shortAnswer = 1 << 24
  /// How often a list is read, if issues are deleted meanwhile.
  private static let mostReadings = 3

  package init(_ workspace: Workspace) { self.workspace = workspace }

  // MARK: - What is asked

  /// Lists all issues of a bridge, one JSON object a line.
  ///
  /// - Returns: nil if the tracker has a program of its own.
  package func list(_ bridge: Bridge, by run: Runner) async throws -> Reply? {
    guard let first = bridge.source.list else { return nil }
    for _ in 1...Self.mostReadings {
      var list = first
      var last: GiteaAnswer?
      while case .ask(let request) = list.turn {
        let answer = try await answer(to: request, of: bridge, by: run, ImportMaterial.maximumSize)
        if let moved = moved(answer, bridge) { return moved }
        list.take(answer)
        last = answer
      }
      switch list.turn {
      case .done: return .printed(list.lines)
      case .refused(let reason): return try await refusal(of: reason, last, bridge, by: run)
      case .ask, .changed: continue
      }
    }
    return .refused(["issues were deleted while the list was read; try again"])
  }

  /// Sends a step by as many requests as it takes.
  ///
  /// - Returns: nil if the step is one run of its words.
  package func send(_ step: BridgeStep, of bridge: Bridge, by run: Runner) async throws -> Reply? {
    guard let action = step.command.action else { return nil }
    var answers: [GiteaAnswer] = []
    while true {
      switch action.turn(after: answers) {
      case .ask(let request):
        let answer = try await answer(to: request, of: bridge, by: run, Self.shortAnswer)
        if let moved = moved(answer, bridge) { return moved }
        answers.append(answer)
      case .done(let text): return .printed(Array(text.utf8))
      case .refused(let reason): return .refused([reason])
      }
    }
  }

  /// Returns why a list can't be read. If there is none, the version of the server may be the
  /// reason.
  private func refusal(
    of reason: String, _ last: GiteaAnswer?, _ bridge: Bridge, by run: Runner
  ) async throws -> Reply {
    guard let last, last.isSuccess || last.status == 404 else { return .refused([reason]) }
    let answer = try await answer(
      to: BridgeSource.versionRequest, of: bridge, by: run, Self.shortAnswer)
    var lines = [bridge.source.refusal(of: reason, version: answer)]
    if try await login(of: bridge, asking: false) == nil {
      lines.append("git has no login for it, so only public repositories are found")
    } else if last.status == 404 {
      lines.append(
        "check the spelling of '\(bridge.sourceText)', and what its login may read there")
    }
    return .refused(lines)
  }

  /// Returns the refusal of a redirect. No redirect is followed, since the login is for one server.
  private func moved(_ answer: GiteaAnswer, _ bridge: Bridge) -> Reply? {
    guard (300..<400).contains(answer.status) else { return nil }
    let place = answer.redirect.map { " to '\($0.excerpt)'" } ?? ""
    return .refused([
      "the server redirects\(place)",
      "if it was renamed, remove the bridge and add it with the new name",
    ])
  }

  // MARK: - Requests

  /// Sends a request with the login of git. Without a login it is sent without one, if it only
  /// reads.
  private func answer(
    to request: GiteaRequest, of bridge: Bridge, by run: Runner, _ limit: Int
  ) async throws -> GiteaAnswer {
    let login = try await login(of: bridge, asking: request.isChange)
    guard login != nil || !request.isChange else { throw noLogin(bridge) }
    let answer = try await self.answer(to: request, of: bridge, as: login, by: run, limit)
    if let login { try await note(answer, of: bridge, login) }
    // Servers hide private repositories from strangers.
    guard login == nil, [401, 403, 404].contains(answer.status),
      let asked = try await self.login(of: bridge, asking: true)
    else { return answer }
    let second = try await self.answer(to: request, of: bridge, as: asked, by: run, limit)
    try await note(second, of: bridge, asked)
    return second
  }

  private func answer(
    to request: GiteaRequest, of bridge: Bridge, as login: TrackerLogin?, by run: Runner,
    _ limit: Int
  ) async throws -> GiteaAnswer {
    let long = request.longDocument
    // The name of no bridge has a dot.
    let file = workspace.store.bridgeFile("\(bridge.name).text")
    defer { if long != nil { file.remove() } }
    if let long, let reason = file.replace(with: long) {
      throw Problem(code: .file, message: "could not write '\(file.path)': \(reason)")
    }
    let (words, input) = request.call(
      to: bridge.source.interface ?? "", as: login, documentIn: long == nil ? nil : file.path)
    let output = try await run(Call(words: words, input: input, limit: limit))
    guard let answer = GiteaAnswer(output) else {
      throw Problem(code: .bridge, message: "'\(words.last ?? "")' sent no answer of HTTP")
    }
    return answer
  }

  private func noLogin(_ bridge: Bridge) -> Problem {
    Problem(
      code: .bridge, message: "git has no login for '\(bridge.source.server)'",
      hints: [
        "let git keep logins, if it does not: \(run: "git", "config", "--global", "credential.helper", "cache")",
        "run \(run: "git", "credential", "approve"), and type these lines and an empty one: "
          + "\(bridge.source.loginLines.joined(separator: ", ")), username=NAME, password=TOKEN",
      ])
  }

  // MARK: - Logins

  /// Returns git's login for the server of a bridge; nil if it has none.
  ///
  /// - Parameter asking: Whether git may ask the person, if there is one.
  private func login(of bridge: Bridge, asking: Bool) async throws -> TrackerLogin? {
    let question = bridge.source.loginQuestion
    let mayAsk = asking && workspace.participant.mayBeAsked
    if let known = logins[question], known.login != nil || known.isAsked || !mayAsk {
      return known.login
    }
    let output = try await credential("fill", question, mayAsk: mayAsk)
    let login = output.exitCode == 0 ? TrackerLogin(printed: output.standardOutput) : nil
    logins[question] = Login(login: login, isAsked: mayAsk)
    return login
  }

  /// Tells git whether a login was accepted.
  private func note(
    _ answer: GiteaAnswer, of bridge: Bridge, _ login: TrackerLogin
  ) async throws {
    let question = bridge.source.loginQuestion
    let isWrong = answer.status == 401
    guard answer.isSuccess || isWrong, logins[question]?.isApproved == false else { return }
    logins[question]?.isApproved = true
    let answer = "\(question)username=\(login.name)\npassword=\(login.password)\n"
    _ = try await credential(isWrong ? "reject" : "approve", answer, mayAsk: false)
  }

  private func credential(
    _ word: String, _ input: String, mayAsk: Bool
  ) async throws -> GitProgram.Output {
    let store = workspace.store
    let git = store.repository.program(environment: workspace.participant.environment)
    // Where a person can be asked, that happens only when the server wants a login. In a script,
    // such a program may be where the token is.
    let silent = ["GIT_ASKPASS": "", "GCM_INTERACTIVE": "never"]
    return try await git.run(
      ["credential", word], adding: workspace.participant.mayBeAsked && !mayAsk ? silent : [:],
      input: Array("\(input)\n".utf8),
      deadline: mayAsk ? .seconds(600) : store.settings.timeout, terminalPrompt: mayAsk)
  }
}

extension TrackerLogin {
  /// Parses what `git credential fill` prints; nil without a name and a password.
  fileprivate init?(printed output: [UInt8]) {
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let value = { (key: String) in
      lines.last { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
    }
    guard let name = value("username"), let password = value("password") else { return nil }
    self.init(name: name, password: password)
  }
}
