import PlanModel
import PlanStore

/// A request to create a plan.
package struct AddPlan: Sendable {
  /// The title; nil for the template's title.
  package let title: String?
  package let fields: FieldChanges
  /// Whether the plan goes to the top of its column; otherwise it goes to the bottom.
  package let isAtTop: Bool
  /// The template: its title, a part of the title, or the beginning of any plan's id.
  package let template: String?

  package init(
    title: String?, fields: FieldChanges = FieldChanges(), isAtTop: Bool = false,
    template: String? = nil
  ) {
    (self.title, self.fields, self.isAtTop) = (title, fields, isAtTop)
    self.template = template
  }

  /// Returns the request with other fields.
  func with(_ fields: FieldChanges) -> AddPlan {
    AddPlan(title: title, fields: fields, isAtTop: isAtTop, template: template)
  }
}

extension Workspace {
  package func add(_ request: AddPlan) async throws -> PlanChanges {
    let named = try request.fields.findingNames(in: self)
    let request = request.with(named.fields)
    let added = try await add(isAtTop: request.isAtTop) { id, transaction in
      try edits(for: request, id, on: transaction.before, seen: transaction.seen)
    } linking: { id, transaction in
      let fields = FieldEdits(
        workspace: self, changes: request.fields, id: id, plan: nil, snapshot: transaction.before,
        seen: transaction.seen)
      return try fields.linkOthers(in: &transaction)
    }
    let plan = try added.after.plan(added.plans[0])
    var changes = added
    changes.notices =
      named.notices + titleNotice(plan) + dayNotices(request.fields, plan)
      + noticed {
        try absent(request.fields, from: [plan], of: added.change)
          + twins(of: plan.id, called: request.fields[.aliases].added, in: added.change.after)
          + added.notices
      }
    return changes
  }

  /// Adds a plan at the top or bottom of its column.
  ///
  /// - Parameters:
  ///   - edits: Returns the plan's edits, without its creation, its position and the entry column.
  ///   - linking: Writes links of the new plan that are stored on other plans.
  func add(
    isAtTop: Bool, edits: (PlanID, Transaction) throws -> [Edit],
    linking: (PlanID, inout Transaction) throws -> LinkedPlans = { _, _ in LinkedPlans() }
  ) async throws -> PlanChanges {
    let author = try author()
    let id = PlanID.random(using: &participant.random)
    let (change, linked) = try await store.change(by: author) { transaction in
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
      let rank = try rank(isAtTop ? .top : .bottom, of: column, in: snapshot)
      try transaction.create(
        id, content + [.created(at: now, by: author.person), .rank(rank)])
      let linked = try linking(id, &transaction)
      let message = CommitMessage(
        subject: "add \(try snapshot.shortID(id)): \(plan.title)", plans: [id] + linked.plans)
      return (message, linked)
    }
    var changes = try PlanChanges(change, of: [id], in: self)
    changes.notices =
      linked.notices + noticed { try overLimit([change.after.plan(id).state], in: change.after) }
    return changes
  }

  /// Returns the edits of a new plan: those of its template, then its own.
  ///
  /// - Parameter seen: The board on which the request's column and plan names are resolved.
  func edits(
    for request: AddPlan, _ id: PlanID, on snapshot: BoardSnapshot, seen: BoardSnapshot
  ) throws -> [Edit] {
    let template = try request.template.map { try PlanTemplate.find($0, in: seen) }
    var edits = template?.templateEdits(at: now, using: &participant.random) ?? []
    // The new checklist lines follow the template's lines.
    var prototype: Plan?
    if template != nil {
      var document = PlanDocument(id: ExactString(id.text))
      document.apply(edits, stamp: .none)
      var plan = Plan(document, id: id)
      plan.state =
        try
        (request.fields.state.map { try snapshot.board.column(named: $0, seenOn: seen.board) }
        ?? snapshot.board.entry)?.id ?? ""
      prototype = plan
      if let state = prototype?.state, !state.isEmpty { edits.append(.state(state)) }
    }
    if let title = request.title ?? template?.title {
      edits.append(.title(try Validation.title(title)))
    }
    return try edits
      + FieldEdits(
        workspace: self, changes: request.fields, id: id, plan: prototype, snapshot: snapshot,
        seen: seen
      ).edits()
  }
}
