import PlanModel
import Testing

@Suite("Branches of the code for a plan")
struct PlanBranchTests {
  @Test(
    "A branch is named after the plan's id and title",
    arguments: [
      ("Fix login", "k7m2-fix-login"), ("로그인 버그 고치기", "k7m2-로그인-버그-고치기"),
      ("Fix: login (iPad) — again!", "k7m2-fix-login-ipad-again"), ("!!!", "k7m2"), ("", "k7m2"),
      ("../../etc/passwd", "k7m2-etc-passwd"), ("-rf $(touch x) `id`", "k7m2-rf-touch-x-id"),
      ("a.lock", "k7m2-a-lock"), ("@{u}~1^2", "k7m2-u-1-2"),
      ("line\nbreak\u{1B}[0m", "k7m2-line-break-0m"),
      (
        "A title that is much longer than a branch should ever be called by anybody",
        "k7m2-a-title-that-is-much-longer-than-a"
      ),
      (String(repeating: "x", count: 500), "k7m2"),
    ])
  func name(_ title: String, _ name: String) {
    #expect(PlanBranch.name(shortID: "k7m2", title: title) == name)
  }

  @Test(
    "The id is found in the name of a branch again",
    arguments: [
      ("k7m2-fix-login", ["k7m2"]), ("k7m2", ["k7m2"]), ("ada/k7m2-fix", ["k7m2"]),
      ("k7m2_fix", ["k7m2"]), ("k7m2q9x4t1ab-fix", ["k7m2q9x4t1ab"]),
      ("main", []), ("dev", []), ("release-1.2", []), ("K7M2-fix", []), ("k7m", []),
      ("fix-k7m2", []), ("7k7m2-fix", []), ("k7m2q9x4t1abc-x", []), ("", []), ("/", []),
      ("k7m2/p3x9-fix", ["p3x9", "k7m2"]), ("master", []), ("master/x", ["master"]),
    ])
  func candidates(_ branch: String, _ found: [String]) {
    #expect(PlanBranch.candidates(in: branch) == found)
  }
}
