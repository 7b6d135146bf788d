import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("A batch")
struct BatchTests {
  private func fields(_ change: (inout FieldChanges) -> Void) -> FieldChanges {
    var fields = FieldChanges()
    change(&fields)
    return fields
  }

  private func add(
    _ number: Int, _ title: String, as name: String? = nil, links: [String] = []
  ) -> BatchLine {
    BatchLine(
      number, .add,
      .add(AddPlan(title: title, fields: fields { $0[.links] = .init(added: links) })), as: name)
  }

  private func move(
    _ number: Int, _ plan: String, to column: String, at place: Place = .unspecified
  )
    -> BatchLine
  {
    BatchLine(number, .move, .move(MovePlans([plan], to: column, at: place)))
  }

  @Test("Later lines see the plans of earlier ones, also in links and places")
  func references() async throws {
    let worker = try await Worker()
    let done = try await worker.board().run(
      Batch(
        [
          add(1, "One", as: "one"),
          add(2, "Two", as: "two", links: ["blocked-by:$one"]),
          add(3, "Three", as: "three", links: ["blocks:$one"]),
          move(4, "$three", to: "todo", at: .before("$one")),
          move(5, "$two", to: "todo", at: .after("$three")),
          BatchLine(6, .delete, .delete(["$three"])),
          BatchLine(7, .restore, .restore(["$three"])),
          BatchLine(8, .comment, .comment(CommentOnPlan("$two", text: ["hello"]))),
          BatchLine(
            9, .add, .add(AddPlan(title: "Copy", fields: FieldChanges(), template: "$two"))),
        ], form: .together(subject: nil)))
    #expect(try worker.titles(in: "todo") == ["Three", "Two", "One", "Copy"])
    let ids = done.results.map { $0.plans[0] }
    #expect(try worker.plan(ids[1]).links.map(\.description) == ["blocked-by:\(ids[0])"])
    #expect(try worker.plan(ids[0]).links.map(\.description) == ["blocked-by:\(ids[2])"])
    #expect(try worker.plan(ids[1]).comments.map(\.text) == [["hello"]])
    #expect(try worker.plan(ids[8]).links.map(\.description) == ["blocked-by:\(ids[0])"])
  }

  @Test("All lines are one commit, whose message has the subject and the plans of each")
  func oneCommit() async throws {
    let worker = try await Worker()
    let old = try await worker.add("Old")
    let before = try worker.tip()
    let done = try await worker.board().run(
      Batch(
        [
          add(1, "New", as: "new"), move(2, "$new", to: "doing"), move(3, old.text, to: "todo"),
          BatchLine(
            4, .edit, .edit(EditPlan(old.text, fields: fields { $0[.priority] = "high" }))),
        ], form: .together(subject: nil)))
    let id = done.results[0].plans[0]
    let short = try [id, old].map { try worker.board().store.snapshot().shortID($0) }
    #expect(done.results.map(\.subject).map { $0 != nil } == [true, true, false, true])
    #expect(done.results[2].words == "nothing to change: \(short[1])")
    let log = try await worker.repository.git("log", "--format=%B", "\(before)..pmgit/main")
    let expected = """
      batch: add 1, move 1, edit 1

      add \(short[0]): New
      move \(short[0]): Todo → Doing, New
      edit \(short[1]): priority high, Old

      Plan: \(id)
      Plan: \(old)

      """
    #expect(log == expected)
    #expect(try await worker.repository.git("rev-parse", "pmgit/main^") == before)
    #expect(done.after.commit.hex == (try worker.tip()))
  }

  @Test("A batch with one change has the message of the single command, unless a subject is given")
  func oneLine() async throws {
    let worker = try await Worker()
    _ = try await worker.board().run(Batch([add(1, "One")], form: .together(subject: nil)))
    #expect(try await worker.subject().hasPrefix("add "))
    _ = try await worker.board().run(Batch([add(1, "Two")], form: .together(subject: "mine")))
    #expect(try await worker.subject() == "mine")
    let tip = try worker.tip()
    let done = try await worker.board().run(Batch([], form: .together(subject: nil)))
    #expect(!done.didChange)
    #expect(try worker.tip() == tip)
  }

  @Test("If the last line fails, nothing is changed, and no object is left")
  func allOrNothing() async throws {
    let worker = try await Worker()
    let (tip, objects) = (try worker.tip(), try await worker.repository.git("count-objects", "-v"))
    let lines = (1...200).map { add($0, "Plan \($0)") } + [move(205, "zzzz", to: "doing")]
    let problem = try await refusal {
      _ = try await worker.board().run(Batch(lines, form: .together(subject: nil)))
    }
    #expect(problem.code == .unknownPlan)
    #expect(problem.message.hasPrefix("line 205: no plan's id begins with 'zzzz', and no title"))
    #expect(problem.detail.last == "nothing was changed, as all lines are one commit")
    #expect(try worker.tip() == tip)
    #expect(try await worker.repository.git("count-objects", "-v") == objects)
  }

