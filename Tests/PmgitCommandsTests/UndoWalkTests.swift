import PlanModel
import PmgitTestSupport
import Testing

extension CommandRunner {
  /// Returns the plans of the board without the members that an undo does not restore.
  func content() async throws -> [JSONValue] {
    let text = try await self("list", "--all", "--json")
    let document = try JSONReader.value(in: Array(text.utf8), maximumSize: .max)
    return try #require(document.object?["plans"]?.array).map { plan in
      var plan = plan.object ?? JSONObject()
      plan["updated"] = nil
      plan["deleted"] = nil
      return .object(plan)
    }
  }
}

/// Random changes, undos and redos of one person, compared with a stack of boards.
private final class UndoWalk {
  /// The boards before each change that can be undone, oldest first.
  private var past: [[JSONValue]] = []
  /// For each undo that can be redone: the boards that it removed from the stack, and the board
  /// before the undo.
  private var future: [(past: [[JSONValue]], board: [JSONValue])] = []
  private var ids: [String]
  private var steps: [String] = []
  private var random: SeededGenerator
  private let pmgit: CommandRunner
  /// Another person who adds plans to the same board, if it is shared.
  private let other: CommandRunner?
  private let seed: UInt64

  private init(_ pmgit: CommandRunner, beside other: CommandRunner?, seed: UInt64) async throws {
    (self.pmgit, self.other, self.seed) = (pmgit, other, seed)
    random = SeededGenerator(seed: seed)
    ids = [try await pmgit.add("first")]
  }

  /// Runs random steps, alone or in a clone that syncs at times.
  static func run(seed: UInt64, isShared: Bool) async throws {
    let walk: UndoWalk
    if isShared {
      let pair = try await SharedBoard()
      walk = try await UndoWalk(pair.first, beside: pair.second, seed: seed)
    } else {
      let pmgit = try await CommandRunner.withBoard(seed: seed)
      walk = try await UndoWalk(pmgit, beside: nil, seed: seed)
    }
    try await walk.walk()
  }

  private func walk() async throws {
    for number in 0..<30 {
      if try await isOver(afterStep: number) { return }
    }
  }

  private func isOver(afterStep number: Int) async throws -> Bool {
    // The first steps are changes, so that there is something to undo.
    switch number < 6 ? 15 : random.number(below: 16) {
    case 0..<4: return try await undo()
    case 4..<8: try await redo()
    case 8..<10: try await share(number)
    default: try await change(number)
    }
    return false
  }

  /// Returns the plans of the board without those of the other person.
  private func content() async throws -> [JSONValue] {
    try await pmgit.content().filter {
      $0.object?["title"]?.string?.hasPrefix("other ") != true
    }
  }

  private func undo() async throws -> Bool {
    let count = 1 + random.number(below: 3)
    steps.append("undo \(count)")
    let now = try await content()
    let result = await pmgit.run(["undo", "\(count)"])
    // The creation of the first plan can be undone as well.
    #expect((result.exitCode == 0) == (count <= past.count + 1), "seed \(seed): \(steps)")
    guard result.exitCode == 0 else { return false }
    guard count <= past.count else { return true }
    let taken = Array(past.suffix(count))
    past.removeLast(count)
    future.append((taken, now))
    #expect(try await content() == taken[0], "seed \(seed): \(steps)")
    return false
  }

