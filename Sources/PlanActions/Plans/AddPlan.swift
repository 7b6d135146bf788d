package import PlanModel
import PlanStore

/// A request to create a plan.
package struct AddPlan: Sendable {
  /// The fields; without a title, the plan gets the template's.
  package let fields: FieldChanges
  /// Whether the plan goes to the top of its column; otherwise it goes to the bottom.
  package let isAtTop: Bool
  /// The template, by its title or a part of it; or else any plan, by its id, an alias or words of
  /// its title. nil for no template.
  package let template: String?

  package init(_ fields: FieldChanges, isAtTop: Bool = false, template: String? = nil) {
    (self.fields, self.isAtTop, self.template) = (fields, isAtTop, template)
  }

  package init(
    title: String?, fields: FieldChanges = FieldChanges(), isAtTop: Bool = false,
    template: String? = nil
  ) {
    var fields = fields
    fields.title = title
    self.init(fields, isAtTop: isAtTop, template: template)
  }

  package var title: String? { fields.title }

  /// Returns the request with other fields.
  func with(_ fields: FieldChanges) -> AddPlan {
    AddPlan(fields, isAtTop: isAtTop, template: template)
  }
}

extension Workspace {
  package func add(_ request: AddPlan) async throws -> PlanChanges {
    try await make { try adding(request, by: $0) }
  }

  /// Returns the action that creates a plan.
  func adding(_ request: AddPlan, by author: ChangeIdentity) throws -> PlanAction {
    let named = try request.fields.findingNames(in: self)
    let request = request.with(named.fields)
    let adding = adding(by: author, isAtTop: request.isAtTop) { [self] id, transaction in
      try edits(for: request, id, on: transaction.before, basis: transaction.basis)
    } linking: { [self] id, transaction in
      let fields = FieldEdits(
        workspace: self, changes: request.fields, id: id, plan: nil, snapshot: transaction.before,
        basis: transaction.basis)
      try transaction.plan(id).checkLease(request.fields)
      return try fields.linkOthers(in: &transaction)
    }
    return reporting(adding) { [self] added in
      let plan = try added.after.plan(added.plans[0])
      var changes = added
      changes.notices =
        named.notices + titleNotice(plan) + dayNotices(request.fields, plan)
        + phaseNotices(request.fields, plan, on: added.change.after.board)
        + noticed {
          try spanNotices(request.fields, added.plans, in: added.change.after)
            + absent(request.fields, from: [plan], of: added.change)
            + duplicateAliasNotices(
              of: plan.id, called: request.fields[.aliases].added, in: added.change.after)
            + added.notices
        }
      return changes
    }
  }

  /// Returns the action that adds a plan at the top or bottom of its column.
  ///
  /// - Parameters:
  ///   - edits: Returns the plan's edits. This function adds those for the creation, the position
  ///     and the default column.
  ///   - linking: Writes links of the new plan that are stored on other plans.
  func adding(
    by author: ChangeIdentity, isAtTop: Bool,
    edits: @escaping (PlanID, Transaction) throws -> [Edit],
    linking: @escaping (PlanID, inout Transaction) throws -> LinkedPlans = { _, _ in LinkedPlans() }
  ) -> PlanAction {
    let id = PlanID.random(using: &participant.random)
    return { [self] transaction in
      let snapshot = transaction.before
      if snapshot.board.columns.isEmpty { throw Problem.noColumns }
      var content = snapshot.board.entry.map { [Edit.state($0.id)] } ?? []
      content += try edits(id, transaction)
      var document = PlanDocument(id: ExactString(id.text))
      document.apply(content, stamp: .none)
      let plan = Plan(document, id: id)
      guard !plan.title.isEmpty else {
        throw Problem(code: .emptyTitle, message: "the plan has no title", kind: .usage)
      }
      let column = plan.state.isEmpty ? nil : plan.state
      let rank = try rank(isAtTop: isAtTop, of: column, in: snapshot)
      try transaction.create(id, content + [.created(at: now, by: author.person), .rank(rank)])
      let linked = try linking(id, &transaction)
      let message = CommitMessage(
        subject: "add \(try snapshot.shortID(id)): \(plan.title)", plans: [id] + linked.plans)
      let report = { [self] (change: Change) in
        let (plan, board) = (try change.after.plan(id), change.after.board)
        let wording = ChangeWords("added", to: board.title(of: plan.state))
        var changes = try PlanChanges(change, of: [id], as: wording, in: self)
        changes.notices +=
          linked.notices + finishedNotices(plan, on: board)
          + noticed { try overLimit([plan.state], in: change.after) }
        return changes
      }
      return (message, report)
    }
  }

  /// Returns a warning about a new plan that repeats but is in a column of kind done: nothing
  /// finishes it, so no plan follows.
  private func finishedNotices(_ plan: Plan, on board: Board) -> [Notice] {
    guard plan.repetition != nil, board.kind(of: plan.state) == .done, let entry = board.entry
    else { return [] }
    return [
      .warning(
        "the plan repeats only once it is finished, and it was added as done",
        hints: ["open it with \(pmgit: "move", plan.id, entry.id), and finish it then"])
    ]
  }

