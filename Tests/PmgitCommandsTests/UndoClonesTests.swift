import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// A step of a script in which three people change the same title.
private enum UndoClonesStep: CustomStringConvertible {
  case share
  case write(person: Int, title: String)
  case undo(person: Int, count: Int)
  case redo(person: Int)

  static let names = ["ada", "ben", "cleo"]

  static func script(seed: UInt64) -> [Self] {
    var random = SeededGenerator(seed: seed)
    return (0..<24).map { _ in
      let person = random.number(below: names.count)
      return switch random.number(below: 10) {
      case 0..<3: .undo(person: person, count: 1 + random.number(below: 2))
      case 3..<5: .redo(person: person)
      case 5..<7: .share
      // Few titles, so that some are written more than once.
      default: .write(person: person, title: "v\(random.number(below: 4))")
      }
    }
  }

  var description: String {
    switch self {
    case .share: "all sync"
    case .write(let person, let title): "\(Self.names[person]): \(title)"
    case .undo(let person, let count): "\(Self.names[person]): undo \(count)"
    case .redo(let person): "\(Self.names[person]): redo"
    }
  }
}

/// Three people in two clones who change, undo and redo one title, and a model of the result.
///
/// For each write, the model records which earlier writes its author had seen. A write is current
/// if it was not undone, and no author of another write that was not undone had seen it. The title
/// must have the values of the current writes.
private final class UndoClones {
  /// A title that was written.
  private struct Write {
    let title: String
    /// The positions of the writes that its author had seen.
    let seen: Set<Int>
    var isUndone = false
  }

  private struct Person {
    let name: String
    let clone: Int
    /// The positions of the writes that can be undone, oldest first.
    var past: [Int] = []
    /// The undos that can be redone, oldest first.
    var future: [Undo] = []
  }

  private struct Undo {
    /// The positions of the undone writes, oldest first.
    let writes: [Int]
    /// The tip of the branch before the undo.
    let origin: String
    /// The model's result after an undo that removed the changes from the history; nil if the undo
    /// is a commit.
    let left: Shown?
    /// The undone writes that were in `known` of the clone. A redone write without effect is not in
    /// it.
    let known: Set<Int>
  }

  private struct Shown: Equatable {
    let newest: Set<Int>
    /// The number of writes, undos and redos so far.
    let changes: Int
  }

  private let clones: [CommandRunner]
  private let plan: String
  private var people = zip(UndoClonesStep.names, [0, 0, 1]).map { Person(name: $0, clone: $1) }
  private var writes = [Write(title: "T0", seen: [])]
  /// The positions of the writes in each clone.
  private var known: [Set<Int>] = [[0], [0]]
  /// The clone with an undo or redo that the other clone does not have; nil if there is no such
  /// clone.
  private var undoing: Int?
  private var changes = 0
  private(set) var failure: String?

  init() async throws {
    let pair = try await SharedBoard()
    clones = [pair.first, pair.second]
    plan = try await pair.first.add("T0")
    try await share()
  }

  /// Returns the first step that fails, with the reason; nil if all succeed.
  static func failure(of steps: [UndoClonesStep]) async throws -> String? {
    let clones = try await UndoClones()
    for step in steps {
      try await clones.take(step)
      for clone in clones.clones.indices { try clones.compare(clone) }
      if let failure = clones.failure { return "\(step): \(failure)" }
    }
    return nil
  }

  private func take(_ step: UndoClonesStep) async throws {
    switch step {
    case .share: try await share()
    case .write(let person, let title): try await write(title, by: person)
    case .undo(let person, let count): try await undo(count, by: person)
    case .redo(let person): try await redo(by: person)
    }
  }

  private func runner(of person: Int) -> CommandRunner {
    let runner = clones[people[person].clone]
    runner.now = clones.map(\.now).max() ?? runner.now
    runner.become(people[person].name)
    return runner
  }

  private func share() async throws {
    for clone in [0, 1, 0] {
      clones[clone].now = clones.map(\.now).max() ?? clones[clone].now
      try await clones[clone]("sync")
    }
    let all = known[0].union(known[1])
    known = [all, all]
    undoing = nil
  }

