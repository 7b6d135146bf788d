import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Versions of files in a history")
struct RecentDocumentsTests {
  @Test("Each version is read once, though it is after one commit and before the next")
  func once() async throws {
    let ada = try await BoardFixture()
    let start = try ada.tip()
    let ids = [try await ada.add("one"), try await ada.add("two")]
    for round in 0..<10 {
      for id in ids { try await ada.edit(id, .title("round \(round)")) }
    }
    let store = try ada.store()
    let commits = try store.repository.commits(from: [ada.tip()], hiding: [start])
    for order in [commits, commits.reversed()] {
      var recent = RecentDocuments()
      var count = 0
      for id in order {
        count += try store.entries(of: store.newCommit(id), HistoryPart(), &recent).count
      }
      #expect(count == 22 && recent.readCount == 22)
    }
  }
}
