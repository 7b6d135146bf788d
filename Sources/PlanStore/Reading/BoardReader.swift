package import Git
package import PlanModel

/// What reading a board means: its settings, plans, ids and past, as of one commit.
///
/// Every question of a face is answered by a reader and by nothing else. `BoardSnapshot` reads git's
/// objects; whatever else reads a board must give the same answers.
package protocol BoardReader {
  var name: BoardName { get }
  /// The commit that is read.
  var commit: ObjectID { get }
  var board: Board { get }
  /// The document of the board's own settings; where `brokenSettings` is not nil, what it was before.
  var boardDocument: PlanDocument { get }
  /// Why `board.json` can't be read at this commit, if it can't.
  var brokenSettings: String? { get }

  /// Reads every plan, deleted ones included, in the order of their ids.
  func plans() throws(StoreError) -> PlansRead
  /// Reads one plan; nil if the board does not have it.
  func document(_ id: PlanID) throws(StoreError) -> PlanDocument?
  /// Reads one plan; nil if the board does not have it, or if it can't be read.
  func readableDocument(_ id: PlanID) throws(StoreError) -> PlanDocument?
  /// The values of one plan that are there and not shown.
  func wrongValues(of id: PlanID) throws(StoreError) -> [FoundValue]

  /// The ids of the plans in one folder, or of all plans, sorted; see `PlanID.folder`.
  func ids(inFolder folder: String?) throws(StoreError) -> [PlanID]
  /// The ids that begin with what somebody typed.
  func ids(beginningWith typed: String) throws(StoreError) -> [PlanID]
  /// The plan whose id begins with what somebody typed, or else the one with that alias.
  func resolve(_ typed: String) throws(StoreError) -> PlanID
  /// The shortest beginning of an id that no other plan's id has.
  func shortID(_ id: PlanID) throws(StoreError) -> String
  func aliases() throws(StoreError) -> AliasIndex

  /// What was done, newest first, merges left out.
  ///
  /// - Parameter limit: The most commits with something to tell; nil for all.
  func history(
    of subject: HistorySubject, limit: Int?
  ) throws(StoreError) -> [HistoryEntry]
  /// The commits that wrote some values, as far as that can be found out.
  func origins(of values: Set<PlacedValue>) throws(StoreError) -> [PlacedValue: ValueOrigin]
}

/// Whose past is asked for.
package enum HistorySubject: Sendable {
  /// All plans, and the board's own settings.
  case board
  case plan(PlanID)
  case plans(Set<PlanID>)
}

/// The plans of a board, and the files that are none.
package struct PlansRead: Sendable {
  /// In the order of their ids.
  package let plans: [Plan]
  package let unreadable: [BoardSnapshot.UnreadablePlan]

  package init(_ plans: [Plan], unreadable: [BoardSnapshot.UnreadablePlan] = []) {
    (self.plans, self.unreadable) = (plans, unreadable)
  }
}

extension BoardReader {
  /// A plan that must be there.
  package func existingDocument(_ id: PlanID) throws(StoreError) -> PlanDocument {
    guard let document = try document(id) else { throw .unknownPlan(typed: id.text) }
    return document
  }

  /// A plan that must be there.
  package func plan(_ id: PlanID) throws(StoreError) -> Plan {
    Plan(try existingDocument(id), id: id)
  }
}
