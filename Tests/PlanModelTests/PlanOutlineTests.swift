import PlanModel
import Testing

@Suite("Outlines of plans")
struct PlanOutlineTests {
  private func plan() throws -> Plan {
    var plan = Plan(id: try #require(PlanID("k7m200000000")))
    (plan.title, plan.state, plan.rank) = ("로그인 고치기", "todo", "a0")
    (plan.labels, plan.aliases) = (["bug", "two words"], ["gh:1"])
    (plan.owner, plan.assignees) = ("Mia <mia@example.org>", ["two"])
    return plan
  }

  @Test("An outline is the same when its line is read back")
  func line() throws {
    let outline = PlanOutline(try plan())
    #expect(PlanOutline(line: outline.line) == outline)
    #expect(outline.people == ["Mia <mia@example.org>", "two"] && !outline.isDeleted)
  }

  @Test("No text of a stranger breaks the line or adds a field")
  func hostile() throws {
    var plan = try plan()
    plan.title = "a\tb\r\nc\u{1F}d\u{1B}[31m"
    plan.labels = ["x\ty", "fine", "a\u{1F}b", "", "n\nn"]
    plan.state = "to\tdo"
    let line = PlanOutline(plan).line
    #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 8)
    #expect(!line.unicodeScalars.contains { $0 == "\n" || $0 == "\r" || $0 == "\u{1B}" })
    let read = try #require(PlanOutline(line: line))
    #expect(read.labels == ["fine"] && read.state == "" && read.title == "a b c d [31m")
  }

  @Test(
    "Any other text is no outline", arguments: ["", "k7m2", "x\t\t\t\t\t\t\t", "k7m200000000\t"])
  func damaged(line: String) {
    #expect(PlanOutline(line: line) == nil)
  }
}
