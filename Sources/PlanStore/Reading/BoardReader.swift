import Git
package import PlanModel

/// A board at one commit: its settings, plans, ids and history.
///
/// Faces read boards only through a reader. `BoardSnapshot` reads git's objects; any other reader
/// must return the same results.
package protocol BoardReader {
  var name: BoardName { get }
  /// The commit that is read.
  var commit: ObjectID { get }
  var board: Board { get }
  /// The document of the board's settings; if `brokenSettings` is not nil, its last readable
  /// version.
  var boardDocument: PlanDocument { get }
  /// The reason why `board.json` can't be read at this commit; nil if it can.
  var brokenSettings: String? { get }

  /// Reads every plan, including deleted ones, sorted by id.
  func plans() throws(StoreError) -> PlansRead
  /// Reads one plan; nil if the board does not have it.
  func document(_ id: PlanID) throws(StoreError) -> PlanDocument?
  /// Reads one plan; nil if it is missing or unreadable.
  func readableDocument(_ id: PlanID) throws(StoreError) -> PlanDocument?
  /// Returns the values of one plan that are not shown, as they are invalid.
  func wrongValues(of id: PlanID) throws(StoreError) -> [FoundValue]

  /// Returns the sorted ids of the plans in a folder; nil for all plans. See `PlanID.folder`.
  func ids(inFolder folder: String?) throws(StoreError) -> [PlanID]
  /// Returns the ids that begin with the typed text.
  func ids(beginningWith typed: String) throws(StoreError) -> [PlanID]
  /// Returns the plan that the typed text names: by the beginning of its id, else by an alias, else
  /// by a part of its title.
  func resolve(_ typed: String) throws(StoreError) -> PlanID
  /// Returns the shortest prefix of an id that no other plan's id has.
  func shortID(_ id: PlanID) throws(StoreError) -> String
  func aliases() throws(StoreError) -> AliasIndex
  /// Returns an index with at least the given aliases.
  func aliases(among names: [String]) throws(StoreError) -> AliasIndex
  /// Returns the plan and all plans that are linked to or from it, sorted by id. It may include
  /// others.
  func relatives(of plan: Plan) throws(StoreError) -> [Plan]

  /// Returns the changes of the board, newest first, without merges.
  ///
  /// - Parameters:
  ///   - limit: The most commits with entries; nil for all.
  ///   - part: The filter for entries.
  func history(
    of subject: HistorySubject, limit: Int?, part: HistoryPart
  ) throws(StoreError) -> [HistoryEntry]
  /// Visits the same changes one by one. Only one is in memory at a time.
  func eachEntry(
    of subject: HistorySubject, limit: Int?, part: HistoryPart, _ visit: (HistoryEntry) -> Void
  ) throws(StoreError)
  /// Returns the moves, deletions and restorations of all plans, oldest first.
  func placeChanges() throws(StoreError) -> [PlaceChange]
  /// Returns the commits that wrote the lines of a plan's description; nil for unknown ones.
  func lineOrigins(of plan: PlanID) throws(StoreError) -> [ValueOrigin?]
  /// Returns the commits that wrote some values. Values without a known commit are left out.
  func origins(of values: Set<PlacedValue>) throws(StoreError) -> [PlacedValue: ValueOrigin]
}

/// The plans whose history is read.
package enum HistorySubject: Sendable {
  /// All plans and the board's settings.
  case board
  case plan(PlanID)
  case plans(Set<PlanID>)
}

/// The plans of a board and the unreadable files.
package struct PlansRead: Sendable {
  /// The readable plans, sorted by id.
  package let plans: [Plan]
  package let unreadable: [UnreadablePlan]

  package init(_ plans: some Sequence<Plan>, unreadable: [UnreadablePlan] = []) {
    (self.plans, self.unreadable) = (Array(plans), unreadable)
  }
}

extension BoardReader {
  /// Returns the changes of the board, newest first, without merges.
  ///
  /// - Parameter limit: The most commits with entries; nil for all.
  package func history(
    of subject: HistorySubject, limit: Int?
  ) throws(StoreError) -> [HistoryEntry] {
    try history(of: subject, limit: limit, part: HistoryPart())
  }

  /// Returns the document of a plan, or fails if the board does not have it.
  package func existingDocument(_ id: PlanID) throws(StoreError) -> PlanDocument {
    guard let document = try document(id) else { throw .unknownPlan(typed: id.text) }
    return document
  }

  /// Returns a plan, or fails if the board does not have it.
  package func plan(_ id: PlanID) throws(StoreError) -> Plan {
    Plan(try existingDocument(id), id: id)
  }
}
