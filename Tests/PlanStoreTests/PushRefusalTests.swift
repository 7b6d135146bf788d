import Git
import Testing

@testable import PlanStore

@Suite("Why a remote does not take the board")
struct PushRefusalTests {
  @Test("pmgit's guard is known by its first word, and its hints stand apart from what it found")
  func byGuard() {
    let messages: RemoteMessages = [
      "pmgit: 'pmgit/main' is refused: 1 problem", "  plan k7m2 went back",
      "hint: move it forward again",
    ]
    for reason in [RefusalReason.declined("pre-receive hook declined"), .branchInTheWay] {
      #expect(
        PushRefusal(reason, messages: messages)
          == .byGuard(
            GuardReport(
              "'pmgit/main' is refused: 1 problem", ["  plan k7m2 went back"],
              hints: ["move it forward again"])))
    }
    #expect(GuardReport(lines: messages.lines)?.lines == messages.lines)
  }

  @Test("Any other host is quoted, and a branch in the way is no word of its own")
  func others() {
    let messages: RemoteMessages = ["hint: No pushes on Friday.", "not pmgit: x"]
    #expect(
      PushRefusal(.declined("hook declined"), messages: messages)
        == .declined("hook declined", messages: messages))
    #expect(PushRefusal(.branchInTheWay, messages: []) == .branchInTheWay(messages: []))
  }
}
