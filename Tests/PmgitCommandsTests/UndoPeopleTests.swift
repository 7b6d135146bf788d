import PlanModel
import PmgitTestSupport
import Testing

/// People who change, undo and redo on one board, compared with the definition of undo: a field
/// shows its newest value that its author has not undone.
private final class UndoPeople {
  /// A value that was written to a field.
  private struct Write {
    /// Empty if the field was cleared.
    let value: String
    let author: String
    var isUndone = false
  }

  /// The field of a write, and its index among the writes of the field.
  private struct Place: Hashable {
    let field: String
    let index: Int
  }

  private let pmgit: CommandRunner
  private let plan: String
  private var random: SeededGenerator
  /// The writes of each field, oldest first. The last one that was not undone is shown.
  private var writes: [String: [Write]] = [:]
  /// The changes that each person can undo, oldest first.
  private var past: [String: [[Place]]] = [:]
  /// The undos that each person can redo, oldest first. Each one has the changes that it undid.
  private var future: [String: [[[Place]]]] = [:]
  private(set) var steps: [String] = []

  private static let people = ["ada", "ben", "cleo"]
  /// The fields that people change in each test case. With few fields, they often change the same
  /// one. At first the plan has no owner and no due date.
  static let fields = [["title"], ["due"], ["title", "owner", "body", "due"]]
  private let fields: [String]

  init(seed: UInt64, fields: [String]) async throws {
    self.fields = fields
    pmgit = try await CommandRunner(seed: seed)
    random = SeededGenerator(seed: seed)
    // Another person has made the plan, so nobody undoes its creation.
    pmgit.become("dan")
    try await pmgit("init")
    plan = try await pmgit.add("none", "--body", "none")
    for (field, value) in [("title", "none"), ("owner", ""), ("body", "none"), ("due", "")] {
      writes[field] = [Write(value: value, author: "dan")]
    }
  }

  func step(_ number: Int) async throws {
    let person = random.pick(Self.people)
    pmgit.become(person)
    switch random.number(below: 10) {
    case 0..<3: try await undo(1 + random.number(below: 2), by: person)
    case 3: try await redo(by: person)
    default: try await change(number, by: person)
    }
    try await compare()
  }

  private func change(_ number: Int, by person: String) async throws {
    var arguments = ["edit", plan]
    var places: [Place] = []
    for field in fields where fields.count == 1 || random.chance(40) {
      let value = value(for: field, number)
      if shown(field) == value { continue }
      arguments += ["--\(field)", value.isEmpty ? "none" : value]
      places.append(Place(field: field, index: writes[field]?.count ?? 0))
      writes[field]?.append(Write(value: value, author: person))
    }
    guard !places.isEmpty else { return }
    steps.append("\(person): \(arguments.dropFirst(2).joined(separator: " "))")
    let result = await pmgit.run(arguments)
    #expect(result.exitCode == 0, "\(result)")
    past[person, default: []].append(places)
    future[person] = []
  }

  private func value(for field: String, _ number: Int) -> String {
    guard field == "due" else { return "v\(number)" }
    return random.chance(20) ? "" : "2027-\(10 + number % 3)-\(10 + number % 18)"
  }

  private func shown(_ field: String) -> String? { writes[field]?.last { !$0.isUndone }?.value }

  private func undo(_ count: Int, by person: String) async throws {
    steps.append("\(person): undo \(count)")
    let result = await pmgit.run(["undo", "\(count)"])
    guard past[person, default: []].count >= count else {
      #expect(result.exitCode == 1, "\(steps)\n\(result)")
      return
    }
    let targets = Array(past[person, default: []].suffix(count))
    mark(targets.reversed(), isUndone: true, as: "undid", result)
    past[person]?.removeLast(count)
    future[person, default: []].append(targets)
  }

  private func redo(by person: String) async throws {
    steps.append("\(person): redo")
    let result = await pmgit.run(["redo"])
    guard let undone = future[person, default: []].popLast() else {
      #expect(result.exitCode == 1, "\(steps)\n\(result)")
      return
    }
    mark(undone, isUndone: false, as: "redid", result)
    past[person, default: []] += undone
  }

