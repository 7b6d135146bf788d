import PlanModel
import PmgitTestSupport
import Testing

/// Two clones that push at the same time.
@Suite("Issues that two clones make of one plan")
struct BridgeTwinTests {
  private static let push = ["bridge", "push", "--new", "label:new is:any"]

  @Test(
    "Wherever another clone pushes meanwhile, one issue counts, and the second one is named",
    arguments: FakeTracker.Moment.allCases)
  func interleaved(moment: FakeTracker.Moment) async throws {
    var (command, pairs) = (0, 0)
    while true {
      let tracker = FakeTracker()
      let pair = try await BridgedPair(tracker)
      let (one, two) = (pair.one, pair.two)
      let id = try await one.add("Public", "--body", "Text", "--label", "new")
      try await one("comment", id, "-m", "A note")
      try await one("sync")
      try await two("sync")
      var count = 0
      one.runProgram = { program in
        defer { count += 1 }
        if count == command, moment == .before { _ = await two.run(Self.push) }
        let outcome = try tracker.run(program)
        if count == command, moment == .after { _ = await two.run(Self.push) }
        return outcome
      }
      #expect(await one.run(Self.push).exitCode == 0)
      one.runProgram = { try tracker.run($0) }
      if count <= command { break }
      let words = "\(command) \(moment)"
      #expect((1...2).contains(tracker.issues.count), "\(words)")
      if tracker.issues.count == 2 {
        pairs += 1
        try await decide(one, two, tracker, words)
      }
      try await agree(one, two, tracker, words)
      command += 1
    }
    #expect(pairs > 0 && command > 2)
  }

