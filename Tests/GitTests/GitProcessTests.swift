import Foundation
import Git
import PmgitTestSupport
import Testing

@Suite struct GitProcessTests {
  @Test("At the deadline git ends, and so does a child of it that ignores the signal to end")
  func deadline() async throws {
    let scratch = try await ScratchRepository()
    let ssh = try scratch.write(
      "#!/bin/sh\ntrap '' TERM\necho $$ > \(scratch.folder)/began\n"
        + "mv \(scratch.folder)/began \(scratch.folder)/pid\nexec sleep 300\n",
      to: "ssh", executable: true)
    let program = try scratch.tested(adding: ["GIT_SSH": ssh, "GIT_SSH_VARIANT": "simple"])
    // Repeated with longer deadlines, until the child had enough time to install its signal
    // handler.
    var deadline: Duration = .milliseconds(150)
    repeat {
      deadline *= 2
      await #expect(throws: GitProgramError.timedOut(command: "git fetch", after: deadline)) {
        try await program.fetch(
          remote: "ssh://example.invalid/x", refspecs: ["refs/heads/main"], deadline: deadline)
      }
    } while !FileManager.default.fileExists(atPath: scratch.folder + "/pid")
      && deadline < .patient
    let text = try String(contentsOfFile: scratch.folder + "/pid", encoding: .utf8)
    let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try await holdsInTheEnd { hasEnded(child) })
  }

  @Test(
    "Only a run that may ask the user keeps the session, and with it the terminal",
    arguments: [false, true])
  func session(terminalPrompt: Bool) async throws {
    let scratch = try await ScratchRepository()
    // The sixth field of a process's status is its session.
    let ssh = try scratch.write(
      "#!/bin/sh\ncut -d' ' -f6 /proc/$$/stat > \(scratch.folder)/session\nexit 1\n", to: "ssh",
      executable: true)
    let program = try scratch.tested(adding: ["GIT_SSH": ssh, "GIT_SSH_VARIANT": "simple"])
    await #expect(throws: GitProgramError.self) {
      try await program.fetch(
        remote: "ssh://example.invalid/x", refspecs: ["refs/heads/main"], deadline: .patient,
        terminalPrompt: terminalPrompt)
    }
    let session = try String(contentsOfFile: scratch.folder + "/session", encoding: .utf8)
    #expect((session == "\(getsid(0))\n") == terminalPrompt)
  }

  @Test("A run that may ask the user ends at the deadline too")
  func deadlineWithPrompt() async throws {
    let scratch = try await ScratchRepository()
    // It may be asking the user, so git does not end it. It ends when the folder is removed.
    let ssh = try scratch.write(
      "#!/bin/sh\nwhile [ -e '\(scratch.folder)' ]; do sleep 0.1; done\n", to: "ssh",
      executable: true)
    let program = try scratch.tested(adding: ["GIT_SSH": ssh, "GIT_SSH_VARIANT": "simple"])
    await #expect(
      throws: GitProgramError.timedOut(command: "git fetch", after: .milliseconds(200))
    ) {
      try await program.fetch(
        remote: "ssh://example.invalid/x", refspecs: ["refs/heads/main"],
        deadline: .milliseconds(200), terminalPrompt: true)
    }
  }

  @Test("A child that stays behind with git's output open does not hold up the end")
  func daemon() async throws {
    let scratch = try await ScratchRepository()
    // The child ends when the folder is removed.
    let ssh = try scratch.write(
      "#!/bin/sh\nwhile [ -e '\(scratch.folder)' ]; do sleep 0.1; done >/dev/null &\n"
        + "echo 'Host key verification failed.' >&2\nexit 255\n",
      to: "ssh", executable: true)
    let program = try scratch.tested(adding: ["GIT_SSH": ssh, "GIT_SSH_VARIANT": "simple"])
    let error = await #expect(throws: GitProgramError.self) {
      try await program.fetch(
        remote: "ssh://example.invalid/x", refspecs: ["refs/heads/main"], deadline: .patient)
    }
    // The error is not a timeout.
    guard case .failed(let failure) = error, failure.command == "git fetch",
      failure.exitCode == 128, failure.remote == .unknownHost
    else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("After a run with input a broken pipe ends this process as it did before")
  func brokenPipe() async throws {
    let scratch = try await ScratchRepository()
    let program = try scratch.tested()
    // Other tests run git at the same time, and the handler is restored after the last of them.
    var isRestored = false
    for _ in 0..<50 where !isRestored {
      signal(SIGPIPE) { _ in }
      let output = try await program.run(
        ["hash-object", "--stdin"], input: [1], deadline: .patient)
      #expect(output.exitCode == 0)
      var now = sigaction()
      sigaction(SIGPIPE, nil, &now)
      isRestored = unsafeBitCast(now.__sigaction_handler.sa_handler, to: Int.self) != 1
    }
    #expect(isRestored)
  }

  @Test("A cancelled run ends git and says so")
  func cancellation() async throws {
    let scratch = try await ScratchRepository()
    let ssh = try scratch.write("#!/bin/sh\nexec sleep 600\n", to: "ssh", executable: true)
    let program = try scratch.tested(adding: ["GIT_SSH": ssh, "GIT_SSH_VARIANT": "simple"])
    let task = Task {
      try await program.fetch(
        remote: "ssh://example.invalid/x", refspecs: ["refs/heads/main"], deadline: .seconds(600))
    }
    task.cancel()
    await #expect(throws: GitProgramError.cancelled(command: "git fetch")) { try await task.value }
  }

  /// Whether a process has ended, even if its parent has not collected its status.
  private func hasEnded(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let state = status?.split(separator: ")").last?.first { $0 != " " }
    return kill(process, 0) != 0 || state == "Z"
  }
}
