import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Plans that are added by one line. The clock shows Friday 2026-11-20.
@Suite("Plans by quick lines")
struct QuickPlanTests {
  /// Creates a board with two people, a label and two milestones.
  private func board() async throws -> Worker {
    let worker = try await Worker()
    try await worker.add("First") {
      $0[.labels].added = ["bug"]
      $0[.assignees].added = ["Sam Lee <sam@example.org>", "Sam Ode <ode@example.org>"]
    }
    _ = try await worker.board().addMilestone("v2", PhaseChanges())
    _ = try await worker.board().addMilestone("Public beta", PhaseChanges())
    return worker
  }

  private func add(
    _ line: String, _ worker: Worker, _ change: (inout FieldChanges) -> Void = { _ in }
  ) async throws -> Plan {
    var fields = FieldChanges()
    change(&fields)
    let board = try worker.board()
    let request = try board.request(for: try board.quickPlan(line), fields: fields)
    return try worker.plan(try await board.add(request).plans[0])
  }

  @Test("The values of a line are those that options give")
  func likeOptions() async throws {
    let worker = try await board()
    let quick = try await add(
      #"Fix login #bug #new @lee @me !high next week ^"public BETA""#, worker)
    let typed = try worker.plan(
      try await worker.add("Fix login") {
        $0[.labels].added = ["bug", "new"]
        $0[.assignees].added = ["@lee", "@me"]
        $0[.priority] = "high"
        $0[.due] = "next week"
        $0[.milestone] = "public BETA"
      })
    #expect(
      [quick.title, quick.priority?.rawValue, quick.milestone]
        == [typed.title, typed.priority?.rawValue, typed.milestone])
    #expect(quick.labels == typed.labels && quick.assignees == typed.assignees)
    #expect(quick.milestone == "public-beta" && quick.due?.description == "2026-11-23")
    #expect(quick.assignees.contains("Sam Lee <sam@example.org>"))
  }

  @Test("What a line is read as is what it adds", arguments: Seeds.each(12))
  func likeReading(seed: UInt64) async throws {
    let worker = try await board()
    var random = SeededGenerator(seed: seed)
    let words = [
      "Fix", "login", "#bug", "#new", "#a,b", "@lee", "@me", "@ode@example.org", "!high", "!low",
      "fri", "+2w", "Dec 1", "^v2", #"^"Public beta""#, "#12", ##"\#bug"##, #""@sam""#,
      "!important",
    ]
    for _ in 0..<6 {
      let line = "T " + (0..<6).map { _ in random.pick(words) }.joined(separator: " ")
      let read = try worker.board().quickPlan(line)
      let remark: Testing.Comment = "PMGIT_SEED=\(seed): \(line)"
      guard read.marks.allSatisfy({ $0.problem == nil }) else {
        _ = try await refusal { _ = try await add(line, worker) }
        continue
      }
      let plan = try await add(line, worker)
      let values = { (kind: QuickLine.Kind) in
        Set(read.marks.filter { $0.mark.kind == kind }.map(\.value))
      }
      #expect(plan.title == read.title, remark)
      #expect(Set(plan.labels) == values(.label) && Set(plan.assignees) == values(.person), remark)
      #expect(Set([plan.priority?.rawValue].compactMap(\.self)) == values(.priority), remark)
      #expect(Set([plan.due?.description].compactMap(\.self)) == values(.due), remark)
      #expect(Set([plan.milestone].compactMap(\.self)) == values(.milestone), remark)
    }
  }

