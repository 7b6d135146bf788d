import Git
import PlanModel
import PlanStore
import PlanView
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Milestones and iterations: their settings, plans in them, and how they are closed. The clock
/// shows Friday 2026-11-20.
@Suite("Actions on milestones and iterations")
struct PhaseActionTests {
  private func changes(_ change: (inout PhaseChanges) -> Void) -> PhaseChanges {
    var changes = PhaseChanges()
    change(&changes)
    return changes
  }

  private func series(_ change: (inout AddIterations) -> Void = { _ in }) -> AddIterations {
    var request = AddIterations()
    (request.length, request.start) = ("2w", "2026-11-16")
    change(&request)
    return request
  }

  private func phases(_ worker: Worker) throws -> Phases {
    try worker.board().store.snapshot().board.phases
  }

  private func refused(
    _ action: () async throws -> Void
  ) async throws -> (code: Problem.Code, words: String) {
    let problem = try await refusal { try await action() }
    return (
      problem.code, ([problem.message] + problem.hints.map { $0.text() }).joined(separator: "; ")
    )
  }

  // MARK: - Settings

  @Test("A milestone is added by an id or a title, changed, closed, reopened and removed")
  func milestone() async throws {
    let worker = try await Worker()
    let due = changes { $0.due = "2026-12-01" }
    let added = try await worker.board().addMilestone("v1.0", due)
    #expect(added.words == "added milestone v1.0, due 2026-12-01")
    let titled = try await worker.board().addMilestone("Public beta", PhaseChanges())
    #expect(titled.words == "added milestone Public beta (public-beta)")
    #expect(try phases(worker).milestones.map(\.id) == ["v1.0", "public-beta"])
    let twice = try await refused { _ = try await worker.board().addMilestone("v1.0", due) }
    #expect(twice.words.contains("there is a milestone 'v1.0' already"))
    let clash = try await refused {
      let title = changes { $0.title = "PUBLIC BETA" }
      _ = try await worker.board().changePhase(.milestone, "v1.0", title)
    }
    #expect(clash.words.contains("another milestone is called"))
    for name in ["none", "Next", " ", "로그인"] {
      let wrong = try await refused {
        _ = try await worker.board().addMilestone(name, PhaseChanges())
      }
      #expect(wrong.code == .usage || wrong.words.contains("is empty"), "\(name): \(wrong)")
    }
    let later = changes { ($0.title, $0.due) = ("One", "none") }
    #expect(
      try await worker.board().changePhase(.milestone, "V1.0", later).words
        == "changed milestone One (v1.0)")
    #expect(try phases(worker)[.milestone, "v1.0"]?.last == nil)
    _ = try await worker.board().close(.milestone, "one", to: nil)
    #expect(try phases(worker)[.milestone, "v1.0"]?.isClosed == true)
    _ = try await worker.board().reopenPhase(.milestone, "One")
    #expect(try phases(worker)[.milestone, "v1.0"]?.isClosed == false)
    let id = try await worker.add("A plan") { $0[.milestone] = "one" }
    let removed = try await worker.board().removePhase(.milestone, "One")
    #expect(removed.notices.map(\.isWarning) == [true])
    #expect(removed.notices.map { $0.message.text() } == ["1 plan still names it"])
    #expect(try worker.plan(id).milestone == "v1.0")
    #expect(try phases(worker)[.milestone, "v1.0"] == nil)
    try await worker.undo()
    #expect(try phases(worker)[.milestone, "v1.0"]?.title == "One")
  }

  @Test("Iterations are added once, follow the last one, and do not overlap")
  func iterations() async throws {
    let worker = try await Worker()
    let alone = try await refused {
      _ = try await worker.board().addIterations(AddIterations())
    }
    #expect(alone.words.contains("'pmgit iteration add --every 2w --start mon'"))
    let first = try await worker.board().addIterations(series())
    #expect(
      first.words == "added 3 iterations: 2026-11-16 (2026-11-16 to 2026-11-29), "
        + "2026-11-30 (2026-11-30 to 2026-12-13), 2026-12-14 (2026-12-14 to 2026-12-27)")
    #expect(try await !worker.board().addIterations(series()).didChange)
    let more = try await worker.board().addIterations(series { $0.count = 4 })
    #expect(more.words == "added iteration 2026-12-28 (2026-12-28 to 2027-01-10)")
    var next = AddIterations()
    next.count = 1
    let following = try await worker.board().addIterations(next)
    #expect(following.words == "added iteration 2027-01-11 (2027-01-11 to 2027-01-24)")
    let overlap = try await refused {
      _ = try await worker.board().addIterations(series { $0.start = "2026-11-23" })
    }
    #expect(overlap.words.contains("has days in common with iteration '2026-11-16'"))
    let other = try await refused {
      _ = try await worker.board().addIterations(series { $0.length = "1w" })
    }
    #expect(other.words.contains("iteration '2026-11-16' is there already"))
    for length in ["0d", "-1w", "2y"] {
      let wrong = try await refused {
        _ = try await worker.board().addIterations(
          series { ($0.length, $0.start) = (length, "2028-01-03") })
      }
      #expect(wrong.words.contains("give 1 day to 1 year"), "\(length): \(wrong)")
    }
    let named = try await worker.board().addIterations(
      series {
        ($0.name, $0.length, $0.start, $0.last) = ("Sprint 9", nil, "2027-02-01", "2027-02-05")
      })
    #expect(named.words == "added iteration Sprint 9 (sprint-9) (2027-02-01 to 2027-02-05)")
    let longer = changes { $0.last = "2026-12-01" }
    let changed = try await worker.board().changePhase(.iteration, "current", longer)
    #expect(
      changed.notices.map { $0.message.text() }
        == ["iterations '2026-11-16' and '2026-11-30' have days in common"])
  }

  @Test("After a pause, iterations continue on the grid with the one that includes today")
  func afterPause() async throws {
    let worker = try await Worker()
    _ = try await worker.board().addIterations(
      series { ($0.start, $0.count) = ("2026-08-31", 1) })
    var next = AddIterations()
    next.count = 2
    _ = try await worker.board().addIterations(next)
    #expect(
      try phases(worker).iterations.map(\.id) == ["2026-08-31", "2026-11-09", "2026-11-23"])
    #expect(try phases(worker).iteration(.current, on: day("2026-11-20"))?.id == "2026-11-09")
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test("Two clones that add the same iterations have each of them once, without a conflict")
  func sameIterations() async throws {
    let pair = try await WorkerPair()
    _ = try await pair.ada.board().addIterations(series())
    _ = try await pair.ben.board().addIterations(series { $0.count = 4 })
    try await pair.share()
    #expect(try phases(pair.ada).iterations.count == 4)
    #expect(try phases(pair.ada) == phases(pair.ben))
    #expect(try pair.ada.conflicts().isEmpty)
  }

  @Test("Different due days of one milestone wait for a decision; other values merge")
  func conflict() async throws {
    let pair = try await WorkerPair()
    _ = try await pair.ada.board().addMilestone("v1", PhaseChanges())
    try await pair.share()
    let (early, late) = (changes { $0.due = "2026-12-01" }, changes { $0.due = "2026-12-24" })
    _ = try await pair.ada.board().changePhase(.milestone, "v1", early)
    _ = try await pair.ben.board().changePhase(.milestone, "v1", late)
    _ = try await pair.ben.board().close(.milestone, "v1", to: nil)
    try await pair.share()
    #expect(try pair.ada.conflicts().map(\.conflict.field) == ["milestones/v1/due"])
    #expect(try phases(pair.ada).milestones.map(\.isClosed) == [true])
    // A new title decides nothing about the days.
    _ = try await pair.ada.board().changePhase(.milestone, "v1", changes { $0.title = "First" })
    #expect(try pair.ada.conflicts().map(\.conflict.field) == ["milestones/v1/due"])
  }

  // MARK: - Plans

  @Test("A plan is in one of each, named by id, title or word, and unknown names are refused")
  func plans() async throws {
    let worker = try await Worker()
    _ = try await worker.board().addMilestone("v1.0", changes { $0.title = "First" })
    _ = try await worker.board().addMilestone("v2.0", PhaseChanges())
    _ = try await worker.board().addIterations(series())
    let id = try await worker.add("A plan") {
      ($0[.milestone], $0[.iteration]) = ("first", "current")
    }
    #expect(try worker.plan(id).milestone == "v1.0")
    #expect(try worker.plan(id).iteration == "2026-11-16")
    let changed = try await worker.edit(id) { $0[.iteration] = "Next" }
    #expect(changed.notices.map { $0.message.text() } == ["iteration 2026-11-30"])
    let near = try await refused { try await worker.edit(id) { $0[.milestone] = "v1.1" } }
    #expect(near.code == .unknownMilestone)
    #expect(near.words.contains("did you mean 'v1.0'?"), "\(near.words)")
    #expect(near.words.contains("'pmgit milestone add v1.1'"))
    let none = try await refused { try await worker.edit(id) { $0[.iteration] = "previous" } }
    #expect(none.code == .unknownIteration)
    #expect(none.words.contains("no iteration ended before 2026-11-20"))
    _ = try await worker.board().close(.milestone, "v2.0", to: nil)
    let closed = try await worker.edit(id) { $0[.milestone] = "v2.0" }
    #expect(closed.notices.map { $0.message.text() } == ["milestone 'v2.0' is closed"])
    try await worker.edit(id) { ($0[.milestone], $0[.iteration]) = ("none", "none") }
    #expect(try worker.plan(id).milestone == nil && worker.plan(id).iteration == nil)
  }

  // MARK: - Closing

  /// Returns a board with two iterations, and plans. The first two are open in the first iteration.
  private func sprint() async throws -> (worker: Worker, ids: [PlanID]) {
    let worker = try await Worker()
    _ = try await worker.board().addIterations(series { $0.count = 2 })
    var ids: [PlanID] = []
    for title in ["One", "Two", "Done", "Gone", "Other"] {
      ids.append(
        try await worker.add(title) {
          $0[.iteration] = title == "Other" ? "next" : "current"
          if title == "Done" { $0.state = "done" }
        })
    }
    try await worker.delete(ids[3])
    return (worker, ids)
  }

  @Test("Closing carries the open plans over in one commit, which undo and redo treat as a whole")
  func close() async throws {
    let (worker, ids) = try await sprint()
    let before = try (phases(worker), worker.content())
    let commits = try await worker.repository.git("rev-list", "--count", "pmgit/main")
    let closed = try await worker.board().close(.iteration, "current", to: nil)
    #expect(closed.changes.plans == Array(ids.prefix(2)))
    #expect(closed.phase.id == "2026-11-16")
    #expect(
      try ids.map { try worker.plan($0).iteration } == [
        "2026-11-30", "2026-11-30", "2026-11-16", "2026-11-16", "2026-11-30",
      ])
    #expect(try phases(worker)[.iteration, "2026-11-16"]?.isClosed == true)
    #expect(
      try await worker.subject()
        == "board: close iteration 2026-11-16, carry 2 plans over to 2026-11-30")
    let count = try await worker.repository.git("rev-list", "--count", "pmgit/main")
    #expect(Int(count) == Int(commits).map { $0 + 1 })
    let after = try (phases(worker), worker.content())
    try await worker.undo()
    #expect(try phases(worker) == before.0 && worker.content() == before.1)
    try await worker.redo()
    #expect(try phases(worker) == after.0 && worker.content() == after.1)
  }

  @Test("A closing that others have seen is undone as a whole, too, by a commit")
  func sharedClose() async throws {
    let pair = try await WorkerPair()
    _ = try await pair.ada.board().addIterations(series { $0.count = 2 })
    let id = try await pair.ada.add("A plan") { $0[.iteration] = "current" }
    let kept = try await pair.ada.add("Another") { $0[.iteration] = "current" }
    try await pair.share()
    _ = try await pair.ada.board().close(.iteration, "current", to: nil)
    try await pair.share()
    // What Ben has changed since stays.
    try await pair.ben.edit(kept) { $0[.iteration] = "none" }
    try await pair.share()
    let undone = try await pair.ada.undo()
    #expect(undone.keptFields == ["iteration"])
    try await pair.share()
    for worker in [pair.ada, pair.ben] {
      #expect(try phases(worker)[.iteration, "2026-11-16"]?.isClosed == false)
      #expect(try worker.plan(id).iteration == "2026-11-16")
      #expect(try worker.plan(kept).iteration == nil)
    }
  }

  @Test(
    "The target is next, another one, none or keep; what can't be is refused, and changes nothing")
  func targets() async throws {
    let (worker, ids) = try await sprint()
    let tip = try worker.tip()
    for (name, target, words) in [
      ("2026-11-30", "next", "no open iteration follows '2026-11-30'"),
      ("current", "2026-11-16", "can't be carried over to itself"),
      ("current", "2026-11-17", "there is no iteration '2026-11-17'"),
      ("later", "none", "there is no iteration 'later'"),
    ] {
      let problem = try await refused {
        _ = try await worker.board().close(.iteration, name, to: target)
      }
      #expect(problem.words.contains(words), "\(problem.words)")
    }
    #expect(try worker.tip() == tip)
    let kept = try await worker.board().close(.iteration, "current", to: "keep")
    #expect(kept.target == .keep && kept.changes.plans == Array(ids.prefix(2)))
    #expect(try worker.plan(ids[0]).iteration == "2026-11-16")
    let closed = try await refused {
      _ = try await worker.board().close(.iteration, "2026-11-30", to: "2026-11-16")
    }
    #expect(closed.words.contains("iteration '2026-11-16' is closed"))
    let none = try await worker.board().close(.iteration, "2026-11-16", to: "NONE")
    #expect(none.target == .none && none.changes.plans == Array(ids.prefix(2)))
    #expect(try worker.plan(ids[0]).iteration == nil)
    #expect(try worker.plan(ids[2]).iteration == "2026-11-16")
  }

  @Test("A milestone keeps its open plans unless they are carried over")
  func closeMilestone() async throws {
    let worker = try await Worker()
    _ = try await worker.board().addMilestone("v1", changes { $0.due = "2026-12-01" })
    _ = try await worker.board().addMilestone("v2", PhaseChanges())
    let id = try await worker.add("A plan") { $0[.milestone] = "v1" }
    let kept = try await worker.board().close(.milestone, "v1", to: nil)
    #expect(kept.target == .keep && kept.changes.plans == [id])
    #expect(try worker.plan(id).milestone == "v1")
    let carried = try await worker.board().close(.milestone, "v1", to: "next")
    #expect(carried.changes.plans == [id])
    #expect(try worker.plan(id).milestone == "v2")
    let again = try await worker.board().close(.milestone, "v1", to: "next")
    #expect(!again.changes.didChange && again.changes.plans.isEmpty)
  }

  // MARK: - Days

  @Test("A plan that starts after it is due, or before a blocker is due, is warned of")
  func spans() async throws {
    let worker = try await Worker()
    let blocker = try await worker.add("Blocker") { $0[.due] = "2026-12-10" }
    let made = try await worker.board().add(
      AddPlan(
        title: "Plan",
        fields: {
          var fields = FieldChanges()
          (fields[.start], fields[.due]) = ("2026-12-24", "2026-12-20")
          return fields
        }()))
    let id = made.plans[0]
    let short = String(id.text.prefix(4))
    #expect(
      made.notices.filter(\.isWarning).map { $0.message.text() }
        == ["\(short) starts 2026-12-24, after it is due 2026-12-20"])
    let earlier = try await worker.edit(id) {
      $0[.start] = "2026-12-01"
      $0[.links].added = ["blocked-by:\(blocker)"]
    }
    let words =
      "\(short) starts 2026-12-01, but \(blocker.text.prefix(4)), which blocks it, is due 2026-12-10"
    #expect(earlier.notices.filter(\.isWarning).map { $0.message.text() } == [words])
    let title = try await worker.edit(id) { $0.title = "Renamed" }
    #expect(title.notices.isEmpty)
    try await worker.edit(id) { $0[.start] = "2026-12-10" }
    // A blocker that becomes due later is warned of at the plan that it blocks.
    let later = try await worker.edit(blocker) { $0[.due] = "2026-12-15" }
    #expect(
      later.notices.filter(\.isWarning).map { $0.message.text() }
        == [
          "\(short) starts 2026-12-10, but \(blocker.text.prefix(4)), which blocks it, is due "
            + "2026-12-15"
        ])
    try await worker.move(blocker, to: "done")
    let done = try await worker.edit(id) { $0[.start] = "2026-12-02" }
    #expect(done.notices.filter(\.isWarning).isEmpty)
  }

  // MARK: - Progress

  @Test("A forecast puts earlier milestones first, and needs a past")
  func forecast() async throws {
    let worker = try await Worker()
    for (name, due) in [("v1", "2026-12-01"), ("v2", "2027-03-01")] {
      _ = try await worker.board().addMilestone(name, changes { $0.due = due })
    }
    for number in 0..<6 {
      try await worker.add("Open \(number)") {
        ($0[.milestone], $0[.estimate]) = (number < 4 ? "v1" : "v2", "2")
      }
    }
    let young = try worker.board().phases(.milestone)
    #expect(young.report.rows.map(\.finish.count) == [0, 0])
    let remark = try #require(young.forecastNotices.first)
    #expect(remark.message.text().contains("too few to forecast"))
    for day in 0..<20 {
      worker.seconds += 86_400
      let id = try await worker.add("Done \(day)") { if day == 0 { $0[.milestone] = "v1" } }
      try await worker.move(id, to: "doing")
      try await worker.move(id, to: "done")
    }
    worker.seconds += 86_400
    let found = try worker.board().phases(.milestone)
    let rows = found.report.rows
    #expect(
      rows.map(\.progress.plans) == [Progress(done: 1, total: 5), Progress(done: 0, total: 2)])
    #expect(rows.map(\.progress.ahead) == [0, 4])
    #expect(rows.map(\.progress.estimate.text) == ["8", "4"])
    #expect(rows.map(\.progress.withoutEstimate) == [1, 0])
    let days = rows.map { $0.finish.compactMap(\.day) }
    #expect(days.allSatisfy { $0.count == 3 && $0 == $0.sorted() })
    #expect(zip(days[0], days[1]).allSatisfy { $0 < $1 })
    #expect(rows[0].isOverdue(on: found.report.today))
    let one = try worker.board().phases(.milestone, named: "v1")
    let course = try #require(one.report.course)
    #expect(course.work.scope.last == 5 && course.work.done.last == 1)
    #expect(course.burnup.kind == .burnup && course.burndown.kind == .burndown)
  }

  @Test("An iteration is drawn from its first plan to its last day, and is current by the calendar")
  func course() async throws {
    let worker = try await Worker()
    _ = try await worker.board().addIterations(series())
    let id = try await worker.add("A plan") { $0[.iteration] = "current" }
    worker.seconds += 3 * 86_400
    try await worker.move(id, to: "done")
    worker.seconds += 30 * 86_400
    let shown = try worker.board().phases(.iteration, named: "2026-11-16")
    let work = try #require(shown.report.course).work
    #expect(work.days.first == (try day("2026-11-19")))
    #expect(work.days.last == (try day("2026-11-29")))
    #expect(work.scope.first == 0 && work.scope.last == 1)
    #expect(work.done.firstIndex(of: 1) == 4)
    let all = try worker.board().phases(.iteration)
    #expect(all.report.rows.filter(\.isCurrent).map(\.phase.id) == ["2026-12-14"])
    let future = try worker.board().phases(.iteration, named: "2026-12-14")
    #expect(future.report.course?.work.scope.last == 0)
  }
}
