import PlanModel
import PmgitTestSupport
import Testing

@Suite("'bridge push' that is killed, or whose commands fail")
struct BridgeFailureTests {
  private let first = "github:octo/app#1"

  @Test(
    "Wherever a push is killed, the next one goes on and sends nothing twice, also if clocks differ",
    arguments: ["2026-12-01T10:00:00Z", "2026-10-01T10:00:00Z"])
  func kills(clock: String) async throws {
    var command = 0
    while true {
      var wasKilled = false
      for moment in FakeTracker.Moment.allCases {
        let tracker = FakeTracker()
        tracker.clock = clock
        tracker.add("Fix", body: "Text")
        let pmgit = try await CommandRunner.bridged(to: tracker)
        try await pmgit("edit", first, "--title", "Mine", "--label", "ui")
        try await pmgit("comment", first, "-m", "A note")
        try await pmgit("comment", first, "-m", "Another")
        let id = try await pmgit.add("New", "--body", "Body", "--label", "new")
        try await pmgit("comment", id, "-m", "Hello")
        try await pmgit("done", id)
        let push = ["bridge", "push", "--new", "label:new is:any"]
        tracker.killing = (command, moment)
        let killed = await pmgit.run(push)
        wasKilled = killed.exitCode != 0
        #expect((tracker.killing == nil) == wasKilled)
        tracker.killing = nil
        if moment == .after {
          // Somebody changes the plan here and the issue there before the next push.
          try await pmgit("edit", id, "--label", "later")
          for number in tracker.issues.keys where number > 1 {
            tracker.issues[number]?.labels.insert("theirs")
          }
        }
        let again = await pmgit.run(push)
        #expect(again.exitCode == 0, "\(command) \(moment): \(again)")
        #expect(tracker.issues.count == 2, "\(command) \(moment)")
        #expect(tracker.issues[1]?.comments.map(\.text) == ["A note", "Another"])
        #expect(tracker.issues[1]?.title == "Mine" && tracker.issues[1]?.labels == ["ui"])
        #expect(tracker.issues[2]?.comments.map(\.text) == ["Hello"], "\(command) \(moment)")
        #expect(tracker.issues[2]?.isOpen == false)
        #expect(tracker.issues[2]?.labels.contains("new") == true)
        if wasKilled, moment == .after {
          #expect(tracker.issues[2]?.labels.contains("later") == true)
        }
        #expect(try await pmgit("list", "is:any").split(separator: "\n").count == 2)
        #expect(try await pmgit("resolve", "--list") == "")
        let calm = await pmgit.run(push)
        #expect(calm.messages.contains("nothing to send"), "\(command) \(moment): \(calm)")
      }
      if !wasKilled { break }
      command += 1
    }
    #expect(command > 7)
  }

  @Test("A failed command leaves the others alone; after ten in a row no more are run")
  func failures() async throws {
    let tracker = FakeTracker()
    for number in 1...12 { tracker.add("Fix \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.labels = []
    try await pmgit("edit", first, "--label", "unknown", "--title", "Mine")
    let pushed = await pmgit.run(["bridge", "push"])
    #expect(pushed.exitCode == 1 && tracker.issues[1]?.title == "Mine", "\(pushed)")
    #expect(pushed.messages.contains("'gh issue edit' ended with exit code 1"), "\(pushed)")
    for number in 2...12 { try await pmgit("edit", "github:octo/app#\(number)", "--label", "no") }
    let calls = tracker.calls.count
    let ended = await pmgit.run(["bridge", "push"])
    #expect(ended.exitCode == 1 && tracker.calls.count == calls + 1 + 10)
    #expect(
      ended.messages.contains("labels: not tried after 10 failed commands in a row"),
      "\(ended)")
    tracker.labels = nil
    try await pmgit("bridge", "push")
    #expect(tracker.issues[5]?.labels == ["no"])
  }

  @Test("What was changed here since an issue was made is no conflict, although nobody noted it")
  func editedAfterMaking() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public", "--body", "Text", "--label", "new")
    tracker.killing = (1, .after)
    #expect(await pmgit.run(["bridge", "push", "--new", "label:new"]).exitCode != 0)
    try await pmgit("edit", id, "--title", "Mine", "--body", "More")
    try await pmgit("bridge", "push")
    #expect(try await pmgit("resolve", "--list") == "")
    let issue = try #require(tracker.issues[1])
    #expect(issue.title == "Mine" && issue.body.hasPrefix("More\n\n<!-- pmgit:"), "\(issue)")
  }

