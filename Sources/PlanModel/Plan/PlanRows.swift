/// The values of several plans, as described at `PlanValues`. A value is unpacked when it is read.
///
/// Lists read only a few values of each plan, so the index keeps the rows in packed form.
package protocol PlanRows: AnyObject, Sendable {
  func title(at row: Int) -> String
  func state(at row: Int) -> String
  func start(at row: Int) -> CalendarDay?
  func due(at row: Int) -> CalendarDay?
  func priority(at row: Int) -> Priority?
  func owner(at row: Int) -> String?
  func lease(at row: Int) -> Timestamp?
  func repetition(at row: Int) -> Repetition?
  func estimate(at row: Int) -> JSONNumber?
  func milestone(at row: Int) -> String?
  func iteration(at row: Int) -> String?
  func rank(at row: Int) -> String
  func labels(at row: Int) -> [String]
  func assignees(at row: Int) -> [String]
  func links(at row: Int) -> [Link]
  func aliases(at row: Int) -> [String]
  func texts(at row: Int) -> PlanTexts
  func outline(at row: Int) -> PlanTexts.Outline
  func removedItemIDs(at row: Int) -> Set<String>
  func created(at row: Int) -> Creation?
  func other(at row: Int) -> [ExactString: JSONValue]
  func unknown(at row: Int) -> [ElementPath: JSONValue]
  func deletion(at row: Int) -> Deletion?
  func updated(at row: Int) -> Timestamp?
  func stateSince(at row: Int) -> Timestamp?
  func ownerSince(at row: Int) -> Timestamp?
  func conflicts(at row: Int) -> [Conflict]
  /// Returns the value of a property, which is one of the values above.
  func value(of property: PlanProperty, at row: Int) -> PropertyValue?
  /// Whether a text occurs in a line of the description, the checklist or a comment, which must
  /// have been read.
  func texts(at row: Int, contain text: SearchText) -> Bool
  /// Returns all values.
  func values(at row: Int) -> PlanValues
}

/// The values of one plan, all in memory. The number of the row is ignored.
final class PlanInMemory: PlanRows {
  private let values: PlanValues

  init(_ values: PlanValues) { self.values = values }

  func values(at row: Int) -> PlanValues { values }
  func value(of property: PlanProperty, at row: Int) -> PropertyValue? {
    property.value(in: values)
  }
  func texts(at row: Int, contain text: SearchText) -> Bool { values.texts.contain(text) }
  func title(at row: Int) -> String { values.title }
  func state(at row: Int) -> String { values.state }
  func start(at row: Int) -> CalendarDay? { values.start }
  func due(at row: Int) -> CalendarDay? { values.due }
  func priority(at row: Int) -> Priority? { values.priority }
  func owner(at row: Int) -> String? { values.owner }
  func lease(at row: Int) -> Timestamp? { values.lease }
  func repetition(at row: Int) -> Repetition? { values.repetition }
  func estimate(at row: Int) -> JSONNumber? { values.estimate }
  func milestone(at row: Int) -> String? { values.milestone }
  func iteration(at row: Int) -> String? { values.iteration }
  func rank(at row: Int) -> String { values.rank }
  func labels(at row: Int) -> [String] { values.labels }
  func assignees(at row: Int) -> [String] { values.assignees }
  func links(at row: Int) -> [Link] { values.links }
  func aliases(at row: Int) -> [String] { values.aliases }
  func texts(at row: Int) -> PlanTexts { values.texts }
  func outline(at row: Int) -> PlanTexts.Outline { values.readTexts.outline }
  func removedItemIDs(at row: Int) -> Set<String> { values.removedItemIDs }
  func created(at row: Int) -> Creation? { values.created }
  func other(at row: Int) -> [ExactString: JSONValue] { values.other }
  func unknown(at row: Int) -> [ElementPath: JSONValue] { values.unknown }
  func deletion(at row: Int) -> Deletion? { values.deletion }
  func updated(at row: Int) -> Timestamp? { values.updated }
  func stateSince(at row: Int) -> Timestamp? { values.stateSince }
  func ownerSince(at row: Int) -> Timestamp? { values.ownerSince }
  func conflicts(at row: Int) -> [Conflict] { values.conflicts }
}
