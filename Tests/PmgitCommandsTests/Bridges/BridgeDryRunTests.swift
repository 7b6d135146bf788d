import PlanModel
import PmgitTestSupport
import Testing

@Suite("Dry runs of pushes")
struct BridgeDryRunTests {
  private func output(_ pmgit: CommandRunner, _ arguments: [String]) async throws -> String {
    let result = await pmgit.run(arguments)
    try #require(result.exitCode == 0, "\(result)")
    return result.output
  }

  private func steps(_ pmgit: CommandRunner, _ arguments: [String]) async throws -> [JSONObject] {
    let text = try await output(pmgit, arguments + ["--dry-run", "--json"])
    let document = try JSONReader.value(in: Array(text.utf8)).object
    return document?["steps"]?.array?.compactMap(\.object) ?? []
  }

  @Test("The dry run names all that a new issue gets, without a number")
  func newIssue() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("milestone", "add", "v1", "--title", "Version 1")
    let id = try await pmgit.add("Public", "--label", "public", "--assign", "hubot")
    try await pmgit("edit", id, "--milestone", "v1")
    try await pmgit("comment", id, "-m", "A note")
    let push = ["bridge", "push", "--new", "Public"]
    let shown = try await output(pmgit, push + ["--dry-run"])
    for words in [
      "gh issue edit N --repo octo/app --add-label=public",
      "gh issue edit N --repo octo/app --add-assignee=hubot",
      "gh issue edit N --repo octo/app \"--milestone=Version 1\"",
      "gh issue comment N --repo octo/app --body-file -", "github:octo/app#N\tcomment\t",
    ] {
      #expect(shown.contains(words), "\(words): \(shown)")
    }
    let steps = try await steps(pmgit, push)
    #expect(steps.count == 5 && steps.allSatisfy { $0["alias"] == .null }, "\(steps)")
    #expect(tracker.issues.isEmpty)
    try await pmgit("edit", id, "--assignees", "Ann Lee")
    let held = await pmgit.run(push + ["--dry-run"])
    let words = "(github:octo/app#N): its assignees are not accounts"
    #expect(held.messages.contains(words), "\(held)")
  }

  @Test(
    "The commands of a dry run are those of the push, but for numbers of new issues",
    arguments: ["github", "gitlab"], 1...8)
  func property(kind: String, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let tracker = FakeTracker()
    tracker.milestones = ["Version 1"]
    for number in 1...3 { tracker.add("Issue \(number)", body: "Text", labels: ["bug"]) }
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "hub", "\(kind):octo/app")
    try await pmgit("bridge", "pull")
    try await pmgit("milestone", "add", "v1", "--title", "Version 1")
    try await pmgit(
      "column", "add", "dropped", "--title", "Not planned", "--kind", "done")
    var plans = (1...3).map { "\(kind):octo/app#\($0)" }
    for number in 1...4 {
      plans.append(try await pmgit.add("New \(number)", "--label", "new"))
    }
    for _ in 0..<14 {
      let plan = try #require(plans.randomElement(using: &random))
      let edits = [
        ["edit", plan, "--label", ["ui", "a, b", "x y"].randomElement(using: &random)!],
        ["edit", plan, "--assign", ["hubot", "Ann Lee", "bob"].randomElement(using: &random)!],
        ["edit", plan, "--milestone", "v1"], ["edit", plan, "--body", "Line\n\nmore"],
        ["edit", plan, "--title", "It's \(seed)", "--label", "new"], ["edit", plan, "--body", ""],
        ["comment", plan, "-m", "A note \(Int.random(in: 0..<3, using: &random))"],
        ["move", plan, ["doing", "done", "dropped", "todo"].randomElement(using: &random)!],
      ]
      let result = await pmgit.run(edits.randomElement(using: &random)!)
      #expect(result.exitCode == 0, "seed \(seed): \(result)")
    }
    let push = ["bridge", "push", "--new", "label:new is:any"]
    let planned = try await steps(pmgit, push).map { step in
      step["command"]?.array?.compactMap(\.string) ?? []
    }
    let (known, before) = (Set(tracker.issues.keys), tracker.calls.count)
    _ = try await output(pmgit, push)
    let made = Set(tracker.issues.keys).subtracting(known).map { String($0) }
    #expect(!made.isEmpty)
    // A dry run leaves out what only reads: milestones, and the issue after a change.
    let changes = tracker.calls.dropFirst(before + 1).filter { words in
      words[1] != "api" || words.contains("--method")
    }
    let run = changes.map { words in
      words.map { word in
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return parts.map { made.contains($0) ? "N" : $0 }.joined(separator: "/")
      }
    }
    #expect(planned == Array(run), "seed \(seed)")
  }
}
