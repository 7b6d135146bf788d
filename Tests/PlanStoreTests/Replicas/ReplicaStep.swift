import PlanModel

/// One thing that somebody does with a clone of a board. A step makes sense, or does nothing, after
/// any others. Plans are numbered in the order in which they were made, round and round.
enum ReplicaStep {
  case create(by: Int, [Edit])
  case edit(by: Int, plan: Int, [Edit])
  case delete(by: Int, plan: Int)
  case restore(by: Int, plan: Int)
  /// Decides a conflict for one of its candidates, or for a new value.
  case resolve(by: Int, plan: Int, conflict: Int, take: Int?)
  case editBoard(by: Int, [Edit])
  /// Commits a plan's file with git, with a new value that has no stamp, laid out as pmgit does or
  /// not.
  case writeByHand(by: Int, plan: Int, ElementPath, canonical: Bool)
  /// Takes the person's last changes back, by a commit or by going back over them.
  case undo(by: Int, count: Int)
  case redo(by: Int)
  /// The person's clock is set by this much, for ever.
  case turnClock(by: Int, seconds: Int64)
  /// Two people commit a file of one new plan with git.
  case createApart(Int, Int)
  /// Commits a file that is not pmgit's, or removes it.
  case writeForeign(by: Int, ForeignFile, removes: Bool)
  /// Shares with one of the remotes, which becomes the configured one.
  case sync(by: Int, remote: Int)
  case pull(by: Int, remote: Int)
  case pullFromPeer(by: Int, Int)
  /// Pulls what another clone had some tips ago, as after a fetch of long ago.
  case pullOld(by: Int, from: Int, tipsAgo: Int)
}

/// A file on the branch that pmgit leaves as people put it.
enum ForeignFile: Equatable {
  /// Only its owner writes it.
  case own
  /// All write it.
  case shared

  func path(of person: Int) -> String { self == .own ? "docs/\(person).md" : "notes.md" }
}

extension ReplicaStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .create(let person, let edits): "\(person) creates a plan: \(Self.words(edits))"
    case .edit(let person, let plan, let edits):
      "\(person) edits plan \(plan): \(Self.words(edits))"
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
