package import Git
package import PlanModel

/// A commit of the code that is new, and those that it stands for from now on.
package struct CodeCommit: Sendable {
  package let id: ObjectID
  /// The commits that an amend or a rebase put it in the place of.
  package let replaced: [ObjectID]
  /// Whether it was made just now; one that is looked at later may have been overtaken by others.
  package let isNew: Bool

  package init(_ id: ObjectID, replacing replaced: [ObjectID] = [], isNew: Bool = true) {
    (self.id, self.replaced, self.isNew) = (id, replaced, isNew)
  }
}

/// What became of plans that commits of the code name.
package struct CommitRecord {
  /// What became of one plan.
  package struct Entry: Sendable {
    package let plan: Plan
    /// The commits that the plan has from now on, and those that it has no more.
    package var added: [ObjectID] = []
    package var removed: [ObjectID] = []
    package var move = PlanMove.stay

    /// The column that the plan is in from now on.
    package var state: String { if case .to(let column) = move { column.id } else { plan.state } }
  }

  package var entries: [Entry] = []
  /// The plans that are named and deleted.
  package var deleted: [Plan] = []
  /// Why plans did not get their commits: nothing, or several, are called as a commit says, or one
  /// can't be read or would be too long. The others get theirs.
  package var problems: [Problem] = []

  /// Why a plan did not get its commits.
  package struct Problem: Sendable {
    package let error: StoreError
    /// The commit that names it; nil where the plan itself is the reason.
    package let commit: ObjectID?

    init(_ error: StoreError, commit: ObjectID?) { (self.error, self.commit) = (error, commit) }
  }
}
