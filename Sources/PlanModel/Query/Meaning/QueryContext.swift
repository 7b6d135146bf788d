/// The data that a query can refer to: the time, the person who asks, and the plans and views of a
/// board.
package struct QueryContext: Sendable {
  /// The current time, from which periods count.
  package var now: Timestamp
  /// The time zone in which days begin and end.
  package var clocks: LocalClocks
  /// The person that `@me` means; nil if git has no identity.
  package var me: Person?
  package var board: Board
  package var plans: QueriedPlans
  /// The texts of saved queries by name, including the built-in ones.
  package var views: [String: String]

  package init(
    now: Timestamp, clocks: LocalClocks = .utc, me: Person?, board: Board,
    plans: QueriedPlans = QueriedPlans(), views: [String: String] = [:]
  ) {
    (self.now, self.clocks, self.me) = (now, clocks, me)
    (self.board, self.plans) = (board, plans)
    self.views = BuiltInView.texts.merging(views) { _, own in own }
  }

  /// The current local day.
  var today: CalendarDay { clocks.day(of: now) }
}

/// The names on a board's plans that a query can refer to. Most queries need few of them.
package struct QueriedPlans: Sendable {
  /// The ids of the columns that plans are in, including columns that the board lacks.
  @Lazy var lanes: Set<String>
  /// The labels as they are written.
  @Lazy var labels: Set<String>
  /// The labels without case and accents; see `TextFolding`.
  @Lazy var foldedLabels: Set<String>
  /// The aliases without case and accents.
  @Lazy var foldedAliases: Set<String>
  /// The milestones and the iterations that plans are in, including those that the board lacks.
  @Lazy var phases: [Phase.Kind: Set<ExactString>]
  /// The kinds of links, in lower case.
  @Lazy var linkKinds: Set<String>
  /// The repositories of the code whose commits are on plans.
  @Lazy var repositories: Set<CodeRepository>
  let aliases: AliasIndex
  package let relations: PlanRelations
  @Lazy package var names: PlanNames
  private let indexedPeople: PeopleIndex?
  /// The people on the plans, which must have been indexed; see `Query.needs`.
  package var people: PeopleIndex {
    guard let indexedPeople else { preconditionFailure("the people were not indexed") }
    return indexedPeople
  }
  /// The author of each plan's last change; empty unless a query needs it. See
  /// `Query.needs`.
  package var lastAuthors: [PlanID: String]
  /// The plans whose last change was made by an agent; empty unless a query needs it.
  package var changedByAgents: Set<PlanID>

  /// Provides the data that the conditions of a query need.
  ///
  /// - Parameters:
  ///   - plans: All plans, sorted by id.
  ///   - aliases: The index of these plans.
  ///   - relations: The relations between these plans.
  ///   - people: The people on these plans and in `lastAuthors`; nil if the query names nobody.
  ///   - lastAuthors: The authors in git's form, by plan.
  ///   - changedByAgents: The plans whose last authors are agents.
  /// - Complexity: Each list of names is made when it is first read, in linear time.
  package init(
    _ plans: [Plan] = [], aliases: AliasIndex = AliasIndex(),
    relations: PlanRelations = PlanRelations(), people: PeopleIndex? = PeopleIndex(),
    lastAuthors: [PlanID: String] = [:], changedByAgents: Set<PlanID> = []
  ) {
    _lanes = Lazy { Set(plans.lazy.map(\.state)) }
    let labels = Lazy { Set(plans.lazy.flatMap(\.labels)) }
    _labels = labels
    _foldedLabels = Lazy { Set(labels.wrappedValue.map { TextFolding.folded($0).text }) }
    _foldedAliases = Lazy {
      Set(plans.lazy.flatMap(\.aliases).map { TextFolding.folded($0).text })
    }
    _phases = Lazy {
      var found: [Phase.Kind: Set<ExactString>] = [:]
      for kind in Phase.Kind.allCases {
        found[kind] = Set(plans.lazy.compactMap { $0.phase(kind) }.map { ExactString($0) })
      }
      return found
    }
    _repositories = Lazy { Set(plans.lazy.flatMap(\.commits).compactMap(\.repository)) }
    _linkKinds = Lazy { Set(plans.lazy.flatMap(\.links).map { $0.kind.lowercased() }) }
    _names = Lazy { PlanNames(plans, aliases: aliases) }
    indexedPeople = people
    (self.aliases, self.relations) = (aliases, relations)
    (self.lastAuthors, self.changedByAgents) = (lastAuthors, changedByAgents)
  }
}

extension Board {
  /// Returns the texts that name people on plans, including values of the board's custom fields of
  /// people.
  package func people(on plans: some Sequence<Plan>) -> [String] {
    let fields = fields.filter { $0.kind == .person }
    var people: [String] = []
    // For each plan, the most important people come first.
    for plan in plans {
      if let owner = plan.owner { people.append(owner) }
      if let creator = plan.created?.by { people.append(creator) }
      people += plan.assignees
      people += plan.outline.commentAuthors
      for field in fields {
        if let person = field.value(of: plan)?.text { people.append(person) }
      }
    }
    return people
  }
}

// MARK: - Built-in views

/// The saved queries that every board has; boards and people may replace them.
package enum BuiltInView: String, CaseIterable {
  case mine, ready, week, overdue, recent, conflicts

  package var text: String {
    switch self {
    case .mine: "is:mine is:open sort:due,priority"
    case .ready: "is:ready sort:priority,due,rank"
    case .week: "due:<=eow is:open sort:due"
    case .overdue: "is:overdue sort:due"
    case .recent: "updated:>=1w is:open,closed sort:-updated"
    case .conflicts: "is:conflict is:open,closed"
    }
  }

  static let texts = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.text) })
}
