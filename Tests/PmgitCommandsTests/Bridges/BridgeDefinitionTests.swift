import PlanModel
import PlanTerminal
import PmgitTestSupport
import Testing

@Suite("Definitions and documents of bridges")
struct BridgeDefinitionTests {
  private let first = "github:octo/app#1"

  private func document(_ pmgit: CommandRunner, _ arguments: [String]) async throws -> JSONObject {
    let result = await pmgit.run(arguments + ["--json"])
    #expect(result.messages == "", "\(result)")
    return try #require(try JSONReader.value(in: Array(result.output.utf8)).object)
  }

  @Test("Documents have their keys")
  func documents() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let bridgeKeys = [
      "atMost", "closeMissing", "command", "format", "from", "last", "name", "source",
    ]
    let added = try await document(pmgit, ["bridge", "add", "b", "file:a.json", "--from", "o/r"])
    #expect(keys(.object(added)) == ["bridge", "format"] && keys(added["bridge"]) == bridgeKeys)
    let removed = try await document(pmgit, ["bridge", "remove", "b"])
    #expect(keys(removed["bridge"]) == bridgeKeys)
    let list = try await document(pmgit, ["bridge"])
    let hub = list["bridges"]?.array?.first
    #expect(keys(.object(list)) == ["bridges", "format"] && keys(hub) == bridgeKeys)
    #expect(hub?.object?["command"]?.array?.first == .string("gh"))
    let last = ["added", "at", "closed", "conflicts", "error", "updated"]
    #expect(keys(hub?.object?["last"]) == last)
    let pulled = try await document(pmgit, ["bridge", "pull"])
    #expect(keys(pulled["bridges"]?.array?.first) == ["error", "import", "name", "source"])
    let status = try await document(pmgit, ["status"])
    #expect(keys(status["bridges"]?.array?.first) == ["last", "name", "source"])
    try await pmgit("edit", first, "--title", "Mine")
    for arguments in [["--dry-run"], []] {
      let pushed = try await document(pmgit, ["bridge", "push"] + arguments)
      #expect(keys(.object(pushed)) == ["bridge", "dryRun", "format", "steps", "waiting"])
      #expect(
        keys(pushed["steps"]?.array?.first) == [
          "alias", "command", "error", "input", "plan", "what",
        ])
    }
  }

  @Test("Definitions are checked, and stay in the clone's configuration")
  func definitions() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let wrong = [
      ["Hub", "github:o/r"], ["-x", "github:o/r"], ["hub", "github:o"], ["hub", "github:-R/r"],
      ["hub", "github:o/r/s"], ["hub", "gitlab:g"], ["hub", "gitlab:g/../p"], ["hub", "jira:x"],
      ["hub", "github:o/r", "--format", "github"], ["hub", "github:o/r", "--command", "ls"],
      ["hub"], ["hub", "file:a", "--format", "none"], ["hub", "github:o/r", "--at-most", "x"],
      ["a.b", "github:o/r"], ["hub", "file:"], ["hub", "github:o/r", "--from", "x"],
    ]
    for arguments in wrong {
      let result = await pmgit.run(["bridge", "add"] + arguments)
      #expect(result.exitCode == 64, "\(arguments): \(result)")
    }
    #expect(try await pmgit("bridge") == "")
    try await pmgit("bridge", "add", "hub", "github:o/r", "--at-most", "5", "--close-missing")
    let twice = await pmgit.run(["bridge", "add", "hub", "github:o/r"])
    #expect(twice.exitCode == 64 && twice.messages.contains("exists already"), "\(twice)")
    #expect(
      try await pmgit.repository.git("config", "--local", "pmgit-bridge.hub.source")
        == "github:o/r")
    let missing = await pmgit.run(["bridge", "pull", "lab"])
    #expect(missing.exitCode == 64 && missing.messages.contains("no bridge 'lab'"), "\(missing)")
    try await pmgit("bridge", "remove", "hub")
    #expect(try await pmgit("bridge") == "")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
  }

  @Test("Commands and files are read, and commands that fail or never end are reported")
  func commands() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let line = #"{"title":"One","aliases":["x:1"]}"#
    let file = try pmgit.repository.write(line, to: "a.jsonl")
    try await pmgit("bridge", "add", "sh", "--command", "cat '\(file)'; echo noise >&2")
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("list").contains("One"))
    try await pmgit("bridge", "add", "file", "file:\(file)")
    try await pmgit("bridge", "pull", "file")
    try await pmgit("bridge", "add", "bad", "--command", "exit 3")
    let failed = await pmgit.run(["bridge", "pull", "bad"])
    #expect(failed.exitCode == 1 && failed.messages.contains("exit code 3"), "\(failed)")
    // It would print without end.
    try await pmgit("bridge", "add", "long", "--command", "yes 0123456789012345678901234567890")
    let long = await pmgit.run(["bridge", "pull", "long"])
    #expect(long.exitCode == 1 && long.messages.contains("printed more than 64 MiB"), "\(long)")
  }
}
