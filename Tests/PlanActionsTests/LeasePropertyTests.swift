import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// A step of a random schedule. Every step is valid at any time; it may be refused.
private enum LeaseStep: CustomStringConvertible {
  case take(actor: Int, plan: Int, minutes: Int?)
  case takeNext(actor: Int, minutes: Int)
  case renew(actor: Int, plan: Int?, minutes: Int?)
  case release(actor: Int, plan: Int)
  case finish(actor: Int, plan: Int)
  /// Finishes a plan that the actor had, although the lease may be over.
  case finishLate(actor: Int, plan: Int)
  case comment(actor: Int, plan: Int)
  case sync(clone: Int)
  case wait(seconds: Int64)
  /// Lets the time pass up to so many seconds before the next end of a lease of a plan.
  case waitForEnd(plan: Int, before: Int64)

  static func random(using random: inout SeededGenerator) -> LeaseStep {
    let (actor, plan) = (random.number(below: 4), random.number(below: 3))
    let minutes = [1, 2, 5, 10][random.number(below: 4)]
    return switch random.number(below: 100) {
    case ..<25: .take(actor: actor, plan: plan, minutes: random.chance(85) ? minutes : nil)
    case ..<40: .takeNext(actor: actor, minutes: minutes)
    case ..<55:
      .renew(
        actor: actor, plan: random.chance(60) ? plan : nil,
        minutes: random.chance(50) ? minutes : nil)
    case ..<65: .release(actor: actor, plan: plan)
    case ..<68: .finish(actor: actor, plan: plan)
    case ..<71: .finishLate(actor: actor, plan: plan)
    case ..<75: .comment(actor: actor, plan: plan)
    case ..<80: .sync(clone: actor % 2)
    case ..<87: .wait(seconds: Int64([5, 20, 45, 90, 200, 400][random.number(below: 6)]))
    default: .waitForEnd(plan: plan, before: Int64([-1, 2, 3, 10, 25][random.number(below: 5)]))
    }
  }

  var description: String {
    switch self {
    case .take(let actor, let plan, let minutes):
      "actor \(actor) takes plan \(plan)" + (minutes.map { " for \($0)m" } ?? "")
    case .takeNext(let actor, let minutes): "actor \(actor) takes the next for \(minutes)m"
    case .renew(let actor, let plan, let minutes):
      "actor \(actor) renews \(plan.map { "plan \($0)" } ?? "all")"
        + (minutes.map { " for \($0)m" } ?? "")
    case .release(let actor, let plan): "actor \(actor) releases plan \(plan)"
    case .finish(let actor, let plan): "actor \(actor) finishes plan \(plan)"
    case .finishLate(let actor, let plan): "actor \(actor) finishes plan \(plan), perhaps late"
    case .comment(let actor, let plan): "actor \(actor) comments on plan \(plan)"
    case .sync(let clone): "clone \(clone) syncs"
    case .wait(let seconds): "\(seconds) seconds pass"
    case .waitForEnd(let plan, let before):
      "time passes up to \(before) seconds before a lease of plan \(plan) ends"
    }
  }
}

