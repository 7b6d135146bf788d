import PlanModel

/// One thing that a replica of a plan does. A step makes sense, or does nothing, after any others.
enum MergeStep {
  /// Edits under one stamp, which begins with `clock`.
  case edit(by: Int, [Edit], clock: Int)
  /// Decides one of the conflicts: for a candidate, or for a new value.
  case resolve(by: Int, conflict: Int, take: Int?, clock: Int)
  case delete(by: Int, clock: Int)
  case restore(by: Int, clock: Int)
  /// Imports one of three lines about the plan, which creates it where nobody has written anything.
  case importLine(by: Int, line: Int, clock: Int)
  case removeItem(by: Int, list: ExactString, item: ExactString, clock: Int)
  /// Writes a value that nobody else writes into the file, past pmgit.
  case writeByHand(by: Int, ElementPath, HandWriting)
  /// Puts back by hand what a path had in an older commit: outside of what docs/merge.md promises.
  case putBack(by: Int, ElementPath, commit: Int)
  /// Writes the file as a newer version of pmgit would.
  case raiseFormat(by: Int, to: Int)
  case pull(by: Int, from: Int)
  /// Pulls what another replica had some commits ago, as one does whose fetch was long ago.
  case pullOld(by: Int, from: Int, tipsAgo: Int)
  /// Two replicas pull from each other at the same time.
  case cross(Int, Int)
}

/// How somebody who edits a file leaves what stands beside a value.
enum HandWriting: CaseIterable {
  /// Stamps and conflicts of the path are taken out with the old value.
  case alone
  /// The stamps of the old value stay.
  case underOldStamps
  /// The path's conflicts stay.
  case besideConflicts
}

extension MergeStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .edit(let replica, let edits, let clock):
      "r\(replica) at \(clock): " + edits.map(Self.words).joined(separator: ", ")
    case .resolve(let replica, let conflict, let take?, let clock):
      "r\(replica) at \(clock): decides conflict \(conflict) for candidate \(take)"
    case .resolve(let replica, let conflict, nil, let clock):
      "r\(replica) at \(clock): decides conflict \(conflict) for a new value"
    case .delete(let replica, let clock): "r\(replica) at \(clock): deletes"
    case .restore(let replica, let clock): "r\(replica) at \(clock): restores"
    case .importLine(let replica, let line, let clock):
      "r\(replica) at \(clock): imports line \(line)"
    case .removeItem(let replica, let list, let item, let clock):
      "r\(replica) at \(clock): removes \(list)/\(item)"
    case .writeByHand(let replica, let path, let writing):
      "r\(replica) writes \(path.fieldName) by hand, \(writing)"
    case .putBack(let replica, let path, let commit):
      "r\(replica) puts \(path.fieldName) back by hand to that of commit \(commit)"
    case .raiseFormat(let replica, let format): "r\(replica) writes format \(format)"
    case .pull(let replica, let other): "r\(replica) pulls from r\(other)"
    case .pullOld(let replica, let other, let tips):
      "r\(replica) pulls what r\(other) had \(tips) tips ago"
    case .cross(let one, let other): "r\(one) and r\(other) pull from each other at once"
    }
  }

  private static func words(_ edit: Edit) -> String {
    switch edit {
    case .write(let path, let value): "\(path.fieldName)=\(CanonicalJSON.line(of: value))"
    case .clear(let path): "\(path.fieldName) cleared"
    }
  }
}