  /// Finds the second issue in both clones once they have met, and closes it. Before that, each
  /// clone leaves out the issue whose mark it does not know.
  private func decide(
    _ one: CommandRunner, _ two: CommandRunner, _ tracker: FakeTracker, _ words: String
  ) async throws {
    for clone in [two, one] {
      let pulled = await clone.run(["bridge", "pull"])
      #expect(pulled.messages.contains("this clone does not know the mark"), "\(words): \(pulled)")
      #expect(try await clone("list", "is:any").split(separator: "\n").count == 1, "\(words)")
    }
    for clone in [one, two, one] { try await clone("sync") }
    for clone in [two, one, two] {
      let pulled = await clone.run(["bridge", "pull"])
      #expect(pulled.exitCode == 0, "\(words): \(pulled)")
      #expect(
        pulled.messages.contains(
          "left out 'github:octo/app#2', a second issue of the plan of 'github:octo/app#1'"),
        "\(words): \(pulled)")
      #expect(
        pulled.messages.contains("close it with 'gh issue close 2 --repo octo/app --reason "),
        "\(words): \(pulled)")
      #expect(try await clone("list", "is:any").split(separator: "\n").count == 1, "\(words)")
      try await clone("sync")
    }
    tracker.issues[2]?.isOpen = false
  }

  private func agree(
    _ one: CommandRunner, _ two: CommandRunner, _ tracker: FakeTracker, _ words: String
  ) async throws {
    for clone in [one, two, one] {
      try await clone("sync")
      let pulled = await clone.run(["bridge", "pull"])
      #expect(!pulled.messages.contains("second issue"), "\(words): \(pulled)")
      try await clone("sync")
    }
    try await one("edit", "github:octo/app#1", "--title", "Mine")
    try await one("bridge", "push")
    try await one("sync")
    try await two("sync")
    for clone in [one, two] {
      let calm = await clone.run(Self.push)
      #expect(calm.messages.contains("nothing to send"), "\(words): \(calm)")
      #expect(try await clone("list", "is:any").split(separator: "\n").count == 1)
      #expect(try await clone("resolve", "--list") == "")
      #expect(try await clone("show", "github:octo/app#1").contains("state\ttodo\n"))
    }
    let issue = try #require(tracker.issues[1])
    #expect(issue.title == "Mine" && issue.labels == ["new"] && issue.isOpen, "\(words)")
    #expect(issue.body.hasPrefix("Text\n\n<!-- pmgit:"), "\(words)")
    // In the same moments, a comment can be sent twice.
    #expect(Set(issue.comments.map(\.text)) == ["A note"], "\(words)")
    #expect(tracker.issues[2]?.title != "Mine")
  }

  @Test("The clone that has made the second issue keeps its words, in conflict with the first ones")
  func differing() async throws {
    let tracker = FakeTracker()
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    let id = try await one.add("Public", "--label", "new")
    try await one("sync")
    try await two("sync")
    for (clone, name) in [(one, "one"), (two, "two")] {
      try await clone("edit", id, "--title", "Title of \(name)", "--body", "Text of \(name)")
    }
    var count = 0
    one.runProgram = { program in
      defer { count += 1 }
      if count == 1 { _ = await two.run(Self.push) }
      return try tracker.run(program)
    }
    #expect(await one.run(Self.push).exitCode == 0)
    one.runProgram = { try tracker.run($0) }
    #expect(tracker.issues.values.map(\.title).sorted() == ["Title of one", "Title of two"])
    for clone in [one, two, one] { try await clone("sync") }
    try await one("bridge", "pull")
    let conflicts = try await one("resolve", "--list", "--json")
    for words in ["Title of one", "Title of two", "Text of one", "Text of two"] {
      #expect(conflicts.contains(words), "\(words): \(conflicts)")
    }
  }

  @Test("A clone that was about to make an issue keeps its words, if another one has made it")
  func forestalled() async throws {
    let tracker = FakeTracker()
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    let id = try await one.add("Public", "--label", "new")
    for clone in [one, two] { try await clone("sync") }
    for (clone, name) in [(one, "one"), (two, "two")] {
      try await clone("edit", id, "--title", "Title of \(name)")
    }
    tracker.killing = (1, .before)
    #expect(await two.run(Self.push).exitCode != 0)
    try await one("bridge", "push", "--new", "label:new is:any")
    #expect(tracker.issues.values.map(\.title) == ["Title of one"])
    let pulled = await two.run(Self.push)
    #expect(pulled.messages.contains("may be its issue, made by another clone"), "\(pulled)")
    for clone in [one, two] { try await clone("sync") }
    try await two("bridge", "pull")
    let conflicts = try await two("resolve", "--list", "--json")
    #expect(tracker.issues.count == 1)
    #expect(
      conflicts.contains("Title of one") && conflicts.contains("Title of two"), "\(conflicts)")
  }

  @Test("An issue whose plan was deleted meanwhile brings the plan not back")
  func deletedMeanwhile() async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let id = try await pmgit.add("Public", "--label", "new")
    tracker.killing = (1, .after)
    #expect(await pmgit.run(Self.push).exitCode != 0)
    #expect(tracker.issues.count == 1)
    try await pmgit("delete", id)
    let pulled = await pmgit.run(["bridge", "pull"])
    #expect(pulled.messages.contains("left out 1 issue made of plans"), "\(pulled)")
    #expect(try await pmgit("list") == "")
    try await pmgit("restore", id)
    for _ in 0..<2 { try await pmgit("bridge", "push", "--new", "label:new is:any") }
    #expect(tracker.issues.count == 1)
    #expect(try await pmgit("show", "github:octo/app#1").contains(id))
  }

  @Test("Killed clones that have made an issue each find the one with the lower number")
  func killed() async throws {
    let tracker = FakeTracker()
    let pair = try await BridgedPair(tracker)
    let (one, two) = (pair.one, pair.two)
    let id = try await one.add("Public", "--label", "new")
    try await one("sync")
    try await two("sync")
    var count = 0
    one.runProgram = { program in
      defer { count += 1 }
      if count == 1 {
        tracker.killing = (1, .after)
        #expect(await two.run(Self.push).exitCode != 0)
        tracker.killing = (0, .after)
      }
      return try tracker.run(program)
    }
    #expect(await one.run(Self.push).exitCode != 0)
    one.runProgram = { try tracker.run($0) }
    #expect(tracker.issues.count == 2)
    for clone in [one, two] {
      #expect(await clone.run(Self.push).messages.contains("does not know the mark"))
    }
    for clone in [one, two, one] { try await clone("sync") }
    for clone in [one, two] {
      let pushed = await clone.run(Self.push)
      #expect(pushed.exitCode == 0 && pushed.messages.contains("app#2', a second"), "\(pushed)")
      #expect(try await clone("show", "github:octo/app#1").contains(id))
      #expect(try await clone("list", "is:any").split(separator: "\n").count == 1)
    }
    #expect(tracker.issues.count == 2)
    // If it is about something else, it becomes a plan once the plan does not have its name.
    tracker.issues[2]?.body = "Something else"
    try await one("edit", id, "--no-alias", "github:octo/app#2")
    try await one("bridge", "pull")
    #expect(try await one("list", "is:any").split(separator: "\n").count == 2)
  }
}
