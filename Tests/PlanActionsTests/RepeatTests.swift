import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("Finishing a plan that repeats")
struct RepeatTests {
  private static let days: Int64 = 86_400

  private func worker() async throws -> (worker: Worker, id: PlanID) {
    let worker = try await Worker()
    let id = try await worker.add("Water the plants") { fields in
      (fields[.due], fields[.repeat]) = ("today", "every 2 days")
      fields.checklist = ["kitchen"]
    }
    return (worker, id)
  }

  private func commits(_ worker: Worker) async throws -> Int {
    let count = try await worker.repository.git("rev-list", "--count", "pmgit/main")
    return try #require(Int(count))
  }

  @Test("One commit finishes it and adds the next one, and names both")
  func oneCommit() async throws {
    let (worker, id) = try await worker()
    let before = try await commits(worker)
    let moved = try await worker.move(id, to: "done")
    #expect(try await commits(worker) == before + 1)
    let next = try worker.plan(id.following)
    let (short, nextShort) = (id.text.prefix(4), next.id.text.prefix(4))
    #expect(next.title == "Water the plants" && next.state == "todo" && next.checklist.count == 1)
    #expect(next.due == (try worker.plan(id).due).map { $0 + 2 } && next.due != nil)
    let message = try await worker.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(
      message.contains("\(short) repeats as \(nextShort), due \(next.due?.description ?? "")"))
    #expect(message.contains("Plan: \(id)") && message.contains("Plan: \(next.id)"))
    let words = moved.notices.map { $0.message.text() }
    #expect(words.contains { $0.hasPrefix("\(short) repeats as \(nextShort), due ") }, "\(words)")
  }

  @Test("A move, an edit, a form and a batch finish it, too")
  func ways() async throws {
    let ways: [(String, (Worker, PlanID) async throws -> Void)] = [
      ("move", { _ = try await $0.move($1, to: "Done") }),
      ("done", { _ = try await $0.board().move(MovePlans([$1.text], to: .first(.done))) }),
      ("edit", { worker, id in try await worker.edit(id) { $0.state = "done" } }),
      (
        "form",
        { worker, id in
          let board = try worker.board()
          let open = try board.openPlan(id.text)
          let form = try PlanForm(["Water the plants"], fields: ["state: Done"], from: 1)
          _ = try await board.edit(open, as: form)
        }
      ),
      (
        "batch",
        { worker, id in
          let line = BatchLine(1, .done, .move(MovePlans([id.text], to: .first(.done))))
          _ = try await worker.board().run(Batch([line], form: .together(subject: nil)))
        }
      ),
    ]
    for (name, finish) in ways {
      let (worker, id) = try await worker()
      try await finish(worker, id)
      #expect(try worker.plan(id).state == "done", "\(name)")
      #expect(try worker.titles(in: "todo") == ["Water the plants"], "\(name)")
      #expect(try worker.plan(id.following).state == "todo", "\(name)")
    }
  }

  @Test("An import that finishes it makes no next plan")
  func imported() async throws {
    let (worker, id) = try await worker()
    let line = #"{"id":"\#(id)","title":"Water the plants","state":"done"}"#
    _ = try await worker.board().importPlans(Array(line.utf8))
    #expect(try worker.plan(id).state == "done")
    #expect(try worker.titles(in: "todo").isEmpty)
  }

