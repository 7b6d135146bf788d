import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Two people who share a board with one plan, `k7`, and a remote that strangers push to.
struct HostileBoard {
  let hub: ScratchRepository
  let ada: BoardFixture
  let ben: BoardFixture
  static let plan = PlanID.test("k7")

  /// - Parameter plans: More plans that both people have, with the title `good`.
  init(with plans: [PlanID] = []) async throws {
    let (hub, people) = try await BoardFixture.sharing(2)
    (self.hub, ada, ben) = (hub, people[0], people[1])
    try await ada.change { transaction in
      try transaction.create(Self.plan, [.title("shared"), .state("todo")])
      for id in plans { try transaction.create(id, [.title("good"), .state("todo")]) }
    }
    try await ada.sync()
    try await ben.sync()
    ben.seconds = ada.seconds + 100
  }

  /// Returns the board as a new clone shows it.
  func freshClone() async throws -> BoardSnapshot {
    let clone = try await ScratchRepository(cloning: hub)
    return try BoardStore(at: clone.path, environment: clone.program.environment).snapshot()
  }

  /// Runs a body on the store of a new clone.
  func freshClone(_ body: (BoardStore) async throws -> Void) async throws {
    let clone = try await ScratchRepository(cloning: hub)
    try await body(try BoardStore(at: clone.path, environment: clone.program.environment))
  }

  /// Changes and shares a plan as usual. Checks that both clones and the remote end at the same
  /// commit.
  func expectWorks(
    _ title: String = "works on", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ada.edit(Self.plan, .title(title))
    try await ada.sync()
    try await ben.sync()
    try await ada.sync()
    #expect(try ada.plan(Self.plan).title == title, sourceLocation: sourceLocation)
    #expect(try ben.plan(Self.plan).title == title, sourceLocation: sourceLocation)
    let tips = [try ada.tip(), try ben.tip(), try hub.open().reference(branch)]
    #expect(Set(tips).count == 1, "\(tips)", sourceLocation: sourceLocation)
  }

  /// Lets Ben's clone and a new clone merge the same two heads independently: Ben's head and the
  /// remote's.
  ///
  /// - Returns: The merge, which must be the same commit in both clones.
  func mergeApart() async throws -> ObjectID {
    let third = try await ScratchRepository(cloning: hub)
    try await third.git("fetch", "--quiet", ben.repository.path, "\(branch):\(branch)")
    let store = try BoardStore(at: third.path, environment: third.program.environment)
    let one = try await store.sync(.pull, person: nil)
    let other = try await ben.sync(.pull)
    #expect(one.kind == .merged && one.commit == other.commit)
    #expect(one.setAside == other.setAside)
    return other.commit
  }
}

/// Returns `count` ids. Each call returns the same ones.
func planIDs(_ count: Int) -> [PlanID] {
  var random = SeededGenerator(seed: 4711)
  return (0..<count).map { _ in PlanID.random(using: &random) }
}

extension BoardStore {
  /// Makes the first change in a clone. The change creates the clone's branch.
  func firstChange() async throws {
    let signature = Signature(
      name: "Ada", email: "ada@example.org", seconds: BoardFixture.start, offsetMinutes: 0)
    let author = ChangeIdentity(author: signature, committer: signature, stamp: Stamp("s"))
    _ = try await change(by: author) { transaction in
      try transaction.create(.test("z9"), [.title("first")])
      return CommitMessage(subject: "add", plans: [])
    }
  }
}
