import Git
package import PlanModel

/// A board as of one commit: its settings, plans, ids and past.
///
/// A face reads a board through a reader and in no other way. `BoardSnapshot` reads git's objects;
/// any other reader must give the same answers.
package protocol BoardReader {
  var name: BoardName { get }
  /// The commit that is read.
  var commit: ObjectID { get }
  var board: Board { get }
  /// The document of the board's settings; if `brokenSettings` is not nil, its last readable
  /// version.
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
  /// The ids that begin with the typed text.
  func ids(beginningWith typed: String) throws(StoreError) -> [PlanID]
  /// The plan whose id begins with the typed text, or else the one with that alias.
  func resolve(_ typed: String) throws(StoreError) -> PlanID
  /// The shortest prefix of an id that no other plan's id has.
  func shortID(_ id: PlanID) throws(StoreError) -> String
  func aliases() throws(StoreError) -> AliasIndex
  /// The plans by some aliases, and maybe by others.
  func aliases(among names: [String]) throws(StoreError) -> AliasIndex
  /// The plans that the plan's links lead to and those whose links lead to it, with the plan itself and maybe
  /// others, in the order of their ids.
  func relatives(of plan: Plan) throws(StoreError) -> [Plan]

  /// The changes of the board, newest first, without merges.
  ///
  /// - Parameters:
  ///   - limit: The most commits with entries; nil for all.
  ///   - part: What is wanted of them.
  func history(
    of subject: HistorySubject, limit: Int?, part: HistoryPart
  ) throws(StoreError) -> [HistoryEntry]
  /// Reads the same changes one by one, so that no more than one is held at a time.
  func eachEntry(
    of subject: HistorySubject, limit: Int?, part: HistoryPart, _ visit: (HistoryEntry) -> Void
  ) throws(StoreError)
  /// How plans came to where they stand, oldest first.
  func placeChanges() throws(StoreError) -> [PlaceChange]
  /// The commits that wrote the lines of a plan's description, as far as they can be found.
  func lineOrigins(of plan: PlanID) throws(StoreError) -> [ValueOrigin?]
  /// The commits that wrote some values, as far as they can be found.
  func origins(of values: Set<PlacedValue>) throws(StoreError) -> [PlacedValue: ValueOrigin]
}

/// The part of a board whose history is read.
package enum HistorySubject: Sendable {
  /// All plans, and the board's own settings.
  case board
  case plan(PlanID)
  case plans(Set<PlanID>)
}

/// The plans of a board, and the files that can't be read as plans.
package struct PlansRead: Sendable {
  /// In the order of their ids.
  package let plans: [Plan]
  package let unreadable: [UnreadablePlan]

  package init(_ plans: some Sequence<Plan>, unreadable: [UnreadablePlan] = []) {
    (self.plans, self.unreadable) = (Array(plans), unreadable)
  }
}

extension BoardReader {
  /// The changes of the board, newest first, without merges.
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
