/// The fields of a plan.
///
/// Optional fields with one value, such as the due date, are properties: their rules are in the
/// table `PlanProperty.all`. The rules of the other fields, such as the title, are in this type.
package enum PlanField: String, CaseIterable, Sendable {
  case title, body, state, rank, due, start, priority, owner, lease, estimate, milestone
  case iteration, created, deleted
  /// The rule by which the plan repeats.
  case `repeat`

  /// Finds a field by its name in plan files; nil if this version does not know the name.
  init?(_ name: ExactString) {
    guard let field = Self.byName[name] else { return nil }
    self = field
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { (ExactString($0.rawValue), $0) })

  package var path: ElementPath { .field(ExactString(rawValue)) }

  /// Returns the edit that writes a value to the field.
  package func write(_ value: JSONValue) -> Edit { .write(path, value) }

  /// The rule for values of the field; nil for the rank, whose invalid values are
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

  /// The property of this field; nil if the field is not a property.
  package var property: PlanProperty? { PlanProperty(self) }

  /// Whether people may leave the field empty: true for the body and all properties.
  var isOptional: Bool { self == .body || property != nil }

  /// Whether a repair may move a value with this field's name from another section of the file to
  /// `fields`. Ranks, columns, creations and deletions must not be moved.
  var isMovable: Bool { self == .title || isOptional }

  /// Whether the field's stamp counts as a change of the plan. The stamp of `created` does not: the
  /// field can't be edited, so a wrong stamp could never be corrected.
  var isStampShown: Bool { self != .created }

  /// Whether people must resolve conflicts of the field. Several ranks need no decision, because
  /// any of them is fine. Several creators come from clones that imported the same plan
  /// concurrently, and all of them are right. Of several leases the last one counts; see
  /// `Plan.lease`.
  var isDecided: Bool { self != .rank && self != .created && self != .lease }

  /// Reads the value into a plan; a value of the wrong type counts as absent.
  func read(_ value: some PlanValue, _ stamp: Stamp, into plan: inout PlanValues) {
    switch self {
    case .title: plan.title = value.string ?? ""
    case .body: plan.texts.body = value.strings
    case .state:
      plan.state = value.string ?? ""
      plan.stateSince = stamp.time
    case .rank: plan.rank = value.string ?? ""
    case .created: plan.created = Creation(value)
    case .deleted: break  // It is computed from all elements of the plan.
    default: readProperty(value, stamp, into: &plan)
    }
  }

  private func readProperty(_ value: some PlanValue, _ stamp: Stamp, into plan: inout PlanValues) {
    guard let property else { return }
    property.set(property.read(value), in: &plan)
    if self == .owner { plan.ownerSince = plan.owner == nil ? nil : stamp.time }
  }

  /// Returns the field's value in the JSON form for programs.
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

  /// Whether a plan has the field, for queries. A body of empty lines counts as missing; the title,
  /// the column and the rank are always present.
  func isPresent(in plan: Plan) -> Bool {
    switch self {
    case .body: plan.outline.hasBody
    case .created: plan.created != nil
    case .deleted: plan.deletion != nil
    case .title, .state, .rank: true
    default: property?.value(of: plan) != nil
    }
  }
}
