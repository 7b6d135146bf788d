/// A condition on a plan, from one term of a query.
indirect enum QueryCondition: Hashable, Sendable {
  case anyOf([QueryCondition])
  case not(QueryCondition)

  case text(SearchText)
  case title(SearchText)
  case body(SearchText)
  /// Equal to a whole alias.
  case alias(SearchText)
  case aliasPart(SearchText)
  case id(prefix: String)

  /// The plan is in one of these columns.
  case state(Set<String>)
  case kind(Column.Kind)
  case label(SearchText)
  case assignee(PersonTest)
  case owner(PersonTest)
  /// The plan has one of these priorities; nil stands for none.
  case priority(Set<Priority?>)
  case day(DayField, DayTest)
  case link(kind: String, target: LinkTarget?)

  case has(QueryFeature)
  case overdue
  case blocked
  case deleted

  enum PersonTest: Hashable, Sendable {
    case none, any
    case me(Person)
    /// The text occurs in `Name <email>`.
    case named(SearchText)
  }

  enum DayField: Hashable, Sendable {
    case due, created, updated
  }

  enum DayTest: Hashable, Sendable {
    case none, any
    /// The numbers of the first and the last day.
    case within(ClosedRange<Int>)
  }

  struct LinkTarget: Hashable, Sendable {
    /// The beginning of an id, if the text can be one.
    let idPrefix: String?
    /// The text as a whole alias.
    let alias: SearchText
    /// The ids of the plans with that alias.
    let ids: Set<String>
  }
}

extension QueryCondition {
  func holds(for plan: Plan, in context: QueryContext) -> Bool {
    switch self {
    case .anyOf(let conditions): conditions.contains { $0.holds(for: plan, in: context) }
    case .not(let condition): !condition.holds(for: plan, in: context)

    case .text(let text): Self.isFound(text, in: plan)
    case .title(let text): text.occurs(in: plan.title)
    case .body(let text): plan.body.contains(where: text.occurs)
    case .alias(let text): plan.aliases.contains(where: text.equals)
    case .aliasPart(let text): plan.aliases.contains(where: text.occurs)
    case .id(let prefix): plan.id.text.hasPrefix(prefix)

    case .state(let states): states.contains(plan.state)
    case .kind(let kind): context.board.kind(of: plan.state) == kind
    case .label(let label): plan.labels.contains(where: label.equals)
    case .assignee(let test): test.holds(for: plan.assignees)
    case .owner(let test): test.holds(for: plan.owner.map { [$0] } ?? [])
    case .priority(let priorities): priorities.contains(plan.priority)
    case .day(let field, let test): test.holds(for: field.day(of: plan, in: context))
    case .link(let kind, let target):
      plan.links.contains { link in
        link.kind.lowercased() == kind && target?.isMatched(by: link.target) ?? true
      }

    case .has(let feature): feature.isPresent(in: plan)
    case .overdue: plan.isOverdue(on: context.today, board: context.board)
    case .blocked: context.relations.isBlocked(plan.id)
    case .deleted: plan.isDeleted
    }
  }

  private static func isFound(_ text: SearchText, in plan: Plan) -> Bool {
    text.occurs(in: plan.title) || plan.labels.contains(where: text.occurs)
      || plan.aliases.contains(where: text.occurs) || plan.body.contains(where: text.occurs)
      || plan.checklist.contains { text.occurs(in: $0.text) }
      || plan.comments.contains { $0.text.contains(where: text.occurs) }
  }
}

extension QueryCondition.PersonTest {
  /// - Parameter people: The assignees, or the owner if there is one.
  fileprivate func holds(for people: [String]) -> Bool {
    switch self {
    case .none: people.isEmpty
    case .any: !people.isEmpty
    case .me(let me): people.contains { Person($0).isSame(as: me) }
    case .named(let text): people.contains(where: text.occurs)
    }
  }
}

extension QueryCondition.DayField {
  fileprivate func day(of plan: Plan, in context: QueryContext) -> CalendarDay? {
    switch self {
    case .due: plan.due
    case .created: plan.created?.at.map(context.day)
    case .updated: plan.updated.map(context.day)
    }
  }
}

extension QueryCondition.DayTest {
  fileprivate func holds(for day: CalendarDay?) -> Bool {
    switch self {
    case .none: day == nil
    case .any: day != nil
    case .within(let days): day.map { days.contains($0.dayNumber) } ?? false
    }
  }
}

extension QueryCondition.LinkTarget {
  fileprivate func isMatched(by target: String) -> Bool {
    idPrefix.map(target.hasPrefix) ?? false || alias.equals(target) || ids.contains(target)
  }
}
