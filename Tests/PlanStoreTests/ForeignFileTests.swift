import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Merges in which the bases have different versions of a file that is not pmgit's, as after a
/// criss-cross merge.
@Suite("A file that is not pmgit's, with several common ancestors")
struct ForeignFileTests {
  /// Texts of `notes.md` in the two bases, on both sides, and in the expected result. nil means
  /// that the file is absent.
  struct Merge: CustomStringConvertible {
    let bases: [String?]
    let sides: (String?, String?)
    let result: String?
    var setAside = 0

    var description: String { "\(bases) \(sides)" }
  }

  @Test(
    "goes to the side that changed it, whichever ancestor had what before",
    arguments: [
      Merge(bases: [nil, "1"], sides: ("1", "2"), result: "2"),
      Merge(bases: ["0", "1"], sides: ("1", "2"), result: "2"),
      Merge(bases: ["0", "1"], sides: ("0", "2"), result: "2"),
      Merge(bases: [nil, "1"], sides: ("1", nil), result: nil),
      Merge(bases: ["0", "1"], sides: (nil, "2"), result: "2"),
      // Both sides changed it: one version stays, the other is set aside.
      Merge(bases: ["0", "1"], sides: ("2", "3"), result: "3", setAside: 1),
    ])
  func changedByOne(merge: Merge) async throws {
    let ada = try await BoardFixture()
    let store = try ada.store()
    let opened = store.repository
    func commit(_ text: String?) throws -> Commit {
      let notes = try text.map { try opened.writeBlob(Array($0.utf8)) }
      let tree = try opened.writeTree(
        from: nil,
        edits: [("other.md", .put(try opened.writeBlob([]), .blob))]
          + (notes.map { [("notes.md", .put($0, .blob))] } ?? []))
      let signature = ada.author().author
      let draft = CommitDraft(
        tree: tree, parents: [], author: signature, committer: signature, message: "x")
      return try opened.commit(try opened.writeCommit(draft))
    }
    let bases = try merge.bases.map { try commit($0) }
    let sides = (a: try commit(merge.sides.0), b: try commit(merge.sides.1))
    for bases in [bases, bases.reversed()] {
      let there = try TreeMerge(store, heads: sides, bases: bases).merge()
      let back = try TreeMerge(
        store, heads: (a: sides.b, b: sides.a), bases: bases
      ).merge()
      #expect(there.tree == back.tree)
      #expect(there.quarantined.count == merge.setAside)
      let found = try opened.treeEntry(at: "notes.md", in: there.tree)
      let text = try found.map { String(decoding: try opened.blob($0.id), as: UTF8.self) }
      #expect(text == merge.result)
    }
  }
}