  private func write(_ title: String, by person: Int) async throws {
    let clone = people[person].clone
    // The model does not cover a write that is concurrent with an undo, so both clones are synced
    // first.
    if undoing.map({ $0 != clone }) ?? false { try await share() }
    if titles(in: clone) == [title] { return }
    try await runner(of: person)("edit", plan, "--title", title)
    changes += 1
    writes.append(Write(title: title, seen: known[clone]))
    known[clone].insert(writes.count - 1)
    people[person].past.append(writes.count - 1)
    people[person].future = []
  }

  private func undo(_ count: Int, by person: Int) async throws {
    try await prepare(person)
    let undone = Array(people[person].past.suffix(count))
    let clone = people[person].clone
    let before = try await tip(of: clone)
    let result = await runner(of: person).run(["undo", "\(count)"])
    guard undone.count == count else { return expect(result, exitCode: 1) }
    changes += 1
    people[person].past.removeLast(count)
    check(result, "undid", by: person, undone.reversed().map { [$0] }, areUndone: true)
    let after = try await tip(of: clone)
    let isMove = try await !isAncestor(before, of: after, in: clone)
    // Later writes are not descendants of a change that left the history.
    let had = known[clone].intersection(undone)
    if isMove { known[clone].subtract(undone) }
    people[person].future.append(
      Undo(writes: undone, origin: before, left: isMove ? shown(in: clone) : nil, known: had))
  }

  private func redo(by person: Int) async throws {
    try await prepare(person)
    let clone = people[person].clone
    let result = await runner(of: person).run(["redo"])
    guard let undo = people[person].future.popLast() else { return expect(result, exitCode: 1) }
    defer { changes += 1 }
    if let left = undo.left {
      guard try await tip(of: clone) == undo.origin else {
        return try recreate(undo, over: left, by: person, result)
      }
      known[clone].formUnion(undo.known)
    }
    people[person].past += undo.writes
    check(result, "redid", by: person, [undo.writes], areUndone: false)
  }

  private func tip(of clone: Int) async throws -> String {
    try await clones[clone].repository.git("rev-parse", "pmgit/main")
  }

  private func isAncestor(_ old: String, of new: String, in clone: Int) async throws -> Bool {
    try await clones[clone].repository.git("merge-base", old, new) == old
  }

  /// Adds the redo of changes that left the history to the model, as a new write. Checks that the
  /// title is restored if nothing changed since the undo.
  private func recreate(
    _ undo: Undo, over left: Shown, by person: Int, _ result: CommandRunner.Result
  ) throws {
    let clone = people[person].clone
    undoing = clone
    expect(result, exitCode: 0)
    let title = undo.writes.last.map { writes[$0].title } ?? ""
    let isThere = try found(in: clone) == [title]
    if !isThere, shown(in: clone) == left { failure = failure ?? "not there again: \(result)" }
    let isNew = isThere && newest(in: clone) == left.newest
    writes.append(Write(title: title, seen: known[clone]))
    people[person].past.append(writes.count - 1)
    if isNew { known[clone].insert(writes.count - 1) }
  }

  /// Syncs if an undo or redo would otherwise be concurrent with changes in the other clone.
  private func prepare(_ person: Int) async throws {
    let clone = people[person].clone
    if !known[1 - clone].isSubset(of: known[clone]) || undoing == 1 - clone { try await share() }
  }

  private func expect(_ result: CommandRunner.Result, exitCode: Int32) {
    guard result.exitCode != exitCode else { return }
    failure = failure ?? "not exit code \(exitCode): \(result)"
  }

  /// Marks writes in the model as undone or redone, part by part. Checks that the command reports a
  /// change if the titles changed, and no change if the current writes stayed the same.
  private func check(
    _ result: CommandRunner.Result, _ word: String, by person: Int, _ parts: [[Int]],
    areUndone: Bool
  ) {
    let clone = people[person].clone
    undoing = clone
    expect(result, exitCode: 0)
    var (showsAnother, isAnother) = (false, false)
    for part in parts {
      let (shown, live) = (titles(in: clone), newest(in: clone))
      for write in part { writes[write].isUndone = areUndone }
      showsAnother = showsAnother || shown != titles(in: clone)
      isAnother = isAnother || live != newest(in: clone)
    }
    let isSaid = result.messages.contains(word)
    // If only the author of the shown title differs, both reports are correct.
    if isSaid ? isAnother : !showsAnother { return }
    failure = failure ?? "\(isSaid ? "says" : "does not say") that it \(word) something: \(result)"
  }

