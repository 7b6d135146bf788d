import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

/// A merge of one file that is not a plan: its text in the bases, on both sides and in the result.
/// nil means that the file is absent.
struct FileMergeCase: CustomStringConvertible {
  let bases: [String?]
  let sides: (String?, String?)
  let result: String?
  /// The number of versions that are moved to quarantine.
  var setAside = 0

  var description: String { "\(bases) \(sides)" }

  /// Merges the file at a path, with heads and bases in each order, and compares the results.
  func check(at path: String) async throws {
    let ada = try await BoardFixture()
    let store = try ada.store()
    let repository = store.repository
    let bases = try bases.map { try commit($0, at: path, in: repository, by: ada) }
    let heads = (
      a: try commit(sides.0, at: path, in: repository, by: ada),
      b: try commit(sides.1, at: path, in: repository, by: ada)
    )
    for bases in [bases, bases.reversed()] {
      let there = try TreeMerge(store, heads: heads, bases: bases).merge()
      let back = try TreeMerge(store, heads: (a: heads.b, b: heads.a), bases: bases).merge()
      #expect(there.tree == back.tree)
      #expect(there.quarantined.count == setAside)
      #expect(there.conflicts.isEmpty)
      let found = try repository.treeEntry(at: path, in: there.tree)
      let text = try found.map { String(decoding: try repository.blob($0.id), as: UTF8.self) }
      #expect(text == result)
    }
  }

  /// Stores a commit with a file of this text, and with another file.
  private func commit(
    _ text: String?, at path: String, in repository: Repository, by ada: BoardFixture
  ) throws -> Commit {
    var edits: [(path: String, edit: TreeEdit)] = [
      ("other.md", .put(try repository.writeBlob([]), .blob))
    ]
    if let text {
      edits.append((path, .put(try repository.writeBlob(Array(text.utf8)), .blob)))
    }
    let signature = ada.author().author
    let draft = CommitDraft(
      tree: try repository.writeTree(from: nil, edits: edits), parents: [], author: signature,
      committer: signature, message: "x")
    return try repository.commit(repository.writeCommit(draft))
  }
}
