import PlanModel

/// One step of a person with a clone of a board. Steps can be in any order: a step that does not
/// apply does nothing. Plans are numbered in order of creation, modulo their count.
enum ReplicaStep {
  case create(by: Int, [Edit])
  case edit(by: Int, plan: Int, [Edit])
  /// Attaches a file with one of a few contents to a plan.
  case attach(by: Int, plan: Int, content: Int)
  /// Takes the newest file off a plan.
  case detach(by: Int, plan: Int)
  case delete(by: Int, plan: Int)
  case restore(by: Int, plan: Int)
  /// Resolves a conflict with one of its candidates, or with a new value if `take` is nil.
  case resolve(by: Int, plan: Int, conflict: Int, take: Int?)
  case editBoard(by: Int, [Edit])
  /// Commits a plan's file with git. The new value has no stamp, and the layout may differ from
  /// pmgit's.
  case writeByHand(by: Int, plan: Int, ElementPath, canonical: Bool)
  /// Undoes the person's last changes, by a commit or by moving the branch back.
  case undo(by: Int, count: Int)
  case redo(by: Int)
  /// Changes the person's clock by this much from now on.
  case turnClock(by: Int, seconds: Int64)
  /// Two people each commit a file of the same new plan with git.
  case createApart(Int, Int)
  /// Commits or removes a file that is not pmgit's.
  case writeForeign(by: Int, ForeignFile, removes: Bool)
  /// Syncs with one of the remotes, after making it the clone's configured remote.
  case sync(by: Int, remote: Int)
  case pull(by: Int, remote: Int)
  case pullFromPeer(by: Int, Int)
  /// Pulls a tip that another clone had some tips ago, as after an old fetch.
  case pullOld(by: Int, from: Int, tipsAgo: Int)
}

/// A file on the branch that is not pmgit's.
enum ForeignFile: Equatable {
  /// Only one person writes it.
  case own
  /// Everybody writes it.
  case shared

  func path(of person: Int) -> String { self == .own ? "docs/\(person).md" : "notes.md" }
}

extension ReplicaStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .create(let person, let edits): "\(person) creates a plan: \(Self.words(edits))"
    case .edit(let person, let plan, let edits):
      "\(person) edits plan \(plan): \(Self.words(edits))"
    case .attach(let person, let plan, let content):
      "\(person) attaches content \(content) to plan \(plan)"
    case .detach(let person, let plan): "\(person) takes a file off plan \(plan)"
    case .delete(let person, let plan): "\(person) deletes plan \(plan)"
    case .restore(let person, let plan): "\(person) restores plan \(plan)"
    case .resolve(let person, let plan, let conflict, let take):
      "\(person) decides conflict \(conflict) of plan \(plan) for "
        + (take.map { "candidate \($0)" } ?? "a new value")
    case .editBoard(let person, let edits): "\(person) edits the board: \(Self.words(edits))"
    case .writeByHand(let person, let plan, let path, let canonical):
      "\(person) writes \(path.fieldName) of plan \(plan) by hand"
        + (canonical ? "" : ", not canonical")
    case .undo(let person, let count): "\(person) undoes \(count)"
    case .redo(let person): "\(person) redoes"
    case .turnClock(let person, let seconds): "\(person)'s clock goes \(seconds) s"
    case .createApart(let one, let other): "\(one) and \(other) create one plan by hand"
    case .writeForeign(let person, let file, let removes):
      "\(person) \(removes ? "removes" : "writes") \(file.path(of: person))"
    case .sync(let person, let remote): "\(person) syncs with hub\(remote)"
    case .pull(let person, let remote): "\(person) pulls from hub\(remote)"
    case .pullFromPeer(let person, let other): "\(person) pulls from \(other)"
    case .pullOld(let person, let other, let tips):
      "\(person) pulls what \(other) had \(tips) tips ago"
    }
  }

  private static func words(_ edits: [Edit]) -> String {
    edits.map { edit in
      switch edit {
      case .write(let path, let value): "\(path.fieldName)=\(CanonicalJSON.line(of: value))"
      case .clear(let path): "\(path.fieldName) cleared"
      }
    }.joined(separator: ", ")
  }
}
