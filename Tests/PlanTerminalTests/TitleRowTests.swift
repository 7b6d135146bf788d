@testable import PlanTerminal
import PlanView
import Testing

@Suite struct TitleRowTests {
  @Test(
    "A row that leaves out anything ends in the sign; no mark is cut",
    arguments: [
      (30, "Fix login  #bug  @dev"), (21, "Fix login  #bug  @dev"), (20, "Fix login  #bug …"),
      (17, "Fix login  #bug …"), (16, "Fix login …"), (11, "Fix login …"), (10, "Fix login…"),
      (9, "Fix logi…"), (5, "Fix…"), (1, "…"),
    ])
  func sign(width: Int, expected: String) {
    let marks: [StyledText] = ["#bug", "", "@dev"]
    #expect(StyledText("Fix login").followed(by: marks, toCells: width).string == expected)
  }

  @Test("A row without marks is the title, cut only if it is too long")
  func alone() {
    #expect(StyledText("Fix login").followed(by: [""], toCells: 9).string == "Fix login")
    #expect(StyledText("Fix login").followed(by: [], toCells: 8).string == "Fix log…")
  }
}
