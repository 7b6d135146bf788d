import PlanModel
import Testing

@testable import PlanFormats

@Suite("Plans that a file says little of")
struct ListedPlanTests {
  @Test("A list in Markdown tells the plans that an export has named")
  func listed() throws {
    var plan = ExportFormatTests.plan("Fix (login) [now]")
    let text = ExportFormat.markdown.text(of: ExportFormatTests.export([plan]))
    #expect(try plans(.markdown, "x.md", text).listed == [plan.id])
    (plan.values.labels, plan.values.assignees, plan.values.due, plan.values.priority) = (
      [], [], nil, nil
    )
    let short = ExportFormat.markdown.text(of: ExportFormatTests.export([plan]))
    #expect(short.contains("(\(plan.id))\n"))
    #expect(try plans(.markdown, "x.md", short).listed == [plan.id])
    let edited = short.replacing("(\(plan.id))", with: "(\(plan.id)) #later")
    #expect(try plans(.markdown, "x.md", edited).listed == [plan.id])
    let others = "- [ ] Ask (somebody)\n- [ ] k7m2q9x4t1ab\n- [ ] (k7m2q9x4t1ab\n- [ ] a (b (c\n"
    #expect(try plans(.markdown, "x.md", others).listed.isEmpty)
  }

  private static let board = Board(
    columns: ToolFixture.board.columns + [Column(id: "review", title: "Review", kind: .doing)])

  private static func states(_ state: String, _ members: String) throws -> [[String]] {
    let issue = """
      [{"number":1,"title":"x","state":"\(state)","url":"https://github.com/o/r/issues/1"\(members)}]
      """
    var issues = try plans(.github, "x.json", issue, board: board)
    issues.keepStates { $0 == "github:o/r#1" ? "review" : nil }
    return issues.texts("state")
  }

  @Test("An open issue stays in its column, unless the file has the column or it was closed")
  func keptStates() throws {
    #expect(try Self.states("OPEN", "") == [["review"]])
    #expect(try Self.states("OPEN", #","projectItems":[]"#) == [["review"]])
    let item = #","projectItems":[{"status":{"name":"Todo"},"title":"P"}]"#
    #expect(try Self.states("OPEN", item) == [["todo"]])
    #expect(try Self.states("CLOSED", "") == [["done"]])
  }
}
