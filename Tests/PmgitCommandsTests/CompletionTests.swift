import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite struct CompletionTests {
  @Test("A shell is never offered a column's id that it would expand")
  func hostileColumns() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    try await pmgit.repository.commitToBoard(
      #"{"format":1,"id":"board","items":{"columns":{"$(touch x)":{"kind":"todo","rank":"a0"},"#
        + #""`id`":{"kind":"todo","rank":"a1"},"fine":{"kind":"todo","rank":"a2"}}}}"#,
      at: "board.json")
    let store = try BoardStore(
      at: pmgit.repository.path, environment: pmgit.repository.program.environment)
    #expect(CompletionWords.columns(of: try store.snapshot().board) == ["fine"])
  }
}
