import Foundation
import Git
import PmgitTestSupport
import Testing

/// The guard never refuses valid changes, and always refuses a violation among them.
@Suite("The guard and random histories", .serialized)
struct RandomGuardTests {
  @Test("No honest history is refused, and every violation is", arguments: Seeds.each(3))
  func histories(seed: UInt64) async throws {
    let run = try await GuardedRun(seed: seed)
    try await run.go(steps: 25)
  }
}

@Suite("The guard and random histories, for long", .soak)
struct RandomGuardSoak {
  @Test("No honest history is refused, and every violation is")
  func soak() async throws {
    try await Soak.run("the guard") { seed in
      try await GuardedRun(seed: seed).go(steps: 25)
    }
  }
}

/// Two people who work on a guarded board, and a violation at the end.
private final class GuardedRun {
  private let seed: UInt64
  private let board: GuardedBoard
  private var random: SeededGenerator
  private var ids: [String]
  /// The steps, for the report.
  private var steps: [String] = []

  init(seed: UInt64) async throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    board = try await GuardedBoard()
    try await board.allowCommitters()
    ids = board.ids
  }

  /// - Returns: Whether everything was as expected.
  @discardableResult
  func go(steps count: Int) async throws -> Bool {
    for _ in 0..<count {
      let isAda = random.chance(50)
      let pmgit = isAda ? board.ada : board.ben
      pmgit.now = max(board.ada.now, board.ben.now)
      let command = random.chance(30) ? ["sync"] : await change(by: pmgit)
      guard await perform(command, by: pmgit, called: isAda ? "ada" : "ben") else { return false }
    }
    guard await syncAll() else { return false }
    // An undo may have removed the rule. A person who does not have that undo would be refused.
    let rule = ["column", "edit", "done", "--from", "review"]
    _ = await perform(rule, by: board.ada, called: "ada")
    guard await syncAll() else { return false }
    return try await spoil()
  }

  private func syncAll() async -> Bool {
    for (pmgit, name) in [(board.ada, "ada"), (board.ben, "ben"), (board.ada, "ada")] {
      guard await perform(["sync"], by: pmgit, called: name) else { return false }
    }
    return true
  }

  private func perform(
    _ command: [String], by pmgit: CommandRunner, called name: String
  ) async -> Bool {
    let result = await pmgit.run(command)
    steps.append("\(name): pmgit \(command.joined(separator: " ")) -> \(result.exitCode)")
    if command[0] == "add", result.exitCode == 0 { ids.append(String(result.output.dropLast())) }
    // Other commands may fail, because there is nothing to do or because a rule forbids it.
    if command != ["sync"] || result.exitCode == 0 { return true }
    fail(result.messages)
    return false
  }

  private func change(by pmgit: CommandRunner) async -> [String] {
    let id = random.pick(ids)
    let word = "w\(random.number(below: 1000))"
    let column = random.pick(["todo", "doing", "review", "done", "done", "review"])
    switch random.number(below: 12) {
    case 0: return ["add", word, "--state", column]
    case 1: return ["edit", id, "--title", word]
    case 2: return ["comment", id, "-m", word]
    case 3: return ["delete", id]
    case 4: return ["restore", id]
    case 5, 6: return ["undo"]
    case 7: return ["redo"]
    case 8: return ["resolve", id, "state", "--take", "\(1 + random.number(below: 2))"]
    default: return ["move", id, column]
    }
  }

  /// Commits one forbidden change with plain git, and pushes it. Returns whether the push was
  /// refused as expected.
  private func spoil() async throws -> Bool {
    let git = board.ada.repository
    let who = Signature(
      name: "Dev One", email: "one@example.org", seconds: 1_795_200_000, offsetMinutes: 0)
    let id = random.pick(ids)
    let (path, text) = (board.path(of: id), try await board.text(of: id))
    let machine = Signature(
      name: "pmgit", email: "pmgit@localhost", seconds: 1_795_200_000, offsetMinutes: 0)
    let good = text.replacing(/"title": "[^"]*"/, with: #""title": "Spoilt""#)
    let options: [(words: String, file: HostileFile, by: Signature)] = [
      ("can't be read", HostileFile(path, "broken"), who),
      ("is not written as pmgit writes it", HostileFile(path, text + "\n"), who),
      ("was removed", .removed(path), who),
      ("is not named like a plan", HostileFile("plans/zz/x.json", text), who),
      (
        "'created' is written once",
        HostileFile(path, text.replacing(/"by": "Dev/, with: #""by": "Ved"#)), who
      ),
      ("may not change", HostileFile(path, good), .eve),
      ("is in pmgit's name", HostileFile(path, good), machine),
      (
        "can't begin in 'done'",
        HostileFile(
          "plans/zz/zzzzzzzzzzzz.json",
          text.replacing(id, with: "zzzzzzzzzzzz")
            .replacing(/"state": "[^"]*"/, with: #""state": "done""#)), who
      ),
    ]
    let choice = random.pick(options)
    try git.commitHostile([choice.file], by: choice.by)
    // A valid change on top must not hide it.
    if random.chance(50) { _ = await board.ada.run(["add", "On top"]) }
    let before = try await board.tip()
    let push = try await board.push()
    let isRefused = !push.succeeded && push.messages.contains(choice.words)
    let hasMoved = try await board.tip() != before
    if !isRefused || hasMoved {
      fail("'\(choice.words)' was not refused:\n\(push.messages)")
      return false
    }
    return true
  }

  private func fail(_ message: String) {
    let report = Seeds.report(
      seed, suite: "RandomGuard", steps: steps, of: steps.count, failure: message)
    Issue.record("\(report)")
  }
}
