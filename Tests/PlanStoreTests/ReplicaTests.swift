import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Three clones of one board that change plans and share them in a random order, beside a model
/// that knows only who has seen which write.
private final class ReplicaScript {
  /// An element that was written at a path, or nil where the path was cleared.
  private struct Write {
    let plan: PlanID
    let path: ElementPath
    let element: Element?
    /// The writes of the path that the writer had seen, and so replaced.
    let replaces: Set<Int>
  }

  private var random: SeededGenerator
  private let hub: ScratchRepository
  private let people: [BoardFixture]
  private var writes: [Write] = []
  /// The writes that each clone, and last the hub, has.
  private var seen: [Set<Int>]
  private var plans: [PlanID] = []
  private var log: [String] = []
  /// Syncs that merged.
  private(set) var merges = 0

  init(seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    (hub, people) = try await BoardFixture.sharing(3, seed: seed * 10 + 1)
    seen = Array(repeating: [], count: 4)
    // Clocks that are far apart change what is shown, and nothing else.
    for (index, person) in people.enumerated() { person.seconds += Int64(index) * 1_000_000 }
  }

  var description: String { log.joined(separator: "\n") }

  func run(steps: Int) async throws {
    for _ in 0..<steps {
      let person = Int.random(in: people.indices, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: try await change(person)
      case 5..<7: try await sync(person)
      case 7: try await pull(person)
      default: try await pull(person, from: (person + 1) % people.count)
      }
    }
  }

  /// Lets all sync in turns until nothing moves any more, and returns how many rounds that took.
  func settle() async throws -> Int {
    for round in 1...6 {
      let before = try tips()
      for person in people.indices.shuffled(using: &random) { try await sync(person) }
      if try tips() == before { return round - 1 }
    }
    return .max
  }

  func tips() throws -> [ObjectID] {
    try people.map { try $0.tip() } + [try #require(try hub.open().reference(branch))]
  }

  // MARK: - Steps

  private func change(_ person: Int) async throws {
    let author = people[person].author()
    let known = plans.filter { plan in seen[person].contains { writes[$0].plan == plan } }
    if known.isEmpty || Int.random(in: 0..<4, using: &random) == 0 {
      let id = PlanID.random(using: &random)
      plans.append(id)
      let edits: [Edit] = [.title("new \(writes.count)"), .state("todo")]
      log.append("\(person) creates \(id)")
      try await people[person].change(by: author) { try $0.create(id, edits) }
      note(edits, of: id, stamp: .none, by: person)
      return
    }
    let id = known.randomElement(using: &random) ?? known[0]
    let before = try #require(try people[person].document(id))
    var edits: [Edit] = []
    for _ in 0...Int.random(in: 0..<2, using: &random) {
      let number = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: edits.append(.title("title \(number)"))
      case 1: edits.append(.state(["todo", "doing", "done"][number]))
      case 2: edits.append(.add("l\(number)", to: .labels))
      case 3: edits.append(.remove("l\(number)", from: .labels))
      case 4: edits.append(.check("c\(number)", done: number > 0))
      default: edits.append(before.deletion(at: Timestamp(seconds: author.author.seconds), by: "x"))
      }
    }
    log.append("\(person) edits \(id): \(edits)")
    try await people[person].change(by: author) { try $0.edit(id, edits) }
    note(edits, of: id, stamp: author.stamp, by: person)
  }

  /// Notes what a command wrote, in the model's own words.
  private func note(_ edits: [Edit], of plan: PlanID, stamp: Stamp, by person: Int) {
    for edit in edits {
      let (path, value): (ElementPath, JSONValue?) =
        switch edit {
        case .write(let path, let value): (path, value)
        case .clear(let path): (path, nil)
        }
      let candidates = live(seen[person], of: plan, at: path)
      // Writing the only value again is no write, and clearing nothing is none.
      let values = candidates.compactMap { writes[$0].element?.value }
      if let value, !values.isEmpty, values.allSatisfy({ $0 == value }) { continue }
      if value == nil, values.isEmpty { continue }
      seen[person].insert(writes.count)
      writes.append(
        Write(
          plan: plan, path: path, element: value.map { Element(stamp: stamp, value: $0) },
          replaces: Set(candidates)))
    }
  }

  private func sync(_ person: Int) async throws {
    log.append("\(person) syncs")
    if try await people[person].sync().kind == .merged { merges += 1 }
    seen[person].formUnion(seen[3])
    seen[3] = seen[person]
  }

  private func pull(_ person: Int) async throws {
    log.append("\(person) pulls")
    try await people[person].sync(.pull)
    seen[person].formUnion(seen[3])
  }

  /// Pulls from another clone instead of the hub, which makes histories that cross.
  private func pull(_ person: Int, from other: Int) async throws {
    log.append("\(person) pulls from \(other)")
    let (one, theirs) = (people[person], people[other].repository.path)
    // As the user's own configuration, so that the clone's is not changed.
    try one.repository.write(
      """
      [remote "peer"]
      url = \(theirs)
      [pmgit]
      remote = peer

      """, to: "home/.gitconfig")
    defer { _ = try? one.repository.write("", to: "home/.gitconfig") }
    if try await one.sync(.pull).kind == .merged { merges += 1 }
    seen[person].formUnion(seen[other])
  }

  // MARK: - The model

  /// The writes of a path that nobody in `known` replaced.
  private func live(_ known: Set<Int>, of plan: PlanID, at path: ElementPath) -> [Int] {
    let here = known.filter { writes[$0].plan == plan && writes[$0].path == path }
    let replaced = here.reduce(into: Set()) { $0.formUnion(writes[$1].replaces) }
    return here.subtracting(replaced).sorted()
  }

  /// Says how the board of a person differs from the model; nil if it does not.
  func difference(of person: Int) throws -> String? {
    var expected: [PlanID: PlanDocument] = [:]
    for index in seen[person] {
      let (plan, path) = (writes[index].plan, writes[index].path)
      var document = expected[plan] ?? PlanDocument(id: ExactString(plan.text))
      document[path] = live(seen[person], of: plan, at: path).compactMap { writes[$0].element }
      expected[plan] = document
    }
    let snapshot = try people[person].store().snapshot()
    guard Set(try snapshot.ids()) == Set(expected.keys) else { return "other plans" }
    for (id, document) in expected {
      let found = try #require(try snapshot.document(id))
      if found != document {
        return """
          is \(String(decoding: PlanFile.bytes(of: found), as: UTF8.self))
          should be \(String(decoding: PlanFile.bytes(of: document), as: UTF8.self))
          """
      }
    }
    return nil
  }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for person in people.indices {
      if let difference = try difference(of: person) {
        Issue.record(
          "clone \(person): \(difference)\n\(description)", sourceLocation: sourceLocation)
      }
    }
  }

  func fsck() async throws -> String {
    var findings = try await hub.git("fsck", "--strict", "--no-dangling", "--no-progress")
    for person in people { findings += try await person.fsck() }
    return findings
  }
}

@Suite("Clones that change and share in any order")
struct ReplicaTests {
  @Test("hold what was written and not replaced, and come to rest on one commit", arguments: 0..<30)
  func convergence(seed: UInt64) async throws {
    let script = try await ReplicaScript(seed: seed)
    for _ in 0..<2 {
      try await script.run(steps: 10)
      try script.check()
    }
    let rounds = try await script.settle()
    #expect(rounds <= 2, "\(script.description)")
    #expect(Set(try script.tips()).count == 1, "\(script.description)")
    try script.check()
    #expect(try await script.fsck() == "")
    #expect(script.merges > 0)
  }
}
