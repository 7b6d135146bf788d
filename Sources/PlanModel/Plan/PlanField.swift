/// The fields of a plan. Everything about a field is defined here, and the code that reads, checks,
/// imports or shows fields asks this type.
///
/// A new field is a case here, which the compiler wants described, and a property of `Plan`.
package enum PlanField: String, CaseIterable, Sendable {
  case title, body, state, rank, due, priority, owner, estimate, created, deleted

  /// Returns the field of that name in a plan's file; nil if this version does not know it.
  init?(_ name: ExactString) {
    guard let field = Self.byName[name] else { return nil }
    self = field
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { (ExactString($0.rawValue), $0) })

  package var path: ElementPath { .field(ExactString(rawValue)) }

  /// Returns the edit that writes a value to the field.
  func write(_ value: JSONValue) -> Edit { .write(path, value) }

  /// The rule for values of the field; nil for the position, for which an invalid value is
  /// `PlanFinding.invalidRank`.
  var rule: ValueRule? {
    switch self {
    case .title: .title
    case .body: .lines
    case .state: .column
    case .rank: nil
    case .due: .day
    case .priority: .priority
    case .owner: .person
    case .estimate: .number
    case .created: .creation
    case .deleted: .deletion
    }
  }

  /// Whether a plan may lack the field.
  var isOptional: Bool {
    switch self {
    case .body, .due, .priority, .owner, .estimate: true
    case .title, .state, .rank, .created, .deleted: false
    }
  }

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
    case .due: plan.due = value.string.flatMap(CalendarDay.init)
    case .priority: plan.priority = value.string.flatMap(Priority.init(rawValue:))
    case .owner:
      plan.owner = value.string
      plan.ownerSince = plan.owner == nil ? nil : stamp.time
    case .estimate: plan.estimate = value.number
    case .created: plan.created = Creation(value)
    case .deleted: break  // It follows from all of the plan's elements.
    }
  }

  /// Returns the value in the form for programs.
  func json(of plan: Plan) -> JSONValue {
    switch self {
    case .title: .string(plan.title)
    case .body: .string(Lines.joined(plan.body))
    case .state: .string(plan.state)
    case .rank: .string(plan.rank)
    case .due: .optional(plan.due?.description)
    case .priority: .optional(plan.priority?.rawValue)
    case .owner: .optional(plan.owner)
    case .estimate: plan.estimate.map(JSONValue.number) ?? .null
    case .created: PlanJSON.creation(plan.created)
    case .deleted: PlanJSON.deletion(plan.deletion)
    }
  }

  /// Returns whether a plan has the field, for queries: a body of empty lines does not count.
  func isPresent(in plan: Plan) -> Bool {
    switch self {
    case .body: plan.body.contains { !$0.isEmpty }
    case .due: plan.due != nil
    case .priority: plan.priority != nil
    case .owner: plan.owner != nil
    case .estimate: plan.estimate != nil
    case .created: plan.created != nil
    case .deleted: plan.deletion != nil
    case .title, .state, .rank: true
    }
  }
}
