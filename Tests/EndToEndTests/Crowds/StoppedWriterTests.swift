import Foundation
import PmgitTestSupport
import Testing

/// A pmgit process that is stopped while it holds the writers' lock, as by a debugger or a full
/// pipe.
@Suite("A writer that was stopped in the middle of a change")
struct StoppedWriterTests {
  @Test("keeps nobody from reading; a writer is told of the lock, and goes on once it is gone")
  func stopped() async throws {
    let scratch = try await ScratchRepository()
    let binary = Binary(repository: scratch)
    let runner = try CommandRunner(scratch)
    // It calls a signing program that never ends, and holds the lock meanwhile.
    try scratch.write(
      "#!/bin/sh\necho $$ > \"$0.began\"\nexec sleep 3600\n", to: "sign", executable: true)
    let started = try await binary.shell(
      """
      set -e
      pmgit init -q; pmgit add -q 'a plan' > /dev/null
      GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=commit.gpgSign GIT_CONFIG_VALUE_0=true \\
        GIT_CONFIG_KEY_1=gpg.program GIT_CONFIG_VALUE_1='\(scratch.folder)/sign' \\
        setsid pmgit add 'never ready' > /dev/null 2>&1 < /dev/null &
      pid=$!
      until [ -s '\(scratch.folder)/sign.began' ]; do sleep 0.02; done
      kill -STOP $pid; echo $pid
      """)
    let pid = try #require(
      pid_t(started.output.filter(\.isNumber)), "\(started.output)\(started.messages)")
    let signer = try #require(pid_t(scratch.read("sign.began").filter(\.isNumber)))
    defer { for process in [pid, signer] { kill(process, SIGKILL) } }

    // A command that needs the lock would fail, like the writer below.
    let reads = try await binary.shell(
      "for c in list board log status export 'config board'; do pmgit $c > /dev/null || exit; done")
    #expect(reads.exitCode == 0, "\(reads.messages)")

    runner.timeout = .milliseconds(200)
    let lock = scratch.path + "/.git/pmgit/lock"
    let refused = await runner.run(["add", "one more"])
    #expect(refused.exitCode == 75)
    #expect(refused.output == "")
    #expect(
      refused.messages == """
        pmgit: another pmgit is writing and holds '\(lock)'
        hint: wait for it, or look for it with 'fuser \(lock)'

        """)
    let json = await runner.run(["add", "one more", "--json"])
    #expect(json.exitCode == 75)
    #expect(json.output.contains(#""code": "busy""#))

    kill(pid, SIGKILL)
    runner.timeout = nil
    try await runner("add", "one more")
    #expect(try await binary.shell("pmgit list | cut -f 5 | sort").output == "a plan\none more\n")
  }
}
