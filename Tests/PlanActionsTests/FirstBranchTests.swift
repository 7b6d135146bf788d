import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("A board that comes to a remote first")
struct FirstBranchTests {
  @Test(
    "is reported, as hosts may make its branch the default one; not behind code or another board")
  func first() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try await Worker("Ada", of: hub, seed: 1)
    _ = try await ada.board().createBoard()
    #expect(try await ada.board().sync().notices.count == 1)
    #expect(try await ada.board().sync().notices.isEmpty)
    try await ada.repository.git("config", "pmgit.board", "other")
    _ = try await ada.board().createBoard()
    let second = try await ada.board().sync()
    #expect(second.createdOnRemote && second.notices.isEmpty)
  }

  @Test("is not, where the code was pushed before")
  func code() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try await Worker("Ada", of: hub, seed: 1)
    try await ada.repository.git("commit", "--allow-empty", "-q", "-m", "first")
    try await ada.repository.git("push", "-q", "origin", "HEAD")
    _ = try await ada.board().createBoard()
    let shared = try await ada.board().sync()
    #expect(shared.createdOnRemote && shared.notices.isEmpty)
  }
}
