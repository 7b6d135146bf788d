import Foundation
import Git
import PlanActions
import PlanModel
import PlanStore
import PlanView
import PmgitTestSupport
import Synchronization
import Testing

@Suite("Watch")
struct WatchTests {
  private static func request(_ change: (inout WatchBoard) -> Void = { _ in }) -> WatchBoard {
    var request = WatchBoard()
    change(&request)
    return request
  }

  private static let branch = "refs/heads/pmgit/main"

  /// A reported change in a form that can be compared.
  private static func words(_ change: WatchedChange) -> String {
    let columns = change.columns
    let plan = change.entry.planTitle
    let move = [columns.from, columns.to].compactMap(\.self).joined(separator: ">")
    return [change.word, plan, move].filter { !$0.isEmpty }.joined(separator: " ")
  }

  @Test("Each change is reported once, whatever happens to git's files", arguments: [false, true])
  func changes(isPolling: Bool) async throws {
    let worker = try await Worker()
    let git = worker.repository
    let watching = try await Watching.start(
      Self.request {
        $0.isPolling = isPolling
        if isPolling { $0.period = .milliseconds(20) }
      }, in: git)
    let id = try await worker.add("one")
    #expect(try await watching.has(1))
    try await git.git("pack-refs", "--all", "--prune")
    _ = try await worker.board().comment(CommentOnPlan(id.text, text: ["hello"]))
    #expect(try await watching.has(2))
    try await git.git("gc", "--quiet", "--prune=now")
    try await worker.move(id, to: "doing")
    #expect(try await watching.has(3))
    let tip = try worker.board().store.tip()
    try await git.git("update-ref", "-d", Self.branch)
    try await git.git("update-ref", Self.branch, tip.hex)
    try await worker.delete(id)
    #expect(try await watching.has(4))
    try await worker.restore(id)
    #expect(try await watching.has(5))
    // Moved back and forth between two looks, it may be unseen; each look in between is awaited.
    try await git.git("update-ref", Self.branch, "\(tip.hex)^")
    #expect(try await watching.has(7))
    try await git.git("update-ref", Self.branch, tip.hex)
    #expect(try await watching.has(8))
    _ = try worker.board().find()
    try await worker.edit(id) { $0[.due] = "2026-12-01" }
    #expect(try await watching.has(9))
    try await watching.stop()
    #expect(
      watching.changes.map(Self.words) == [
        "created one todo", "commented one", "moved one todo>doing", "deleted one",
        "restored one", "reset", "moved one doing>todo", "moved one todo>doing", "edited one",
      ])
    #expect(watching.changes.map(\.entry.author.isEmpty).count { $0 } == 2)
  }

  @Test("A sync reports what others have changed, oldest first and once")
  func sync() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try Worker(try await ScratchRepository(cloning: hub))
    _ = try await ada.board().createBoard()
    let id = try await ada.add("one")
    try await ada.sync()
    let ben = try await Worker("Ben", of: hub, seed: 2)
    try await ben.move(id, to: "doing")
    try await ben.add("two")
    try await ben.sync()
    try await ada.edit(id) { $0[.due] = "2026-12-01" }
    let watching = try await Watching.start(Self.request(), in: ada.repository)
    try await ada.sync()
    #expect(try await watching.has(2))
    try await ada.add("three")
    #expect(try await watching.has(3))
    try await watching.stop()
    #expect(
      watching.changes.map(Self.words) == [
        "moved one todo>doing", "created two todo", "created three todo",
      ])
    #expect(
      watching.changes.map { Person($0.entry.author).fullName } == ["Ben", "Ben", "Ada Lovelace"])
  }

  @Test("Automatic syncs bring the changes of others, and their failures do not end the watch")
  func syncs() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try Worker(try await ScratchRepository(cloning: hub))
    _ = try await ada.board().createBoard()
    try await ada.sync()
    let ben = try await Worker("Ben", of: hub, seed: 2)
    try await ben.add("two")
    let request = Self.request {
      $0.syncPeriod = .milliseconds(50); $0.period = .milliseconds(50)
    }
    let watching = try await Watching.start(request, in: ada.repository)
    try await ben.sync()
    #expect(try await watching.has(1))
    try await ada.repository.git("remote", "set-url", "origin", "/nowhere/at/all")
    #expect(try await holdsInTheEnd { watching.problems.count == 1 })
    try await ada.add("three")
    #expect(try await watching.has(2))
    try await watching.stop()
    #expect(watching.changes.map(Self.words) == ["created two todo", "created three todo"])
    #expect(watching.problems.count == 1)
  }

  @Test("A query chooses plans that match before or after the change; names choose plans")
  func choice() async throws {
    let worker = try await Worker()
    let one = try await worker.add("one") { $0[.labels].added = ["bug"] }
    let two = try await worker.add("two")
    let byQuery = try await Watching.start(
      Self.request { $0.query = "#bug" }, in: worker.repository)
    let byName = try await Watching.start(
      Self.request { $0.plans = [two.text] }, in: worker.repository)
    try await worker.edit(two) { $0[.labels].added = ["bug"] }
    try await worker.edit(one) { $0[.labels].removed = ["bug"] }
    try await worker.move(one, to: "doing")
    try await worker.move(two, to: "done")
    #expect(try await byQuery.has(3))
    #expect(try await byName.has(2))
    try await worker.add("three")
    try await byQuery.stop()
    try await byName.stop()
    #expect(
      byQuery.changes.map(Self.words) == ["edited two", "edited one", "moved two todo>done"])
    #expect(byName.changes.map(Self.words) == ["edited two", "moved two todo>done"])
  }

  @Test("Ready: a plan that can be started and that nobody owns, at the start or later")
  func ready() async throws {
    let worker = try await Worker()
    let first = try await worker.add("first")
    let request = Self.request { $0.goal = .ready }
    let atStart = try await Watching.start(request, in: worker.repository)
    #expect(try await atStart.end() == .met)
    #expect(atStart.changes.map(Self.words) == ["ready first"])
    try await worker.take(first)
    let later = try await Watching.start(request, in: worker.repository)
    let second = try await worker.add("second") { $0[.links].added = ["blocked-by:\(first)"] }
    #expect(try await later.has(1))
    try await worker.move(first, to: "done")
    #expect(try await later.end() == .met)
    #expect(later.changes.last?.entry.plan == second)
    #expect(later.changes.map(\.word) == ["created", "moved", "ready"])
  }

  @Test("Ready: a plan whose owner's lease ends, without any change")
  func readyWithTime() async throws {
    let worker = try await Worker()
    worker.become("Eve")
    let plan = try await worker.add("left")
    _ = try await worker.board().take(TakePlan(.named(plan.text), lease: "2m"))
    let clock = TestClock(worker.seconds)
    let request = Self.request {
      ($0.goal, $0.judgingPeriod, $0.period) = (.ready, .zero, .milliseconds(5))
    }
    let watching = try await Watching.start(request, in: worker.repository) { clock.now }
    try await worker.add("another", { $0.state = "done" })
    #expect(try await watching.has(1))
    clock.advance(by: 119)
    try await worker.add("one more", { $0.state = "done" })
    #expect(try await watching.has(2))
    clock.advance(by: 2)
    #expect(try await watching.end() == .met)
    #expect(watching.changes.map(\.word) == ["created", "created", "ready"])
    #expect(watching.changes.last?.entry.plan == plan)
  }

  /// A clock that is set by the test.
  private final class TestClock: Sendable {
    private let seconds: Mutex<Int64>
    init(_ start: Int64) { seconds = Mutex(start) }
    var now: Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }
    func advance(by count: Int64) { seconds.withLock { $0 += count } }
  }

  @Test("Done: all named plans, or all that match, are in columns of kind done")
  func done() async throws {
    let worker = try await Worker()
    let one = try await worker.add("one") { $0[.labels].added = ["x"] }
    let two = try await worker.add("two") { $0[.labels].added = ["x"] }
    let named = try await Watching.start(
      Self.request {
        $0.goal = .done; $0.plans = [one.text, two.text]
      }, in: worker.repository)
    let open = try await Watching.start(
      Self.request {
        $0.goal = .done; $0.query = "#x is:open"
      }, in: worker.repository)
    try await worker.move(one, to: "done")
    #expect(try await named.has(1))
    try await worker.move(two, to: "done")
    #expect(try await named.end() == .met)
    #expect(try await open.end() == .met)
    #expect(named.changes.map(\.word) == ["moved", "moved", "done", "done"])
    #expect(open.changes.last?.word == "done")
    let atStart = try await Watching.start(
      Self.request {
        $0.goal = .done; $0.plans = [one.text]
      }, in: worker.repository)
    #expect(try await atStart.end() == .met)
    #expect(atStart.changes.map(Self.words) == ["done one"])
  }

  @Test("Nothing that matches is not done, and a deleted plan never is")
  func neverDone() async throws {
    let worker = try await Worker()
    let one = try await worker.add("one")
    let none = try await Watching.start(
      Self.request {
        $0.goal = .done; $0.query = "#none"; $0.timeout = .milliseconds(1)
      },
      in: worker.repository)
    #expect(try await none.end() == .timedOut)
    let deleted = try await Watching.start(
      Self.request {
        $0.goal = .done; $0.plans = [one.text]
      }, in: worker.repository)
    try await worker.delete(one)
    await #expect(throws: (any Error).self) { try await deleted.end() }
  }

  @Test("Change: the first change of one of the plans is the last one reported")
  func change() async throws {
    let worker = try await Worker()
    let one = try await worker.add("one")
    let watching = try await Watching.start(
      Self.request {
        $0.goal = .change; $0.plans = [one.text]
      }, in: worker.repository)
    try await worker.add("two")
    try await worker.move(one, to: "doing")
    try await worker.move(one, to: "done")
    #expect(try await watching.end() == .met)
    #expect(watching.changes.map(Self.words) == ["moved one todo>doing"])
  }

  @Test("A deleted board ends the watch with an error")
  func deletedBoard() async throws {
    let worker = try await Worker()
    let workspace = try worker.board()
    var request = Self.request()
    request.gracePeriod = .milliseconds(1)
    request.period = .milliseconds(1)
    let reference = "\(worker.repository.path)/.git/\(Self.branch)"
    await #expect {
      _ = try await workspace.watch(request) { report in
        guard case .begun = report else { return }
        try FileManager.default.removeItem(atPath: reference)
      }
    } throws: { ($0 as? StoreError).map { Problem($0).code } == .noBoard }
  }
}
