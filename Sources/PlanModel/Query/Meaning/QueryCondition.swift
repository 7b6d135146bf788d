/// A condition on a plan, from one or several terms of a query.
indirect enum QueryCondition: Hashable, Sendable {
  case allOf([QueryCondition])
  case anyOf([QueryCondition])
  case not(QueryCondition)
  /// Matches every plan, including deleted ones.
  case everything

  case text(SearchText)
  case title(SearchText)
  case body(SearchText)
  /// The plan has this whole alias.
  case alias(SearchText)
  case aliasPart(SearchText)
  case id(prefix: String)
  case oneOf(Set<PlanID>)

  /// The plan is in one of these columns.
  case state(Set<String>)
  case kind(Column.Kind)
  case label(SearchText)
  case person(Role, PersonTest)
  /// The last change was made by an agent.
  case changedByAgent
  /// The plan has one of these priorities; nil means no priority.
  case priority(Set<Priority?>)
  /// The test of a day property, by day numbers.
  case day(PlanField, RangeTest<Int>)
  /// The test of a time, in milliseconds.
  case time(PlanTime, RangeTest<Int64>)
  case number(PlanField, RangeTest<Double>)
  /// The test of a moment property, in milliseconds.
  case moment(PlanField, RangeTest<Int64>)
  case repetition(RepetitionTest)
  /// The test of the time that was spent, in minutes; nil for a plan without entries.
  case spent(RangeTest<Int>)
  /// The milestone or the iteration is one of these.
  case phase(PlanField, Set<ExactString>)
  case link(kind: String, target: LinkTarget?)
  /// The plan has a commit of the repository with this name or end of its address.
  case repository(String)
  /// The test of a field that the board defines.
  case custom(CustomField, CustomTest)

  case has(QueryFeature)
  case closed, ready, overdue, blocked, deleted
  /// The plan is not done, and its owner's claim has an end: in the future (`leased`) or in the
  /// past (`leaseOver`).
  case leased, leaseOver

  /// The role of a person on a plan, for a term such as `owner:`.
  enum Role: Hashable, Sendable {
    case assignee, owner, creator
    /// The author of the last change.
    case changer
  }

  enum PersonTest: Hashable, Sendable {
    case none, any
    /// One of the people with these indices in `PeopleIndex.people`.
    case oneOf(Set<Int>)
  }

  /// The test of the rule by which a plan repeats.
  enum RepetitionTest: Hashable, Sendable {
    case none, any
    /// A rule that counts in a unit.
    case unit(Period.Unit)
    case rule(Repetition)

    func holds(for rule: Repetition?) -> Bool {
      switch self {
      case .none: rule == nil
      case .any: rule != nil
      case .unit(let unit): rule?.unit == unit
      case .rule(let wanted): rule == wanted
      }
    }
  }

  enum RangeTest<Bound: Comparable & Hashable & Sendable>: Hashable, Sendable {
    case none, any
    case within(ClosedRange<Bound>)

    func holds(for value: Bound?) -> Bool {
      switch self {
      case .none: value == nil
      case .any: value != nil
      case .within(let range): value.map(range.contains) ?? false
      }
    }
  }

  struct LinkTarget: Hashable, Sendable {
    /// The text as the beginning of an id; nil if no id can begin with it.
    let idPrefix: String?
    /// The text as a whole alias.
    let alias: SearchText
    /// The ids of the plans that the text may mean; see `PlanNames.plans(called:)`.
    let ids: Set<String>
  }

  func holds(for plan: Plan, in context: QueryContext) -> Bool {
    switch self {
    case .allOf(let conditions): conditions.allSatisfy { $0.holds(for: plan, in: context) }
    case .anyOf(let conditions): conditions.contains { $0.holds(for: plan, in: context) }
    case .not(let condition): !condition.holds(for: plan, in: context)
    case .everything: true

    case .text(let text): plan.contains(text)
    case .title(let text): text.occurs(in: plan.title)
    case .body(let text): plan.body.contains(where: text.occurs)
    case .alias(let text): plan.aliases.contains(where: text.equals)
    case .aliasPart(let text): plan.aliases.contains(where: text.occurs)
    case .id(let prefix): plan.id.text.hasPrefix(prefix)
    case .oneOf(let ids): ids.contains(plan.id)

    case .state(let states): states.contains(plan.state)
    case .kind(let kind): context.board.kind(of: plan.state) == kind
    case .label(let label): plan.labels.contains(where: label.equals)
    case .person(let role, let test):
      test.holds(for: role.people(of: plan, in: context), in: context)
    case .changedByAgent: context.plans.changedByAgents.contains(plan.id)
    case .priority(let priorities): priorities.contains(plan.priority)
    case .day(let field, let test):
      test.holds(for: field.property?.value(of: plan)?.day?.dayNumber)
    case .time(let time, let test):
      test.holds(for: time.time(of: plan, board: context.board)?.milliseconds)
    case .number(let field, let test):
      test.holds(for: field.property?.value(of: plan)?.number.flatMap { Double($0.lexeme) })
    case .moment(let field, let test):
      test.holds(for: field.property?.value(of: plan)?.moment?.milliseconds)
    case .repetition(let test): test.holds(for: plan.repetition)
    case .spent(let test): test.holds(for: plan.outline.hasTime ? plan.spentMinutes : nil)
    case .phase(let field, let ids):
      field.property?.value(of: plan)?.phase.map { ids.contains(ExactString($0)) } ?? false
    case .link(let kind, let target):
      plan.links.contains { link in
        link.kind.lowercased() == kind && target?.isMatched(by: link) ?? true
      }
    case .repository(let name): plan.commits.contains { $0.repository?.isMeant(by: name) ?? false }

    case .custom(let field, let test): test.holds(for: field, of: plan, in: context)
    case .has(let feature): feature.isPresent(in: plan, context.plans.relations)
    case .closed: context.board.kind(of: plan.state) == .done
    case .ready: context.isReady(plan)
    case .overdue: plan.isOverdue(on: context.today, board: context.board)
    case .blocked: context.plans.relations.isBlocked(plan.id)
    case .deleted: plan.isDeleted
    case .leased: context.isOpen(plan) && plan.isLeased(at: context.now)
    case .leaseOver: context.isOpen(plan) && plan.isLeaseOver(at: context.now)
    }
  }
}

