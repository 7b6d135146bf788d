import PlanModel
import PmgitTestSupport
import Testing

extension CommandRunner {
  /// What is on the board, without what only grows: the time of the last change.
  func content() async throws -> [JSONValue] {
    let text = try await self("list", "--json")
    let document = try JSONReader.value(in: Array(text.utf8), maximumSize: .max)
    return try #require(document.object?["plans"]?.array).map { plan in
      var plan = plan.object ?? JSONObject()
      plan["updated"] = nil
      plan["deleted"] = nil
      return .object(plan)
    }
  }
}

/// Changes, undos and redos of one person in any order.
private enum UndoWalk {
  /// Walks at random, and compares the board with a stack of boards after each step.
  static func run(seed: UInt64) async throws {
    let pmgit = try await CommandRunner(seed: seed)
    try await pmgit("init")
    var random = SeededGenerator(seed: seed)
    var ids: [String] = [try await pmgit.add("first")]
    var past: [[JSONValue]] = []
    var future: [[JSONValue]] = []
    var steps: [String] = []
    for step in 0..<30 {
      let now = try await pmgit.content()
      // It begins with something to undo.
      switch step < 6 ? 11 : random.number(below: 12) {
      case 0..<3:
        let count = 1 + random.number(below: 3)
        steps.append("undo \(count)")
        let result = await pmgit.run(["undo", "\(count)"])
        // The first plan of all can be undone, too.
        #expect((result.exitCode == 0) == (count <= past.count + 1), "seed \(seed): \(steps)")
        guard result.exitCode == 0 else { continue }
        guard count <= past.count else { return }
        // 'undo 3' is one step, which 'redo' brings back as one.
        past.removeLast(count - 1)
        future.append(now)
        #expect(try await pmgit.content() == past.removeLast(), "seed \(seed): \(steps)")
      case 3..<6:
        steps.append("redo")
        let result = await pmgit.run(["redo"])
        #expect((result.exitCode == 0) == !future.isEmpty, "seed \(seed): \(steps)")
        guard result.exitCode == 0 else { continue }
        past.append(now)
        #expect(try await pmgit.content() == future.removeLast(), "seed \(seed): \(steps)")
      default:
        let commands = [
          ["add", "plan \(step)"], ["move", random.pick(ids), random.pick(["todo", "doing"])],
          ["edit", random.pick(ids), "--title", "t\(step)", "--label", random.pick(["a", "b"])],
          ["comment", random.pick(ids), "-m", "c\(step)"],
        ]
        let command = random.pick(commands)
        steps.append(command.joined(separator: " "))
        let result = await pmgit.run(command)
        #expect(result.exitCode == 0 || result.messages.contains("is deleted"), "\(result)")
        guard result.exitCode == 0, !result.messages.hasPrefix("nothing to change") else {
          continue
        }
        if command[0] == "add" { ids.append(String(result.output.dropLast())) }
        past.append(now)
        future = []
      }
    }
  }
}

@Suite("Any walk of changes, undos and redos")
struct UndoWalkTests {
  @Test("is that of a stack", arguments: Seeds.each(6))
  func walk(seed: UInt64) async throws { try await UndoWalk.run(seed: seed) }
}

@Suite("Any walk of changes, undos and redos, for long", .soak)
struct UndoWalkSoak {
  @Test("is that of a stack")
  func walk() async throws {
    try await Soak.run("undo") { seed in
      try await UndoWalk.run(seed: seed)
      return true
    }
  }
}