/// Two clones of a remote, in each of which two programs work under names of their own.
private final class LeaseRun {
  private let pair: WorkerPair
  private var plans: [PlanID] = []
  private var random: SeededGenerator
  /// How far the clock of each actor is ahead of the real time, in seconds.
  private let skews: [Int64]
  private var seconds: Int64
  /// When the claim ends that each actor was told of, in the actor's own time; `.max` for a claim
  /// without an end.
  private var told: [PlanID: [Int: Int64]] = [:]
  /// The plans that were claimed without an end. They are finished without asking the remote.
  private var endless: Set<PlanID> = []
  private(set) var failure: String?
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64, skews: [Int64]) async throws {
    pair = try await WorkerPair()
    random = SeededGenerator(seed: seed)
    self.skews = skews
    for title in ["One", "Two", "Three"] { plans.append(try await pair.ada.add(title)) }
    try await pair.share()
    seconds = pair.ada.seconds + 1000
  }

  private func now(_ actor: Int) -> Int64 { seconds + skews[actor] }

  /// Returns the board for an action of an actor. Odd actors use the second clone.
  private func board(_ actor: Int) throws -> Workspace {
    let worker = [pair.ada, pair.ben][actor % 2]
    worker.actor = "agent-\(actor)"
    seconds += 1
    return try worker.board(drawing: SeededGenerator(seed: random.next()), at: now(actor))
  }

  func run(_ steps: [LeaseStep]) async throws {
    for step in steps where failure == nil {
      do {
        try await take(step)
      } catch {
        let problem = Problem(error)
        let expected: [Problem.Code] = [.taken, .nothingFree, .noLease]
        if !expected.contains(problem.code) { failure = "\(step): \(problem)" }
        counts[problem.code.rawValue, default: 0] += 1
      }
    }
    for worker in [pair.ada, pair.ben, pair.ada] where failure == nil {
      worker.actor = nil
      try await worker.sync()
    }
    for plan in plans where failure == nil {
      let conflicts = try pair.ada.plan(plan).conflicts.map(\.field)
      if conflicts.contains("owner") { failure = "a conflict about the owner is left" }
      if !endless.contains(plan), try isFinishedTwice(plan) {
        failure = "plan \(plan) was finished again while it was done"
      }
    }
  }

  private func isFinishedTwice(_ plan: PlanID) throws -> Bool {
    let store = try pair.ada.board().store
    let states = try store.snapshot().history().reversed().filter { $0.plan == plan }
      .flatMap(\.changes).filter { $0.path == PlanField.state.path }.map { $0.new?.string }
    counts["finished", default: 0] += states.count { $0 == "done" }
    return zip(states, states.dropFirst()).contains { $0 == "done" && $1 == "done" }
  }

  private func take(_ step: LeaseStep) async throws {
    switch step {
    case .take(let actor, let plan, let minutes):
      let request = TakePlan(.named(plans[plan].text), lease: minutes.map { "\($0)m" })
      let taken = try await board(actor).take(request)
      note(taken, by: actor)
    case .takeNext(let actor, let minutes):
      let request = TakePlan(.next(""), lease: "\(minutes)m")
      note(try await board(actor).take(request), by: actor)
    case .renew(let actor, let plan, let minutes):
      let renewed = try await board(actor).renew(
        plan.map { [plans[$0].text] } ?? [], length: minutes.map { "\($0)m" })
      note(renewed, by: actor)
    case .release(let actor, let plan):
      _ = try await board(actor).release([plans[plan].text])
      // From now on the actor knows that the plan is free.
      told[plans[plan]]?[actor] = nil
    case .finish(let actor, let plan):
      // Only an actor who was told of the claim finishes the plan.
      guard let end = told[plans[plan]]?[actor], end > now(actor) else { return }
      _ = try await board(actor).move(MovePlans([plans[plan].text], to: "done"))
      told[plans[plan]]?[actor] = nil
      // The next step may open it again. This is not shared before the next sync or claim.
      if random.chance(50) {
        _ = try await board(actor).move(MovePlans([plans[plan].text], to: "todo"))
      }
    case .finishLate(let actor, let plan):
      // Without a lease here, somebody gave the plan back, and it is nobody's.
      guard told[plans[plan]]?[actor] != nil,
        try [pair.ada, pair.ben][actor % 2].plan(plans[plan]).lease != nil
      else { return }
      _ = try await board(actor).move(MovePlans([plans[plan].text], to: "done"))
      told[plans[plan]]?[actor] = nil
    case .comment(let actor, let plan):
      _ = try await board(actor).comment(CommentOnPlan(plans[plan].text, text: ["\(seconds)"]))
    case .sync(let clone): _ = try await board(clone).sync()
    case .wait(let more): seconds += more
    case .waitForEnd(let plan, let before):
      let ends = (told[plans[plan]] ?? [:]).map { actor, end in
        end == .max ? .max : end - skews[actor]
      }
      if let end = ends.filter({ $0 > seconds && $0 < .max }).min() {
        seconds = max(seconds, end - before)
      }
    }
  }

  /// Notes that an actor was told to have plans, and checks that nobody else may still think so.
  private func note(_ changes: PlanChanges, by actor: Int) {
    do {
      for id in changes.plans {
        let plan = try changes.after.plan(id)
        guard plan.owner == "agent-\(actor)" else {
          return failure = "agent-\(actor) has taken a plan of \(plan.owner ?? "nobody")"
        }
        // By this much the other's clock may be behind this one.
        for (other, end) in told[id] ?? [:] where other != actor {
          let slack = max(0, skews[actor] - skews[other])
          if end == .max || end > now(other) + slack {
            failure =
              "agent-\(actor) has \(plan.title), which agent-\(other) has until \(end); "
              + "there it is \(now(other))"
          }
        }
        told[id, default: [:]][actor] = plan.lease?.seconds ?? .max
        if plan.lease == nil { endless.insert(id) }
        counts["told", default: 0] += 1
      }
    } catch {
      failure = "\(error)"
    }
  }
}

@Suite("A plan has one holder at a time")
struct LeasePropertyTests {
  @Test(
    "Whatever is taken, renewed, released and shared, no two are told of claims that hold at once",
    arguments: Seeds.each(5))
  func oneHolder(seed: UInt64) async throws {
    try await Self.check(seed, skews: [0, 0, 0, 0])
  }

  @Test(
    "Clocks that differ let claims overlap by the difference, and by no more",
    arguments: Seeds.each(3))
  func skew(seed: UInt64) async throws {
    try await Self.check(seed &+ 1000, skews: [0, 40, -25, 90])
  }

  fileprivate static func check(
    _ seed: UInt64, skews: [Int64], count: Int = 50, suite: String = "LeasePropertyTests"
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<count).map { _ in LeaseStep.random(using: &random) }
    let run = try await LeaseRun(seed: seed, skews: skews)
    try await run.run(steps)
    guard run.failure != nil else {
      // The schedule has claims that succeed and claims that are refused.
      return #expect(run.counts["told", default: 0] > 5 && run.counts["taken", default: 0] > 0)
    }
    var shrinker = Shrinker(steps, budget: 60)
    var failure = run.failure
    while let candidate = shrinker.next() {
      let again = try await LeaseRun(seed: seed, skews: skews)
      try await again.run(candidate)
      shrinker.judge(fails: again.failure != nil)
      failure = again.failure ?? failure
    }
    Seeds.record(failure ?? "", seed: seed, suite: suite, steps: shrinker.steps, of: steps.count)
  }
}

@Suite(.soak) struct LeasePropertySoak {
  @Test func oneHolder() async throws {
    try await Soak.run("leases") { seed in
      var random = SeededGenerator(seed: seed)
      let skews = (0..<4).map { _ in random.chance(50) ? 0 : Int64(random.number(below: 120)) - 60 }
      try await LeasePropertyTests.check(
        seed, skews: skews, count: 200, suite: "LeasePropertySoak")
      return true
    }
  }
}
