import Foundation
import PlanTerminal
import PmgitTestSupport
import Testing

@Suite("Programs of bridges")
struct ToolProgramTests {
  private func run(_ script: String, input: String? = nil) async throws -> ToolProgram.Outcome {
    let program = ToolProgram(
      ["sh", "-c", script], input: input.map { Array($0.utf8) }, limit: 1 << 20,
      environment: ["PATH": "/usr/bin:/bin"], keepsMessages: true)
    return try await program.run()
  }

  @Test("Messages are kept beside the output, whatever their length")
  func messages() async throws {
    let both = try await run("cat; echo out; echo why >&2; exit 3", input: "in ")
    #expect(String(decoding: both.output, as: UTF8.self) == "in out\n")
    #expect(String(decoding: both.messages, as: UTF8.self) == "why\n" && both.exitCode == 3)
    let none = try await run("cat")
    #expect(none.output.isEmpty && none.messages.isEmpty && none.exitCode == 0)
    // More than a pipe holds: a program whose messages nobody reads would wait for ever.
    let long = try await run("yes why | head -c 300000 >&2; echo end")
    #expect(long.messages.count == 1 << 16 && long.output == Array("end\n".utf8))
  }

  @Test(
    "A program that takes too long is ended, also if it ignores the signal to end",
    arguments: [
      "exec sleep 60", "trap '' TERM; while :; do :; done",
      // The output has ended, but the program has not.
      "exec >&- 2>&-; sleep 60; :",
      // A child of the program keeps the output open.
      "sleep 60; :", "sleep 60 & wait",
    ], [true, false])
  func timeout(_ script: String, keepsMessages: Bool) async throws {
    let program = ToolProgram(
      ["sh", "-c", script], limit: 1 << 20, environment: ["PATH": "/usr/bin:/bin"],
      keepsMessages: keepsMessages, timeout: .milliseconds(200))
    let started = ContinuousClock.now
    await #expect(throws: ToolProgram.Failure.timedOut(.milliseconds(200))) {
      _ = try await program.run()
    }
    #expect(ContinuousClock.now - started < .seconds(50))
  }

  @Test("A program that ends in time is not ended", arguments: [true, false])
  func inTime(keepsMessages: Bool) async throws {
    let program = ToolProgram(
      ["sh", "-c", "cat; echo out"], input: Array("in ".utf8), limit: 1 << 20,
      environment: ["PATH": "/usr/bin:/bin"], keepsMessages: keepsMessages, timeout: .seconds(60))
    let outcome = try await program.run()
    #expect(outcome.exitCode == 0 && outcome.output == Array("in out\n".utf8))
  }

  @Test("The children of a program with a session of its own are ended with it")
  func children() async throws {
    try await withScratchDirectory { folder in
      let mark = folder.appending(path: "ended").path(percentEncoded: false)
      // The child prints more than is read, so the program is ended when the child is ready.
      let child = "trap 'echo > \(mark); exit' TERM; echo more than is read; "
      let program = ToolProgram(
        ["sh", "-c", "(\(child) while :; do sleep 0.01; done) & wait"], limit: 4,
        environment: ["PATH": "/usr/bin:/bin"], ownsSession: true)
      let outcome = try await program.run()
      let isMarked = try await holdsInTheEnd { FileManager.default.fileExists(atPath: mark) }
      #expect(outcome.isTooLong && isMarked)
    }
  }
}
