import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Claims that end, their renewal and their release, by two people with a clone each.
@Suite("Leases of two people")
struct LeaseActionTests {
  private static let minute: Int64 = 60

  private func take(
    _ worker: Worker, _ target: TakePlan.Target, for lease: String? = "30m"
  ) async throws -> PlanChanges {
    try await worker.board().take(TakePlan(target, lease: lease))
  }

  // MARK: - The end of the work

  @Test("Finishing a leased plan asks the remote first, so nobody finishes it a second time")
  func finishing() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await take(pair.ada, .named(id.text), for: "5m")
    pair.ben.seconds += 6 * Self.minute
    _ = try await take(pair.ben, .named(id.text), for: "5m")
    // Ada's clone does not know yet that Ben has the plan.
    let late = try await pair.ada.move(id, to: "done")
    let shared = try pair.hub.open().reference("refs/heads/pmgit/main")
    #expect(shared.map { CommitID($0) } == late.after.commit)
    #expect(
      late.notices.map { $0.message.text() } == [
        "plan '\(id.text.prefix(4))' is leased to Ben until 09:11 (in 4 minutes); "
          + "your lease on it ended 1 minute ago"
      ])
    let again = try await pair.ben.move(id, to: "done")
    #expect(!again.didChange && again.notices.isEmpty)
    #expect(try pair.ben.plan(id).state == "done" && pair.ben.plan(id).lease == nil)
  }

  @Test("A leased plan is finished here if the remote is gone, with a warning")
  func finishingAlone() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await take(pair.ada, .named(id.text))
    try await pair.ada.repository.git("remote", "set-url", "origin", "/nowhere/hub.git")
    let done = try await pair.ada.move(id, to: "done")
    #expect(try pair.ada.plan(id).state == "done" && pair.ada.plan(id).lease == nil)
    let words = done.notices.map { $0.message.text() }
    #expect(words.count == 1)
    #expect(words[0].hasPrefix("not shared yet, so others may still take the plan: "))
    // A plan without a lease needs no remote.
    let free = try await pair.ada.add("Free")
    #expect(try await pair.ada.move(free, to: "done").notices.isEmpty)
  }

  // MARK: - Claims

  @Test("A lease ends the claim at its moment: then another person gets the plan, not before")
  func expiry() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let taken = try await take(pair.ada, .named(id.text))
    let end = try #require(try pair.ada.plan(id).lease)
    #expect(end == Timestamp(seconds: pair.ada.seconds + 30 * Self.minute - 1))
    #expect(try taken.outcome().contains(" until 09:30 (in 30 minutes);"))
    // The next action is made a second later.
    pair.ben.seconds = end.seconds - 2
    let problem = try await refusal { _ = try await take(pair.ben, .named(id.text)) }
    #expect(problem.code == .taken)
    #expect(problem.message.contains("was taken by Ada, 29 minutes ago, and is leased until"))
    pair.ben.seconds = end.seconds - 1
    let over = try await take(pair.ben, .named(id.text), for: nil)
    #expect(
      try over.outcome() == "took \(id.text.prefix(4)); 'origin' accepted it")
    #expect(try pair.ben.plan(id).owner == "Ben <ben@example.org>")
    #expect(try pair.ben.plan(id).lease == nil)
    #expect(
      over.notices.map { $0.message.text() } == ["the lease of Ada ended just now"])
    let late = try await refusal { _ = try await take(pair.ada, .named(id.text)) }
    #expect(late.code == .taken && late.message.contains("by Ben"))
  }

  @Test("A plain claim of one's own plan has no end any more")
  func permanent() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await take(pair.ada, .named(id.text))
    let again = try await take(pair.ada, .named(id.text), for: nil)
    #expect(again.didChange)
    pair.ben.seconds += 40 * 86_400
    let problem = try await refusal { _ = try await take(pair.ben, .named(id.text)) }
    #expect(problem.code == .taken)
  }

  @Test("What another person left in Doing is found and taken like a free plan, begun work first")
  func next() async throws {
    let (pair, left) = try await WorkerPair.withPlan()
    let free = try await pair.ada.add("Free")
    _ = try await take(pair.ada, .named(left.text), for: "5m")
    #expect(try pair.ada.plan(left).state == "doing")
    try await pair.share()
    #expect(try pair.ben.board().next().plans.map(\.plan.id) == [free])
    pair.ben.seconds += 6 * Self.minute
    let next = try pair.ben.board().next()
    #expect(next.plans.map(\.plan.id) == [left, free])
    let taken = try await take(pair.ben, .next(""))
    #expect(taken.plans == [left])
    #expect(try pair.ben.plan(left).owner == "Ben <ben@example.org>")
    // The former owner gets the other one, then nothing.
    #expect(try await take(pair.ada, .next(""), for: "5m").plans == [free])
    let nothing = try await refusal { _ = try await take(pair.ada, .next("")) }
    #expect(nothing.code == .nothingFree)
    // The former owner finds the own plan again.
    pair.ada.seconds += 6 * Self.minute
    #expect(try await take(pair.ada, .next("")).plans == [free])
  }

  @Test("While two are recorded as owners, a lease frees the plan for neither and nobody else")
  func ownersInConflict() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    for (worker, name) in [(pair.ada, "Kim"), (pair.ben, "Lee")] {
      _ = try await worker.edit(id) { ($0[.owner], $0[.lease]) = (name, "5m") }
    }
    try await pair.share()
    #expect(try pair.ada.plan(id).conflicts.map(\.field) == ["owner"])
    pair.ada.seconds += 60 * Self.minute
    for worker in [pair.ada, pair.ben] {
      let problem = try await refusal { _ = try await take(worker, .named(id.text)) }
      #expect(problem.code == .taken)
      #expect(try worker.board().next().plans.isEmpty)
    }
    try await pair.ada.resolve(id, "owner", by: .take(1))
    #expect(try await take(pair.ada, .next("")).plans == [id])
  }

  @Test("A lease that was renewed in time is a sign of life, also for --over")
  func over() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await take(pair.ada, .named(id.text), for: "30d")
    pair.ada.seconds += 3 * 86_400
    _ = try await pair.ada.board().renew([id.text], length: "30d")
    let request = TakePlan(.named(id.text), over: "2d")
    let problem = try await refusal { _ = try await pair.ben.board().take(request) }
    #expect(problem.code == .taken && problem.hints.count == 1)
    pair.ben.seconds += 3 * 86_400
    let hinted = try await refusal { _ = try await take(pair.ben, .named(id.text)) }
    #expect(hinted.hints.last?.commands == [["pmgit", "take", id.text, "--over", "3d"]])
    let taken = try await pair.ben.board().take(request)
    #expect(
      taken.notices.map { $0.message.text() }.filter { $0.contains("leased to Ada until") }
        .count == 1)
  }

  @Test(
    "A length that is no lease is refused before anything is asked",
    arguments: ["", "0m", "31d", "30", "soon", "-5m"])
  func wrongLength(length: String) async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let problems = [
      try await refusal { _ = try await take(worker, .named(id.text), for: length) },
      try await refusal { _ = try await worker.board().renew(length: length) },
      try await refusal { _ = try await worker.edit(id) { $0[.lease] = length } },
    ]
    for problem in problems {
      #expect(problem.kind == .usage && problem.message.hasPrefix("lease '"))
      #expect(!problem.hints.isEmpty)
    }
    #expect(try worker.plan(id).owner == nil)
  }

  /// Returns a board on which the clock goes on by some seconds before an action is accepted.
  private func board(of worker: Worker, waiting seconds: Int64) throws -> Workspace {
    worker.seconds += 1
    let (start, end) = (worker.seconds, worker.seconds + seconds)
    worker.seconds = end
    let participant = Participant(
      environment: worker.repository.program.environment, now: Timestamp(seconds: start),
      clock: { Timestamp(seconds: end) }, clocks: .utc,
      random: SeededGenerator(seed: UInt64(start)))
    return try Workspace(at: worker.repository.path, board: nil, as: participant)
  }

  @Test("A lease begins when the claim is accepted, and claims of others are judged then")
  func waiting() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await take(pair.ada, .named(id.text), for: "5m")
    let taken = try await board(of: pair.ben, waiting: 10 * Self.minute)
      .take(TakePlan(.named(id.text), lease: "10m"))
    let accepted = pair.ben.seconds
    #expect(taken.didChange)
    #expect(try pair.ben.plan(id).lease == Timestamp(seconds: accepted + 10 * Self.minute))
    let document = try #require(try pair.ben.board().store.snapshot().document(id))
    for field in [PlanField.lease, .owner] {
      #expect(document[field.path].first?.stamp.time == Timestamp(seconds: accepted))
    }
    // The length is the same again.
    _ = try await board(of: pair.ben, waiting: 2 * Self.minute).renew()
    #expect(
      try pair.ben.plan(id).lease == Timestamp(seconds: pair.ben.seconds - 1 + 10 * Self.minute))
  }

  // MARK: - Renewal

  @Test("A renewal counts from now, for as long as before or as asked, and never shortens")
  func renew() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await take(pair.ada, .named(id.text), for: "10m")
    func end() throws -> Int64 { try #require(try pair.ada.plan(id).lease).seconds }
    pair.ada.seconds += 5 * Self.minute
    let renewed = try await pair.ada.board().renew()
    #expect(renewed.plans == [id] && renewed.acceptedBy == "origin")
    let first = pair.ada.seconds
    #expect(try end() == first + 10 * Self.minute)
    _ = try await pair.ada.board().renew([id.text], length: "2h")
    #expect(try end() == pair.ada.seconds - 1 + 120 * Self.minute)
    let shorter = try await pair.ada.board().renew([id.text], length: "1m")
    #expect(!shorter.didChange)
    // The remote has it at once.
    try await pair.ben.sync()
    #expect(try pair.ben.plan(id).lease == pair.ada.plan(id).lease)
  }

  @Test("A lease that is over can be renewed while nobody has the plan, and not afterwards")
  func renewLate() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let other = try await pair.ada.add("Other")
    for plan in [id, other] { _ = try await take(pair.ada, .named(plan.text), for: "5m") }
    pair.ada.seconds += 10 * Self.minute
    _ = try await pair.ada.board().renew()
    pair.ada.seconds += 10 * Self.minute
    _ = try await take(pair.ben, .named(id.text), for: "1h")
    let problem = try await refusal {
      _ = try await pair.ada.board().renew([other.text, id.text])
    }
    #expect(problem.code == .taken && problem.message.contains("was taken by Ben"))
    #expect(try pair.ada.plan(other).isLeaseOver(at: Timestamp(seconds: pair.ada.seconds)))
  }

  @Test("Renewing all keeps what is left, and tells what was lost; if all is lost, it fails")
  func renewAll() async throws {
    let (pair, lost) = try await WorkerPair.withPlan()
    let kept = try await pair.ada.add("Kept")
    for plan in [lost, kept] { _ = try await take(pair.ada, .named(plan.text), for: "5m") }
    pair.ada.seconds += 10 * Self.minute
    _ = try await take(pair.ben, .named(lost.text), for: "1h")
    let renewed = try await pair.ada.board().renew()
    #expect(renewed.plans == [kept])
    #expect(
      renewed.notices.map { $0.message.text() }
        .filter { $0.hasPrefix("plan '\(lost)' was taken by Ben") }.count == 1)
    pair.ada.seconds += 10 * Self.minute
    _ = try await take(pair.ben, .named(kept.text), for: "1h")
    let problem = try await refusal { _ = try await pair.ada.board().renew() }
    #expect(problem.code == .taken)
    let none = try await refusal { _ = try await pair.ada.board().renew() }
    #expect(none.code == .noLease)
  }

  @Test("Only one's own leases are renewed")
  func renewOthers() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    func problem() async throws -> Problem {
      try await refusal { _ = try await pair.ben.board().renew([id.text]) }
    }
    #expect(try await problem().message == "plan '\(id)' is not yours")
    _ = try await take(pair.ada, .named(id.text))
    #expect(try await problem().code == .taken)
    pair.ben.seconds += 31 * Self.minute
    #expect(try await problem().code == .noLease)
    _ = try await take(pair.ben, .named(id.text), for: nil)
    #expect(try await problem().message == "plan '\(id)' is yours without a lease")
  }

  // MARK: - Release

  @Test("A release clears owner and lease, puts the plan back, and is on the remote at once")
  func release() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let waiting = try await pair.ada.add("Waiting")
    let stays = try await pair.ada.add("Stays")
    for plan in [id, stays] { _ = try await take(pair.ada, .named(plan.text)) }
    let released = try await pair.ada.board().release([id.text])
    #expect(try released.outcome().hasSuffix(" to Todo; 'origin' accepted it"))
    #expect(released.acceptedBy == "origin")
    #expect(try pair.ada.titles(in: "todo") == ["A plan", "Waiting"])
    let staying = try await pair.ada.board().release([stays.text], stays: true)
    #expect(try !staying.outcome().contains(" to "))
    #expect(try pair.ada.titles(in: "doing") == ["Stays"])
    let tip = try pair.ada.board().store.localTip()
    #expect(try pair.hub.open().reference("refs/heads/pmgit/main") == tip)
    // Ben has not synced since.
    #expect(try await take(pair.ben, .next("")).plans == [id])
    for plan in [id, stays, waiting] {
      try await pair.ben.sync()
      #expect(try pair.ben.plan(plan).lease == nil || plan == id)
    }
    #expect(try pair.ben.plan(stays).owner == nil)
  }

  @Test("Several plans are released in one commit, in their order; those of others are refused")
  func releaseSeveral() async throws {
    let (pair, first) = try await WorkerPair.withPlan()
    let second = try await pair.ada.add("Second")
    let bens = try await pair.ada.add("Ben's")
    for plan in [first, second] { _ = try await take(pair.ada, .named(plan.text)) }
    _ = try await take(pair.ben, .named(bens.text))
    let problem = try await refusal {
      _ = try await pair.ada.board().release([first.text, bens.text])
    }
    #expect(problem.code == .taken && problem.message == "plan '\(bens)' is taken by Ben")
    #expect(
      problem.hints.flatMap(\.commands)
        == [["pmgit", "edit", bens.text, "--owner", "none", "--state", "todo"]])
    #expect(try pair.ada.plan(first).owner != nil)
    let tip = try pair.ada.tip()
    _ = try await pair.ada.board().release([second.text, first.text])
    #expect(try pair.ada.titles(in: "todo") == ["Second", "A plan"])
    #expect(try await pair.ada.repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try await pair.ada.subject() == "release 2 plans")
    let again = try await pair.ada.board().release([first.text])
    #expect(!again.didChange)
    #expect(
      again.notices.map { $0.message.text() } == ["\(first.text.prefix(4)) is not taken"])
  }

  @Test("A plan that two people have is not released: the hint is to resolve its owner")
  func releaseInConflict() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    for worker in [pair.ada, pair.ben] { try await worker.edit(id) { $0[.owner] = "@me" } }
    try await pair.share()
    let problem = try await refusal {
      _ = try await pair.ada.board().release([id.text])
    }
    #expect(problem.code == .taken)
    #expect(problem.message == "several people have plan '\(id)', including Ben")
    #expect(problem.hints.flatMap(\.commands) == [["pmgit", "resolve", id.text, "owner"]])
  }

  @Test("A plan goes back only to a column that accepts it, and a done plan keeps its owner")
  func releaseByTheRules() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let done = try await worker.add("Done")
    for plan in [id, done] { _ = try await take(worker, .named(plan.text)) }
    try await worker.move(done, to: "done")
    try await worker.allow("todo", onlyFrom: "done")
    let released = try await worker.board().release([id.text, done.text])
    #expect(
      released.notices.map { $0.message.text() } == [
        "\(done.text.prefix(4)) is done, and keeps its owner",
        "\(id.text.prefix(4)) stays in Doing: no column of kind todo accepts it",
      ])
    #expect(try worker.plan(id).state == "doing" && worker.plan(id).owner == nil)
    #expect(try worker.plan(done).owner != nil)
  }

  @Test("The undo of a release asks the remote, and does not take another's plan")
  func undoOfRelease() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await take(pair.ada, .named(id.text))
    _ = try await pair.ada.board().release([id.text])
    _ = try await pair.ada.undo()
    try await pair.ben.sync()
    #expect(try pair.ben.plan(id).owner == "Ada <ada@example.org>")
    #expect(try pair.ben.plan(id).lease != nil)
    _ = try await pair.ada.board().release([id.text])
    _ = try await take(pair.ben, .named(id.text))
    // Ada has not synced since.
    let undone = try await pair.ada.undo()
    #expect(undone.keptFields.contains("owner"))
    #expect(try pair.ada.plan(id).owner == "Ben <ben@example.org>")
    #expect(try pair.ada.plan(id).conflicts.isEmpty)
  }

  // MARK: - What ends a lease

  @Test("Finishing a plan ends its lease, by whatever way")
  func done() async throws {
    let worker = try await Worker()
    func plan(_ title: String) async throws -> PlanID {
      let id = try await worker.add(title)
      _ = try await take(worker, .named(id.text))
      #expect(try worker.plan(id).lease != nil)
      return id
    }
    let moved = try await plan("Moved")
    try await worker.move(moved, to: "done")
    let edited = try await plan("Edited")
    _ = try await worker.edit(edited) { $0.state = "done" }
    let closed = try await plan("Closed")
    try await worker.repository.git(
      "commit", "--allow-empty", "-q", "-m", "end\n\nCloses: \(closed)")
    _ = try await worker.board().follow(["HEAD"])
    for id in [moved, edited, closed] {
      #expect(try worker.plan(id).state == "done" && worker.plan(id).lease == nil)
      #expect(try worker.plan(id).owner != nil)
    }
    // An undo brings the lease back with the column.
    _ = try await worker.undo()
    #expect(try worker.plan(closed).lease != nil)
  }

  @Test("Another owner has no lease of the former one; another name of the same owner keeps it")
  func otherOwner() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    worker.actor = "agent-1"
    _ = try await take(worker, .named(id.text))
    let lease = try worker.plan(id).lease
    _ = try await worker.board().renamePeople(MemberRenaming(["agent-1"], to: "Agent One"))
    #expect(try worker.plan(id).owner == "Agent One" && worker.plan(id).lease == lease)
    _ = try await worker.edit(id) { $0[.owner] = "Kim" }
    #expect(try worker.plan(id).lease == nil)
    _ = try await worker.edit(id) { ($0[.owner], $0[.lease]) = ("Lee", "1h") }
    #expect(try worker.plan(id).lease != nil)
  }

  @Test("A copy of a template is not leased")
  func template() async throws {
    let worker = try await Worker()
    let model = try await worker.add("Model") { $0[.labels].added = ["template"] }
    _ = try await take(worker, .named(model.text))
    let copy = try await worker.board().add(AddPlan(title: "Copy", template: model.text)).plans[0]
    #expect(try worker.plan(copy).owner != nil && worker.plan(copy).lease == nil)
  }
}
