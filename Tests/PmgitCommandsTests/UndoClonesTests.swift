import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Three people in two clones who change, undo and redo one title, judged by nothing but who had seen which
/// change when he wrote: the title has the values that their authors have not undone, unless a newer one of
/// these was written by somebody who had seen them.
private final class UndoClones {
  /// A title that somebody has written.
  private struct Write {
    let title: String
    /// The positions of the writes that its author had seen.
    let seen: Set<Int>
    var isUndone = false
  }

  private struct Person {
    let name: String
    let clone: Int
    /// Positions of writes, oldest first: what can be undone, and what can be redone.
    var past: [Int] = []
    var future: [[Int]] = []
  }

  private let clones: [CommandRunner]
  private let plan: String
  private var random: SeededGenerator
  private var people = [
    Person(name: "ada", clone: 0), Person(name: "ben", clone: 0), Person(name: "cleo", clone: 1),
  ]
  private var writes = [Write(title: "T0", seen: [])]
  /// The writes that each clone has.
  private var known: [Set<Int>] = [[0], [0]]
  /// The clone whose undo or redo the other one has not seen.
  private var undoing: Int?
  private var steps: [String] = []

  init(seed: UInt64) async throws {
    let pair = try await SharedBoard()
    clones = [pair.first, pair.second]
    random = SeededGenerator(seed: seed)
    plan = try await pair.first.add("T0")
    try await share()
  }

  func step(_ number: Int) async throws {
    let person = random.number(below: people.count)
    // An undo that somebody writes apart from is a change beside that one, as any other is.
    if undoing.map({ $0 != people[person].clone }) ?? false { try await share() }
    switch random.number(below: 10) {
    case 0..<3: try await undo(1 + random.number(below: 2), by: person)
    case 3..<5: try await redo(by: person)
    case 5: try await share()
    default: try await write(number, by: person)
    }
    for clone in clones.indices { try await compare(clone) }
  }

  private func runner(of person: Int) -> CommandRunner {
    let runner = clones[people[person].clone]
    runner.now = clones.map(\.now).max() ?? runner.now
    runner.become(people[person].name)
    return runner
  }

  private func share() async throws {
    steps.append("all sync")
    for clone in [0, 1, 0] {
      clones[clone].now = clones.map(\.now).max() ?? clones[clone].now
      try await clones[clone]("sync")
    }
    let all = known[0].union(known[1])
    known = [all, all]
    undoing = nil
  }

  private func write(_ number: Int, by person: Int) async throws {
    // Few titles, so that one is written again.
    let title = "v\(random.number(below: 4))"
    let clone = people[person].clone
    if titles(in: clone) == [title] { return }
    steps.append("\(people[person].name): \(title)")
    try await runner(of: person)("edit", plan, "--title", title)
    writes.append(Write(title: title, seen: known[clone]))
    known[clone].insert(writes.count - 1)
    people[person].past.append(writes.count - 1)
    people[person].future = []
  }

  private func undo(_ count: Int, by person: Int) async throws {
    try await prepare(person)
    steps.append("\(people[person].name): undo \(count)")
    let before = titles(in: people[person].clone)
    let result = await runner(of: person).run(["undo", "\(count)"])
    guard people[person].past.count >= count else {
      #expect(result.exitCode == 1, "\(steps)\n\(result)")
      return
    }
    let undone = Array(people[person].past.suffix(count))
    people[person].past.removeLast(count)
    people[person].future.append(undone)
    for write in undone { writes[write].isUndone = true }
    try check(result, "undid", by: person, before)
  }

  private func redo(by person: Int) async throws {
    try await prepare(person)
    steps.append("\(people[person].name): redo")
    let before = titles(in: people[person].clone)
    let result = await runner(of: person).run(["redo"])
    guard let redone = people[person].future.popLast() else {
      #expect(result.exitCode == 1, "\(steps)\n\(result)")
      return
    }
    people[person].past += redone
    for write in redone { writes[write].isUndone = false }
    try check(result, "redid", by: person, before)
  }

  /// Brings together what was written apart, so that nobody writes apart from the undo.
  private func prepare(_ person: Int) async throws {
    let clone = people[person].clone
    if !known[1 - clone].isSubset(of: known[clone]) || random.chance(30) { try await share() }
  }

  private func check(
    _ result: CommandRunner.Result, _ word: String, by person: Int, _ before: Set<String>
  ) throws {
    let clone = people[person].clone
    undoing = clone
    #expect(result.exitCode == 0, "\(steps)\n\(result)")
    let isSaid = result.messages.contains(word)
    #expect(isSaid == (before != titles(in: clone)), "\(steps)\n\(result)")
  }

  /// The titles that must be in a clone.
  private func titles(in clone: Int) -> Set<String> {
    let counting = known[clone].filter { !writes[$0].isUndone }
    let newest = counting.filter { write in !counting.contains { writes[$0].seen.contains(write) } }
    return Set(newest.map { writes[$0].title })
  }

  private func compare(_ clone: Int) async throws {
    // What was undone is so in the other clone when that has heard of it.
    if undoing.map({ $0 != clone }) ?? false { return }
    let store = try BoardStore(
      at: clones[clone].repository.path, environment: clones[clone].environment)
    let id = try #require(PlanID(plan))
    let document = try #require(try store.snapshot().document(id))
    let found = Set(document[.field("title")].compactMap(\.value.string))
    #expect(found == titles(in: clone), "clone \(clone)\n\(steps.joined(separator: "\n"))")
  }
}

@Suite("People who undo and redo in several clones")
struct UndoClonesTests {
  @Test("see the newest titles that their authors have not undone", arguments: Seeds.each(8))
  func walk(seed: UInt64) async throws {
    let clones = try await UndoClones(seed: seed)
    for number in 0..<20 { try await clones.step(number) }
  }
}

@Suite("People who undo and redo in several clones, for long", .soak)
struct UndoClonesSoak {
  @Test("see the newest titles that their authors have not undone")
  func walk() async throws {
    try await Soak.run("undo in several clones") { seed in
      let clones = try await UndoClones(seed: seed)
      for number in 0..<20 { try await clones.step(number) }
      return true
    }
  }
}
