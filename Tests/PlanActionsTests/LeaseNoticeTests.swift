import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("Warnings about leases")
struct LeaseNoticeTests {
  private func take(_ worker: Worker, _ id: PlanID, for lease: String? = "30m") async throws {
    _ = try await worker.board().take(TakePlan(.named(id.text), lease: lease))
  }

  private func words(_ changes: PlanChanges) -> [String] {
    changes.notices.filter(\.isWarning).map { $0.message.text() }
  }

  @Test("Whoever writes to a plan that another person has leased is told so, and not refused")
  func warning() async throws {
    let (pair, id) = try await WorkerPair.withPlan { $0.checklist = ["line"] }
    try await take(pair.ada, id)
    try await pair.share()
    let told = ["plan '\(id.text.prefix(4))' is leased to Ada until 09:30 (in 29 minutes)"]
    pair.ben.seconds += 30
    #expect(words(try await pair.ben.edit(id) { $0.title = "Ben's" }) == told)
    let board = try pair.ben.board()
    #expect(words(try await board.comment(CommentOnPlan(id.text, text: ["x"]))) == told)
    #expect(words(try await board.check(CheckLines([id.text], lines: .all))) == told)
    #expect(words(try await pair.ben.move(id, to: "done")) == told)
    // Done plans are not leased.
    #expect(words(try await pair.ben.edit(id) { $0.title = "x" }) == [])
  }

  @Test("The holder gets no warning, and nobody after the lease")
  func noWarning() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await take(pair.ada, id)
    try await pair.share()
    #expect(words(try await pair.ada.edit(id) { $0.title = "y" }) == [])
    pair.ben.seconds += 31 * 60
    #expect(words(try await pair.ben.edit(id) { $0.title = "z" }) == [])
    let own = words(try await pair.ada.edit(id) { $0.title = "late" })
    let short = id.text.prefix(4)
    #expect(own == ["your lease on plan '\(short)' ended 1 minute ago, so others may take it"])
  }

  @Test("After three plans the rest are counted, without a look at their history; none if unwanted")
  func many() async throws {
    let pair = try await WorkerPair()
    var plans: [PlanID] = []
    for number in 1...6 { plans.append(try await pair.ada.add("Plan \(number)")) }
    for id in plans { try await take(pair.ada, id) }
    // Ben's own leases are not those of others.
    try await take(pair.ben, try await pair.ben.add("Own"), for: "1h")
    try await pair.share()
    var fields = FieldChanges()
    fields[.priority] = "high"
    let told = words(
      try await pair.ben.board().edit(EditPlan(.matching("is:open"), fields: fields)))
    #expect(told.count == 4)
    #expect(told.last == "3 more plans with leases of others")
    fields[.priority] = "low"
    let board = try pair.ben.board()
    board.participant.wantsNotices = false
    #expect(words(try await board.edit(EditPlan(.matching("is:open"), fields: fields))) == [])
  }

  @Test("A batch warns once for each leased plan, at its first line", arguments: [false, true])
  func batch(isPreviewOfEach: Bool) async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let other = try await pair.ada.add("Other")
    for plan in [id, other] { try await take(pair.ada, plan) }
    try await pair.share()
    let comments = [other, id, id, other, id].enumerated().map { index, plan in
      BatchLine(index + 1, .comment, .comment(CommentOnPlan(plan.text, text: ["\(index)"])))
    }
    // The last line ends a lease; what counts is the board before the batch.
    let lines = comments + [BatchLine(6, .done, .move(MovePlans([id.text], to: .first(.done))))]
    let board = try pair.ben.board()
    board.participant.isDryRun = isPreviewOfEach
    let done = try await board.run(
      Batch(lines, form: isPreviewOfEach ? .each : .together(subject: nil)))
    let told = done.results.map { line in
      line.notices.filter(\.isWarning).map { String($0.message.text().prefix(26)) }
    }
    func start(_ id: PlanID) -> String { "plan '\(id.text.prefix(4))' is leased to A" }
    #expect(told == [[start(other)], [start(id)], [], [], [], []])
  }

  @Test(
    "Whoever lost a plan because the lease was over is told at the next write",
    arguments: [String?.some("1h"), nil])
  func lost(lease: String?) async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await take(pair.ada, id, for: "5m")
    pair.ada.seconds += 10 * 60
    try await take(pair.ben, id, for: lease)
    for _ in 0..<3 where lease != nil { _ = try await pair.ben.board().renew() }
    try await pair.ada.sync()
    let short = id.text.prefix(4)
    let told = words(try await pair.ada.edit(id) { $0.title = "late" })
    #expect(told.count == 1)
    let claim = lease == nil ? "is taken by Ben" : "is leased to Ben until 10:10 (in 59 minutes)"
    #expect(told.first == "plan '\(short)' \(claim); your lease on it ended 5 minutes ago")
  }
}
