import Git
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport

/// Short forms of the actions that most tests need.
extension Worker {
  @discardableResult
  func move(
    _ id: PlanID, to column: String, at place: Place = .unspecified
  ) async throws -> PlanChanges {
    try await board().move(MovePlans([id.text], to: column, at: place))
  }

  @discardableResult
  func delete(_ id: PlanID) async throws -> PlanChanges { try await board().delete([id.text]) }

  @discardableResult
  func restore(_ id: PlanID) async throws -> PlanChanges { try await board().restore([id.text]) }

  @discardableResult
  func take(_ id: PlanID) async throws -> PlanChanges {
    try await board().take(TakePlan(id.text))
  }

  @discardableResult
  func sync(_ direction: SyncDirection = .both) async throws -> BoardSynced {
    try await board().sync(direction)
  }

  @discardableResult
  func undo(_ count: Int = 1) async throws -> UndoOutcome { try await board().undo(count) }

  @discardableResult
  func redo() async throws -> UndoOutcome { try await board().redo() }

  /// Decides one conflict of a plan.
  ///
  /// - Parameter field: The field; nil if there is only one in conflict.
  @discardableResult
  func resolve(
    _ id: PlanID, _ field: String? = nil, by decision: Decision
  ) async throws -> PlanChanges {
    let board = try board()
    return try await board.resolve(board.openConflict(id.text, field: field), by: decision)
  }

  /// Lets plans enter a column only from another one.
  func allow(_ column: String, onlyFrom other: String) async throws {
    var changes = ColumnChanges()
    changes.from = [other]
    _ = try await board().changeColumn(column, changes)
  }

  // MARK: - What is there

  /// Returns the conflicts of the board, those of the settings first.
  func conflicts() throws -> [OpenConflict] { try board().conflicts().waiting() }

  /// Returns the values of each conflict, the shown one first, each with the name of its author.
  func candidates() throws -> [String: [String]] {
    let listed = try board().conflicts()
    let named = listed.waiting().map { waiting in
      let words = waiting.conflict.values.map { value in
        let author = listed.authors(waiting.subject.plan, waiting.conflict.path, value)
        let name = author.map { Person($0).name } ?? "nobody"
        return "\(name): \(CanonicalJSON.line(of: value.value))"
      }
      return ("\(waiting.subject.plan?.text ?? "board") \(waiting.conflict.field)", words)
    }
    return Dictionary(named) { $0 + $1 }
  }

  /// Returns the plans that are not deleted, without what an undo may leave: the times of changes,
  /// and which items were removed.
  func content() throws -> [Plan] {
    try board().store.snapshot().plans().plans.filter { !$0.isDeleted }.map { plan in
      var plan = plan
      (plan.values.updated, plan.values.stateSince, plan.values.ownerSince) = (nil, nil, nil)
      (plan.values.deletion, plan.values.removedItemIDs) = (nil, [])
      return plan
    }
  }

  /// Returns the board's commit, in 40 digits.
  func tip() throws -> String { try board().store.tip().hex }

  /// Returns the subject of the board's newest commit.
  func subject() async throws -> String {
    try await repository.git("log", "-1", "--format=%s", "pmgit/main")
  }
}

extension UndoOutcome {
  /// The messages about the undo, one line each.
  var words: [String] { notices.map { $0.message.text() } }

  var hints: [String] { notices.flatMap(\.hints).map { $0.text() } }

  /// The names of the fields that were kept.
  var keptFields: [String] { kept.map(\.path.fieldName) }
}

extension Workspace {
  /// Imports plans from a text in memory.
  func importPlans(
    _ bytes: [UInt8], settings scope: SettingsScope = .nothing, restoresDeleted: Bool = false
  ) async throws -> PlansImported {
    try await importPlans(
      ImportInput(bytes), ImportOptions(settings: scope, restoresDeleted: restoresDeleted))
  }
}
