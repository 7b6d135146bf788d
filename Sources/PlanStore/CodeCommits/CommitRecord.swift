import Git
package import PlanModel

/// A new commit of the code, and the commits that it replaces.
package struct CodeCommit: Sendable {
  package let id: ObjectID
  /// The commits that it replaces by an amend or a rebase.
  package let replaced: [ObjectID]
  /// Whether it was made just now; one that is read later may have been overtaken by newer ones.
  package let isNew: Bool
  /// The plan that the commit starts by merely naming it; nil for none.
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
    /// The commits that the plan gains, and those that it loses.
    package var added: [ObjectID] = []
    package var removed: [ObjectID] = []
    package var move = PlanMove.stay
    /// What the replaced commits did to the plan and the new ones say no more; nil if a commit of the plan
    /// still says it, or the plan is elsewhere by now.
    package var taken: PlanReference.Action?

    /// The plan's column from now on.
    package var state: String { if case .to(let column) = move { column.id } else { plan.state } }
  }

  package var entries: [Entry] = []
  /// The plans that are named and deleted.
  package var deleted: [Plan] = []
  /// The reasons why plans did not get their commits: a commit's words match no plan, or several,
  /// or the plan can't be read or would be too long. The other plans get theirs.
  package var problems: [Problem] = []

  /// The reason why a plan did not get its commits.
  package struct Problem: Sendable {
    package let error: StoreError
    /// The commit that names it; nil if the plan itself is the reason.
    package let commit: ObjectID?

    init(_ error: StoreError, commit: ObjectID?) { (self.error, self.commit) = (error, commit) }
  }
}
