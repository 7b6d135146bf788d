import Git
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport

/// A person with a clone who uses actions only. The clock advances a second with each action, and
/// the ids come from a seed.
final class Worker {
  let repository: ScratchRepository
  /// The time of the last action, in seconds since 1970.
  var seconds: Int64
  private var random: any RandomNumberGenerator

  init(_ repository: ScratchRepository, seed: UInt64 = 1, seconds: Int64 = 1_795_165_200) throws {
    try GitLibrary.isolateFromUserConfiguration()
    (self.repository, self.seconds) = (repository, seconds)
    random = SeededGenerator(seed: seed)
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

  /// Returns the board for the next action.
  func board(drawing generator: (any RandomNumberGenerator)? = nil) throws -> Workspace {
    seconds += 1
    random = SeededGenerator(seed: random.next())
    return try board(drawing: generator ?? random, at: seconds)
  }

  /// Returns the board at a given time, for an action that is tried several times.
  func board(
    drawing generator: any RandomNumberGenerator, at seconds: Int64
  ) throws -> Workspace {
    let now = Timestamp(seconds: seconds)
    let participant = Participant(
      environment: repository.program.environment, now: now, clock: { now }, clocks: .utc,
      random: generator)
    return try Workspace(at: repository.path, board: nil, as: participant)
  }

  func add(_ title: String, _ change: (inout FieldChanges) -> Void = { _ in }) async throws
    -> PlanID
  {
    var fields = FieldChanges()
    change(&fields)
    return try await board().add(AddPlan(title: title, fields: fields)).plans[0]
  }

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
