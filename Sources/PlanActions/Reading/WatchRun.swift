import PlanModel
import PlanStore
import PlanView

/// One run of a watch: the commit up to which changes were reported, and the goal.
struct WatchRun {
  let request: WatchBoard
  private let start: Workspace
  /// The named plans; empty if none is named.
  let plans: Set<PlanID>
  private let clock = ContinuousClock()
  private let deadline: ContinuousClock.Instant?
  /// The board up to which changes were reported.
  private(set) var shown: ShownBoard
  private(set) var isMet = false
  /// The plans that matched the query at any time. A query such as `is:open` stops matching a plan
  /// when the plan is done.
  var everMatched: Set<PlanID> = []
  /// When the board was first found to be missing; nil while it exists.
  private var missingSince: ContinuousClock.Instant?
  /// The time at which the goal was judged last; nil if it was not judged yet.
  private var judgedAt: ContinuousClock.Instant?

  init(_ request: WatchBoard, on workspace: Workspace) throws {
    (self.request, start) = (request, workspace)
    deadline = request.timeout.map { ContinuousClock().now + $0 }
    shown = try workspace.board()
    let snapshot = shown.snapshot
    plans = Set(try request.plans.map { try snapshot.plan(snapshot.resolve($0)).live.id })
    // A mistake in the query is reported at the start.
    let contents = try workspace.contents(of: shown, answering: request.query)
    _ = try workspace.query(request.query, in: contents)
  }

  /// The time until the deadline, or an hour if there is none; nil if the deadline has passed.
  var timeLeft: Duration? {
    guard let deadline else { return .seconds(3600) }
    let left = deadline - clock.now
    return left > .zero ? left : nil
  }

  /// Reports what is new on the branch, and judges whether the goal is met.
  ///
  /// - Returns: Whether the goal is met.
  mutating func look(_ report: (WatchReport) throws -> Void) throws -> Bool {
    start.participant.readClock()
    guard let (workspace, tip) = try presentBoard() else { return false }
    if tip != shown.snapshot.commit {
      let now = try workspace.board()
      try reportSteps(to: now, in: workspace, report)
      shown = now
      if isMet { return true }
    } else if let judgedAt, clock.now - judgedAt < request.judgingPeriod {
      return false
    }
    judgedAt = clock.now
    // Shows the same board at the present time, because a lease may have ended.
    let present = try workspace.board()
    if present.snapshot.commit == shown.snapshot.commit { shown = present }
    for found in try plansMeetingGoal(in: workspace) {
      isMet = true
      try report(.change(found, on: shown))
    }
    return isMet
  }

  /// Opens the repository again, so that earlier reads don't take up memory.
  ///
  /// - Returns: nil if the board or the repository is missing, but for less than `gracePeriod`.
  private mutating func presentBoard() throws -> (Workspace, ObjectID)? {
    do {
      let found = try Self.board(of: start)
      missingSince = nil
      return found
    } catch let error as StoreError where error.isMissingBoard {
      let since = missingSince ?? clock.now
      missingSince = since
      guard clock.now - since < request.gracePeriod else { throw error }
      return nil
    }
  }

  private static func board(of start: Workspace) throws -> (Workspace, ObjectID) {
    let workspace = try start.reopened()
    let store = workspace.store
    // `tip` is only called if the board is missing, and throws the reason.
    return (workspace, try store.localTip() ?? store.trackingTip() ?? store.tip())
  }

  private mutating func reportSteps(
    to now: ShownBoard, in workspace: Workspace, _ report: (WatchReport) throws -> Void
  ) throws {
    var filter = WatchFilter(request, plans: plans, in: workspace)
    var isChanged = false
    try workspace.store.eachStep(from: shown.snapshot.commit, to: now.snapshot.commit) { step in
      if isChanged { return }
      guard let change = try filter.change(of: step, on: now) else { return }
      try report(.change(change, on: now))
      if case .changed = change.event { isChanged = request.goal == .change }
    }
    isMet = isChanged
  }
}

extension StoreError {
  fileprivate var isMissingBoard: Bool {
    switch self {
    case .noBoard, .noRepository: true
    default: false
    }
  }
}
