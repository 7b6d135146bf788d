import Foundation
import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Whether pmgit keeps the number of loose objects small.
@Suite("Maintenance")
struct MaintenanceTests {
  /// Returns a board with these git settings and about 700 objects from edits of one plan.
  private func edited(_ settings: [String]) async throws -> BoardFixture {
    let fixture = try await BoardFixture()
    for setting in settings {
      let parts = setting.split(separator: "=").map(String.init)
      try await fixture.repository.git("config", parts[0], parts[1])
    }
    try fixture.noteCode()
    let id = try await fixture.add("A plan")
    for number in 0..<140 { try await fixture.edit(id, .title("title \(number)")) }
    return fixture
  }

  private func looseObjects(_ fixture: BoardFixture) async throws -> Int {
    let count = try await fixture.repository.git("count-objects")
    return Int(count.prefix { $0.isNumber }) ?? -1
  }

  @Test("Edits are packed when git says that there are too many loose objects")
  func packed() async throws {
    // Maintenance runs in the foreground, so that it has ended when the test looks.
    let fixture = try await edited(["gc.auto=1", "gc.autoDetach=false"])
    #expect(try await looseObjects(fixture) < 600)
    #expect(try await fixture.fsck() == "")
    #expect(try fixture.titles() == ["title 139"])
    #expect(try await fixture.repository.git("count-objects", "-v").contains("packs: 0") == false)
  }

  @Test(
    "Where git's configuration forbids it, nothing is packed",
    arguments: [["gc.auto=0"], ["gc.auto=1", "maintenance.auto=false"], ["gc.auto=6700"]])
  func forbidden(settings: [String]) async throws {
    let fixture = try await edited(settings + ["gc.autoDetach=false"])
    #expect(try await looseObjects(fixture) > 560)
    #expect(try await fixture.repository.git("count-objects", "-v").contains("packs: 0"))
  }

  @Test("Too many packs, as many imports and fetches leave, are due as well")
  func packs() async throws {
    let fixture = try await BoardFixture()
    let repository = try fixture.repository.open()
    func isDue(atMost limit: Int) async throws -> Bool {
      try await fixture.repository.git("config", "gc.autoPackLimit", "\(limit)")
      return try fixture.repository.open().isDueForMaintenance
    }
    #expect(try !repository.isDueForMaintenance)
    for number in 0..<4 {
      // So many objects become a pack.
      try repository.withObjectBatch {
        for blob in 0..<100 { _ = try repository.writeBlob(Array("\(number) \(blob)".utf8)) }
      }
    }
    #expect(try await !isDue(atMost: 4))
    #expect(try await isDue(atMost: 3))
    #expect(try await !isDue(atMost: 0))
  }

  @Test("Maintenance that fails is no failure of the edit")
  func failing() async throws {
    let fixture = try await edited(["gc.auto=1", "gc.autoDetach=false", "gc.pruneExpire=nonsense"])
    #expect(try fixture.titles() == ["title 139"])
  }
}
