import PlanActions
import PlanModel
import PmgitTestSupport
import Testing

@Suite("Excerpts of boards")
struct ExcerptTests {
  @Test("A plan whose text was in the file of another plan for a while is in the excerpt")
  func misplaced() async throws {
    let worker = try await Worker()
    let (one, two) = (try await worker.add("one"), try await worker.add("two"))
    let git = worker.repository
    let first = try await git.git("show", "pmgit/main:\(one.path)")
    let second = try await git.git("show", "pmgit/main:\(two.path)")
    let renamed = first.replacing("\"one\"", with: "\"renamed\"")
    try await git.commitToBoard(renamed, at: two.path)
    try await git.commitToBoard(renamed, at: one.path)
    try await git.commitToBoard(second, at: two.path)
    let made = try await worker.board().excerpt("", below: git.folder)
    defer { made.remove() }
    #expect(try made.board.find().plans.map(\.title).sorted() == ["renamed", "two"])
  }
}