extension QueryContext {
  /// Whether the person who asks can start a plan.
  ///
  /// The plan must be in a column of kind `todo`, not blocked, without open children, and not owned
  /// by another person. Its start date must not be in the future. Deleted plans and templates are
  /// not ready.
  ///
  /// A plan whose lease is over counts as without an owner. It may also be in a column of kind
  /// `doing`, because its former owner has left it there.
  package func isReady(_ plan: Plan) -> Bool {
    let isAbandoned = plan.isLeaseOver(at: now)
    guard isOpen(plan), !plan.isTemplate,
      board.kind(of: plan.state) == .todo || isAbandoned,
      plan.start.map({ $0 <= today }) ?? true, !plans.relations.isBlocked(plan.id),
      !plans.relations.children(of: plan.id).contains(where: { plans.relations.isOpen($0) })
    else { return false }
    guard let owner = plan.owner, !isAbandoned else { return true }
    return isMe(owner)
  }

  /// Whether a plan is neither done nor deleted.
  fileprivate func isOpen(_ plan: Plan) -> Bool {
    !plan.isDeleted && board.kind(of: plan.state) != .done
  }

  /// Whether the name of a person on a plan means the person who asks.
  package func isMe(_ written: String) -> Bool {
    guard let me else { return false }
    return plans.people.index(of: written).map(plans.people.indices(of: me).contains) ?? false
  }
}

extension Plan {
  /// Whether a text occurs in the title, description, labels, checklist, comments or aliases.
  func contains(_ text: SearchText) -> Bool {
    text.occurs(in: title) || labels.contains(where: text.occurs)
      || aliases.contains { $0.endsInHash ? text.equals($0) : text.occurs(in: $0) }
      || rows.texts(at: row, contain: text)
  }
}

extension String {
  /// Whether an alias ends in a hash of the content, as imports name plans of tools without ids.
  /// Nobody searches for a part of it.
  fileprivate var endsInHash: Bool {
    let end = utf8.suffix(17)
    guard end.count == 17, end.first == UInt8(ascii: ":") || end.first == UInt8(ascii: "#") else {
      return false
    }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    // Sixteen digits are an id, as Asana's are.
    return end.dropFirst().contains(where: letters.contains)
      && end.dropFirst().allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || letters.contains(byte)
      }
  }
}

extension QueryCondition.Role {
  fileprivate func people(of plan: Plan, in context: QueryContext) -> [String] {
    switch self {
    case .assignee: plan.assignees
    case .owner: plan.owner.map { [$0] } ?? []
    case .creator: plan.created.map { [$0.by] } ?? []
    case .changer: context.plans.lastAuthors[plan.id].map { [$0] } ?? []
    }
  }
}

extension QueryCondition.PersonTest {
  func holds(for people: [String], in context: QueryContext) -> Bool {
    switch self {
    case .none: people.isEmpty
    case .any: !people.isEmpty
    case .oneOf(let places):
      people.contains { context.plans.people.index(of: $0).map(places.contains) ?? false }
    }
  }
}

extension QueryCondition.LinkTarget {
  fileprivate func isMatched(by link: Link) -> Bool {
    let target = link.kind == Link.commitKind ? CommitLink(target: link.target).id : link.target
    return idPrefix.map(target.hasPrefix) ?? false || alias.equals(target) || ids.contains(target)
  }
}