  /// Marks changes as undone or redone, one after the other, and checks what the command reported.
  ///
  /// Several changes together may leave the fields as they were. Then the command may report a
  /// change or none.
  private func mark(
    _ changes: [[Place]], isUndone: Bool, as word: String, _ result: CommandRunner.Result
  ) {
    let wasShown = fields.map(shown)
    var hasShownAnother = false
    for change in changes {
      let before = fields.map(shown)
      for place in change { writes[place.field]?[place.index].isUndone = isUndone }
      hasShownAnother = hasShownAnother || before != fields.map(shown)
    }
    #expect(result.exitCode == 0, "\(steps)\n\(result)")
    let isSaid = result.messages.contains(word)
    let isRight = isSaid ? hasShownAnother : wasShown == fields.map(shown)
    #expect(isRight, "\(steps)\n\(result)")
  }

  private func compare() async throws {
    let text = try await pmgit("show", plan)
    // All writes are in one repository, so there can be no conflict.
    #expect(!text.contains("\nconflict\t"), "\(steps.joined(separator: "\n"))\n\(text)")
    for field in fields {
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(field)\t") }
      let found = line.map { String($0.dropFirst(field.count + 1)) }
      #expect(found == shown(field), "\(field)\n\(steps.joined(separator: "\n"))")
    }
  }
}

@Suite("People who undo and redo")
struct UndoPeopleTests {
  @Test(
    "see the newest values that their authors have not undone", arguments: Seeds.each(12),
    UndoPeople.fields)
  func walk(seed: UInt64, fields: [String]) async throws {
    let people = try await UndoPeople(seed: seed, fields: fields)
    for number in 0..<25 { try await people.step(number) }
  }

  @Test(
    "What is redone where nothing was left stands alone, even if somebody had cleared the field",
    arguments: ["2027-02-02", "none"])
  func nothingLeft(due: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let plan = try await pmgit.add("A plan")
    for (person, arguments) in [
      ("ada", ["edit", plan, "--due", "2027-01-01"]),
      ("ben", ["edit", plan, "--due", due]),
      ("ada", ["undo"]), ("ben", ["undo"]), ("ada", ["redo"]),
    ] {
      pmgit.become(person)
      #expect(await pmgit.run(arguments).exitCode == 0, "\(person): \(arguments)")
    }
    #expect(try await pmgit.field("due", of: plan) == "2027-01-01")
    #expect(try await pmgit("resolve", "--list") == "")
  }

  @Test(
    "What another person made alike stays, and the undo gives that reason",
    arguments: ["import", "series"])
  func madeTwice(kind: String) async throws {
    let pair = try await SharedBoard()
    let first = try await pair.first.add("Water", "--repeat", "1w", "--due", "2026-12-01")
    try await pair.syncBoth()
    for pmgit in [pair.first, pair.second] {
      if kind == "import" {
        let result = await pmgit.run(["import", "-"], input: "id,title\nx1,One\nx2,Two\n")
        #expect(result.exitCode == 0, "\(result)")
      } else {
        try await pmgit("move", first, "done")
      }
    }
    for pmgit in [pair.first, pair.second, pair.first] { try await pmgit("sync") }
    let before = try await pair.first("list", "is:any", "--fields", "id,state,title")
    for pmgit in [pair.first, pair.second] {
      let undone = await pmgit.run(["undo"])
      #expect(undone.messages.contains("as it is: somebody else made it too"), "\(undone)")
      #expect(!undone.messages.contains("by hand"), "\(undone)")
      #expect(try await pmgit("list", "is:any", "--fields", "id,state,title") == before)
    }
  }

  @Test("What one person made alike in two clones is undone in one of them")
  func madeTwiceByOne() async throws {
    let pair = try await SharedBoard()
    for pmgit in [pair.first, pair.second] {
      pmgit.become("ada")
      let result = await pmgit.run(["import", "-"], input: "id,title\nx1,One\nx2,Two\n")
      #expect(result.exitCode == 0, "\(result)")
      try await pmgit("sync")
    }
    try await pair.first("sync")
    try await pair.first("undo")
    #expect(try await pair.first("list", "--all") == "")
    let deleted = try await pair.first("list", "is:deleted")
    #expect(deleted.split(separator: "\n").count == 2)
  }
}

@Suite("People who undo and redo, for long", .soak)
struct UndoPeopleSoak {
  @Test("see the newest values that their authors have not undone")
  func walk() async throws {
    try await Soak.run("undo of several people") { seed in
      let people = try await UndoPeople(seed: seed, fields: UndoPeople.fields[Int(seed % 3)])
      for number in 0..<25 { try await people.step(number) }
      return true
    }
  }
}
