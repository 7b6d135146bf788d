import PlanModel
import PmgitTestSupport
import Testing

/// Two clones with a bridge each, people who change issues, and a stranger who writes marks: in the
/// end all agree, and the stranger has got no plan.
@Suite("Bridges of two clones")
struct BridgeClonesTests {
  @Test("No edit is lost and no issue is made twice, in any order", arguments: 1...12)
  func property(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let tracker = FakeTracker()
    if seed.isMultiple(of: 3) { tracker.host = "ghe.example.com" }
    tracker.add("First", body: "Text", labels: ["bug"])
    tracker.add("Second")
    let pair = try await BridgedPair(tracker, seed: seed)
    var walk = BridgeWalk(tracker: tracker, clones: [pair.one, pair.two])
    for step in 0..<25 { try await walk.run(step, using: &random) }
    try await settle(pair.one, pair.two)
    // A conflict may have hidden the title of one; its mark tells that it is there.
    let made = tracker.issues.filter { number, issue in
      !walk.strange.contains(number) && issue.body.contains("<!-- pmgit:")
    }
    #expect(made.count == walk.created, "seed \(seed): \(made.map(\.value.title))")
    for number in walk.strange {
      for clone in [pair.one, pair.two] {
        let plan = try await clone("show", "\(tracker.source)#\(number)")
        #expect(plan.contains("Strange"), "seed \(seed), \(number): \(plan)")
      }
    }
    #expect(tracker.acted == [], "seed \(seed)")
    #expect(walk.edits.faults(in: tracker, first: [1, 2]) == [], "seed \(seed)")
    try await compare(pair.one, tracker, seed)
    try await compare(pair.two, tracker, seed)
  }

  /// Decides conflicts, and pulls and pushes until nothing changes.
  private func settle(_ one: CommandRunner, _ two: CommandRunner) async throws {
    for _ in 0..<3 {
      for clone in [one, two] {
        try await clone("sync")
        try await clone("bridge", "pull", "--at-most", "1000")
        _ = await clone.run(["resolve", "--all", "--newest"])
        for conflict in try await clone("resolve", "--list").split(separator: "\n") {
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
      let text = try await clone("show", "\(tracker.source)#\(number)", "--json")
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

/// Random steps of two clones and of people who change issues.
private struct BridgeWalk {
  let tracker: FakeTracker
  let clones: [CommandRunner]
  var edits = BridgeEdits()
  /// The number of plans of which issues are made.
  var created = 0
  /// The issues of a stranger, whose texts have marks.
  var strange: Set<Int> = []

  /// Words that several people write.
  private static let common = ["LGTM", "+1"]

  mutating func run(_ step: Int, using random: inout SeededGenerator) async throws {
    let place = Int.random(in: 0..<2, using: &random)
    let clone = clones[place]
    let number =
      tracker.issues.keys.filter { !strange.contains($0) }.sorted().randomElement(using: &random)
      ?? 1
    switch Int.random(in: 0..<14, using: &random) {
    case 0...4: try await changeHere(step, number, in: place, using: &random)
    case 5...7: changeThere(step, number, using: &random)
    case 8: _ = await clone.run(["sync"])
    case 9: _ = await clone.run(["bridge", "pull"])
    case 10: await undo(number, in: clone)
    case 11: try await writeMark(step, using: &random)
    default:
      if Bool.random(using: &random) {
        let moment: FakeTracker.Moment = Bool.random(using: &random) ? .before : .after
        tracker.killing = (Int.random(in: 0..<4, using: &random), moment)
      }
      _ = await clone.run(["bridge", "push", "--new", "label:new is:any"])
      tracker.killing = nil
    }
  }

  private mutating func changeHere(
    _ step: Int, _ number: Int, in place: Int, using random: inout SeededGenerator
  ) async throws {
    let (clone, alias) = (clones[place], "\(tracker.source)#\(number)")
    func has(_ arguments: [String]) async -> Bool { await clone.run(arguments).exitCode == 0 }
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      if await has(["edit", alias, "--label", "here-\(step)"]) {
        edits.add("here-\(step)", to: number)
      }
    case 1:
      if await has(["edit", alias, "--title", "Here \(step)"]) {
        edits.changeHere(.title, of: number, to: "Here \(step)", in: place)
      }
    case 2:
      let text = Bool.random(using: &random) ? "Here \(step)" : common(using: &random)
      if await has(["comment", alias, "-m", text]) { edits.comment(text, isHere: true) }
    case 3, 4:
      let isDone = Bool.random(using: &random)
      if await has(["move", alias, isDone ? "done" : "doing"]) {
        edits.changeHere(.state, of: number, to: isDone ? "done" : "open", in: place)
      }
    case 5:
      created += 1
      _ = try await clone.add(
        "New \(step)", "--label", "new", "--body", "Body \(step)\n/close\n@octocat")
    default:
      // A new first column, into which no issue must fall.
      _ = await has(
        ["column", "add", "inbox-\(step)", "--kind", "todo", "--before", "todo"])
    }
  }

  private mutating func changeThere(
    _ step: Int, _ number: Int, using random: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      tracker.issues[number]?.title = "There \(step)"
      edits.changeThere(.title, of: number, to: "There \(step)")
    case 1:
      let text = Bool.random(using: &random) ? "There \(step)" : common(using: &random)
      tracker.comment(text, on: number)
      edits.comment(text, isHere: false)
    case 2:
      tracker.issues[number]?.isOpen.toggle()
      let isOpen = tracker.issues[number]?.isOpen == true
      edits.changeThere(.state, of: number, to: isOpen ? "open" : "done")
    default:
      tracker.issues[number]?.labels.insert("there-\(step)")
      edits.add("there-\(step)", to: number)
    }
  }

  /// A stranger makes an issue with a mark: a copied one, or one of a plan that may not be sent
  /// yet.
  private mutating func writeMark(
    _ step: Int, using random: inout SeededGenerator
  ) async throws {
    let marks = tracker.issues.values.compactMap { issue in
      issue.body.firstRange(of: "<!-- pmgit:").map { String(issue.body[$0.lowerBound...]) }
    }
    let plans = try await clones[0]("list", "label:new is:any").split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first.map { String($0) } }
    var mark = marks.sorted().randomElement(using: &random)
    if mark == nil || Bool.random(using: &random), let id = plans.randomElement(using: &random) {
      let name = try await BridgeMarkTests.name(of: id, in: clones[0], tracker.source)
      mark = "<!-- pmgit:\(name)0123456789abcdef01234567 -->"
    }
    guard let mark else { return }
    strange.insert(tracker.add("Strange \(step)", body: mark))
  }

  private func common(using random: inout SeededGenerator) -> String {
    Bool.random(using: &random) ? Self.common[0] : Self.common[1]
  }

  /// Undoes a change that no tracker gets, after a push. What the push has noted stays.
  private func undo(_ number: Int, in clone: CommandRunner) async {
    let plan = "\(tracker.source)#\(number)"
    guard
      await clone.run(["edit", plan, "--estimate", "\(clone.repository.path.count)"]).exitCode == 0
    else { return }
    _ = await clone.run(["bridge", "push"])
    _ = await clone.run(["undo"])
  }
}
