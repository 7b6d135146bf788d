import Foundation
import PmgitTestSupport
import Testing

/// Programs that pmgit runs in sessions of their own, to which Ctrl-C does not come by itself.
@Suite("When a signal ends pmgit, the programs that it runs end too")
struct InterruptedProgramTests {
  @Test(
    "Each signal, by each kind of program", arguments: ["INT", "QUIT", "TERM", "HUP"],
    ["bridge", "ssh"])
  func interrupted(signal: String, by kind: String) async throws {
    let scratch = try await ScratchRepository()
    let child = try scratch.write(
      "#!/bin/sh\necho $$ > '\(scratch.folder)/child'\nexec sleep 3600\n", to: "slow",
      executable: true)
    let begin =
      kind == "bridge"
      ? "pmgit bridge add x --command '\(child) | cat' --format pmgit; set -- bridge pull x"
      : "git remote add origin ssh://example.invalid/x; export GIT_SSH='\(child)'; set -- sync"
    // 'setsid' and 'env' undo that a shell ignores two signals for what it runs in the
    // background.
    let done = try await Binary(repository: scratch).shell(
      """
      set -e
      ulimit -c 0
      export GIT_SSH_VARIANT=simple
      pmgit init -q
      \(begin)
      env --default-signal=INT,QUIT setsid pmgit "$@" > /dev/null 2>&1 < /dev/null &
      pid=$!
      until [ -s '\(scratch.folder)/child' ]; do sleep 0.02; done
      kill -\(signal) $pid
      wait $pid || echo $?
      """)
    let numbers = ["INT": SIGINT, "QUIT": SIGQUIT, "TERM": SIGTERM, "HUP": SIGHUP]
    let number = try #require(numbers[signal])
    #expect(done.output == "\(128 + number)\n", "\(done.messages)")
    let pid = try #require(pid_t(scratch.read("child").filter(\.isNumber)))
    for _ in 0..<1000 where !hasEnded(pid) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(hasEnded(pid))
    if !hasEnded(pid) { kill(pid, SIGKILL) }
  }

  private func hasEnded(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let state = status?.split(separator: ")").last?.first { $0 != " " }
    return kill(process, 0) != 0 || state == "Z"
  }
}
