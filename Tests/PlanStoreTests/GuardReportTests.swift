import Testing

@testable import PlanStore

@Suite("Why a remote does not take the board")
struct GuardReportTests {
  @Test("pmgit's guard is known by its first word, and its hints stand apart from what it found")
  func byGuard() {
    let lines = [
      "pmgit: 'pmgit/main' is refused: 1 problem", "  plan k7m2 went back",
      "hint: move it forward again",
    ]
    let report = GuardReport(
      "'pmgit/main' is refused: 1 problem", ["  plan k7m2 went back"],
      hints: ["move it forward again"])
    #expect(report.lines == lines)
    #expect(GuardReport(lines: lines) == report)
  }

  @Test("The words of any other host are not the guard's")
  func others() {
    #expect(GuardReport(lines: ["hint: No pushes on Friday.", "not pmgit: x"]) == nil)
    #expect(GuardReport(lines: []) == nil)
  }
}
