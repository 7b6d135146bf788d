import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("Rules of a board, in changes")
struct RuleActionTests {
  private func worker(_ rules: String...) async throws -> Worker {
    let worker = try await Worker()
    _ = try await worker.board().addColumn("review", ColumnChanges())
    for (number, rule) in rules.enumerated() {
      _ = try await worker.board().addRule("r\(number)", rule)
    }
    return worker
  }

  private func words(_ changes: PlanChanges) -> [String] {
    changes.notices.map { $0.message.text() }
  }

  private func commits(_ worker: Worker) async throws -> Int {
    let count = try await worker.repository.git("rev-list", "--count", "pmgit/main")
    return try #require(Int(count))
  }

  // MARK: - Ways

  @Test("A move runs them in its own commit, which says so")
  func oneCommit() async throws {
    let worker = try await worker("on move to review: label +needs-eyes; owner @me")
    let id = try await worker.add("Login")
    let before = try await commits(worker)
    let moved = try await worker.move(id, to: "review")
    #expect(try await commits(worker) == before + 1)
    let plan = try worker.plan(id)
    #expect(plan.labels == ["needs-eyes"] && plan.owner?.hasPrefix("Ada") ?? false, "\(plan)")
    #expect(words(moved).contains("rule r0: label +needs-eyes; owner @me"))
    let message = try await worker.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.contains("\nrule r0: label +needs-eyes; owner @me\n"), "\(message)")
    #expect(message.hasSuffix("Plan: \(id)\nRule: r0\n") || message.contains("Rule: r0"))
  }

  @Test("A move, an edit, a form, a batch, a claim and a commit of the code run them")
  func ways() async throws {
    let ways: [(String, (Worker, PlanID) async throws -> Void)] = [
      ("move", { _ = try await $0.move($1, to: "doing") }),
      ("edit", { worker, id in try await worker.edit(id) { $0.state = "doing" } }),
      (
        "form",
        { worker, id in
          let board = try worker.board()
          let open = try board.openPlan(id.text)
          let form = try PlanForm(["Login"], fields: ["state: Doing"], from: 1)
          _ = try await board.edit(open, as: form)
        }
      ),
      (
        "batch",
        { worker, id in
          let line = BatchLine(1, .move, .move(MovePlans([id.text], to: "doing")))
          let done = try await worker.board().run(Batch([line], form: .together(subject: nil)))
          #expect(done.results[0].rules.map(\.rule) == ["r0"])
        }
      ),
      (
        "each",
        { worker, id in
          let line = BatchLine(1, .move, .move(MovePlans([id.text], to: "doing")))
          let done = try await worker.board().run(Batch([line], form: .each))
          #expect(done.results[0].rules.map(\.rule) == ["r0"])
        }
      ),
      (
        "code",
        { worker, id in
          try await worker.repository.git(
            "commit", "--allow-empty", "-q", "-m", "begin\n\nStarts: \(id)")
          let recorded = try #require(try await worker.board().follow(["HEAD"]).recorded)
          #expect(recorded.notices.contains { $0.message.text() == "rule r0: label +busy" })
        }
      ),
    ]
    for (name, act) in ways {
      let worker = try await worker("on move to doing: label +busy")
      let id = try await worker.add("Login")
      try await act(worker, id)
      #expect(try worker.plan(id).labels == ["busy"], "\(name)")
      #expect(try worker.plan(id).state == "doing", "\(name)")
    }
  }

  @Test("A commit that names a plan runs those for the folders that it changes")
  func folders() async throws {
    let worker = try await worker(
      "on commit: priority low", "on commit in packages/api/: label +api",
      "on commit in \"packages/web ui\": label +web", "on commit in README: label +docs")
    let id = try await worker.add("Login")
    for path in ["repository/packages/api/a.c", "repository/packages/apis/b.c"] {
      try worker.repository.write("x", to: path)
    }
    try await worker.repository.git("add", "-A")
    try await worker.repository.git("commit", "-q", "-m", "begin\n\nPlan: \(id)")
    let recorded = try #require(try await worker.board().follow(["HEAD"]).recorded)
    #expect(recorded.notices.map { $0.message.text() }.contains("rule r1: label +api"))
    #expect(try worker.plan(id).labels == ["api"] && worker.plan(id).priority == .low)
    try worker.repository.write("x", to: "repository/packages/web ui/c.js")
    try await worker.repository.git("add", "-A")
    try await worker.repository.git("commit", "-q", "-m", "more\n\nPlan: \(id)")
    // A label that somebody removed stays away, because this commit changes no file of it.
    try await worker.edit(id) { $0[.labels].removed = ["api"] }
    _ = try await worker.board().follow(["HEAD~1..HEAD"])
    #expect(try worker.plan(id).labels == ["web"])
  }

  @Test("A plan that is added has what the rules give it, as old as itself")
  func added() async throws {
    let worker = try await worker("on add if no:priority: priority medium; label +new")
    let added = try await worker.board().add(AddPlan(title: "Login"))
    let id = added.plans[0]
    #expect(try worker.plan(id).priority == .medium)
    #expect(words(added) == ["rule r0: priority medium; label +new"])
    let document = try worker.board().store.snapshot().existingDocument(id)
    #expect(document.elements.values.joined().allSatisfy { $0.stamp == .none })
    let urgent = try await worker.add("Urgent") { $0[.priority] = "urgent" }
    #expect(try worker.plan(urgent).priority == .urgent)
    #expect(try worker.plan(urgent).labels.isEmpty)
  }

  @Test("An import, an undo, a redo, a merge and a rename of labels run none")
  func exempt() async throws {
    let pair = try await WorkerPair()
    _ = try await pair.ada.board().addRule("r", "on move to doing: label +busy")
    _ = try await pair.ada.board().addRule("s", "on label old: priority high")
    _ = try await pair.ada.board().addRule("t", "on label bug: priority high")
    let id = try await pair.ada.add("Login")
    try await pair.share()
    let line = #"{"id":"\#(id)","title":"Login","state":"doing","labels":["fresh"]}"#
    _ = try await pair.ada.board().importPlans(Array(line.utf8))
    #expect(try pair.ada.plan(id).labels == ["fresh"])
    _ = try await pair.ada.board().renameLabels(MemberRenaming(["fresh"], to: "bug"))
    #expect(try pair.ada.plan(id).priority == nil)
    try await pair.ada.sync()
    _ = try await pair.ada.board().undo()
    _ = try await pair.ada.board().redo()
    #expect(try pair.ada.plan(id).labels == ["bug"] && pair.ada.plan(id).priority == nil)
    // Each side does half of what triggers a rule; the merge does not run it.
    try await pair.ada.sync()
    try await pair.ben.sync()
    try await pair.ben.edit(id) { $0.body = ["x"] }
    try await pair.ada.edit(id) { $0.title = "Log in" }
    try await pair.ada.sync()
    let before = try pair.ben.plan(id)
    try await pair.ben.sync()
    let after = try pair.ben.plan(id)
    #expect(after.labels == before.labels && after.priority == before.priority)
  }

  @Test("An undo takes back the change together with what the rules did, and a redo repeats both")
  func undo() async throws {
    let worker = try await worker("on done: label +shipped; due none; assign none")
    let id = try await worker.add("Login") { fields in
      fields[.due] = "2026-12-01"
      fields[.assignees] = .init(added: ["Ben <ben@example.org>"])
    }
    let before = try worker.plan(id)
    try await worker.move(id, to: "done")
    let done = try worker.plan(id)
    #expect(done.labels == ["shipped"] && done.due == nil && done.assignees.isEmpty)
    _ = try await worker.board().undo()
    #expect(try worker.plan(id) == before)
    _ = try await worker.board().redo()
    #expect(try worker.plan(id) == done)
  }

  @Test("A dry run says what the change then does, and changes nothing")
  func dryRun() async throws {
    let worker = try await worker("on move to review if #ui: assign +@me; move doing")
    let id = try await worker.add("Login") { $0[.labels] = .init(added: ["ui"]) }
    let tip = try worker.tip()
    let trial = try worker.board()
    trial.participant.isDryRun = true
    let dryRun = try await trial.move(MovePlans([id.text], to: "review"))
    #expect(try worker.tip() == tip)
    let moved = try await worker.board().move(MovePlans([id.text], to: "review"))
    #expect(dryRun.rules == moved.rules && !moved.rules.isEmpty)
    #expect(try dryRun.lines().map(\.words) == moved.lines().map(\.words))
    #expect(try worker.plan(id).state == "doing")
  }

  // MARK: - Chains

  @Test("A rule triggers others, each of them once, so that a circle ends")
  func circle() async throws {
    let worker = try await worker(
      "on move to review: move doing", "on move to doing: move review; label +turned")
    let id = try await worker.add("Login")
    let moved = try await worker.move(id, to: "review")
    // r0 moves it to Doing, r1 from there to Review, where r0 has run already.
    #expect(try worker.plan(id).state == "review" && worker.plan(id).labels == ["turned"])
    #expect(moved.rules.map(\.rule) == ["r0", "r1"])
  }

  @Test("Rules run in the order of their names, and see what earlier ones did")
  func order() async throws {
    let worker = try await worker(
      "on move to doing: label +first", "on move to doing if #first: label +second",
      "on move to doing if -#second: label +never")
    let id = try await worker.add("Login")
    try await worker.move(id, to: "doing")
    #expect(try worker.plan(id).labels.sorted() == ["first", "second"])
    _ = try await worker.board().renameRule("r1", to: "a")
    let other = try await worker.add("Other")
    try await worker.move(other, to: "doing")
    #expect(try worker.plan(other).labels.sorted() == ["first", "never"])
  }

  @Test("A rule may finish a plan of a series; 'add' does not hold for the next one")
  func series() async throws {
    let worker = try await worker("on move to review: move done", "on add: label +new")
    let id = try await worker.add("Water") { fields in
      (fields[.due], fields[.repeat]) = ("today", "every 2 days")
    }
    try await worker.edit(id) { $0[.labels] = .init(removed: ["new"]) }
    try await worker.move(id, to: "review")
    #expect(try worker.plan(id).state == "done")
    let next = try worker.plan(id.following)
    #expect(next.state == "todo" && next.labels.isEmpty)
  }

  @Test("Plans that a rule moves to a column stand there in the order of their ids")
  func places() async throws {
    let worker = try await worker("on move to review: move done")
    var ids: [PlanID] = []
    for number in 0..<6 { ids.append(try await worker.add("Plan \(number)")) }
    _ = try await worker.board().move(MovePlans(.named(ids.map(\.text)), to: "review"))
    let titles = try ids.sorted().map { try worker.plan($0).title }
    #expect(try worker.titles(in: "done") == titles)
  }

  // MARK: - What can't be done

  @Test("What a rule can't do is left out with the reason, and the change is made")
  func refused() async throws {
    let worker = try await Worker()
    _ = try await worker.board().addMilestone("v1", PhaseChanges())
    for (name, rule) in [
      ("r0", "on move to doing: move done; milestone v1; label +busy"),
      ("r1", "on move to doing if milestone:v1: owner @me"),
    ] {
      _ = try await worker.board().addRule(name, rule)
    }
    // The milestone that the rules name is taken away from the board.
    _ = try await worker.board().removePhase(.milestone, "v1")
    _ = try await worker.board().addColumn("qa", ColumnChanges())
    var changes = ColumnChanges()
    changes.from = ["qa"]
    _ = try await worker.board().changeColumn("done", changes)
    let id = try await worker.add("Login")
    let moved = try await worker.move(id, to: "doing")
    #expect(try worker.plan(id).state == "doing" && worker.plan(id).labels == ["busy"])
    let warnings = moved.notices.filter(\.isWarning).map { $0.message.text() }
    #expect(
      warnings.contains("rule r0 can't 'move done': 'done' takes plans only from 'qa'"),
      "\(warnings)")
    #expect(
      warnings.contains { $0.hasPrefix("rule r0 can't 'milestone v1': there is no") }, "\(warnings)"
    )
    #expect(warnings.contains { $0.hasPrefix("rule r1 can't 'if milestone:v1': ") }, "\(warnings)")
    let refused = moved.rules.flatMap { $0.refused.map(\.part) }
    #expect(refused == ["move done", "milestone v1", "if milestone:v1"])
  }

  @Test("A rule that fills a column beyond its limit is made, with a warning")
  func limit() async throws {
    let worker = try await worker("on move to doing: move review")
    var changes = ColumnChanges()
    changes.limit = "1"
    _ = try await worker.board().changeColumn("review", changes)
    for title in ["A", "B"] {
      let id = try await worker.add(title)
      let moved = try await worker.move(id, to: "doing")
      #expect(try worker.plan(id).state == "review")
      let isFull = words(moved).contains { $0.contains("its limit is 1") }
      #expect(isFull == (title == "B"))
    }
  }

  @Test("A line of a batch runs rules, and what a guard would refuse of the whole is left out")
  func batch() async throws {
    let worker = try await worker("on label ready: move done")
    var changes = ColumnChanges()
    changes.from = ["review"]
    _ = try await worker.board().changeColumn("done", changes)
    let id = try await worker.add("Login")
    var fields = FieldChanges()
    fields[.labels] = .init(added: ["ready"])
    let lines = [
      BatchLine(1, .move, .move(MovePlans([id.text], to: "review"))),
      BatchLine(2, .edit, .edit(EditPlan(id.text, fields: fields))),
    ]
    let done = try await worker.board().run(Batch(lines, form: .together(subject: nil)))
    // In one commit the plan would go from Todo to Done.
    #expect(try worker.plan(id).state == "review")
    #expect(done.results[1].rules.flatMap(\.refused).map(\.part) == ["move done"])
  }

  // MARK: - Settings

  @Test("Names become ids, people their addresses, and @me stays")
  func names() async throws {
    let worker = try await worker()
    _ = try await worker.add("Login") { $0[.owner] = "Ben <ben@example.org>" }
    let made = try await worker.board().addRule(
      "X", "on move to Review: owner ben; assign +me; move Doing; priority H; repeat weekly")
    #expect(made.after.board.rules.map(\.id) == ["x"])
    #expect(
      made.after.board.rules[0].text
        == "on move to review: owner Ben <ben@example.org>; assign +@me; move doing; "
        + "priority high; repeat every week")
    #expect(
      made.words == "added rule x: when a plan is moved to 'review': set owner to "
        + "'Ben <ben@example.org>', assign '@me', move it to 'Doing', set priority to 'high', "
        + "set repeat to 'every week'")
  }

  @Test(
    "A rule that names what is not there is refused",
    arguments: [
      ("on move to nowhere: label +a", "no column"), ("on add: move nowhere", "no column"),
      ("on add: milestone v9", "no milestone"), ("on milestone v9: label +a", "no milestone"),
      ("on add: field points=3", "no field"), ("on add: priority soon", "is not low"),
      ("on add: due someday", "someday"), ("on add: estimate many", "is not a number"),
      ("on add if wrong:x: label +a", "unknown key"),
      ("on add if by:ada: label +a", "can't be a condition"),
      ("on add if (a: label +a", "never closed"), ("on add: owner @nobody", "nobody is called"),
      ("on add: sing", "is not known"),
    ])
  func wrongRules(text: String, reason: String) async throws {
    let worker = try await worker()
    let tip = try worker.tip()
    do {
      let made = try await worker.board().addRule("x", text)
      Issue.record("\(text): \(made.words)")
    } catch {
      #expect(Problem(error).message.contains(reason), "\(text): \(Problem(error).message)")
    }
    #expect(try worker.tip() == tip)
  }

  @Test("A rule is changed, renamed, removed, and comes back")
  func settings() async throws {
    let worker = try await worker("on add: label +a")
    _ = try await worker.board().changeRule("R0", "on add: label +b")
    _ = try await worker.board().renameRule("r0", to: "tidy")
    #expect(try worker.board().board().board.rules.map(\.text) == ["on add: label +b"])
    _ = try await worker.board().removeRule("tidy")
    #expect(try worker.board().board().board.rules.isEmpty)
    _ = try await worker.board().addRule("tidy", "on add: label +c")
    #expect(try worker.board().board().board.rules.map(\.text) == ["on add: label +c"])
    for act in [
      { try await worker.board().addRule("tidy", "on add: label +d") },
      { try await worker.board().removeRule("r0") },
      { try await worker.board().renameRule("tidy", to: "a b") },
    ] {
      do {
        _ = try await act()
        Issue.record("nothing was refused")
      } catch {
        #expect(Problem(error).kind == .usage)
      }
    }
  }
}
