import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Sharing a board")
struct SyncTests {
  @Test("The first sync makes the board on the remote, the next finds nothing to do")
  func firstPush() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try await BoardFixture(try await ScratchRepository(cloning: hub))
    try await ada.create()
    try await ada.add("a plan")
    let result = try await ada.sync()
    #expect(result.createdOnRemote)
    #expect(result.pushed == 3)
    #expect(result.fetched == 0)
    #expect(try result.commit == ada.tip())
    #expect(try ada.store().trackingTip() == ada.tip())
    try await expectRest(hub, [ada])
    #expect(try hub.open().references(under: "refs/").map(\.name) == [branch])

    let again = try await ada.sync()
    #expect(again.kind == .upToDate)
    #expect((again.fetched, again.pushed) == (0, 0))
    #expect(!again.createdOnRemote)
  }

  @Test("A clone without the board takes it up by a sync")
  func takeUp() async throws {
    let (hub, ada, _, _) = try await pair()
    let cleo = try await BoardFixture(
      try await ScratchRepository(cloning: hub), person: "Cleo", seed: 7)
    let result = try await cleo.sync()
    #expect(result.kind == .fastForward)
    #expect(result.fetched == 3)
    try await expectRest(hub, [ada, cleo])
    let status = try cleo.store().sharingStatus()
    #expect(status.isShared && status.ahead == 0 && status.behind == 0)
  }

  @Test("What came and what went is counted, without merges being reported twice")
  func counts() async throws {
    let (_, ada, ben, id) = try await pair()
    try await ada.edit(id, .state("doing"))
    try await ada.edit(id, .state("done"))
    try await ada.sync()
    let behind = try await ben.sync()
    #expect(behind.kind == .fastForward)
    #expect((behind.fetched, behind.pushed) == (2, 0))
    try await ben.edit(id, .title("x"))
    let ahead = try await ben.sync()
    #expect(ahead.kind == .upToDate)
    #expect((ahead.fetched, ahead.pushed) == (0, 1))
  }

  @Test("Two people who each make a board offline have one board")
  func apart() async throws {
    let hub = try await ScratchRepository(bare: true)
    var people: [BoardFixture] = []
    for (index, name) in ["Ada", "Ben"].enumerated() {
      let clone = try await ScratchRepository(cloning: hub)
      let person = try await BoardFixture(clone, person: name, seed: UInt64(index))
      try await person.create()
      try await person.add(name)
      people.append(person)
    }
    try await syncAll(people[0], people[1], people[0])
    #expect(try people[0].titles() == ["Ada", "Ben"])
    try await expectRest(hub, people)
  }

  @Test("Pulling alone sends nothing, pushing alone brings nothing and does not overwrite")
  func directions() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    let old = try #require(try hub.open().reference(branch))
    #expect(try await ada.sync(.pull).kind == .upToDate)
    #expect(try hub.open().reference(branch) == old)
    #expect(try await ada.sync(.push).pushed == 1)
    #expect(try hub.open().reference(branch) == ada.tip())

    try await ben.edit(id, .state("done"))
    let tip = try ben.tip()
    let error = try await storeError { try await ben.sync(.push) }
    guard case .behindRemote(.main, remote: "origin") = error else { throw error }
    #expect(try ben.tip() == tip)
    #expect(try hub.open().reference(branch) == ada.tip())
    #expect(try await ben.sync(.pull).kind == .merged)
    #expect(try await ben.sync(.push).pushed == 2)
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
  }

  /// Returns a remote with a board, and a clone with a new board that never fetched.
  private func neverFetched() async throws -> (hub: ScratchRepository, ben: BoardFixture) {
    let (hub, _) = try await BoardFixture.sharing(1)
    let scratch = try await ScratchRepository()
    try await scratch.git("remote", "add", "origin", hub.path)
    let ben = try await BoardFixture(scratch, person: "Ben")
    try await ben.create()
    #expect(try ben.store().trackingTip() == nil)
    return (hub, ben)
  }

  @Test("A push of what the remote has already did not make the board there")
  func pushOfTheSame() async throws {
    let (hub, ben) = try await neverFetched()
    let result = try await ben.sync(.push)
    #expect(!result.createdOnRemote)
    #expect(result.pushed == 0)
    #expect(try hub.open().reference(branch) == ben.tip())
    #expect(try ben.store().trackingTip() == ben.tip())
  }

  @Test("A push to a board that was never fetched sends only what the remote lacks")
  func pushWithoutFetch() async throws {
    let (hub, ben) = try await neverFetched()
    try await ben.add("Deploy")
    #expect(try ben.store().trackingTip() == nil)
    let result = try await ben.sync(.push)
    #expect(!result.createdOnRemote)
    #expect(result.pushed == 1)
    #expect(try hub.open().reference(branch) == ben.tip())
  }
}
