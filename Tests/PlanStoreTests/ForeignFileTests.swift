import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Merges where a file that is not pmgit's differs among the bases, as after a criss-cross.
@Suite("A file that is not pmgit's, with several common ancestors")
struct ForeignFileTests {
  /// Texts of `notes.md`, nil where it is absent. The two bases, both sides, what must come out.
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
      // Both changed it: one stays, the other is set aside.
      Merge(bases: ["0", "1"], sides: ("2", "3"), result: "3", setAside: 1),
    ])
  func changedByOne(merge: Merge) async throws {
    let repository = try await ScratchRepository()
    let opened = try repository.open()
    func tree(_ text: String?) throws -> ObjectID {
      let notes = try text.map { try opened.writeBlob(Array($0.utf8)) }
      return try opened.writeTree(
        from: nil,
        edits: [("other.md", .put(try opened.writeBlob([]), .blob))]
          + (notes.map { [("notes.md", .put($0, .blob))] } ?? []))
    }
    let bases = try merge.bases.map { try tree($0) }
    let sides = (try tree(merge.sides.0), try tree(merge.sides.1))
    for bases in [bases, bases.reversed()] {
      let there = try TreeMerge(opened, bases: bases).merge(sides.0, sides.1)
      let back = try TreeMerge(opened, bases: bases).merge(sides.1, sides.0)
      #expect(there.tree == back.tree)
      #expect(there.quarantined.count == merge.setAside)
      let found = try opened.treeEntry(at: "notes.md", in: there.tree)
      let text = try found.map { String(decoding: try opened.blob($0.id), as: UTF8.self) }
      #expect(text == merge.result)
    }
  }
}
