import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Checks that all clones and the hub are at the same commit, and that git finds no damage.
func expectRest(
  _ hub: ScratchRepository, _ people: [BoardFixture],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let tips = try people.map { try $0.tip() }
  #expect(Set(tips).count == 1, "\(tips)", sourceLocation: sourceLocation)
  #expect(try hub.open().reference(branch) == tips[0], sourceLocation: sourceLocation)
  for person in people {
    #expect(try await person.fsck() == "", sourceLocation: sourceLocation)
  }
  #expect(
    try await hub.git("fsck", "--strict", "--no-dangling", "--no-progress") == "",
    sourceLocation: sourceLocation)
}

/// Returns two people who share one plan.
func pair() async throws -> (
  hub: ScratchRepository, ada: BoardFixture, ben: BoardFixture, id: PlanID
) {
  let (hub, people) = try await BoardFixture.sharing(2)
  let id = try await people[0].add("a plan")
  try await people[0].sync()
  try await people[1].sync()
  people[1].seconds = people[0].seconds + 100
  return (hub, people[0], people[1], id)
}

func syncAll(_ people: BoardFixture...) async throws {
  for person in people { try await person.sync() }
}