  /// Returns the positions of the current writes in a clone.
  private func newest(in clone: Int) -> Set<Int> {
    let counting = known[clone].filter { !writes[$0].isUndone }
    return counting.filter { write in !counting.contains { writes[$0].seen.contains(write) } }
  }

  private func shown(in clone: Int) -> Shown {
    Shown(newest: newest(in: clone), changes: changes)
  }

  private func titles(in clone: Int) -> Set<String> {
    Set(newest(in: clone).map { writes[$0].title })
  }

  private func found(in clone: Int) throws -> Set<String> {
    let store = try BoardStore(
      at: clones[clone].repository.path, environment: clones[clone].environment)
    let id = try #require(PlanID(plan))
    let document = try #require(try store.snapshot().document(id))
    return Set(document[.field("title")].compactMap(\.value.string))
  }

  private func compare(_ clone: Int) throws {
    // The other clone does not know about the undo before it has synced.
    if undoing.map({ $0 != clone }) ?? false { return }
    let found = try found(in: clone)
    guard found != titles(in: clone) else { return }
    failure =
      failure ?? "clone \(clone) has \(found.sorted()), and not \(titles(in: clone).sorted())"
  }
}

/// Runs the script of a seed, and shortens it if it fails. Returns the report; nil if the script
/// succeeds.
private func undoClonesReport(seed: UInt64) async throws -> String? {
  let script = UndoClonesStep.script(seed: seed)
  guard var failure = try await UndoClones.failure(of: script) else { return nil }
  var shrinker = Shrinker(script, budget: 100)
  while let steps = shrinker.next() {
    let shorter = try await UndoClones.failure(of: steps)
    shrinker.judge(fails: shorter != nil)
    failure = shorter ?? failure
  }
  return Seeds.report(
    seed, suite: "UndoClonesTests", steps: shrinker.steps, of: script.count, failure: failure)
}

@Suite("People who undo and redo in several clones")
struct UndoClonesTests {
  @Test("see the newest titles that their authors have not undone", arguments: Seeds.each(8))
  func walk(seed: UInt64) async throws {
    if let report = try await undoClonesReport(seed: seed) { Issue.record("\(report)") }
  }

  @Test("keep a value if each undoes their own one of a conflict, in any field")
  func undoEachTheirOwn() async throws {
    let pair = try await SharedBoard()
    let clones = [pair.first, pair.second]
    let plan = try await pair.first.add("Title of both")
    for clone in clones { try await clone("sync") }
    for (clone, word) in zip(clones, ["first", "second"]) {
      try await clone("edit", plan, "--title", word, "--body", "Text of \(word)")
      try await clone("move", plan, word == "first" ? "doing" : "done")
    }
    for clone in clones + clones { try await clone("sync") }
    for clone in clones { try await clone("undo", "2") }
    for clone in clones + clones { try await clone("sync") }
    for clone in clones {
      let conflicts = try await clone("resolve", "--list", "--json")
      for value in ["first", "second", "Text of first", "Text of second", "doing", "done"] {
        #expect(conflicts.contains("\"\(value)\""), "\(value): \(conflicts)")
      }
      let shown = try await clone("show", plan)
      #expect(shown.contains("first") || shown.contains("second"), "\(shown)")
    }
  }
}

@Suite("People who undo and redo in several clones, for long", .soak)
struct UndoClonesSoak {
  @Test("see the newest titles that their authors have not undone")
  func walk() async throws {
    try await Soak.run("undo in several clones") { seed in
      let report = try await undoClonesReport(seed: seed)
      if let report { Issue.record("\(report)") }
      return report == nil
    }
  }
}
