import Foundation
import PmgitTestSupport
import Subprocess

/// Two people who work on one board while their programs are killed at random.
///
/// In Ada's clone several pmgit processes write at once. Ben has another clone. The two clones
/// share the board through a bare repository. This object records what the commands reported as
/// done.
final class Killing {
  /// The counts of all rounds.
  struct Tally: Sendable, CustomStringConvertible {
    var commands = 0
    var kills = 0
    var acknowledged = 0
    var locks = 0
    /// The errors found.
    var lost: [String] = []

    var description: String {
      "random kills: \(kills) kills of \(commands) commands, \(acknowledged) acknowledged edits, "
        + "\(locks) stale locks removed as told, lost: \(lost.count)"
    }
  }

  private(set) var tally = Tally()
  private var random: SeededGenerator
  private let stage: ScratchRepository
  private var number = 0
  /// The titles that each plan may have: the last acknowledged one, and those of later edits that
  /// did not succeed.
  private var titles: [String: [String]] = [:]
  /// The plans of each clone. A plan is only edited in one clone, so that no merge decides which
  /// title is shown.
  private var plans: [[String]] = [[], []]

  init(seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    stage = try await ScratchRepository()
    let ada = Binary(repository: stage)
    try await ada.must("init -q && pmgit add -q First", after: "git init -q --bare ../hub")
    try await ada.must("sync -q", after: "git remote add origin ../hub")
    try await ada.must(
      "-C ../other list",
      after: "git clone -q ../hub ../other 2>&1 && git -C ../other config user.name Ben"
        + " && git -C ../other config user.email ben@example.org")
  }

  // MARK: - Working

  /// An edit or a sync, and how it ends.
  private struct Command: Sendable {
    let clone: Int
    var arguments: [String]
    /// The plan to edit; nil for a new plan or a sync.
    var plan: String?
    /// The new title; nil for a sync.
    var title: String?
    let end: End
  }

  private enum End: Sendable {
    case byItself
    /// SIGKILL after some microseconds.
    case after(Int)
    /// SIGKILL at a call that writes.
    case at(Fault)
  }

  private struct Result: Sendable {
    let command: Command
    let code: Int32
    let output: String
    let messages: String
    var wasKilled: Bool { code == -SIGKILL || code == 128 + SIGKILL }
    /// Whether the program ended just before it was to be killed. Then 'timeout' hides its exit
    /// code.
    var isUnknown: Bool { code == 124 }
  }

  /// Runs four commands at the same time, and tries to kill most of them.
  func round() async throws {
    var busy: Set<String> = []
    let commands = (0..<4).map { _ in nextCommand(besides: &busy) }
    let folder = stage.folder
    let environment = stage.program.environment
    let results = try await withThrowingTaskGroup(of: Result.self) { group in
      for command in commands {
        group.addTask { try await Self.run(command, in: folder, environment) }
      }
      return try await group.reduce(into: [Result]()) { $0.append($1) }
    }
    results.forEach { note($0) }
    try await waitForOrphans()
    results.forEach { removeLock(named: $0.messages) }
  }

  private func nextCommand(besides busy: inout Set<String>) -> Command {
    let clone = random.chance(70) ? 0 : 1
    number += 1
    let title = "title \(number)"
    let end = nextEnd()
    if random.chance(30) {
      return Command(clone: clone, arguments: ["sync", "-q"], end: end)
    }
    let free = plans[clone].filter { !busy.contains($0) }
    if random.chance(40), !free.isEmpty {
      let plan = random.pick(free)
      busy.insert(plan)
      return Command(
        clone: clone, arguments: ["edit", "-q", plan, "--title", title], plan: plan, title: title,
        end: end)
    }
    return Command(clone: clone, arguments: ["add", "-q", title], title: title, end: end)
  }

  private func nextEnd() -> End {
    switch random.number(below: 10) {
    case 0...1: .byItself
    case 2...4: .after(1 + random.number(below: 60_000))
    default:
      .at(
        Fault(
          action: random.pick([.killBefore, .killAfter, .killTorn]),
          call: 1 + random.number(below: 60)))
    }
  }

