import PlanModel
import PlanTerminal
import PmgitTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("'bridge push'")
struct BridgePushTests {
  private func bridged(_ tracker: FakeTracker) async throws -> CommandRunner {
    try await CommandRunner.bridged(to: tracker)
  }

  private let first = "github:octo/app#1"

  @Test("Each kind of change is sent by its own command, and the next pull and push find nothing")
  func kinds() async throws {
    let tracker = FakeTracker()
    tracker.add("Fix", body: "Old text", labels: ["bug", "old"])
    let pmgit = try await bridged(tracker)
    try await pmgit("milestone", "add", "v1", "--title", "Version, 1")
    try await pmgit(
      "edit", first, "--title", "-x", "--body", "New\n\ntext", "--label", "ui",
      "--no-label", "old", "--assign", "hubot", "--milestone", "v1")
    try await pmgit("comment", first, "-m", "Done soon")
    try await pmgit("done", first)
    let planned = try await pmgit("bridge", "push", "--dry-run")
    #expect(planned.contains("gh issue edit 1 --repo octo/app --title=-x\n"), "\(planned)")
    let calls = tracker.calls.count
    try await pmgit("bridge", "push")
    let issue = try #require(tracker.issues[1])
    #expect(issue.title == "-x" && issue.body == "New\n\ntext" && !issue.isOpen)
    #expect(issue.labels == ["bug", "ui"] && issue.assignees == ["hubot"])
    #expect(issue.milestone == "Version, 1" && issue.reason == "COMPLETED")
    #expect(issue.comments.map(\.text) == ["Done soon"])
    // One list, a command for each line of the dry run, and a look at the assignees.
    #expect(tracker.calls.count - calls == 2 + planned.split(separator: "\n").count)
    let again = await pmgit.run(["bridge", "push"])
    #expect(again.messages.contains("nothing to send to github:octo/app\n"), "\(again)")
    #expect(again.messages.contains("1 plan unchanged"), "\(again)")
    try await pmgit("edit", first, "--milestone", "none", "--no-assign", "hubot")
    try await pmgit("move", first, "todo")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.milestone == nil && tracker.issues[1]?.assignees == [])
    #expect(tracker.issues[1]?.isOpen == true)
    #expect(try await pmgit("list", "is:any").split(separator: "\n").count == 1)
  }

  @Test("Moves between open columns are not sent, and a pull keeps them")
  func columns() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await bridged(tracker)
    try await pmgit("move", first, "doing")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.messages.contains("nothing to send"), "\(pushed)")
    #expect(try await pmgit("show", first).contains("state\tdoing\n"))
    try await pmgit(
      "column", "add", "dropped", "--title", "Not planned", "--kind", "done")
    try await pmgit("move", first, "dropped")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.reason == "NOT_PLANNED")
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("show", first).contains("state\tdropped\n"))
  }

  @Test("What was changed there is not overwritten, and a conflict waits")
  func conflict() async throws {
    let tracker = FakeTracker()
    tracker.add("Fix", labels: ["bug"])
    let pmgit = try await bridged(tracker)
    try await pmgit("edit", first, "--title", "Mine", "--label", "ui")
    tracker.issues[1]?.title = "Theirs"
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 0, "\(pushed)")
    #expect(pushed.messages.contains("its title is in conflict"), "\(pushed)")
    #expect(tracker.issues[1]?.title == "Theirs" && tracker.issues[1]?.labels == ["bug", "ui"])
    try await pmgit("edit", first, "--title", "Both")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.title == "Both")
  }

  @Test("Names that are no accounts are not sent, and nobody is removed for them")
  func people() async throws {
    let tracker = FakeTracker(with: "Fix")
    tracker.issues[1]?.assignees = ["octocat"]
    let pmgit = try await bridged(tracker)
    try await pmgit("edit", first, "--no-assign", "octocat", "--assign", "Ann <a@example.com>")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.messages.contains("its assignees are not accounts there"), "\(pushed)")
    #expect(tracker.issues[1]?.assignees == ["octocat"])
  }

  @Test("Plans become issues on request, once, with all that they have")
  func creation() async throws {
    let tracker = FakeTracker()
    let pmgit = try await bridged(tracker)
    let id = try await pmgit.add("Public", "--body", "Text", "--label", "public", "--state", "done")
    _ = try await pmgit.add("Private")
    try await pmgit("comment", id, "-m", "A note")
    let planned = try await pmgit("bridge", "push", "--dry-run", "--new", "label:public is:any")
    #expect(planned.contains("gh issue create --repo octo/app --title=Public"), "\(planned)")
    for _ in 0..<2 { try await pmgit("bridge", "push", "--new", "label:public is:any") }
    #expect(tracker.issues.count == 1)
    let issue = try #require(tracker.issues[1])
    #expect(issue.title == "Public" && issue.body.hasPrefix("Text\n\n<!-- pmgit:"))
    #expect(issue.labels == ["public"] && !issue.isOpen && issue.comments.count == 1)
    #expect(try await pmgit("show", first).contains(id))
    #expect(try await !pmgit("show", first).contains("<!--"))
    // The mark stays when the text is sent again.
    try await pmgit("edit", id, "--body", "Other")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.body.hasPrefix("Other\n\n<!-- pmgit:") == true)
    #expect(try await pmgit("list", "is:any").split(separator: "\n").count == 2)
  }

  @Test("glab gets the same changes")
  func gitlab() async throws {
    let tracker = FakeTracker()
    tracker.milestones = ["v1"]
    tracker.add("Fix", labels: ["bug"])
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "lab", "gitlab:octo/app")
    try await pmgit("bridge", "pull")
    let alias = "gitlab:octo/app#1"
    try await pmgit("milestone", "add", "v1")
    try await pmgit(
      "edit", alias, "--title", "Mine", "--body", "Text", "--label", "ui", "--no-label", "bug",
      "--assign", "hubot", "--milestone", "v1")
    try await pmgit("comment", alias, "-m", "A note")
    try await pmgit("done", alias)
    let new = try await pmgit.add("New", "--label", "new")
    for _ in 0..<2 {
      let pushed = await pmgit.run(["bridge", "push", "--new", "label:new"])
      #expect(pushed.exitCode == 0, "\(pushed)")
    }
    let issue = try #require(tracker.issues[1])
    #expect(issue.title == "Mine" && issue.body == "Text" && issue.labels == ["ui"])
    #expect(issue.assignees == ["hubot"] && issue.milestone == "v1" && !issue.isOpen)
    #expect(issue.comments.map(\.text) == ["A note"])
    #expect(tracker.issues.count == 2 && tracker.issues[2]?.labels == ["new"])
    #expect(try await pmgit("show", "gitlab:octo/app#2").contains(new))
    try await pmgit("edit", alias, "--milestone", "none", "--no-assign", "hubot")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.milestone == nil && tracker.issues[1]?.assignees == [])
  }

  @Test("Issues of another host are found again, and made once")
  func hosts() async throws {
    let tracker = FakeTracker()
    tracker.host = "ghe.example.com"
    tracker.add("Fix")
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "hub", "github:ghe.example.com/octo/app")
    try await pmgit("bridge", "pull")
    try await pmgit("edit", "github:ghe.example.com/octo/app#1", "--title", "Mine")
    _ = try await pmgit.add("New")
    for _ in 0..<2 { try await pmgit("bridge", "push", "--new", "is:open") }
    #expect(tracker.issues.count == 2 && tracker.issues[1]?.title == "Mine")
    #expect(try await pmgit("show", "github:ghe.example.com/octo/app#2").contains("New"))
  }

  @Test("A renamed repository is refused, and nothing is made in it")
  func renamed() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await bridged(tracker)
    _ = try await pmgit.add("New")
    (tracker.repository, tracker.formerName) = ("octo/renamed", "octo/app")
    for arguments in [["push", "--new", "New"], ["pull"]] {
      let refused = await pmgit.run(["bridge"] + arguments)
      #expect(refused.exitCode == 1, "\(refused)")
      #expect(
        refused.messages.contains("'github:octo/app' has the issues of 'github:octo/renamed'"),
        "\(refused)")
    }
    #expect(tracker.issues.count == 1)
    #expect(try await pmgit("list", "is:any").split(separator: "\n").count == 2)
    // An empty list does not show the name, but the answer to a creation does.
    tracker.issues = [:]
    let made = await pmgit.run(["bridge", "push", "--new", "New"])
    #expect(made.exitCode == 1 && made.messages.contains("no issue of"), "\(made)")
    #expect(await pmgit.run(["bridge", "push", "--new", "New"]).exitCode == 1)
    #expect(tracker.issues.count == 1)
  }

  @Test("While another pull or push runs in the clone, nothing is sent or taken")
  func turns() async throws {
    let tracker = FakeTracker()
    let pmgit = try await bridged(tracker)
    _ = try await pmgit.add("New")
    let path = "\(try await pmgit.repository.git("rev-parse", "--absolute-git-dir"))/pmgit/bridges"
    let file = open(path, O_RDWR)
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
    pmgit.timeout = .milliseconds(50)
    let calls = tracker.calls.count
    for arguments in [["push", "--new", "New"], ["pull"]] {
      let busy = await pmgit.run(["bridge"] + arguments)
      #expect(busy.exitCode != 0, "\(busy)")
      #expect(busy.messages.contains("another pull or push of a bridge runs"), "\(busy)")
    }
    #expect(tracker.calls.count == calls)
    close(file)
    pmgit.timeout = nil
    try await pmgit("bridge", "push", "--new", "New")
    #expect(tracker.issues.count == 1)
  }

  @Test("glab sends texts and milestones that look like something else")
  func glabValues() async throws {
    let tracker = FakeTracker()
    tracker.milestones = ["2025", "2026"]
    tracker.add("Fix", body: "Text")
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "lab", "gitlab:octo/app")
    try await pmgit("bridge", "pull")
    let alias = "gitlab:octo/app#1"
    try await pmgit("milestone", "add", "y26", "--title", "2026")
    try await pmgit("edit", alias, "--body", "", "--milestone", "y26")
    for body in ["", "-"] {
      // '-' stands for the standard input.
      let text = body.isEmpty ? body : "-"
      #expect(await pmgit.run(["edit", alias, "--body", text], input: body).exitCode == 0)
      let planned = try await pmgit("bridge", "push", "--dry-run")
      // Lines of a script escape each backslash again.
      let plain = planned.replacing("\\", with: "")
      #expect(plain.contains(#"<<< "{"description":"\#(body)"}""#), "\(planned)")
      try await pmgit("bridge", "push")
      #expect(tracker.issues[1]?.body == body && tracker.issues[1]?.milestone == "2026")
    }
  }

  @Test("What the tracker drops without an error stays here, is named once, and not sent again")
  func refused() async throws {
    let tracker = FakeTracker(with: "Fix")
    tracker.accounts = ["octocat"]
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    try await pmgit("bridge", "add", "lab", "gitlab:octo/app")
    try await pmgit("bridge", "pull")
    let alias = "gitlab:octo/app#1"
    try await pmgit("edit", alias, "--assign", "eve", "--assign", "octocat")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 0, "\(pushed)")
    #expect(pushed.messages.contains("did not take its assignee 'eve'"), "\(pushed)")
    #expect(tracker.issues[1]?.assignees == ["octocat"])
    let count = tracker.calls.count
    let again = await pmgit.run(["bridge", "push"])
    #expect(again.messages.contains("not sent, as before: 1 change"), "\(again)")
    #expect(tracker.calls.count == count + 1)
    #expect(try await pmgit("show", alias).contains("eve"))
    // Once it was taken back here, it is sent again.
    try await pmgit("edit", alias, "--no-assign", "eve")
    try await pmgit("bridge", "pull")
    tracker.accounts = nil
    try await pmgit("edit", alias, "--assign", "eve")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["eve", "octocat"])
  }

  @Test("A bridge to a file or command sends nothing")
  func reading() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("bridge", "add", "a", "file:plans.jsonl")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 64 && pushed.messages.contains("only reads"), "\(pushed)")
  }

  @Test(
    "A finished plan that moves to a column with another reason gives its issue that reason",
    arguments: [("Not planned", "NOT_PLANNED"), ("Duplicate", "DUPLICATE")])
  func reason(column: String, reason: String) async throws {
    let tracker = FakeTracker(with: "One", "Two")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    try await pmgit("column", "add", column, "--kind", "done")
    try await pmgit("done", first)
    try await pmgit("move", "github:octo/app#2", column)
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.reason == "COMPLETED")
    #expect(tracker.issues[2]?.reason == reason && tracker.issues[2]?.isOpen == false)
    try await pmgit("move", first, column)
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.reason == reason)
    // Another column of kind done means the same as Done.
    try await pmgit("column", "add", "shipped", "--kind", "done")
    try await pmgit("move", first, "shipped")
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.reason == "COMPLETED")
    let calm = await pmgit.run(["bridge", "push"])
    #expect(calm.messages.contains("nothing to send"), "\(calm)")
    #expect(try await pmgit("show", first).contains("state\tshipped\n"))
  }
}