  @Test("A commit of the code finishes it, and the hook says so")
  func code() async throws {
    let (worker, id) = try await worker()
    try await worker.repository.git(
      "commit", "--allow-empty", "-q", "-m", "watered\n\nCloses: \(id)")
    let recorded = try #require(try await worker.board().follow(["HEAD"]).recorded)
    #expect(try worker.plan(id.following).state == "todo")
    #expect(
      recorded.notices.contains {
        $0.message.text().hasPrefix("\(id.text.prefix(4)) repeats as ")
      })
    // The same commit again changes nothing.
    _ = try await worker.board().follow(["HEAD"])
    #expect(try worker.titles(in: "todo").count == 1)
  }

  @Test("The sum of two steps of a batch that finishes and reopens it has the next one")
  func batchSteps() async throws {
    let (worker, id) = try await worker()
    let lines = ["done", "todo", "done"].enumerated().map { index, column in
      BatchLine(index + 1, .move, .move(MovePlans([id.text], to: column)))
    }
    let done = try await worker.board().run(Batch(lines, form: .together(subject: nil)))
    let words = done.results.flatMap(\.notices).map { $0.message.text() }
    #expect(words.count { $0.contains(" repeats as ") } == 1, "\(words)")
    #expect(words.count { $0.contains(" was already repeated as ") } == 1, "\(words)")
    #expect(try worker.plan(id).state == "done")
    #expect(try worker.titles(in: "todo").count == 1)
  }

  @Test("Finishing it again adds no second one, also on a later day and after a change of its date")
  func again() async throws {
    let (worker, id) = try await worker()
    try await worker.move(id, to: "done")
    let next = try worker.plan(id.following)
    worker.seconds += 5 * Self.days
    try await worker.edit(id) { ($0.state, $0[.due]) = ("todo", "+3d") }
    let moved = try await worker.move(id, to: "done")
    #expect(try worker.plan(id.following) == next)
    #expect(try worker.board().store.snapshot().plans().plans.count == 2)
    let words = moved.notices.map { $0.message.text() }
    #expect(words.contains { $0.contains("was already repeated as") }, "\(words)")
  }

  @Test("If somebody deleted the next one, it stays deleted, with a hint")
  func deleted() async throws {
    let (worker, id) = try await worker()
    try await worker.move(id, to: "done")
    try await worker.delete(id.following)
    try await worker.move(id, to: "todo")
    let moved = try await worker.move(id, to: "done")
    #expect(try worker.plan(id.following).isDeleted)
    let notice = moved.notices.first { $0.message.text().contains("is not repeated") }
    #expect(
      notice?.hints.flatMap(\.commands) == [["pmgit", "restore", "\(id.following.text.prefix(4))"]])
  }

  @Test(
    "Undo takes both back, redo brings both again, and finishing it after an undo brings it back")
  func undo() async throws {
    for isShared in [false, true] {
      let (pair, id) = try await WorkerPair.withPlan {
        ($0[.due], $0[.repeat]) = ("2026-01-01", "every month")
      }
      let worker = pair.ada
      let before = try worker.content()
      try await worker.move(id, to: "done")
      let done = try worker.content()
      #expect(done.count == 2)
      if isShared { try await pair.share() }
      try await worker.undo()
      #expect(try worker.content() == before, "\(isShared)")
      try await worker.redo()
      #expect(try worker.content().map(\.id) == done.map(\.id), "\(isShared)")
      #expect(try worker.plan(id).state == "done")
      try await worker.undo()
      worker.seconds += 40 * Self.days
      try await worker.move(id, to: "done")
      let next = try worker.plan(id.following)
      #expect(
        !next.isDeleted && next.due.map { $0 > (done.last?.due ?? $0) } == true, "\(isShared)")
      if isShared { try await pair.share() }
      #expect(try worker.conflicts().isEmpty)
    }
  }

  @Test("Two clones that finish it make one plan, without a conflict")
  func twoClones() async throws {
    let (pair, id) = try await WorkerPair.withPlan { fields in
      (fields[.due], fields[.repeat], fields[.start]) = ("today", "every 2 weeks", "yesterday")
      fields.checklist = ["one", "two"]
      fields[.labels] = .init(added: ["home"])
    }
    for worker in [pair.ada, pair.ben] { try await worker.move(id, to: "done") }
    let files = try [pair.ada, pair.ben].map { worker in
      var document = try #require(
        try worker.board().store.snapshot().document(id.following))
      (document[.field("rank")], document[.field("created")]) = ([], [])
      return document
    }
    #expect(files[0] == files[1])
    try await pair.share()
    for worker in [pair.ada, pair.ben] {
      #expect(try worker.conflicts().isEmpty)
      #expect(try worker.board().store.snapshot().plans().plans.count == 2)
      #expect(try worker.plan(id.following).checklist.count == 2)
    }
  }

  @Test("A dry run changes nothing, and says which plan would follow")
  func dryRun() async throws {
    let (worker, id) = try await worker()
    let board = try worker.board()
    board.participant.isDryRun = true
    let moved = try await board.move(MovePlans([id.text], to: "done"))
    #expect(moved.notices.contains { $0.message.text().contains(" repeats as ") })
    #expect(try worker.board().store.snapshot().plans().plans.count == 1)
  }

  @Test("A plan is skipped, its rule changed and its series ended without finishing it")
  func skipping() async throws {
    let (worker, id) = try await worker()
    let due = try #require(try worker.plan(id).due)
    try await worker.edit(id) { $0.skips = true }
    #expect(try worker.plan(id).due == due + 2 && worker.plan(id).state == "todo")
    try await worker.edit(id) { $0.repeatFrom = "done" }
    #expect(try worker.plan(id).repetition?.description == "every 2 days from done")
    try await worker.edit(id) { ($0[.repeat], $0.repeatFrom) = ("every month on last", "due") }
    #expect(try worker.plan(id).repetition?.description == "every month on last")
    try await worker.edit(id) { $0[.repeat] = "none" }
    try await worker.move(id, to: "done")
    #expect(try worker.board().store.snapshot().plans().plans.count == 1)
    for change in [{ $0.skips = true }, { $0.repeatFrom = "due" }] as [(inout FieldChanges) -> Void]
    {
      let problem = try await refusal { try await worker.edit(id, change) }
      #expect(problem.message == "plan '\(id)' does not repeat")
    }
    let wrong = try await refusal { try await worker.edit(id) { $0[.repeat] = "soon" } }
    #expect(wrong.message.contains("'soon' is not a rule to repeat by"), "\(wrong.message)")
  }

  @Test("Plans that are added as done, and other plans, are not repeated")
  func others() async throws {
    let worker = try await Worker()
    try await worker.add("Done") { ($0.state, $0[.repeat]) = ("done", "daily") }
    let plain = try await worker.add("Plain")
    try await worker.move(plain, to: "done")
    #expect(try worker.board().store.snapshot().plans().plans.count == 2)
  }

  @Test("Plans that are finished together keep the order of their ids, below the others")
  func together() async throws {
    let worker = try await Worker()
    var ids: [PlanID] = []
    for number in 0..<5 { ids.append(try await worker.add("\(number)") { $0[.repeat] = "daily" }) }
    try await worker.add("Last")
    let choice = PlanChoice.named(ids.map(\.text))
    _ = try await worker.board().move(MovePlans(choice, to: .first(.done)))
    let wanted = try ids.sorted().map { try worker.plan($0).title }
    #expect(try worker.titles(in: "todo") == ["Last"] + wanted)
  }

  @Test("A plan that was finished long after its date is followed by one after today")
  func overdue() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Old") { ($0[.due], $0[.repeat]) = ("2020-02-29", "yearly") }
    let moved = try await worker.move(id, to: "done")
    let next = try worker.plan(id.following)
    #expect(next.due?.description == "2027-02-28")
    #expect(next.repetition?.description == "every year on feb 29")
    #expect(
      moved.notices.contains { $0.message.text().hasSuffix("; earlier days are left out") })
    #expect(try worker.board().store.snapshot().plans().plans.count == 2)
  }
}