  private static func run(
    _ command: Command, in folder: String, _ environment: [String: String]
  ) async throws -> Result {
    var variables = environment
    var words = ["\(Binary.folder)/pmgit", "-C", "\(folder)/\(clones[command.clone])"]
    switch command.end {
    case .byItself: break
    case .after(let microseconds):
      words = ["timeout", "--foreground", "-s", "KILL", "\(Double(microseconds) / 1e6)"] + words
    case .at(let fault):
      variables["LD_PRELOAD"] = try Interposer.library
      variables["PMGIT_FAULT_ROOT"] = folder
      variables["PMGIT_FAULT_PROGRAMS"] = "pmgit"
      variables.merge(fault.environment) { $1 }
    }
    var values: [Environment.Key: String] = [:]
    for (name, value) in variables {
      if let key = Environment.Key(rawValue: name) { values[key] = value }
    }
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments(words + command.arguments),
      environment: .custom(values), input: .none, output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20))
    let code: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): -signal
      }
    return Result(
      command: command, code: code, output: result.standardOutput, messages: result.standardError)
  }

  private static let clones = ["repository", "other"]

  // MARK: - What was said

  private func note(_ result: Result) {
    tally.commands += 1
    if result.wasKilled { tally.kills += 1 }
    let command = result.command
    let isNamedFailure = result.code == 75 && !result.messages.isEmpty
    if !result.wasKilled, !result.isUnknown, result.code != 0, !isNamedFailure {
      tally.lost.append("\(command.arguments): exit code \(result.code): \(result.messages)")
    }
    guard let title = command.title else { return }
    // If an id was printed, the plan must exist, even if the program was killed right afterwards.
    let printed = result.output.hasSuffix("\n") ? String(result.output.dropLast()) : nil
    if let plan = command.plan {
      if result.code == 0 {
        titles[plan] = [title]
        tally.acknowledged += 1
      } else {
        titles[plan, default: []].append(title)
      }
    } else if let plan = printed, !plan.isEmpty {
      titles[plan] = [title]
      plans[command.clone].append(plan)
      tally.acknowledged += 1
    } else if result.code == 0 {
      tally.lost.append("\(command.arguments) printed no id")
    }
  }

  /// Waits for the git processes of killed commands, which may still change the clones and the hub.
  private func waitForOrphans() async throws {
    while try isAnybodyAtWork() { try await Task.sleep(for: .milliseconds(5)) }
  }

  private func isAnybodyAtWork() throws -> Bool {
    let manager = FileManager.default
    for process in try manager.contentsOfDirectory(atPath: "/proc")
    where process.allSatisfy(\.isNumber) {
      // The process may have ended meanwhile.
      let folder = try? manager.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
      if folder?.hasPrefix(stage.folder) == true { return true }
    }
    return false
  }

  /// Removes the lock file that a message names. `pmgit doctor --unlock` does the same, but waits
  /// until the file is ten seconds old.
  private func removeLock(named words: String) {
    if words.isEmpty { return }
    guard let lock = Trial.lock(in: words), lock.hasPrefix(stage.folder + "/") else {
      if words.contains("lock") { tally.lost.append("no lock is named: \(words)") }
      return
    }
    if !lock.contains("/hub/"), !words.contains("pmgit doctor --unlock") {
      tally.lost.append("no hint for the lock: \(words)")
    }
    if unlink(lock) == 0 { tally.locks += 1 }
  }

  // MARK: - What is there

  /// Syncs both clones. Runs `git fsck` in all three repositories, and checks that each of them has
  /// every acknowledged edit.
  func check() async throws {
    for clone in [0, 1, 0] {
      for _ in 1...5 {
        let end = Command(clone: clone, arguments: ["sync", "-q"], end: .byItself)
        let result = try await Self.run(end, in: stage.folder, stage.program.environment)
        if result.code == 0 { break }
        removeLock(named: result.messages)
      }
    }
    let here = Binary(repository: stage)
    let tips = try await here.shell(
      "for r in . ../other ../hub; do git -C $r rev-parse pmgit/main; done | sort -u"
    ).output
    if tips.split(separator: "\n").count != 1 { tally.lost.append("not at rest: \(tips)") }
    for folder in [".", "../other", "../hub"] {
      let damage = try await here.shell(
        "git -C \(folder) fsck --full --strict --no-dangling --no-progress 2>&1")
      let isClean = damage.exitCode == 0 && !damage.output.contains("error")
      if !isClean { tally.lost.append("fsck of \(folder): \(damage.output)") }
      try await checkTitles(in: folder)
    }
  }

  private func checkTitles(in folder: String) async throws {
    // The remote is read with plain git.
    let script = """
      git -C \(folder) ls-tree -r --name-only pmgit/main plans | while read -r path; do
        printf '%s\\t' "$(basename "$path" .json)"
        git -C \(folder) show "pmgit/main:$path" | tr -d '\\n'
        echo
      done
      """
    var files: [String: Substring] = [:]
    for line in try await Binary(repository: stage).shell(script).output.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { files[String(parts[0])] = parts[1] }
    }
    for (plan, possible) in titles {
      let file = files[plan] ?? ""
      if !possible.contains(where: { file.contains("\"\($0)\"") }) {
        tally.lost.append("\(plan) in \(folder) has none of \(possible): \(file)")
      }
    }
  }
}
