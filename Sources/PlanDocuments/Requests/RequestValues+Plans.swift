package import PlanActions
import PlanModel

/// Reads groups of values that several requests have in common.
extension RequestValues {
  /// The plans to change: the one in `plan`, those in `plans`, or those that the query `where`
  /// finds. Throws unless exactly one of the three is given.
  func plans() throws -> PlanChoice {
    let (plan, plans) = (try text("plan"), try optionalTexts("plans"))
    switch (plan, plans, try text("where")) {
    case (let plan?, nil, nil): return .named([plan])
    case (nil, let plans?, nil) where !plans.isEmpty: return .named(plans)
    case (nil, nil, let query?): return .matching(query)
    default:
      throw Problem.usage("name the plan in 'plan', several in 'plans', or find them with 'where'")
    }
  }

  /// A column, by its id or title: `column`, or `state` as in documents.
  func columnName() throws -> String? {
    switch (try text("column"), try text("state")) {
    case (let column, nil): return column
    case (nil, let state): return state
    default: throw Problem.usage("'state' and 'column' are the same")
    }
  }

  /// The place in a column: `place` is `top` or `bottom`, or else `before` or `after` names a plan.
  /// If none of the three is given, the place is `.unspecified`.
  func place() throws -> Place {
    enum End: String, CaseIterable { case top, bottom }
    let end = try choice("place", of: End.self)
    switch (end, try text("before"), try text("after")) {
    case (nil, nil, nil): return .unspecified
    case (.top?, nil, nil): return .top
    case (.bottom?, nil, nil): return .bottom
    case (nil, let plan?, nil): return .before(plan)
    case (nil, nil, let plan?): return .after(plan)
    default: throw Problem.usage("'place', 'before' and 'after' exclude each other")
    }
  }

  /// The fields to change, with values in the forms that the options of the command line accept.
  /// Null clears a field.
  func fields() throws -> FieldChanges {
    var fields = FieldChanges()
    fields.title = try text("title")
    fields.body = try cleared("body", by: []) ?? lines("body")
    fields.state = try columnName()
    fields.postpone = try text("postpone")
    fields.skips = try flag("skip")
    fields.repeatFrom = try text("repeatFrom")
    for property in PlanProperty.all {
      fields[property.field] = try cleared(property.name, by: "none") ?? word(property.name)
    }
    fields[.labels] = .init(
      all: try cleared("labels", by: []) ?? optionalTexts("labels"), added: try texts("label"),
      removed: try texts("noLabel"))
    fields[.assignees] = .init(
      all: try cleared("assignees", by: []) ?? optionalTexts("assignees"),
      added: try texts("assign"), removed: try texts("noAssign"))
    fields[.links] = .init(added: try texts("link"), removed: try texts("noLink"))
    fields[.aliases] = .init(added: try texts("alias"), removed: try texts("noAlias"))
    fields.checklist = try texts("check")
    fields.custom = try customChanges()
    return fields
  }

  /// The changes of the board's own fields: `custom`, an object in the form of documents.
  ///
  /// A member is a text, a number, true, false, or null to clear the field. Several choices are a
  /// list of all options, or an object with `add` and `remove`.
  private func customChanges() throws -> [CustomChange] {
    guard let object = try object("custom") else { return [] }
    return try object.members.map { member in
      let name = member.key.text
      switch member.value {
      case .null: return CustomChange(name, .all([]))
      case .bool(let flag): return CustomChange(name, .all([flag ? "yes" : "no"]))
      case .number(let number): return CustomChange(name, .all([number.lexeme]))
      case .string(let text): return CustomChange(name, .all(text.text.isEmpty ? [] : [text.text]))
      case .array: return CustomChange(name, .all(try Self.options(member.value, of: name)))
      case .object(let change):
        guard change.members.allSatisfy({ ["add", "remove"].contains($0.key) }) else {
          throw Problem.usage(
            "'custom' has a wrong value of '\(name.excerpt)'", hints: [Self.customHint])
        }
        return CustomChange(
          name,
          .options(
            added: try Self.options(change["add"] ?? .null, of: name),
            removed: try Self.options(change["remove"] ?? .null, of: name)))
      }
    }
  }

  private static let customHint: Hint =
    "write a text, a number, true, false, null, a list of options, or {\"add\":[],\"remove\":[]}"

  private static func options(_ value: JSONValue, of name: String) throws -> [String] {
    if value.isNull { return [] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw Problem.usage(
        "the options of '\(name.excerpt)' are not a list of texts", hints: [customHint])
    }
    return texts
  }

  /// The changes to the settings of a column.
  package func column() throws -> ColumnChanges {
    var changes = ColumnChanges()
    changes.title = try text("title")
    changes.kind = try choice("kind", of: Column.Kind.self)
    changes.before = try text("before")
    changes.after = try text("after")
    changes.limit = try text("limit")
    changes.from = try texts("from")
    return changes
  }

  /// The query and the period of a statistic. The query `q` is empty if it is missing.
  package func flow() throws -> FlowRequest {
    FlowRequest(try text("q") ?? "", since: try text("since"), until: try text("until"))
  }
}
