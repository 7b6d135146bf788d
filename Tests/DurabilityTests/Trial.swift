import Foundation
import PmgitTestSupport
import Subprocess

/// One run of the real program in a copy of a scene's repository, and its result.
struct Trial {
  let scene: Scene
  let repository: ScratchRepository
  private let ids: [String: String]
  let before: State

  /// The result of a run.
  struct Outcome: Sendable {
    /// The exit code, or the negative number of the signal that ended the program.
    var exitCode: Int32
    var output: String
    var messages: String
    /// The file operations of pmgit, and of git if the scene includes it.
    var calls: [Call]

    var wasKilled: Bool { exitCode < 0 }
  }

  init(_ scene: Scene) async throws {
    self.scene = scene
    let prepared = try await Stage.shared.repository(for: scene.setting)
    repository = try ScratchRepository(copying: prepared.repository)
    ids = prepared.ids
    before = try State(of: repository)
  }

  // MARK: - Running

  /// Runs the scene's command.
  func run(_ fault: Fault? = nil, adding variables: [String: String] = [:]) async throws -> Outcome
  {
    try await run(
      scene.arguments.map { id($0) }, fault: fault, input: scene.input, adding: variables)
  }

  /// Returns the id that a word in a scene's arguments stands for.
  func id(_ word: String) -> String { ids[word] ?? word }

