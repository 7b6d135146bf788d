import Git
import PlanIndex
import PmgitTestSupport
import Testing

@testable import PlanStore

/// The entries of several commits at some paths, looked up together.
@Suite("Versions of common ancestors")
struct BaseVersionsTests {
  private static let paths = ["a", "a/b", "a/c", "a/b/d", "e", "é", "e\u{301}"]

  @Test("Looked up together, paths hold what each commit has there", arguments: Seeds.each(30))
  func sameAsOneByOne(seed: UInt64) async throws {
    let scratch = try await ScratchRepository(bare: true)
    defer { withExtendedLifetime(scratch) {} }
    let git = try scratch.open()
    var random = SeededGenerator(seed: seed)
    let blobs = try (0..<2).map { try git.writeBlob(Array("\($0)".utf8)) }
    var bases: [Commit] = []
    for _ in 0..<random.number(below: 6) {
      var tree = try git.writeTree(from: nil, edits: [])
      for path in Self.paths where random.number(below: 2) == 0 {
        // The new file may be below a file, which is removed first.
        let removals = try ["a", "a/b"].filter { folder in
          try path.hasPrefix(folder + "/") && git.treeEntry(at: folder, in: tree)?.mode == .blob
        }.map { (path: $0, edit: TreeEdit.remove) }
        let put = TreeEdit.put(blobs[random.number(below: 2)])
        tree = try git.writeTree(from: tree, edits: removals + [(path: path, edit: put)])
      }
      let draft = CommitDraft(
        tree: tree, parents: [], author: .eve, committer: .eve, message: "x\n")
      bases.append(try git.commit(try git.writeCommit(draft)))
    }
    let asked = Self.paths.filter { _ in random.number(below: 3) > 0 }
    let versions = try BaseVersions(of: bases, at: asked, in: git)
    for path in asked {
      let each = try bases.map { base in
        try git.treeEntry(at: path, in: base.tree).map(Touch.Version.init(_:))
      }
      let place = versions.at(path)
      #expect(place.leaves == Set(each.compactMap(\.self)), "\(path)")
      for leaf in [nil] + blobs.map({ Touch.Version(mode: .blob, id: $0) }) {
        let all = !each.isEmpty && each.allSatisfy { $0 == leaf }
        #expect(place.allHave(leaf) == all, "\(path)")
      }
      for leaf in place.leaves {
        let holders = zip(bases, each).filter { $1 == leaf }.map(\.0.id)
        #expect(place.bases(with: [leaf]).map(\.id) == holders, "\(path)")
      }
    }
  }
}
