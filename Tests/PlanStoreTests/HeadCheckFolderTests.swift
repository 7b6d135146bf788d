import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Heads in which a folder of plans contains a missing object, or an object of the wrong kind.
@Suite("A head from elsewhere, below its folders")
struct HeadCheckFolderTests {
  @Test(
    "Content that is missing or of another kind refuses the head, beside a known one and alone",
    arguments: ["missing file", "missing folder", "folder as a file"], [false, true])
  func refused(harm: String, isKnown: Bool) async throws {
    let board = try await BoardFixture()
    let id = try await board.add("a plan")
    let git = board.repository
    let known = try board.tip()
    let missing = String(repeating: "1", count: 40)
    let folder = try await git.git("rev-parse", "\(known):plans/\(id.folder)")
    var entries = try await git.rawEntries(of: "\(known):plans/\(id.folder)")
    entries.append(
      harm == "missing folder"
        ? RawEntry("40000", "zz", missing)
        : RawEntry("100644", "zz", harm == "missing file" ? missing : folder))
    let plans = try await git.rawTree([
      RawEntry("40000", id.folder, try await git.rawTree(entries))
    ])
    let root = try await git.rawEntries(of: known.hex).map {
      $0.name == Array("plans".utf8) ? RawEntry($0.mode, $0.name, plans) : $0
    }
    let head = try await git.rawCommit(tree: git.rawTree(root), parents: [known.hex])
    let commit = try #require(ObjectID(hex: head))
    let store = try board.store()
    let error = #expect(throws: StoreError.self) {
      try store.check(commit, except: isKnown ? known : nil)
    }
    guard case .unsafeHead(commit: commit, path: "plans/\(id.folder)/zz", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