  /// Returns the edits of a new plan: those of its template, then the requested ones.
  ///
  /// - Parameter basis: The board on which the request's column and plan names are resolved.
  func edits(
    for request: AddPlan, _ id: PlanID, on snapshot: BoardSnapshot, basis: BoardSnapshot
  ) throws -> [Edit] {
    let template = try request.template.map { try basis.template($0) }
    var edits =
      template?.templateEdits(at: now, on: snapshot.board, using: &participant.random) ?? []
    // The new checklist lines follow the template's lines.
    var prototype: Plan?
    if template != nil {
      var document = PlanDocument(id: ExactString(id.text))
      document.apply(edits, stamp: .none)
      var plan = Plan(document, id: id)
      plan.values.state =
        try
        (request.fields.state.map { try snapshot.board.column(named: $0, basis: basis.board) }
        ?? snapshot.board.entry)?.id ?? ""
      prototype = plan
      if let state = prototype?.state, !state.isEmpty { edits.append(.state(state)) }
    }
    if request.title == nil, let title = template?.title {
      edits.append(.title(try Validation.title(title)))
    }
    return try edits
      + FieldEdits(
        workspace: self, changes: request.fields, id: id, plan: prototype, snapshot: snapshot,
        basis: basis
      ).edits()
  }
}

extension BoardSnapshot {
  /// Finds a template: an ordinary plan with the label `template`, which new plans can copy.
  ///
  /// Finds it by its id, its title or a part of it. If not exactly one matches, finds any
  /// plan by its id, an alias or words of its title. Fails if that finds no plan, or a deleted one.
  fileprivate func template(_ typed: String) throws -> Plan {
    guard !typed.trimmingSpaces.isEmpty else {
      throw Problem.usage(
        "the name of the template is empty",
        hints: ["see the templates with \(pmgit: "list", "#\(Plan.templateLabel)")"])
    }
    // A whole id means that plan, whatever titles contain it.
    if PlanID(typed) != nil, let id = try id(typed) {
      return try plan(id).live
    }
    let wanted = SearchText(typed)
    let templates = try plans().plans.filter { plan in
      !plan.isDeleted && plan.isTemplate
    }
    let named = templates.filter { wanted.equals($0.title) }
    if named.count == 1 { return named[0] }
    let like = named.isEmpty ? templates.filter { wanted.occurs(in: $0.title) } : named
    if like.count == 1 { return like[0] }
    if let id = try id(typed) { return try plan(id).live }
    let candidates = like.isEmpty ? templates : like
    guard !candidates.isEmpty else {
      throw Problem.usage(
        "there is no template '\(typed)'",
        hints: ["make a plan one with \(pmgit: "edit", "ID", "--label", Plan.templateLabel)"])
    }
    throw Problem.usage(
      like.isEmpty ? "there is no template '\(typed)'" : "several templates are called '\(typed)'",
      hints: try candidates.prefix(Self.mostListed).map {
        Hint("\(try shortID($0.id))  \($0.title)")
      })
  }

  /// The most templates that an error lists.
  private static let mostListed = 10

  private func id(_ typed: String) throws -> PlanID? {
    do {
      return try resolve(typed)
    } catch StoreError.unknownPlan, StoreError.ambiguousPlan, StoreError.notAnID {
      return nil
    }
  }
}

extension Plan {
  /// Returns the edits that copy a template to a new plan.
  ///
  /// The title, the column, the dates, the milestone, the iteration, the lease, the aliases, the
  /// comments, the commits and the template's label are not copied. Checklist lines are copied as
  /// not done.
  ///
  /// - Parameter time: The time of the new plan, for the ranks of the checklist's lines.
  func templateEdits(
    at time: Timestamp, on board: Board, using generator: inout some RandomNumberGenerator
  ) -> [Edit] {
    var edits: [Edit] = []
    if !body.isEmpty { edits.append(.body(body)) }
    for property in PlanProperty.all where ![.day, .moment, .phase].contains(property.kind) {
      if let value = property.value(of: self) { edits.append(property.write(value)) }
    }
    edits += unknown.compactMap { path, value -> Edit? in
      guard let field = board.field(at: path), field.kind != .day, !value.isNull else { return nil }
      return .write(path, value)
    }.sorted { $0.path < $1.path }
    edits += labels.filter { $0.lowercased() != Plan.templateLabel }.map { .add($0, to: .labels) }
    edits += assignees.map { .add($0, to: .assignees) }
    edits += links.filter { $0.kind != Link.commitKind }.map { .add($0.description, to: .links) }
    let ranks = Rank.spread(checklist.count, at: time, after: nil, using: &generator)
    var taken: Set<String> = []
    for (line, rank) in zip(checklist, ranks) {
      let item = Edit.itemID(besides: taken, using: &generator)
      taken.insert(item)
      edits += Edit.checklistItem(item, text: line.text, rank: rank)
    }
    return edits
  }
}