  @Test("The steps of one commit leave no objects but those of the result")
  func noWaste() async throws {
    let worker = try await Worker()
    let lines =
      [add(1, "One", as: "one")]
      + (2...9).map { move($0, "$one", to: $0 % 2 == 0 ? "doing" : "todo") }
    _ = try await worker.board().run(Batch(lines, form: .together(subject: nil)))
    #expect(
      try await worker.repository.git("fsck", "--strict", "--unreachable", "--no-progress") == "")
  }

  @Test("A move is judged by the rules at each line, and again as one commit")
  func rules() async throws {
    let worker = try await Worker()
    try await worker.allow("done", onlyFrom: "doing")
    let id = try await worker.add("A plan")
    let steps = [move(1, id.text, to: "doing"), move(2, id.text, to: "done"), add(3, "Other")]
    let tip = try worker.tip()
    let together = try await refusal {
      _ = try await worker.board().run(Batch(steps, form: .together(subject: nil)))
    }
    #expect(together.code == .columnRule && together.message.hasPrefix("line 2: "))
    let skipping = try await refusal {
      let lines = [move(1, id.text, to: "done"), move(2, id.text, to: "todo")]
      _ = try await worker.board().run(Batch(lines, form: .together(subject: nil)))
    }
    #expect(skipping.code == .columnRule && skipping.message.hasPrefix("line 1: "))
    #expect(try worker.tip() == tip)
    let done = try await worker.board().run(Batch(steps, form: .each))
    #expect(done.failure == nil)
    #expect(try worker.plan(id).state == "done")
  }

  @Test("If another writer is faster, the batch runs again on the newer board", arguments: 1...12)
  func race(draw: Int) async throws {
    let worker = try await Worker()
    let id = try await worker.add("Old")
    let race = try await Race(worker, atDraw: draw) {
      _ = try await worker.add("Theirs")
      _ = try await worker.edit(id) { $0.title = "Renamed" }
    }
    let done = try await race.board().run(
      Batch(
        [add(1, "One", as: "one"), move(2, "$one", to: "doing"), move(3, id.text, to: "doing")],
        form: .together(subject: nil)))
    #expect(try worker.titles(in: "doing") == ["One", race.isLost ? "Renamed" : "Old"])
    #expect(try worker.titles(in: "todo") == (race.isLost ? ["Theirs"] : []))
    #expect(done.results.count == 3)
    let subject = try await worker.subject()
    #expect(subject == "batch: add 1, move 2")
    #expect(
      try await worker.repository.git("fsck", "--strict", "--no-dangling", "--no-progress") == "")
  }

  @Test("A number means no other line of a checklist that changes meanwhile", arguments: 1...4)
  func numbers(draw: Int) async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan") { $0.checklist = ["one", "two", "three"] }
    let race = try await Race(worker, atDraw: draw) {
      _ = try await worker.board().check(
        CheckLines([id.text], lines: .named(["1"]), action: .remove))
    }
    let lines = [
      BatchLine(1, .check, .check(CheckLines([id.text], lines: .named(["2"])))), add(2, "Other"),
    ]
    do {
      _ = try await race.board().run(Batch(lines, form: .together(subject: nil)))
      // The race may come after the branch was moved.
      #expect(try worker.plan(id).checklist.filter(\.done).map(\.text) == ["two"])
    } catch let problem as Problem {
      #expect(race.isLost && problem.code == .changedMeanwhile && problem.kind == .tryAgain)
      #expect(problem.message.hasPrefix("line 1: "))
      #expect(try worker.plan(id).checklist.map(\.done) == [false, false])
      #expect(try worker.titles(in: "todo") == ["A plan"])
    }
  }

  @Test("With a commit for each line, the lines before one that fails stay")
  func each() async throws {
    let worker = try await Worker()
    let before = try worker.tip()
    let lines = [
      add(1, "One", as: "one"), move(2, "$one", to: "doing"), move(4, "$one", to: "nowhere"),
      add(5, "Never"),
    ]
    let done = try await worker.board().run(Batch(lines, form: .each))
    #expect(done.results.map(\.line.number) == [1, 2])
    #expect(done.failure?.code == .unknownColumn)
    #expect(done.failure?.message.hasPrefix("line 4: ") == true)
    #expect(
      done.failure?.hints.last
        == "the 2 lines before it stay done; run the batch again without them")
    let commits = try await worker.repository.git("log", "--format=%H", "\(before)..pmgit/main")
    let reported = done.results.compactMap(\.commit?.hex).reversed()
    #expect(commits == reported.joined(separator: "\n"))
    #expect(try await worker.subject() == done.results[1].subject)
    #expect(try worker.titles(in: "doing") == ["One"])

    let none = try await refusal {
      _ = try await worker.board().run(Batch([move(3, "$x", to: "doing")], form: .each))
    }
    #expect(none.code == .badBatch)
    let first = try await refusal {
      _ = try await worker.board().run(Batch([move(3, "zz", to: "doing")], form: .each))
    }
    #expect(first.code == .unknownPlan && first.message.hasPrefix("line 3: "))
  }

  @Test("A lease that a later line sets stays, with its stamp, after a line that ended one")
  func leaseAgain() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    _ = try await worker.board().take(TakePlan(.named(id.text), lease: "1h"))
    let lines = [
      BatchLine(1, .done, .move(MovePlans([id.text], to: .first(.done)))),
      BatchLine(2, .edit, .edit(EditPlan(id.text, fields: fields { $0[.lease] = "2h" }))),
    ]
    let done = try await worker.board().run(Batch(lines, form: .together(subject: nil)))
    #expect(done.results.map(\.changed) == [[id], [id]])
    #expect(try worker.plan(id).lease != nil)
    let document = try #require(try worker.board().store.snapshot().document(id))
    #expect(document[PlanField.lease.path].allSatisfy { $0.stamp != .none })
  }

  @Test("A line whose commit is made counts as done, even if its report fails")
  func reportFails() async throws {
    let worker = try await Worker()
    let change = try await worker.edit(try await worker.add("A plan")) { $0.title = "x" }.change
    let line = add(3, "One")
    struct Lost: Error {}
    let made = try Workspace.reported(line, subject: "add One", change) { _ in throw Lost() }
    #expect(made.done.commit?.hex == (try worker.tip()) && made.done.subject == "add One")
    #expect(made.failure?.message.hasPrefix("line 3: ") == true)
    #expect(made.failure?.hints.last?.text().hasPrefix("the line was done") == true)
  }

  @Test("A preview moves no branch", arguments: [false, true])
  func preview(isEach: Bool) async throws {
    let worker = try await Worker()
    // As single commits these moves are allowed, and a preview says the same.
    if isEach { try await worker.allow("done", onlyFrom: "doing") }
    let tip = try worker.tip()
    let board = try worker.board()
    board.participant.isDryRun = true
    let lines = [
      add(1, "One", as: "one"), move(2, "$one", to: "doing"), move(3, "$one", to: "done"),
    ]
    let done = try await board.run(Batch(lines, form: isEach ? .each : .together(subject: nil)))
    #expect(done.didChange && done.isDryRun && done.results.count == 3)
    #expect(done.results[2].words.contains("to Done: One"))
    #expect(try worker.tip() == tip)
  }

  @Test("All faults that need no board are listed together")
  func faults() async throws {
    let worker = try await Worker()
    let bad = fields {
      ($0.title, $0[.due], $0[.priority]) = ("", "someday", "hi")
      $0[.links] = .init(added: ["blockd-by:$one"])
    }
    let lines = [
      add(1, "One", as: "one"), move(2, "$two", to: "doing"), add(3, "Two", as: "two"),
      add(4, "Three", as: "one"), add(5, "Four", as: "a b"),
      BatchLine(6, .edit, .edit(EditPlan("$one", fields: bad))),
      BatchLine(7, .delete, .delete(["$onee"]), as: "x"),
      BatchLine(8, .comment, .comment(CommentOnPlan("$lost", text: [" "]))),
    ]
    let problem = try await refusal {
      _ = try await worker.board().run(
        Batch(
          lines, faults: [BatchFault(line: 9, .usage("unreadable"))], faultyNames: ["lost"],
          form: .together(subject: nil)))
    }
    #expect(problem.code == .badBatch)
    #expect(problem.message == "the batch has \(problem.detail.count) errors")
    #expect(
      problem.detail.map { String($0.prefix { $0 != ":" }) } == [
        "line 2", "line 4", "line 5", "line 6", "line 6", "line 6", "line 6", "line 7", "line 7",
        "line 8", "line 9",
      ])
    #expect(problem.detail[0].hasPrefix("line 2: no earlier line adds a plan as 'two'"))
    #expect(problem.detail[7].hasSuffix("did you mean '$one'?"))
  }
}
