import Git
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Two people with clones of one hub, who share a board. They share one clock, so what is done
/// later is newer.
struct WorkerPair {
  let hub: ScratchRepository
  let ada: Worker
  let ben: Worker

  /// Creates two clones that share a board. The first call prepares originals, and each call copies
  /// them.
  init() async throws {
    let prepared = try await Self.prepared.value
    let hub = try ScratchRepository(copying: prepared.hub)
    let clock = WorkerClock(seconds: prepared.seconds)
    let workers = try prepared.clones.enumerated().map { index, clone in
      try Worker(
        try ScratchRepository(copying: clone, cloneOf: hub), seed: UInt64(index + 1), clock: clock)
    }
    (self.hub, ada, ben) = (hub, workers[0], workers[1])
  }

  private static let prepared = MadeOnce {
    let hub = try await ScratchRepository(bare: true)
    hub.removeAtEnd()
    var clones: [ScratchRepository] = []
    var seconds: Int64 = 0
    for (index, name) in ["Ada", "Ben"].enumerated() {
      let worker = try await Worker(name, of: hub, seed: UInt64(index + 3))
      _ = try await worker.board().createBoard()
      try await worker.sync()
      worker.repository.removeAtEnd()
      clones.append(worker.repository)
      seconds = max(seconds, worker.seconds)
    }
    return (hub: hub, clones: clones, seconds: seconds)
  }

  /// Returns two clones that share a plan of Ada's, and its id.
  static func withPlan(
    _ change: (inout FieldChanges) -> Void = { _ in }
  ) async throws -> (pair: WorkerPair, id: PlanID) {
    let pair = try await WorkerPair()
    let id = try await pair.ada.add("A plan", change)
    try await pair.share()
    return (pair, id)
  }

  /// Returns two clones that share a plan with a conflict of its title, and the plan's id. Ben's
  /// newer title `Theirs` is shown; the other candidate is Ada's, `Ours`.
  static func withConflict() async throws -> (pair: WorkerPair, id: PlanID) {
    let (pair, id) = try await withPlan()
    try await pair.ada.edit(id) { $0.title = "Ours" }
    try await pair.ben.edit(id) { $0.title = "Theirs" }
    try await pair.share()
    return (pair, id)
  }

  /// Syncs the clones in turn, and checks that the clones and the hub have the same commit.
  func share(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for worker in [ada, ben, ada] { try await worker.sync() }
    let tips = try [ada, ben].map { try $0.board().store.localTip() }
    #expect(tips[0] == tips[1], sourceLocation: sourceLocation)
    let shared = try hub.open().reference("refs/heads/pmgit/main")
    #expect(tips[0] == shared, sourceLocation: sourceLocation)
  }
}
