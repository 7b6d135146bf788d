import Git
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport

/// The clock of one worker, or of several who act in turn.
final class WorkerClock {
  /// The time of the last action, in seconds since 1970.
  var seconds: Int64

  init(seconds: Int64 = 1_795_165_200) { self.seconds = seconds }
}

/// A person with a clone who uses actions only. The clock advances a second with each action, and
/// the ids come from a seed.
final class Worker {
  let repository: ScratchRepository
  private let clock: WorkerClock
  private var random: any RandomNumberGenerator
  /// The author of the next actions, as `Name <address>`; nil for the clone's own identity.
  var actor: String?

  init(_ repository: ScratchRepository, seed: UInt64 = 1, clock: WorkerClock = WorkerClock()) throws
  {
    try GitLibrary.isolateFromUserConfiguration()
    (self.repository, self.clock) = (repository, clock)
    random = SeededGenerator(seed: seed)
  }

  /// The time of the last action, in seconds since 1970.
  var seconds: Int64 {
    get { clock.seconds }
    set { clock.seconds = newValue }
  }

  /// Creates a worker in a new repository with a board.
  convenience init() async throws {
    try self.init(try await ScratchRepository())
    _ = try await board().createBoard()
  }

  /// Clones a hub for a person with this name.
  convenience init(_ name: String, of hub: ScratchRepository, seed: UInt64) async throws {
    try self.init(try await ScratchRepository(cloning: hub, person: name), seed: seed)
  }

  /// Makes a person with this name the author of the next actions.
  func become(_ name: String) { actor = "\(name) <\(name)@example.org>" }

  /// Advances the clock by a second, and returns the board for the next action.
  func board(drawing generator: (any RandomNumberGenerator)? = nil) throws -> Workspace {
    seconds += 1
    random = SeededGenerator(seed: random.next())
    return try board(drawing: generator ?? random, at: seconds)
  }

  /// Returns the board for an action at a given time.
  func board(
    drawing generator: any RandomNumberGenerator, at seconds: Int64
  ) throws -> Workspace {
    let now = Timestamp(seconds: seconds)
    let participant = Participant(
      environment: repository.program.environment, now: now, clock: { now }, clocks: .utc,
      random: generator)
    if let actor { try participant.act(as: actor) }
    return try Workspace(at: repository.path, board: nil, as: participant)
  }

  @discardableResult
  func add(_ title: String, _ change: (inout FieldChanges) -> Void = { _ in }) async throws
    -> PlanID
  {
    var fields = FieldChanges()
    change(&fields)
    return try await board().add(AddPlan(title: title, fields: fields)).plans[0]
  }

  @discardableResult
  func edit(_ id: PlanID, _ change: (inout FieldChanges) -> Void) async throws -> PlanChanges {
    var fields = FieldChanges()
    change(&fields)
    return try await board().edit(EditPlan(id.text, fields: fields))
  }

  func plan(_ id: PlanID) throws -> Plan { try board().store.snapshot().plan(id) }

  /// Returns the titles of a column, from top to bottom.
  func titles(in column: String) throws -> [String] {
    try board().store.snapshot().plans().plans
      .filter { $0.state == column && !$0.isDeleted }
      .sorted { Rank.precedes(($0.rank, $0.id.text), ($1.rank, $1.id.text)) }
      .map(\.title)
  }
}
