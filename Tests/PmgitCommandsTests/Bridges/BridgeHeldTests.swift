import PlanModel
import PlanTerminal
import PmgitTestSupport
import Testing

@Suite("What a tracker lacks, and what waits for it")
struct BridgeHeldTests {
  private let first = "github:octo/app#1"

  private func lab(_ tracker: FakeTracker) async throws -> CommandRunner {
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "lab", "gitlab:octo/app")
    try await pmgit("bridge", "pull")
    return pmgit
  }

  @Test("A tracker without issues is no error, and finishes plans only if somebody agrees")
  func empty() async throws {
    for (kind, answers) in [("github", ["[]", "[]\n"]), ("gitlab", ["", "\n", "[]"])] {
      let tracker = FakeTracker()
      let pmgit = try await CommandRunner()
      pmgit.runProgram = { try tracker.run($0) }
      try await pmgit("init")
      try await pmgit("bridge", "add", "hub", "\(kind):octo/app", "--close-missing")
      try await pmgit("bridge", "pull")
      tracker.add("Fix")
      try await pmgit("bridge", "pull")
      tracker.issues = [:]
      for answer in answers {
        let outcome = ToolProgram.Outcome(exitCode: 0, output: Array(answer.utf8))
        tracker.answer = outcome
        let refused = await pmgit.run(["bridge", "pull"])
        #expect(refused.exitCode == 1 && refused.messages.contains("finishes 1"), "\(refused)")
        tracker.answer = outcome
        pmgit.answers = ["n"]
        #expect(await pmgit.run(["bridge", "pull"]).messages.contains("Go on?"))
        pmgit.answers = nil
        #expect(try await pmgit("list").contains("Fix"))
      }
      tracker.answer = .init(exitCode: 0, output: Array((answers.first ?? "").utf8))
      try await pmgit("bridge", "pull", "--at-most", "1")
      #expect(try await pmgit("list") == "")
      // Nothing is left to finish.
      tracker.answer = .init(exitCode: 0, output: Array((answers.first ?? "").utf8))
      #expect(await pmgit.run(["bridge", "pull"]).exitCode == 0)
    }
  }

  @Test("A list without a line has no issue, and finishes nothing by itself")
  func silent() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.answer = .init(exitCode: 0, output: [])
    #expect(await pmgit.run(["bridge", "pull"]).exitCode == 0)
    tracker.answer = .init(exitCode: 0, output: [])
    #expect(await pmgit.run(["bridge", "pull", "--close-missing"]).exitCode == 1)
    #expect(try await pmgit("list").contains("Fix"))
  }

  @Test("Nothing is sent to an issue that was deleted there; a push says so once")
  func deleted() async throws {
    let tracker = FakeTracker()
    for number in 1...2 { tracker.add("Fix \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    for number in 1...2 { try await pmgit("edit", "github:octo/app#\(number)", "--title", "Mine") }
    let gone = tracker.issues.removeValue(forKey: 1)
    let calls = tracker.calls.count
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 0 && tracker.issues[2]?.title == "Mine", "\(pushed)")
    #expect(pushed.unbroken.contains("(\(first)): there is no such issue any more"), "\(pushed)")
    #expect(
      pushed.unbroken.contains("pmgit edit \"\(first)\" --no-alias \"\(first)\""), "\(pushed)")
    #expect(tracker.calls.count == calls + 2)
    let again = await pmgit.run(["bridge", "push"])
    #expect(again.exitCode == 0 && !again.messages.contains("no such issue"), "\(again)")
    #expect(again.messages.contains("not sent, as before: 1 change"), "\(again)")
    let planned = await pmgit.run(["bridge", "push", "--dry-run"])
    #expect(planned.output == "" && planned.messages.contains("no such issue"), "\(planned)")
    // It is back, and gone again.
    tracker.issues[1] = gone
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.title == "Mine")
    tracker.issues[1] = nil
    try await pmgit("edit", first, "--title", "Mine again")
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("no such issue"))
    try await pmgit("edit", first, "--no-alias", first)
    let calm = await pmgit.run(["bridge", "push"])
    #expect(!calm.messages.contains("waits"), "\(calm)")
  }

  @Test("A label that the tracker lacks holds no other, and is sent once it exists")
  func labels() async throws {
    let tracker = FakeTracker()
    tracker.add("Fix", labels: ["old"])
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.labels = ["ui", "old"]
    try await pmgit(
      "edit", first, "--title", "Mine", "--label", "ui", "--label", "not there", "--no-label",
      "old")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 1 && tracker.issues[1]?.labels == ["ui"], "\(pushed)")
    #expect(tracker.issues[1]?.title == "Mine")
    #expect(
      pushed.unbroken.contains("gh label create --repo octo/app \"not there\""), "\(pushed)")
    tracker.labels?.insert("not there")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.labels == ["ui", "not there"])
  }

  @Test("A label that is written otherwise here is the same one there")
  func caseOfLabels() async throws {
    let tracker = FakeTracker()
    tracker.add("Fix", labels: ["bug"])
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("edit", first, "--no-label", "bug", "--label", "Bug")
    for _ in 0..<2 {
      #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
    }
    #expect(tracker.issues[1]?.labels == ["bug"])
    try await pmgit("edit", first, "--no-label", "Bug")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.labels == [])
  }

  @Test("A milestone that the tracker lacks is named with the command that makes it")
  func milestones() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.milestones = []
    try await pmgit("milestone", "add", "v1", "--title", "Version 1")
    try await pmgit("edit", first, "--title", "Mine", "--milestone", "v1")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 1 && tracker.issues[1]?.title == "Mine", "\(pushed)")
    #expect(
      pushed.unbroken.contains("gh api repos/octo/app/milestones -f \"title=Version 1\""),
      "\(pushed)")
    tracker.milestones = ["Version 1"]
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.milestone == "Version 1")
  }

  @Test("A label with a comma is no two labels of GitLab, and holds no other")
  func commas() async throws {
    let tracker = FakeTracker()
    tracker.add("Fix", labels: ["old"])
    let pmgit = try await lab(tracker)
    let alias = "gitlab:octo/app#1"
    let shown = try JSONReader.value(in: Array(try await pmgit("show", alias, "--json").utf8))
    let id = try #require(shown.object?["plan"]?.object?["id"]?.string)
    let line = #"{"id":"\#(id)","labels":["ok","ui, web"]}"#
    #expect(await pmgit.run(["import", "-"], input: line).exitCode == 0)
    try await pmgit("edit", alias, "--no-label", "old")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 0 && tracker.issues[1]?.labels == ["ok"], "\(pushed)")
    #expect(pushed.unbroken.contains("its label 'ui, web' has a comma"), "\(pushed)")
    let again = await pmgit.run(["bridge", "push"])
    #expect(!again.messages.contains("has a comma"), "\(again)")
    #expect(again.messages.contains("not sent, as before: 1 change"), "\(again)")
    #expect(try await pmgit("show", alias).contains("ui, web"))
  }

  @Test("A person without a login there holds no other, and is named once")
  func people() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("edit", first, "--assign", "Ann Lee <ann@example.com>", "--assign", "hubot")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 0 && tracker.issues[1]?.assignees == ["hubot"], "\(pushed)")
    #expect(
      pushed.unbroken.contains(
        "pmgit people account github:LOGIN \"Ann Lee <ann@example.com>\""),
      "\(pushed)")
    let again = await pmgit.run(["bridge", "push"])
    #expect(again.exitCode == 0 && !again.messages.contains("Ann"), "\(again)")
    try await pmgit(
      "edit", first, "--no-assign", "Ann Lee <ann@example.com>", "--assign", "annlee")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["annlee", "hubot"])
  }

  @Test("A login that the tracker does not know holds no other")
  func logins() async throws {
    let tracker = FakeTracker(with: "Fix")
    tracker.accounts = ["hubot"]
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("edit", first, "--assign", "nobody", "--assign", "hubot", "--title", "Mine")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 1 && tracker.issues[1]?.assignees == ["hubot"], "\(pushed)")
    #expect(tracker.issues[1]?.title == "Mine")
    #expect(pushed.unbroken.contains("pmgit people account github:LOGIN nobody"), "\(pushed)")
    // The hint names the person, and not the wrong login that the board knows.
    try await pmgit("people", "account", "github:ann", "Ann Lee <ann@example.com>")
    try await pmgit(
      "edit", first, "--no-assign", "nobody", "--assign", "Ann Lee <ann@example.com>")
    let wrong = await pmgit.run(["bridge", "push"])
    #expect(
      wrong.unbroken.contains(
        "pmgit people account github:LOGIN \"Ann Lee <ann@example.com>\""), "\(wrong)")
  }

  @Test("A field of which clones know different values waits for a pull")
  func unsettled() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    for (clone, title) in [(one, "A"), (two, "B")] {
      tracker.issues[1]?.title = title
      tracker.issues[1]?.labels = ["bug", "of \(title)"]
      try await clone("bridge", "pull")
    }
    tracker.issues[1]?.labels = []
    try await two("bridge", "pull")
    for clone in [one, two, one] { try await clone("sync") }
    try await one("edit", first, "--title", "Mine", "--no-label", "bug")
    try await one("edit", first, "--label", "bug")
    let planned = await one.run(["bridge", "push", "--dry-run"])
    #expect(planned.output == "", "\(planned)")
    #expect(
      planned.unbroken.contains("clones know different values of its title; pull again"),
      "\(planned)")
    try await one("bridge", "push")
    #expect(tracker.issues[1]?.title == "Mine")
    #expect(try await one("resolve", "--list") == "")
  }

  @Test("Words that somebody wrote below the mark are a part of the text, and stay there once")
  func wordsBelow() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public", "--body", "Text")
    try await pmgit("bridge", "push", "--new", "Public")
    tracker.issues[1]?.body += "\n\nWords below"
    for _ in 0..<2 { try await pmgit("bridge", "push") }
    let shown = try await pmgit("show", id)
    #expect(shown.contains("Text\n\nWords below") || shown.contains("Words below"), "\(shown)")
    #expect(!shown.contains("<!--"), "\(shown)")
    try await pmgit("edit", id, "--body-append", "More")
    try await pmgit("bridge", "push")
    let body = try #require(tracker.issues[1]).body
    #expect(body.split(separator: "<!-- pmgit:").count == 2, "\(body)")
    #expect(body.hasPrefix("Text\n\nWords below\n") && body.contains("More"), "\(body)")
    #expect(try await pmgit("list", "is:any").split(separator: "\n").count == 1)
  }
}
