import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("How two heads stand to each other")
struct HeadRelationTests {
  @Test("Heads are the same, ahead, behind or diverged, whichever was compared before")
  func relations() async throws {
    let ada = try await BoardFixture()
    let store = try ada.store()
    let repository = store.repository
    let base = try repository.commit(try ada.tip())
    let person = ada.author().author
    func commit(_ message: String, on parents: [ObjectID]) throws -> ObjectID {
      try repository.writeCommit(
        CommitDraft(
          tree: base.tree, parents: parents, author: person, committer: person, message: message))
    }
    let one = try commit("one", on: [base.id])
    let other = try commit("other", on: [base.id])
    let stranger = try commit("stranger", on: [])
    let merge = try commit("merge", on: [one, other])
    for _ in 0..<2 {
      #expect(try store.relation(of: one, to: one) == .same)
      #expect(try store.relation(of: one, to: base.id) == .ahead)
      #expect(try store.relation(of: one, to: other) == .diverged)
      #expect(try store.relation(of: one, to: merge) == .behind)
      #expect(try store.relation(of: base.id, to: merge) == .behind)
      #expect(try store.relation(of: stranger, to: merge) == .diverged)
      #expect(try store.relation(of: stranger, to: one) == .diverged)
      #expect(try store.relation(of: merge, to: one) == .ahead)
    }
    #expect(try store.relation(of: merge, to: one).hasOther)
    #expect(try store.relation(of: one, to: one).hasOther)
    #expect(try !store.relation(of: one, to: merge).hasOther)
    #expect(try !store.relation(of: one, to: other).hasOther)
  }

  @Test("A head that is not here can't be compared, and that is not remembered as an answer")
  func missing() async throws {
    let ada = try await BoardFixture()
    let store = try ada.store()
    let missing = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    for _ in 0..<2 {
      #expect(throws: GitError.self) { try store.relation(of: try ada.tip(), to: missing) }
    }
  }
}
