/// The fields of a plan.
///
/// Optional fields of one value, such as the due date, are rows of the table `PlanProperty`. What is
/// particular to the others, such as the title and the column, is said here.
package enum PlanField: String, CaseIterable, Sendable {
  case title, body, state, rank, due, start, priority, owner, estimate, created, deleted

  /// Returns the field of that name in a plan's file; nil if this version does not know it.
  init?(_ name: ExactString) {
    guard let field = Self.byName[name] else { return nil }
    self = field
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { (ExactString($0.rawValue), $0) })

  package var path: ElementPath { .field(ExactString(rawValue)) }

  /// Returns the edit that writes a value to the field.
  package func write(_ value: JSONValue) -> Edit { .write(path, value) }

  /// The rule for values of the field; nil for the position, for which an invalid value is
  /// `PlanFinding.invalidRank`.
  var rule: ValueRule? {
    switch self {
    case .title: .title
    case .body: .lines
    case .state: .column
    case .rank: nil
    case .created: .creation
    case .deleted: .deletion
    default: property?.rule
    }
  }

  /// The row of the field in the table of properties; nil for the others.
  package var property: PlanProperty? { PlanProperty(self) }

  /// Whether a plan may lack the field.
  var isOptional: Bool { self == .body || property != nil }

  /// Whether a value that stands in another section may be written here; not a position, a column,
  /// or a value that is written once.
  var isMovable: Bool { self == .title || isOptional }

  /// Whether commands write the field in later changes, so that its stamp dates one. A wrong stamp
  /// of 'created' could not be corrected by a later edit.
  var isStampShown: Bool { self != .created }

  /// Whether people must decide between several values. Of several positions any will do; several
  /// creators, who imported the same plan concurrently, are all true.
  var isDecided: Bool { self != .rank && self != .created }

  /// Reads the value into a plan; one of the wrong type counts as absent.
  func read(_ value: some PlanValue, _ stamp: Stamp, into plan: inout Plan) {
    switch self {
    case .title: plan.title = value.string ?? ""
    case .body: plan.body = value.strings
    case .state:
      plan.state = value.string ?? ""
      plan.stateSince = stamp.time
    case .rank: plan.rank = value.string ?? ""
    case .created: plan.created = Creation(value)
    case .deleted: break  // It follows from all of the plan's elements.
    default: readProperty(value, stamp, into: &plan)
    }
  }

  private func readProperty(_ value: some PlanValue, _ stamp: Stamp, into plan: inout Plan) {
    guard let property else { return }
    property.set(property.read(value), in: &plan)
    if self == .owner { plan.ownerSince = plan.owner == nil ? nil : stamp.time }
  }

  /// Returns the value in the form for programs.
  func json(of plan: Plan) -> JSONValue {
    switch self {
    case .title: .string(plan.title)
    case .body: .string(Lines.joined(plan.body))
    case .state: .string(plan.state)
    case .rank: .string(plan.rank)
    case .created: PlanJSON.creation(plan.created)
    case .deleted: PlanJSON.deletion(plan.deletion)
    default: property?.value(of: plan)?.json ?? .null
    }
  }

  /// Returns whether a plan has the field, for queries: a body of empty lines does not count.
  func isPresent(in plan: Plan) -> Bool {
    switch self {
    case .body: plan.body.contains { !$0.isEmpty }
    case .created: plan.created != nil
    case .deleted: plan.deletion != nil
    case .title, .state, .rank: true
    default: property?.value(of: plan) != nil
    }
  }
}
