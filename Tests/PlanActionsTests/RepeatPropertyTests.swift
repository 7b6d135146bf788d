import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// A step of a random schedule. Every step is valid at any time; it may do nothing.
private enum RepeatStep: CustomStringConvertible {
  /// Finishes the open plan with this number, counted among those of the clone.
  case finish(clone: Int, plan: Int)
  case reopen(clone: Int, plan: Int)
  case skip(clone: Int, plan: Int)
  case edit(clone: Int, plan: Int)
  /// Gives the open plan another title, and takes its label off.
  case rename(clone: Int, plan: Int)
  case delete(clone: Int, plan: Int)
  case undo(clone: Int)
  case redo(clone: Int)
  case sync(clone: Int)
  case wait(days: Int64)

  static func random(using random: inout SeededGenerator) -> RepeatStep {
    let (clone, plan) = (random.number(below: 3), random.number(below: 4))
    return switch random.number(below: 100) {
    case ..<34: .finish(clone: clone, plan: plan)
    case ..<42: .reopen(clone: clone, plan: plan)
    case ..<47: .skip(clone: clone, plan: plan)
    case ..<51: .edit(clone: clone, plan: plan)
    case ..<55: .rename(clone: clone, plan: plan)
    case ..<56: .delete(clone: clone, plan: plan)
    case ..<68: .undo(clone: clone)
    case ..<73: .redo(clone: clone)
    case ..<91: .sync(clone: clone)
    default: .wait(days: [1, 1, 3, 20, 40][random.number(below: 5)])
    }
  }

  /// Whether the step takes something back, or brings it back.
  var isUndo: Bool {
    switch self {
    case .undo, .redo: true
    default: false
    }
  }

  var description: String {
    switch self {
    case .finish(let clone, let plan): "clone \(clone) finishes its open plan \(plan)"
    case .reopen(let clone, let plan): "clone \(clone) reopens its finished plan \(plan)"
    case .skip(let clone, let plan): "clone \(clone) skips its open plan \(plan)"
    case .edit(let clone, let plan): "clone \(clone) edits its open plan \(plan)"
    case .rename(let clone, let plan): "clone \(clone) renames its open plan \(plan)"
    case .delete(let clone, let plan): "clone \(clone) deletes its open plan \(plan)"
    case .undo(let clone): "clone \(clone) undoes"
    case .redo(let clone): "clone \(clone) redoes"
    case .sync(let clone): "clone \(clone) syncs"
    case .wait(let days): "\(days) days pass"
    }
  }
}

/// Three clones of a remote, two of them of one person, who work on plans that repeat.
private final class RepeatRun {
  private let clones: [Worker]
  private let clock: WorkerClock
  private var roots: [PlanID] = []
  /// The titles that people gave to each plan.
  private var titles: [PlanID: Set<String>] = [:]
  /// The plans whose label people took off. A plan that follows one without a label has none, so
  /// nobody takes it off; another clone may have made it from the plan with the label.
  private var unlabelled: Set<PlanID> = []
  private(set) var failure: String?
  private(set) var counts: [String: Int] = [:]

  init() async throws {
    let pair = try await WorkerPair()
    let rules = ["daily", "every month from done", "every 2 weeks on mon,thu"]
    for (index, rule) in rules.enumerated() {
      let root = try await pair.ada.add("Series \(index)") { fields in
        (fields[.due], fields[.repeat], fields[.start]) = ("today", rule, "yesterday")
        fields.checklist = ["one", "two"]
        fields[.labels].added = ["bug"]
      }
      roots.append(root)
    }
    try await pair.share()
    let clock = WorkerClock(seconds: pair.ada.seconds)
    let third = try await Worker("Ada", of: pair.hub, seed: 9)
    let repositories = [pair.ada.repository, pair.ben.repository, third.repository]
    clones = try repositories.enumerated().map {
      try Worker($1, seed: UInt64($0 + 20), clock: clock)
    }
    self.clock = clock
    hub = pair.hub
  }

  private let hub: ScratchRepository

  private func plans(_ clone: Int, areDone: Bool) throws -> [Plan] {
    try clones[clone].board().store.snapshot().plans().plans
      .filter { !$0.isDeleted && ($0.state == "done") == areDone }
      .sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }

  private func pick(_ number: Int, _ clone: Int, areDone: Bool) throws -> Plan? {
    let plans = try plans(clone, areDone: areDone)
    return plans.isEmpty ? nil : plans[number % plans.count]
  }

  func run(_ steps: [RepeatStep]) async throws {
    for step in steps where failure == nil {
      do {
        try await take(step)
      } catch {
        failure = "\(step): \(Problem(error))"
      }
      for clone in clones.indices where failure == nil {
        failure = try strayPlan(clone).map { "after '\(step)' clone \(clone) has \($0)" }
      }
    }
    for clone in [0, 1, 2, 0, 1] where failure == nil { try await clones[clone].sync() }
    guard failure == nil else { return }
    let tips = try clones.map { try $0.tip() }
    if Set(tips).count > 1 { failure = "the clones differ" }
    try checkConflicts()
  }