  /// Redoes the last undo. One redo restores all changes of an 'undo 3'. After that, each change is
  /// undone separately, unless the redo had to make all of them again in one commit.
  private func redo() async throws {
    steps.append("redo")
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["redo"])
    #expect((result.exitCode == 0) == !future.isEmpty, "seed \(seed): \(steps) \(result)")
    guard result.exitCode == 0, let undone = future.popLast() else { return }
    past += try await wasMadeAgain(on: tip) ? [undone.past[0]] : undone.past
    #expect(try await content() == undone.board, "seed \(seed): \(steps)")
  }

  /// Whether the last redo made one commit of changes that the branch had lost.
  private func wasMadeAgain(on tip: String) async throws -> Bool {
    let message = try await pmgit.repository.git("log", "-1", "--format=%B", "pmgit/main")
    let parent = try await pmgit.repository.git("rev-parse", "pmgit/main^")
    return parent == tip
      && message.hasPrefix("redo ") && !message.contains("\nRedoes: ")
  }

  private func share(_ number: Int) async throws {
    guard let other else { return }
    if random.chance(50) {
      steps.append("the other one adds a plan")
      try await other("add", "other \(number)")
      try await other("sync")
    }
    steps.append("sync")
    try await pmgit("sync")
  }

  private func change(_ number: Int) async throws {
    let commands = [
      ["add", "plan \(number)"], ["add", "plan \(number)", "--repeat", "daily"],
      ["move", random.pick(ids), random.pick(["todo", "doing"])], ["done", random.pick(ids)],
      ["edit", random.pick(ids), "--title", "t\(number)", "--label", random.pick(["a", "b"])],
      ["comment", random.pick(ids), "-m", "c\(number)"],
      ["edit", random.pick(ids), "--spend", "5m"],
    ]
    let command = random.pick(commands)
    steps.append(command.joined(separator: " "))
    let now = try await content()
    let result = await pmgit.run(command)
    // The undo of an unshared plan removes it completely.
    let isGone = ["is deleted", "no plan"].contains { result.messages.contains($0) }
    #expect(result.exitCode == 0 || isGone, "\(result)")
    let isSame = ["nothing to change", "already in"].contains { result.messages.contains($0) }
    guard result.exitCode == 0, !isSame else { return }
    if command[0] == "add" { ids.append(String(result.output.dropLast())) }
    past.append(now)
    future = []
  }
}

@Suite("Any walk of changes, undos and redos")
struct UndoWalkTests {
  @Test("is that of a stack, shared or not", arguments: Seeds.each(5), [true, false])
  func walk(seed: UInt64, isShared: Bool) async throws {
    try await UndoWalk.run(seed: seed, isShared: isShared)
  }

  @Test("Undoing the change that made a next plan again deletes that plan")
  func nextPlan() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let one = try await pmgit.add("One")
    let daily = try await pmgit.add("Daily", "--repeat", "daily")
    let before = try await pmgit.content()
    try await pmgit("edit", one, "--spend", "5m")
    try await pmgit("done", daily)
    let next = try await pmgit.content().compactMap { $0.object?["id"]?.string }
      .filter { ![one, daily].contains($0) }
    try await pmgit("comment", #require(next.first), "-m", "Hi")
    try await pmgit("undo", "2")
    try await pmgit("done", daily)
    try await pmgit("undo", "2")
    #expect(try await pmgit.content() == before)
  }

  @Test("Unshared undos can be redone one by one after other people's changes came in")
  func redoneInTurn() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Two")
    try await pair.first("comment", id, "-m", "Hi")
    let board = try await pair.first.content()
    try await pair.first("undo")
    try await pair.first("undo")
    try await pair.second("add", "other")
    try await pair.shareAll()
    try await pair.first("redo")
    try await pair.first("redo")
    let plans = try await pair.first.content().filter { $0.object?["title"] != .string("other") }
    #expect(plans == board)
    #expect(await pair.first.run(["redo"]).exitCode == 1)
  }

  @Test("A change ends the redo of an older undo, also if it was undone and made again itself")
  func endedRedo() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Two")
    try await pair.first("undo")
    try await pair.first("comment", id, "-m", "Hi")
    try await pair.first("undo")
    try await pair.second("add", "other")
    try await pair.shareAll()
    try await pair.first("redo")
    #expect(await pair.first.run(["redo"]).exitCode == 1)
    #expect(try await pair.first("show", id).contains("A plan"))
  }

  @Test("A redo that was undone and is made again keeps the older undos redoable")
  func lostRedo() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Two")
    try await pair.first("comment", id, "-m", "Hi")
    try await pair.shareAll()
    let board = try await pair.first.content()
    for step in ["undo", "undo", "redo", "undo"] { try await pair.first(step) }
    try await pair.second("add", "other")
    try await pair.shareAll()
    try await pair.first("redo")
    try await pair.first("redo")
    let plans = try await pair.first.content().filter { $0.object?["title"] != .string("other") }
    #expect(plans == board)
    #expect(await pair.first.run(["redo"]).exitCode == 1)
  }
}

@Suite("Any walk of changes, undos and redos, for long", .soak)
struct UndoWalkSoak {
  @Test("is that of a stack, shared or not")
  func walk() async throws {
    try await Soak.run("undo") { seed in
      try await UndoWalk.run(seed: seed, isShared: seed % 4 != 0)
      return true
    }
  }
}
