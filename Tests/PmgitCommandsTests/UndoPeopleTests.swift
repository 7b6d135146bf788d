import PlanModel
import PmgitTestSupport
import Testing

/// Two people who change, undo and redo on one board, against what undoing means: each value belongs
/// to the write that made it, whoever brought it back.
private final class UndoPeople {
  /// A value that somebody has written to a field.
  private struct Write {
    let value: String
    let author: String
    var isThere = true
  }

  /// A write by its field and its number there.
  private struct Place: Hashable {
    let field: String
    let index: Int
  }

  /// What an undo took off the past, oldest first, the writes that went with it, and the number of the
  /// write that each field showed then.
  private struct Undone {
    let past: [[Place]]
    let taken: [Place]
    let left: [String: Int]
  }

  private let pmgit: CommandRunner
  private let plan: String
  private var random: SeededGenerator
  /// By field, oldest first; the last one that is there is shown.
  private var writes: [String: [Write]] = [:]
  /// By person, oldest first: what can be undone, and what can be redone.
  private var past: [String: [[Place]]] = [:]
  private var future: [String: [Undone]] = [:]
  private(set) var steps: [String] = []

  private static let people = ["ada", "ben"]
  private static let fields = ["title", "owner", "body", "due"]

  init(seed: UInt64) async throws {
    pmgit = try await CommandRunner(seed: seed)
    random = SeededGenerator(seed: seed)
    // Somebody else has made the plan, which is not to go.
    for role in ["AUTHOR", "COMMITTER"] {
      pmgit.environment["GIT_\(role)_NAME"] = "cleo"
      pmgit.environment["GIT_\(role)_EMAIL"] = "cleo@example.org"
    }
    try await pmgit("init")
    plan = try await pmgit.add(
      "none", "--owner", "none yet", "--body", "none", "--due", "2026-01-01")
    for (field, value) in [
      ("title", "none"), ("owner", "none yet"), ("body", "none"), ("due", "2026-01-01"),
    ] {
      writes[field] = [Write(value: value, author: "cleo")]
    }
  }

  private func become(_ person: String) {
    for role in ["AUTHOR", "COMMITTER"] {
      pmgit.environment["GIT_\(role)_NAME"] = person
      pmgit.environment["GIT_\(role)_EMAIL"] = "\(person)@example.org"
    }
  }

  func step(_ number: Int) async throws {
    let person = random.pick(Self.people)
    become(person)
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
    for field in Self.fields where random.chance(40) {
      let value = field == "due" ? "2027-\(10 + number % 3)-\(10 + number % 18)" : "v\(number)"
      if shown(field) == value { continue }
      arguments += ["--\(field)", value]
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

  private func shown(_ field: String) -> String? { writes[field]?.last(where: \.isThere)?.value }

  private func undo(_ count: Int, by person: String) async throws {
    steps.append("\(person): undo \(count)")
    let result = await pmgit.run(["undo", "\(count)"])
    guard past[person, default: []].count >= count else {
      #expect(result.exitCode == 1, "\(steps)\n\(result)")
      return
    }
    let targets = Array(past[person, default: []].suffix(count))
    var taken: [Place] = []
    for place in targets.reversed().joined() { taken += take(place, by: person) }
    #expect(result.exitCode == 0, "\(steps)\n\(result)")
    let isSaid = !result.messages.contains("undid")
    #expect(isSaid == taken.isEmpty, "\(steps)\n\(result)")
    past[person]?.removeLast(count)
    future[person, default: []].append(Undone(past: targets, taken: taken, left: shownIndices()))
  }

  private func redo(by person: String) async throws {
    steps.append("\(person): redo")
    let result = await pmgit.run(["redo"])
    guard let undone = future[person, default: []].last else {
      #expect(result.exitCode == 1, "\(steps)\n\(result)")
      return
    }
    // A field that shows something else by now was changed by others, be it by an undo of theirs.
    let shown = shownIndices()
    let places = undone.taken.filter { shown[$0.field] == undone.left[$0.field] }
    #expect(result.exitCode == 0, "\(steps)\n\(result)")
    #expect(result.messages.contains("redid") == !places.isEmpty, "\(steps)\n\(result)")
    for place in places { writes[place.field]?[place.index].isThere = true }
    future[person]?.removeLast()
    past[person, default: []] += undone.past
  }

  /// Takes a write away, unless somebody else's stands above it. The person's own ones above it are
  /// those that were undone before, when somebody else's still stood above them: they go as well.
  private func take(_ place: Place, by person: String) -> [Place] {
    guard let found = writes[place.field], found[place.index].isThere else { return [] }
    let standing = found.indices.filter { $0 >= place.index && found[$0].isThere }
    guard standing.allSatisfy({ found[$0].author == person }) else { return [] }
    for index in standing { writes[place.field]?[index].isThere = false }
    return standing.map { Place(field: place.field, index: $0) }
  }

  /// The number of the write that each field shows.
  private func shownIndices() -> [String: Int] {
    writes.compactMapValues { $0.lastIndex(where: \.isThere) }
  }

  private func compare() async throws {
    let text = try await pmgit("show", plan)
    for field in Self.fields {
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(field)\t") }
      let found = line.map { String($0.dropFirst(field.count + 1)) }
      #expect(found == shown(field), "\(field)\n\(steps.joined(separator: "\n"))")
    }
  }
}

@Suite("Two people who undo and redo")
struct UndoPeopleTests {
  @Test("never take back what the other one has written", arguments: Seeds.each(8))
  func walk(seed: UInt64) async throws {
    let people = try await UndoPeople(seed: seed)
    for number in 0..<25 { try await people.step(number) }
  }
}

@Suite("Two people who undo and redo, for long", .soak)
struct UndoPeopleSoak {
  @Test("never take back what the other one has written")
  func walk() async throws {
    try await Soak.run("undo of two people") { seed in
      let people = try await UndoPeople(seed: seed)
      for number in 0..<25 { try await people.step(number) }
      return true
    }
  }
}