  /// Runs pmgit, with or without a fault.
  func run(
    _ arguments: [String], fault: Fault?, input: String = "",
    adding more: [String: String] = [:]
  ) async throws -> Outcome {
    let log = repository.folder + "/calls", counter = repository.folder + "/counter"
    try Data().write(to: URL(filePath: log))
    try Data(count: 8).write(to: URL(filePath: counter))
    var variables = repository.program.environment
    variables["LD_PRELOAD"] = try Interposer.library
    variables["PMGIT_FAULT_ROOT"] = repository.folder
    variables["PMGIT_FAULT_PROGRAMS"] = scene.programs.joined(separator: ",")
    variables["PMGIT_FAULT_LOG"] = log
    variables["PMGIT_FAULT_COUNTER"] = counter
    variables.merge(fault?.environment ?? [:]) { $1 }
    variables.merge(more) { $1 }
    var values: [Environment.Key: String] = [:]
    for (name, value) in variables {
      if let key = Environment.Key(rawValue: name) { values[key] = value }
    }
    // The full path, because another pmgit may be on the PATH. 'env' is replaced by the program
    // that it starts.
    let command = ["\(Binary.folder)/pmgit", "-C", repository.path] + arguments
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments(command),
      environment: .custom(values), input: .string(input), output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20))
    let code: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): -signal
      }
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    return Outcome(
      exitCode: code, output: result.standardOutput, messages: result.standardError,
      calls: lines.compactMap { Call(line: $0, root: repository.folder) }
        .sorted { $0.number < $1.number })
  }

  // MARK: - What must hold

  /// Returns everything that is wrong after a run.
  ///
  /// - Parameters:
  ///   - known: The states of the command in a run without faults.
  ///   - isLastWord: Whether to also run more commands in the repository, which changes it.
  func problems(
    after outcome: Outcome, known: Course, isLastWord: Bool = true
  ) async throws -> [String] {
    let now = try State(of: repository)
    var problems = try await problems(of: now, after: outcome, known: known)
    problems += try await damage()
    if isLastWord { problems += try await problemsOfNextCommands() }
    return problems
  }

  private func problems(
    of now: State, after outcome: Outcome, known: Course
  ) async throws -> [String] {
    var problems: [String] = []
    let reached = try await step(of: now)
    // A claim counts as done once the remote has it; the next sync fetches it.
    let isOnRemoteOnly = outcome.messages.contains("bringing it here failed")
    if !isOnRemoteOnly, outcome.exitCode == 0 || outcome.wasKilled && !outcome.output.isEmpty {
      // The command reported success.
      if reached != known.end { problems.append("lost: at \(reached), not at \(known.end)") }
    } else if outcome.wasKilled || scene.isSharing {
      if !known.steps.contains(reached) {
        problems.append("half done: at \(reached), not one of \(known.steps)")
      }
    } else if scene.changesConfiguration {
      // Several keys are set one after the other, and the board is created last.
      let isLate = outcome.messages.contains("which has moved")
      if now.tip != before.tip && !isLate || !known.steps.contains(reached) {
        problems.append("failed, and changed the board all the same: at \(reached)")
      }
    } else if reached != known.start, !outcome.messages.contains("which has moved") {
      problems.append("failed, and changed the board all the same: at \(reached)")
    }
    if now.code != before.code { problems.append("the user's: was \(before.code), is \(now.code)") }
    if !scene.changesConfiguration, now.configuration != before.configuration {
      problems.append("the configuration is now \(now.configuration)")
    }
    let lost = Set(before.configuration).subtracting(now.configuration)
    if !lost.isEmpty { problems.append("the configuration lost \(lost)") }
    return problems
  }

  /// Returns a description of the board's state that is the same in every run, without ids and
  /// times.
  func step(of now: State) async throws -> String {
    let configured = now.configuration.filter { !before.configuration.contains($0) }
    let suffix = configured.isEmpty ? "" : " with \(configured)"
    guard let tip = now.tip else { return "no board" + suffix }
    guard let old = before.tip else { return tip + suffix }
    if tip == old { return "unmoved" + suffix }
    let count = try await repository.git("rev-list", "--count", "\(old)..\(tip)")
    let changes = try await repository.git("diff-tree", "-r", "--no-renames", old, tip)
    let letters = changes.split(separator: "\n").map { line in
      line.split(separator: "\t").first?.last.map(String.init) ?? ""
    }
    return "+\(count) \(letters.sorted().joined())" + suffix
  }

  /// Returns what git finds wrong, locally and on the remote.
  private func damage() async throws -> [String] {
    var problems: [String] = []
    let hub = repository.folder + "/hub"
    let folders = FileManager.default.fileExists(atPath: hub) ? [repository.path, hub] : []
    for folder in folders.isEmpty ? [repository.path] : folders {
      do {
        let found = try await repository.program.run(
          ["fsck", "--full", "--strict", "--no-dangling", "--no-progress"], in: folder)
        if !found.isEmpty, !found.hasPrefix("notice: ") { problems.append("fsck: \(found)") }
      } catch {
        problems.append("fsck: \(error)")
      }
    }
    return problems
  }

  /// Runs more commands. Each must succeed, or report the lock file that prevents it.
  private func problemsOfNextCommands() async throws -> [String] {
    var commands = before.tip == nil ? [["init"], ["add", "Next"]] : [["add", "Next"]]
    if scene.isSharing { commands.append(["sync"]) }
    var found: [String] = []
    for command in commands { found += try await problems(ofNext: command) }
    if scene.isSharing {
      let here = try await repository.git("rev-parse", "pmgit/main")
      let there = try await repository.git("--git-dir=../hub", "rev-parse", "pmgit/main")
      if here != there { found.append("not shared after a sync: \(here) here, \(there) there") }
    }
    return found
  }

  private func problems(ofNext arguments: [String]) async throws -> [String] {
    while true {
      let next = try await run(arguments, fault: nil)
      if next.exitCode == 0 { return [] }
      let words = next.messages
      guard let lock = Self.lock(in: words), lock.hasPrefix(repository.folder + "/") else {
        return ["'pmgit \(arguments[0])' fails afterwards (\(next.exitCode)): \(words)"]
      }
      let isHere = lock.hasPrefix(repository.path + "/")
      let hint = isHere ? "remove it with 'pmgit doctor --unlock'" : "to remove that file"
      if next.exitCode != 75 || !words.contains(hint) { return ["no hint for the lock: \(words)"] }
      // 'doctor --unlock' would do this after a while; other tests cover that command.
      guard unlink(lock) == 0 else { return ["the lock that is named is not there: \(words)"] }
    }
  }

  /// Returns the path of the lock file in a message.
  static func lock(in words: String) -> String? {
    words.split(separator: "'").map(String.init).first {
      $0.hasPrefix("/") && $0.hasSuffix(".lock")
    }
  }
}
