import PlanModel
import PmgitTestSupport
import Testing

/// Two clones with a bridge each, and people who change issues: in the end all three agree.
@Suite("Bridges of two clones")
struct BridgeClonesTests {
  private static let labels = ["bug", "ui", "docs"]

  @Test("No edit is lost and no issue is made twice, in any order", arguments: 1...12)
  func property(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let tracker = FakeTracker()
    tracker.add("First", body: "Text", labels: ["bug"])
    tracker.add("Second")
    let hub = try await ScratchRepository(bare: true)
    let one = try await CommandRunner.bridged(to: tracker)
    try await one.repository.git("remote", "add", "origin", hub.path)
    try await one("sync")
    let two = try await CommandRunner(seed: seed + 100)
    two.runProgram = { try tracker.run($0) }
    try await two.repository.git("remote", "add", "origin", hub.path)
    try await two("init")
    try await two("sync")
    try await two("bridge", "add", "hub", "github:octo/app")
    var (texts, created): (Set<String>, Int) = ([], 0)
    for step in 0..<25 {
      let clone = Bool.random(using: &random) ? one : two
      let number = tracker.issues.keys.sorted().randomElement(using: &random) ?? 1
      let alias = "github:octo/app#\(number)"
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        _ = await clone.run(["edit", alias, "--label", Self.labels.randomElement(using: &random)!])
      case 1: _ = await clone.run(["edit", alias, "--title", "Here \(step)"])
      case 2:
        if await clone.run(["comment", alias, "-m", "Here \(step)"]).exitCode == 0 {
          texts.insert("Here \(step)")
        }
      case 3: _ = await clone.run([Bool.random(using: &random) ? "done" : "start", alias])
      case 4:
        created += 1
        _ = try await clone.add("New \(step)", "--label", "new", "--body", "Body \(step)")
      case 5: tracker.issues[number]?.title = "There \(step)"
      case 6:
        tracker.comment("There \(step)", on: number)
        texts.insert("There \(step)")
      case 7: tracker.issues[number]?.isOpen.toggle()
      case 8: tracker.issues[number]?.labels.insert("there")
      case 9: _ = await clone.run(["sync"])
      case 10: _ = await clone.run(["bridge", "pull"])
      default:
        if Bool.random(using: &random) {
          let moment = FakeTracker.Moment.allCases.randomElement(using: &random)!
          tracker.killing = (Int.random(in: 0..<4, using: &random), moment)
        }
        _ = await clone.run(["bridge", "push", "--new", "label:new is:any"])
        tracker.killing = nil
      }
    }
    try await settle(one, two)
    let open = tracker.issues.values.filter { $0.title.hasPrefix("New ") }
    // A conflict may have hidden the title of one; its mark tells that it is there.
    let made = tracker.issues.values.filter { $0.body.contains("<!-- pmgit:") }
    #expect(made.count == created, "seed \(seed): \(open.map(\.title))")
    let said = tracker.issues.values.flatMap(\.comments).map(\.text)
    #expect(said.sorted() == texts.sorted(), "seed \(seed)")
    try await compare(one, tracker, seed)
    try await compare(two, tracker, seed)
  }

  /// Decides conflicts, and pulls and pushes until nothing changes.
  private func settle(_ one: CommandRunner, _ two: CommandRunner) async throws {
    for _ in 0..<3 {
      for clone in [one, two] {
        try await clone("sync")
        try await clone("bridge", "pull", "--at-most", "1000")
        _ = await clone.run(["resolve", "--all", "--newest"])
        for conflict in try await clone("conflicts").split(separator: "\n") {
          let id = String(conflict.split(separator: "\t")[0])
          let field = conflict.split(separator: "\t").dropFirst().first.map(String.init) ?? ""
          if field == "title" { _ = await clone.run(["edit", id, "--title", "Decided"]) }
          if field == "state" { _ = await clone.run(["move", id, "todo"]) }
        }
        try await clone("bridge", "push", "--new", "label:new is:any")
        try await clone("sync")
      }
    }
    for clone in [one, two] {
      try await clone("sync")
      let calm = await clone.run(["bridge", "push", "--new", "label:new is:any"])
      #expect(calm.messages.contains("nothing to send"), "\(calm)")
    }
  }

  private func compare(_ clone: CommandRunner, _ tracker: FakeTracker, _ seed: UInt64) async throws
  {
    let list = try await clone("list", "is:any").split(separator: "\n")
    #expect(list.count == tracker.issues.count, "seed \(seed): \(list)")
    for (number, issue) in tracker.issues {
      let text = try await clone("show", "github:octo/app#\(number)", "--json")
      let plan = try JSONReader.value(in: Array(text.utf8)).object?["plan"]?.object
      #expect(plan?["title"] == .string(issue.title), "seed \(seed), \(number)")
      #expect(
        Set(plan?["labels"]?.array?.compactMap(\.string) ?? []) == issue.labels,
        "seed \(seed), \(number)")
      #expect((plan?["state"] != .string("done")) == issue.isOpen, "seed \(seed), \(number)")
      let comments = plan?["comments"]?.array?.compactMap { comment in
        comment.object?["text"]?.string
          ?? comment.object?["text"]?.array?.compactMap(\.string).joined(separator: "\n")
      }
      #expect(
        comments?.sorted() == issue.comments.map(\.text).sorted(), "seed \(seed), \(number)")
    }
  }
}
