import PlanModel
import PlanStore

/// A request to create a plan.
package struct AddPlan: Sendable {
  package let title: String
  package let fields: FieldChanges
  /// Whether it goes to the top of its column; otherwise to the bottom.
  package let isAtTop: Bool

  package init(title: String, fields: FieldChanges = FieldChanges(), isAtTop: Bool = false) {
    (self.title, self.fields, self.isAtTop) = (title, fields, isAtTop)
  }
}

extension Workspace {
  package func add(_ request: AddPlan) async throws -> PlanChanges {
    let title = try Validation.title(request.title)
    let author = try author()
    let named = try request.fields.findingPeople(in: self)
    let id = PlanID.random(using: &participant.random)
    var linked = LinkedPlans()
    let change = try await store.change(by: author) { transaction in
      let snapshot = transaction.before
      let column = try request.fields.state.map { try snapshot.board.column(named: $0) }
      let place = try rank(
        request.isAtTop ? .top : .bottom, of: (column ?? snapshot.board.entry)?.id, in: snapshot)
      var edits: [Edit] = [.title(title), .created(at: now, by: author.person), .rank(place)]
      if column == nil, let entry = snapshot.board.entry { edits.append(.state(entry.id)) }
      let fields = FieldEdits(
        workspace: self, changes: named.fields, id: id, plan: nil, snapshot: snapshot)
      try transaction.create(id, edits + fields.edits())
      linked = try fields.linkOthers(in: &transaction)
      return CommitMessage(
        subject: "add \(try snapshot.shortID(id)): \(title)", plans: [id] + linked.plans)
    }
    var changes = try PlanChanges(change, of: [id], in: self)
    changes.notices =
      named.notices
      + noticed {
        try absent(named.fields, from: nil, id, of: change) + linked.notices
          + twins(of: id, called: request.fields.addedAliases, in: change.after)
          + overLimit([change.after.plan(id).state], in: change.after)
      }
    return changes
  }
}
