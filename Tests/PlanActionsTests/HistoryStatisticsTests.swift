import PlanActions
import PlanModel
import PlanStore
import PlanView
import PmgitTestSupport
import Testing

/// Statistics of random histories of two clones, compared with a slow computation from git's
/// output.
@Suite("Statistics of real histories")
struct HistoryStatisticsTests {
  @Test(
    "Moves, merges, undo, deletion and restoration are counted as the commits say",
    arguments: Seeds.each(6))
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let hub = try await ScratchRepository(bare: true)
    let people = [
      try await Worker("Ada", of: hub, seed: 1), try await Worker("Ben", of: hub, seed: 2),
    ]
    for worker in people {
      _ = try await worker.board().createBoard()
      _ = try await worker.board().sync()
    }
    var clock = people[0].seconds
    var plans: [PlanID] = []
    for _ in 0..<60 {
      // No two changes at one time: both clones have one clock, which goes on by minutes to days.
      clock += 60 + Int64(random.number(below: 40_000))
      let worker = random.pick(people)
      worker.seconds = clock
      if plans.isEmpty || random.chance(20) {
        let state = random.pick(["todo", "todo", "doing", "done"])
        plans.append(try await worker.add("Plan \(plans.count)") { $0.state = state })
        continue
      }
      let (plan, kind) = (random.pick(plans), random.number(below: 11))
      do {
        try await step(kind, on: plan.text, by: worker)
      } catch is Problem {
        // There is nothing to undo, or the undo would meet what others did.
      } catch is StoreError {
        // This clone does not have the plan yet.
      }
    }
    // At least once the two have worked apart.
    for worker in people {
      clock += 60
      worker.seconds = clock
      _ = try await worker.add("At the end")
    }
    for worker in people + [people[0]] {
      clock += 60
      worker.seconds = clock
      _ = try await worker.board().sync()
    }
    clock += 60
    let merges = try await people[0].repository.git("rev-list", "--merges", "--count", "pmgit/main")
    #expect(merges != "0", "the two have met")
    let slow = try await SlowStatistics(people[0])
    for worker in people {
      // What the first one has is what both have.
      #expect(try worker.board().store.tip() == (try people[0].board().store.tip()))
      worker.seconds = clock
      let shown = try worker.board().flow().report().all
      #expect(shown.finished.count == slow.leadTimes.count)
      #expect(shown.addedDone == slow.addedDone)
      #expect(numbers(shown.cycleTime) == slow.times(slow.cycleTimes))
      #expect(numbers(shown.leadTime) == slow.times(slow.leadTimes))
      #expect(
        shown.inProgress.map { "\($0.plan.id) \($0.since)" }.sorted() == slow.inProgress.sorted())
    }
  }

  /// Performs an action of one of eleven kinds on a plan or on the board. Throws if there is
  /// nothing to do.
  private func step(_ kind: Int, on plan: String, by worker: Worker) async throws {
    let board = try worker.board()
    switch kind {
    case 0, 1: _ = try await board.move(MovePlans([plan], to: "doing"))
    case 2, 3: _ = try await board.move(MovePlans([plan], to: .first(.done)))
    case 4: _ = try await board.move(MovePlans([plan], to: "todo"))
    case 5:
      var fields = FieldChanges()
      fields[.priority] = "high"
      _ = try await board.edit(EditPlan(plan, fields: fields))
    case 6: _ = try await board.undo()
    case 7: _ = try await board.delete([plan])
    case 8:
      let deleted = try board.store.snapshot().plans().plans.first { $0.isDeleted }
      _ = try await board.restore(.named([deleted?.id.text ?? plan]))
    default: _ = try await board.sync()
    }
  }

  private func numbers(_ times: FlowStatistics.Times) -> [Int64?] {
    [Int64(times.plans), times.median, times.percentile85]
  }
}

/// The same statistics, computed from the output of git for each commit and each file.
private struct SlowStatistics {
  private(set) var addedDone = 0
  private(set) var cycleTimes: [Int64] = []
  private(set) var leadTimes: [Int64] = []
  private(set) var inProgress: [String] = []

  /// The state that a commit gave to a plan, and the time of the commit.
  private struct Step {
    let at: Timestamp
    let state: String
  }

  init(_ worker: Worker) async throws {
    let git = worker.repository
    var steps: [String: [Step]] = [:]
    let log = try await git.git(
      "log", "--no-merges", "--reverse", "--topo-order", "--format=%H %at", "pmgit/main")
    for line in log.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      let (commit, at) = (parts[0], Timestamp(seconds: Int64(parts[1]) ?? 0))
      let files = try await git.git(
        "diff-tree", "--root", "-r", "--no-commit-id", "--name-only", "--diff-filter=AM", commit,
        "--", "plans")
      for file in files.split(separator: "\n").map(String.init) {
        let after = try await Self.state(git, "\(commit):\(file)")
        let before = await Self.before(git, "\(commit)^:\(file)")
        if let after, after != before {
          steps[file, default: []].append(Step(at: at, state: after))
        }
      }
    }
    for plan in try worker.board().store.snapshot().plans().plans where !plan.isDeleted {
      let id = plan.id.text
      let own = (steps["plans/\(id.prefix(2))/\(id).json"] ?? []).sorted { $0.at < $1.at }
      #expect(own.last?.state == plan.state, "\(id) is where the last commit put it")
      count(id, own)
    }
  }

  private static func state(_ git: ScratchRepository, _ name: String) async throws -> String? {
    let text = try await git.git("cat-file", "blob", name)
    return try PlanFile.read(Array(text.utf8)).value(at: .field("state"))?.string
  }

  /// Returns the state in the parent; nil if the plan did not exist there.
  private static func before(_ git: ScratchRepository, _ name: String) async -> String? {
    do { return try await state(git, name) } catch { return nil }
  }

  private mutating func count(_ id: String, _ steps: [Step]) {
    guard let last = steps.last, last.state != "todo" else { return }
    let waited = steps.lastIndex { $0.state == "todo" } ?? -1
    let started = steps[(waited + 1)...].first { $0.state == "doing" }?.at
    if last.state == "doing" {
      inProgress.append("\(id) \(started?.description ?? "")")
      return
    }
    guard let open = steps.lastIndex(where: { $0.state != "done" }) else {
      addedDone += 1
      return
    }
    let end = steps[open + 1].at
    leadTimes.append(end.seconds - steps[0].at.seconds)
    if let started { cycleTimes.append(end.seconds - started.seconds) }
  }

  /// Returns the number of durations, their median and their 85th percentile.
  func times(_ seconds: [Int64]) -> [Int64?] {
    [Int64(seconds.count), Self.percentile(50, seconds), Self.percentile(85, seconds)]
  }

  private static func percentile(_ percent: Int, _ values: [Int64]) -> Int64? {
    values.sorted().first { value in
      values.count { $0 <= value } * 100 >= percent * values.count
    }
  }
}
