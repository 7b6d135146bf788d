import Git
package import PlanModel

/// A commit of the code to record, and the commits that it replaces.
package struct CodeCommit: Sendable {
  package let id: ObjectID
  /// The commits that it replaces after an amend or a rebase.
  package let replaced: [ObjectID]
  /// Whether it was made just now. If not, a plan may already have later commits.
  package let isNew: Bool
  /// A plan that the commit starts even if it only mentions it; nil if there is no such plan.
  package let starting: PlanID?

  package init(
    _ id: ObjectID, replacing replaced: [ObjectID] = [], isNew: Bool = true,
    starting: PlanID? = nil
  ) {
    (self.id, self.replaced, self.isNew, self.starting) = (id, replaced, isNew, starting)
  }
}

/// The result of recording commits of the code on the plans that they name.
package struct CommitRecord {
  /// The result for one plan.
  package struct Entry: Sendable {
    package let plan: Plan
    /// The commits that are added to the plan.
    package var added: [ObjectID] = []
    /// The commits that are removed from the plan.
    package var removed: [ObjectID] = []
    package var move = PlanMove.stay
    /// The action that replaced commits had and the new ones no longer have. It is nil if another
    /// commit of the plan has it, or if the plan is in another column now.
    package var taken: PlanReference.Action?

    /// The plan's column after the change.
    package var state: String { if case .to(let column) = move { column.id } else { plan.state } }
  }

  package var entries: [Entry] = []
  /// The deleted plans that commits name.
  package var deleted: [Plan] = []
  /// The reasons why commits were not added to plans. Either a name is unknown or ambiguous, or the
  /// plan is unreadable or would be too long. Other plans are not affected.
  package var problems: [Problem] = []

  /// The reason why a commit was not added to a plan.
  package struct Problem: Sendable {
    package let error: StoreError
    /// The commit with the wrong name; nil if the plan itself is the reason.
    package let commit: ObjectID?

    init(_ error: StoreError, commit: ObjectID?) { (self.error, self.commit) = (error, commit) }
  }
}
