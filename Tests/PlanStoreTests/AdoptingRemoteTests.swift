import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Remotes that are other people's clones. The branch of such a remote may be replaced by another
/// head with the same content, which looks like a rewritten branch.
@Suite("A remote that adopted another head")
struct AdoptingRemoteTests {
  @Test("A clone that had the former head follows to the new one, and stays there")
  func follows() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let base = try ada.tip()
    var edits: [ObjectID] = []
    for edit in [Edit.title("new"), .state("doing"), .owner("ben")] {
      try await ada.repository.git("update-ref", branch, base.hex)
      edits.append(try await ada.edit(id, edit).after.commit)
    }
    let former = try await joined([edits[0], edits[1], edits[2]], in: ada)
    let new = try await joined([edits[2], edits[1], edits[0]], in: ada)
    #expect(former != new)

    try await ada.repository.git("update-ref", branch, former.hex)
    let store = try ada.store()
    let result = try await store.checkAndMerge(new, former: former, person: nil)
    #expect(result.kind == .adopted)
    #expect(try ada.tip() == new)
    // The next pull finds the same head again.
    _ = try await store.checkAndMerge(new, former: new, person: nil)
    #expect(try ada.tip() == new)
    #expect(try ada.plan(id).title == "new")
  }

  @Test("A head that was mended here passes after a lost race as it does before")
  func mendedHere() async throws {
    let ada = try await BoardFixture()
    let base = try ada.tip()
    let settings = try await ada.repository.git("show", "\(base):board.json") + "\n"
    try await ada.repository.commitToBoard(#"{"format":9,"id":"board"}"#, at: "board.json")
    let broken = try #require(try ada.store().localTip())
    try await ada.repository.commitToBoard(settings, at: "board.json")
    let mended = try ada.tip()
    let store = try ada.store()
    // As after a race lost to a person who then rewound the remote.
    store.checkedHead = base
    _ = try await store.checkAndMerge(broken, former: nil, person: nil)
    #expect(try ada.tip() == mended)
  }

  /// Merges heads one after the other, and returns the resulting tip of the branch.
  private func joined(_ heads: [ObjectID], in person: BoardFixture) async throws -> ObjectID {
    try await person.repository.git("update-ref", branch, heads[0].hex)
    let store = try person.store()
    for head in heads.dropFirst() {
      _ = try await store.checkAndMerge(head, former: nil, person: nil)
    }
    return try person.tip()
  }

  @Test("What the former head alone says is merged")
  func keepsNews() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let base = try ada.tip()
    let lost = try await ada.edit(id, .title("shared, then rewritten away")).after.commit
    try await ada.repository.git("update-ref", branch, base.hex)
    let new = try await ada.edit(id, .owner("ben")).after.commit
    let store = try ada.store()
    let result = try await store.checkAndMerge(new, former: lost, person: nil)
    #expect(result.kind == .merged)
    #expect(try ada.plan(id).title == "shared, then rewritten away")
  }
}
