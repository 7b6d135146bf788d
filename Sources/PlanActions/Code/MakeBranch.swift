package import PlanModel
import PlanStore
import PlanView

/// A code branch that is named after a plan.
package struct PlansBranch: Sendable {
  package let plan: PlanID
  /// The name without `refs/heads/`.
  package let name: String
  package let commit: CommitID
  /// Whether the branch was created now; otherwise it existed before.
  package let isNew: Bool
}

extension Workspace {
  /// Creates a branch for a plan, or returns the existing one. HEAD does not change.
  ///
  /// - Parameters:
  ///   - plan: The plan: the beginning of its id, an alias, or words of its title.
  ///   - start: The branch or commit at which the new branch begins; nil for HEAD.
  /// - Throws: `Problem` if the branch exists and a start is given.
  package func makeBranch(for plan: String, at start: String? = nil) throws -> PlansBranch {
    let snapshot = try store.snapshot()
    let plan = try snapshot.plan(snapshot.resolve(plan)).live
    let shortID = try snapshot.shortID(plan.id)
    let name = PlanBranch.name(shortID: shortID, title: SafeText(plan.title).string)
    let existing = try branches(of: plan.id, in: snapshot)
    // The plan's title may have changed since the branch was named.
    if let branch = existing.first(where: { $0.name == name }) ?? existing.first {
      guard let start else { return branch }
      throw Problem(
        code: .branchExists,
        message: "branch '\(branch.name)' is there already, so it can't begin at '\(start)'",
        hints: ["switch to it with \(run: "git", "switch", branch.name)"])
    }
    let commit = try createBranch(name, at: start)
    return PlansBranch(plan: plan.id, name: name, commit: CommitID(commit), isNew: true)
  }

  /// Returns the branches in this clone that are named after a plan, sorted by name.
  private func branches(of plan: PlanID, in snapshot: BoardSnapshot) throws -> [PlansBranch] {
    try store.codeBranches().compactMap { branch in
      let candidates = PlanBranch.candidates(in: branch.name).filter { plan.isMeant(by: $0) }
      guard try candidates.contains(where: { try snapshot.ids(beginningWith: $0) == [plan] })
      else { return nil }
      return PlansBranch(
        plan: plan, name: branch.name, commit: CommitID(branch.commit), isNew: false)
    }
  }

  /// Creates a branch and returns the commit at which it begins.
  private func createBranch(_ name: String, at start: String?) throws -> ObjectID {
    let found = try start.map { try commit(named: $0) } ?? head()
    guard BoardStore.isBranchName(name) else {
      throw Problem(code: .badBranch, message: "'\(name)' can't be the name of a branch")
    }
    guard let who = try committer() else { throw StoreError.noIdentity }
    guard try store.makeBranch(name, at: found, from: start ?? "HEAD", by: who) else {
      throw Problem(
        code: .contention, message: "somebody made the branch '\(name)' just now",
        hints: ["run the command again"], kind: .tryAgain)
    }
    return found
  }

  private func head() throws -> ObjectID {
    guard let head = try store.head() else {
      throw Problem(
        code: .noCommit, message: "there is no commit yet that a branch could begin at",
        hints: ["make a first commit, or name one"])
    }
    return head
  }
}