  @Test(
    "A name that nobody or several have is refused, and the hint keeps it in the title",
    arguments: [
      ("Fix @sma", "nobody is called '@sma'", #"write '\@sma' to keep it in the title"#),
      ("Fix @sam", "'@sam' means 2 people", "write the address"),
      ("Fix ^v3", "'v3'", "did you mean 'v2'?"),
      ("Fix !high !low", "two values of priority, '!high' and '!low'", #"write '\!low'"#),
      ("Fix due:fri due:mon", "two values of due, 'due:fri' and 'due:mon'", #"write '\due:mon'"#),
      ("Fix #x priority:low !high", "two values of priority, 'priority:low' and '!high'", ""),
      ("Fix ^v2 ^public-beta", "two values of milestone", #"write '\^public-beta'"#),
    ])
  func refused(line: String, message: String, hint: String) async throws {
    let worker = try await board()
    let problem = try await refusal { _ = try await add(line, worker) }
    let hints = problem.hints.map { $0.text() }
    #expect(problem.kind == .usage && problem.message.contains(message), "\(problem.message)")
    #expect(hints.contains { $0.contains(hint) }, "\(hints)")
    #expect(!hints.contains { $0.contains("without '@'") })
    #expect(try worker.titles(in: "todo") == ["First"])
  }

  @Test("A person who only made commits must be named in full; people of the board come first")
  func strangers() async throws {
    let worker = try await board()
    try await worker.repository.git(
      "-c", "user.name=Chen Wu", "-c", "user.email=chen@example.org", "commit", "-q",
      "--allow-empty", "-m", "code")
    try await worker.repository.git(
      "-c", "user.name=Lee Who", "-c", "user.email=who@example.org", "commit", "-q",
      "--allow-empty", "-m", "code")
    let problem = try await refusal { _ = try await add("Fix @chen", worker) }
    #expect(problem.message == "nobody on this board is called '@chen'")
    let chen = "Chen Wu <chen@example.org>"
    #expect(
      problem.hints.first?.text() == "for \(chen), who made commits here, write '@\"\(chen)\"'")
    let plan = try await add(#"Fix @"Chen Wu <chen@example.org>" @lee"#, worker)
    #expect(plan.assignees.sorted() == [chen, "Sam Lee <sam@example.org>"])
    // She is on the board now.
    #expect(try await add("More @chen", worker).assignees == [chen])
    // Who has only changed the board is no stranger.
    worker.become("dora")
    _ = try await worker.board().addMilestone("v3", PhaseChanges())
    worker.actor = nil
    #expect(try await add("Ask @dora", worker).assignees == ["dora <dora@example.org>"])
    // An option takes somebody from the code's history, as before.
    try await worker.add("Other") { $0[.assignees].added = ["@who"] }
  }

  @Test("What looks like a colour is a label only if a plan has it")
  func colours() async throws {
    let worker = try await board()
    #expect(try await add("Use #fff", worker).title == "Use #fff")
    try await worker.add("Second") { $0[.labels].added = ["fff"] }
    let plan = try await add("Use #fff #000", worker)
    #expect(plan.title == "Use #000" && plan.labels == ["fff"])
  }

  @Test("A line without a title is refused, unless a template has one")
  func noTitle() async throws {
    let worker = try await board()
    let problem = try await refusal { _ = try await add("#bug", worker) }
    #expect(problem.message.contains("title"))
    try await worker.add("Checklist") { $0[.labels].added = ["template"] }
    let board = try worker.board()
    let request = try board.request(for: try board.quickPlan("#bug"), template: "Checklist")
    #expect(try worker.plan(try await board.add(request).plans[0]).title == "Checklist")
  }

  @Test("Fields beside the line count where the line has none, and add to its labels")
  func withFields() async throws {
    let worker = try await board()
    let plan = try await add("A #bug !low", worker) {
      $0[.priority] = "urgent"
      $0[.due] = "eom"
      $0[.labels].added = ["ios", "bug"]
    }
    #expect(plan.priority == .low && plan.due?.description == "2026-11-30")
    #expect(Set(plan.labels) == ["bug", "ios"])
  }

  @Test("A label that no plan has is marked as new; reading a line changes nothing")
  func reading() async throws {
    let worker = try await board()
    let read = try worker.board().quickPlan("A #bug #brandnew")
    #expect(read.marks.map(\.isNew) == [false, true])
    #expect(try worker.titles(in: "todo") == ["First"])
    #expect(try worker.board().quickPlan("").title == "")
  }
}