  @Test("Many names that the tracker lacks hold no other one for long")
  func manyNames() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.labels = ["there"]
    let names = (1...12).map { "missing-\($0)" } + ["there"]
    let labels = names.flatMap { ["--label", $0] }
    #expect(await pmgit.run(["edit", first] + labels).exitCode == 0)
    for _ in 0..<2 { #expect(await pmgit.run(["bridge", "push"]).exitCode == 1) }
    #expect(tracker.issues[1]?.labels == ["there"])
    tracker.labels = nil
    try await pmgit("bridge", "push")
    #expect(tracker.issues[1]?.labels == Set(names))
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
  }

  @Test("What failed last time is tried last, so that it ends no push before the others")
  func order() async throws {
    let tracker = FakeTracker()
    for number in 1...26 { tracker.add("Fix \(number)") }
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.labels = []
    for number in 1...25 { try await pmgit("edit", "github:octo/app#\(number)", "--label", "no") }
    #expect(await pmgit.run(["bridge", "push"]).exitCode == 1)
    try await pmgit("edit", "github:octo/app#26", "--title", "Mine")
    // At most 15 others have not failed yet, and ten in a row end the push.
    for _ in 0..<2 { #expect(await pmgit.run(["bridge", "push"]).exitCode == 1) }
    #expect(tracker.issues[26]?.title == "Mine")
    let planned = try await pmgit("bridge", "push", "--dry-run")
    #expect(planned.split(separator: "\n").count == 25)
    try await pmgit("edit", "github:octo/app#26", "--title", "Mine, too")
    let first = try await pmgit("bridge", "push", "--dry-run").split(separator: "\n").first
    #expect(first?.contains("gh issue edit 26 ") == true, "\(first ?? "")")
    // Each push tries ten others of those that fail.
    let tried = { tracker.calls.filter { $0.contains("--add-label=no") }.map { $0[3] } }
    let before = tried().count
    for _ in 0..<3 { _ = await pmgit.run(["bridge", "push"]) }
    #expect(Set(tried()[before...]).count == 25)
    tracker.labels = nil
    try await pmgit("bridge", "push")
    #expect(tracker.issues.values.count { $0.labels == ["no"] } == 25)
  }

  @Test(
    "A limit of the tracker ends a push at once",
    arguments: ["You have exceeded a secondary rate limit", "was submitted too quickly"])
  func limit(words: String) async throws {
    let tracker = FakeTracker(with: "One", "Two", "Three")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    for number in 1...3 {
      try await pmgit("edit", "github:octo/app#\(number)", "--label", "a", "--label", "b")
    }
    tracker.labels = []
    tracker.complaint = ("GraphQL: \(words)", 1)
    let calls = tracker.calls.count
    let ended = await pmgit.run(["bridge", "push"])
    #expect(ended.exitCode != 0, "\(ended)")
    #expect(tracker.calls.count == calls + 2)
    #expect(ended.unbroken.contains("push and pull again later"), "\(ended)")
    #expect(ended.unbroken.contains("not tried after the tracker's limit"), "\(ended)")
    tracker.labels = nil
    try await pmgit("bridge", "push")
    for number in 1...3 { #expect(tracker.issues[number]?.labels == ["a", "b"]) }
  }
}
