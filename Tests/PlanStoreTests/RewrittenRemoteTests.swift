import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("A remote whose history was rewritten")
struct RewrittenRemoteTests {
  @Test("A remote that was rewritten loses nothing, neither its old commits nor ours")
  func rewritten() async throws {
    let (hub, ada, ben, id) = try await pair()
    let base = try ada.tip()
    let lost = try await ada.add("pushed, then rewritten away")
    try await ada.sync()
    try await ben.sync(.pull)
    try await ben.add("ben's own")
    // The branch is forced back, and gets new commits there.
    try await hub.git("update-ref", branch, base.hex)
    try await hub.commitFiles([(PlanID.test("zz").path, handWritten(.test("zz"), title: "forced"))])
    let result = try await ben.sync()
    #expect(result.kind == .merged)
    try await ada.sync()
    let titles = ["a plan", "ben's own", "forced", "pushed, then rewritten away"]
    #expect(try ada.titles() == titles)
    #expect(try ben.titles() == titles)
    #expect(try ada.plan(lost).id == lost)
    #expect(try ben.document(id) == ada.document(id))
    try await expectRest(hub, [ada, ben])
  }

  @Test("What a plain fetch saw before the remote was rewritten is merged too")
  func rewrittenAfterFetch() async throws {
    let (hub, ada, ben, _) = try await pair()
    let base = try ada.tip()
    try await ada.add("seen only by a fetch")
    try await ada.sync()
    try await ben.repository.git("fetch", "--quiet")
    try await hub.git("update-ref", branch, base.hex)
    try await hub.commitFiles([(PlanID.test("zz").path, handWritten(.test("zz"), title: "forced"))])
    let result = try await ben.sync()
    #expect(result.kind == .merged)
    #expect(try ben.titles() == ["a plan", "forced", "seen only by a fetch"])
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("What a plain fetch saw is merged too if the remote went back to what is here")
  func wentBack() async throws {
    let (hub, ada, ben, _) = try await pair()
    let base = try ada.tip()
    try await ada.add("seen only by a fetch")
    try await ada.sync()
    try await ben.repository.git("fetch", "--quiet")
    try await hub.git("update-ref", branch, base.hex)
    #expect(try ben.tip() == base)
    try await ben.sync()
    #expect(try ben.titles() == ["a plan", "seen only by a fetch"])
    try await expectRest(hub, [ada, ben])
  }

  @Test("A broken head that the remote had before does not keep the mended one out")
  func mended() async throws {
    let path = ".git"
    let (hub, ada, ben, id) = try await pair()
    let base = try ada.tip()
    try await ada.edit(id, .title("mended"))
    try await ada.sync()
    var entries = try await hub.rawEntries(of: base.hex)
    entries.insert(RawEntry("100644", path, try await hub.blob("bad")), at: 0)
    let broken = try await hub.rawCommit(tree: hub.rawTree(entries), parents: [base.hex])
    let mended = try ada.tip()
    try await hub.git("update-ref", branch, broken)
    let error = try await storeError { try await ben.sync() }
    guard case .unsafeHead(_, path: path, _) = error else { throw error }
    try await hub.git("update-ref", branch, mended.hex)
    #expect(try await ben.sync().kind == .fastForward)
    #expect(try ben.tip() == mended)
  }

  @Test("A remote that was squashed into a new root loses nothing")
  func unrelatedRoot() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ben.edit(id, .title("ben's"))
    let squashed = try await hub.rawCommit(tree: "\(branch)^{tree}")
    try await hub.git("update-ref", branch, squashed)
    try await syncAll(ben, ada)
    #expect(try ada.plan(id).title == "ben's")
    // In the worst case the old value is a candidate again.
    #expect(try ada.plan(id).conflicts.map(\.field) == ["title"])
    try await expectRest(hub, [ada, ben])
  }
}
