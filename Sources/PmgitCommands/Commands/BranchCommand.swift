import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

struct BranchCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "branch",
    abstract: "Make a branch of the code for a plan, and print its name.",
    usage: "pmgit branch <id> [<start>] [<options>]",
    discussion: """
      The branch begins at HEAD, or at another commit. It is named after the
      plan, as k7m2-fix-login, by which pmgit's hooks know what its commits are
      for. Where a branch of the plan is there already, its name is printed. HEAD
      stays where it is: switching is git's.

      Examples:
        pmgit branch k7m2
        git switch "$(pmgit branch k7m2)"
        pmgit branch k7m2 origin/main
      """)

  @Argument(help: "The plan.", completion: Completions.planIDs)
  var id: String

  @Argument(help: "Where it begins: a branch or a commit (default: HEAD).")
  var start: String?

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let snapshot = try session.store.snapshot()
    let plan = try snapshot.plan(snapshot.resolve(id)).live
    let shortID = try snapshot.shortID(plan.id)
    let name = PlanBranch.name(shortID: shortID, title: SafeText(plan.title).string)
    let existing = try session.branches(of: plan.id, in: snapshot)
    // With another title it would be called otherwise now.
    if let branch = existing.first(where: { $0.name == name }) ?? existing.first {
      if let start {
        throw Problem(
          code: .branchExists,
          message: "branch '\(branch.name)' is there already, so it can't begin at '\(start)'",
          hints: ["go on with it by 'git switch \(ShellWord.quoted(branch.name))'"])
      }
      return report(branch, of: plan.id, isNew: false, session)
    }
    let commit = try session.makeBranch(name, at: start)
    report(PlansBranch(name: name, commit: commit), of: plan.id, isNew: true, session)
  }

  private func report(
    _ branch: PlansBranch, of plan: PlanID, isNew: Bool, _ session: Session
  ) {
    if options.json {
      session.show([
        "format": .number(1), "branch": .string(branch.name),
        "commit": .string(branch.commit.hex), "plan": .string(plan.text), "created": .bool(isNew),
      ])
    } else {
      session.context.output.result(branch.name + "\n")
    }
    session.tell(
      isNew ? "made branch '\(branch.name)'" : "branch '\(branch.name)' is there already")
    session.tell(hint: "go on with 'git switch \(ShellWord.quoted(branch.name))'")
  }
}

/// A branch of the code that is named after a plan, without `refs/heads/`.
private struct PlansBranch {
  let name: String
  let commit: ObjectID
}

extension Session {
  /// The branches here that are named after a plan, by name.
  fileprivate func branches(
    of plan: PlanID, in snapshot: BoardSnapshot
  ) throws -> [PlansBranch] {
    let folder = "refs/heads/"
    let all = try git { [store] () throws(GitError) in
      try store.repository.references(under: folder)
    }
    return try all.compactMap { reference in
      let name = String(reference.name.dropFirst(folder.count))
      let candidates = PlanBranch.candidates(in: name).filter { plan.isMeant(by: $0) }
      guard !reference.name.hasPrefix(BoardStore.branchFolder),
        try candidates.contains(where: { try snapshot.ids(beginningWith: $0) == [plan] })
      else { return nil }
      return PlansBranch(name: name, commit: reference.target)
    }
  }

  /// Makes a branch, and returns the commit that it begins at.
  fileprivate func makeBranch(_ name: String, at start: String?) throws -> ObjectID {
    let (repository, branch) = (store.repository, "refs/heads/\(name)")
    let found: ObjectID
    if let start {
      found = try workspace.commit(named: start)
    } else {
      let head = try git { () throws(GitError) in try repository.reference("HEAD") }
      guard let head else {
        throw Problem(
          code: .noCommit, message: "there is no commit yet that a branch could begin at",
          hints: ["make a first commit, or name one"])
      }
      found = head
    }
    guard Repository.isReferenceName(branch) else {
      throw Problem(code: .badBranch, message: "'\(name)' can't be the name of a branch")
    }
    guard let who = try workspace.identity(.committer) else { throw StoreError.noIdentity }
    let outcome = try git { () throws(GitError) in
      try repository.updateReference(
        branch, to: found, expecting: nil, reflog: "branch: Created from \(start ?? "HEAD")",
        who: who)
    }
    guard outcome == .moved else {
      throw Problem(
        code: .contention, message: "somebody made the branch '\(name)' just now",
        hints: ["run the command again"], kind: .tryAgain)
    }
    return found
  }
}