  private func take(_ step: RepeatStep) async throws {
    switch step {
    case .finish(let clone, let number):
      guard let plan = try pick(number, clone, areDone: false) else { return }
      try await finish(plan, clone)
    case .reopen(let clone, let number):
      guard let plan = try pick(number, clone, areDone: true) else { return }
      try await clones[clone].move(plan.id, to: "todo")
    case .skip(let clone, let number):
      guard let plan = try pick(number, clone, areDone: false) else { return }
      try await clones[clone].edit(plan.id) { $0.skips = true }
      let due = try clones[clone].plan(plan.id).due
      if let due, let old = plan.due, due <= old, plan.repetition?.origin == .due {
        failure = "\(plan.title) was skipped from \(old) to \(due)"
      }
    case .edit(let clone, let number):
      guard let plan = try pick(number, clone, areDone: false) else { return }
      try await clones[clone].edit(plan.id) { $0.body = ["edited at \(clock.seconds)"] }
    case .rename(let clone, let number):
      guard let plan = try pick(number, clone, areDone: false) else { return }
      let title = "Series named at \(clock.seconds), \(clone)"
      titles[plan.id, default: []].insert(title)
      if plan.labels.contains("bug") { unlabelled.insert(plan.id) }
      try await clones[clone].edit(plan.id) { ($0.title, $0[.labels].removed) = (title, ["bug"]) }
    case .delete(let clone, let number):
      guard let plan = try pick(number, clone, areDone: false) else { return }
      try await clones[clone].delete(plan.id)
    case .undo(let clone): counts["undo", default: 0] += try await undo(clone) ? 1 : 0
    case .redo(let clone): counts["redo", default: 0] += try await redo(clone) ? 1 : 0
    case .sync(let clone): try await clones[clone].sync()
    case .wait(let days): clock.seconds += days * 86_400
    }
  }

  private func finish(_ plan: Plan, _ clone: Int) async throws {
    let worker = clones[clone]
    let before = try worker.board().store.snapshot().readableDocument(plan.id.following)
    let document = try worker.board().store.snapshot().existingDocument(plan.id)
    let moved = try await worker.move(plan.id, to: "done")
    let today = CalendarDay(dayNumber: Int(clock.seconds / 86_400))
    guard let next = try worker.board().store.snapshot().readableDocument(plan.id.following) else {
      return failure = "nothing follows \(plan.title)"
    }
    let shown = Plan(next, id: plan.id.following)
    if let before, !before.isUndone(with: document) {
      if next != before { failure = "finishing \(plan.title) changed the plan that follows it" }
      counts["kept", default: 0] += 1
    } else {
      guard !shown.isDeleted, let due = shown.due, due > today else {
        return failure = "\(plan.title) is followed on \(shown.due.map(\.description) ?? "no day")"
      }
      counts[before == nil ? "made" : "restored", default: 0] += 1
    }
    if moved.notices.isEmpty { failure = "nothing was said of \(plan.title)" }
  }

  private func undo(_ clone: Int) async throws -> Bool {
    do { _ = try await clones[clone].undo() } catch {
      guard Problem(error).code == .nothingToUndo else { throw error }
      return false
    }
    return true
  }

  private func redo(_ clone: Int) async throws -> Bool {
    do { _ = try await clones[clone].redo() } catch {
      guard [.nothingToUndo, .nothingToRedo].contains(Problem(error).code) else { throw error }
      return false
    }
    return true
  }

  /// Returns a plan in words that is neither the first of a series nor follows another plan.
  private func strayPlan(_ clone: Int) throws -> String? {
    let plans = try clones[clone].board().store.snapshot().plans().plans
    let known = Set(roots + plans.map(\.id.following))
    return plans.first { !known.contains($0.id) }.map { "a second \($0.title), \($0.id)" }
  }

  /// Checks that plans which clones made independently are in conflict about nothing but what
  /// people did at different times.
  private func checkConflicts() throws {
    let expected: Set = ["state", "due", "start", "repeat", "body", "deleted"]
    // An undo may bring back the title and the label.
    let areKept = counts["undo", default: 0] + counts["redo", default: 0] == 0
    for plan in try clones[0].board().store.snapshot().plans().plans {
      if areKept, let titles = titles[plan.id] {
        if !titles.contains(plan.title) { failure = "\(plan.title) is shown, not \(titles)" }
        if unlabelled.contains(plan.id), plan.labels.contains("bug") {
          failure = "the label of \(plan.title) is back"
        }
      }
      // The clones may have finished the plan before it under different titles.
      let mayDiffer = titles[plan.id]?.count != 1 || !areKept
      for conflict in plan.conflicts
      where !expected.contains(conflict.field) && !(mayDiffer && conflict.field == "title") {
        failure = "\(plan.title) has a conflict of \(conflict.field)"
      }
      if plan.checklist.map(\.text) != ["one", "two"] { failure = "\(plan.title) lost lines" }
    }
  }
}

@Suite("Series of plans in several clones")
struct RepeatPropertyTests {
  @Test(
    "Whatever is finished, undone, reopened and shared, each plan is followed by one at most",
    arguments: Seeds.each(8))
  func onePlanAnOccurrence(seed: UInt64) async throws {
    try await Self.check(seed, count: 40)
  }

  fileprivate static func check(
    _ seed: UInt64, count: Int, suite: String = "RepeatPropertyTests"
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let all = (0..<count).map { _ in RepeatStep.random(using: &random) }
    // Without undos, more can be promised.
    let steps = seed % 2 == 0 ? all : all.filter { !$0.isUndo }
    let run = try await RepeatRun()
    try await run.run(steps)
    guard var failure = run.failure else {
      return #expect(run.counts["made", default: 0] > 1, "\(run.counts)")
    }
    var shrinker = Shrinker(steps, budget: 60)
    while let candidate = shrinker.next() {
      let again = try await RepeatRun()
      try await again.run(candidate)
      shrinker.judge(fails: again.failure != nil)
      failure = again.failure ?? failure
    }
    Seeds.record(failure, seed: seed, suite: suite, steps: shrinker.steps, of: steps.count)
  }
}

@Suite(.soak) struct RepeatPropertySoak {
  @Test func onePlanAnOccurrence() async throws {
    try await Soak.run("series") { seed in
      try await RepeatPropertyTests.check(seed, count: 100, suite: "RepeatPropertySoak")
      return true
    }
  }
}
