import PmgitTestSupport
import Testing

@Suite("Programs of bridges that do not end")
struct BridgeTimeoutTests {
  /// Returns a runner whose gh is a script.
  private func bridged(_ script: String) async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    let program = try pmgit.repository.write(
      "#!/bin/sh\n\(script)\n", to: "bin/gh", executable: true)
    let folder = program.dropLast("/gh".count)
    pmgit.environment["PATH"] = "\(folder):\(pmgit.environment["PATH"] ?? "/usr/bin:/bin")"
    try await pmgit.repository.git("config", "pmgit.timeout", "1")
    try await pmgit("bridge", "add", "hub", "github:octo/app")
    return pmgit
  }

  private let words = "'gh api graphql' gave no answer in 10 seconds"

  @Test("A list that never comes ends the pull after pmgit.timeout, with a hint")
  func pull() async throws {
    let pmgit = try await bridged("exec sleep 300")
    let started = ContinuousClock.now
    let pulled = await pmgit.run(["bridge", "pull"])
    #expect(ContinuousClock.now - started < .seconds(200), "it waited for the program")
    #expect(pulled.exitCode != 0 && pulled.unbroken.contains(words), "\(pulled)")
    #expect(pulled.unbroken.contains("git config pmgit.timeout SECONDS"), "\(pulled)")
    #expect(try await pmgit("status").contains("gave no answer"))
  }

  @Test("A change that is not answered is tried again, and no other waits for as long")
  func push() async throws {
    let issue = { (number: Int) in
      #"{"number":\#(number),"title":"T","body":"","url":"https://github.com/octo/app/issues/\#(number)","#
        + #""state":"OPEN","stateReason":"","labels":[],"assignees":[],"comments":[]}"#
    }
    let list = "[\(issue(1)),\(issue(2))]"
    let pmgit = try await bridged(
      "[ \"$2\" = graphql ] && { printf '%s' '\(list)'; exit; }\nexec sleep 60")
    try await pmgit("bridge", "pull")
    for number in 1...2 { try await pmgit("edit", "github:octo/app#\(number)", "--title", "Mine") }
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode != 0, "\(pushed)")
    #expect(pushed.unbroken.contains("'gh issue edit' gave no answer in 1 second"), "\(pushed)")
    #expect(pushed.unbroken.contains("not tried after a command without an answer"), "\(pushed)")
  }
}
