import PlanModel

/// A step of one replica. After any other steps, it is valid or has no effect.
enum MergeStep {
  /// Edits with one stamp, which begins with `clock`.
  case edit(by: Int, [Edit], clock: Int)
  /// Edits that the program derives from another change, as a rule does, with one stamp.
  case derive(by: Int, [Edit], clock: Int)
  /// Edits that several replicas derive alike, under one stamp, as the values of a next plan.
  case deriveAlike(by: Int, [Edit])
  /// Resolves a conflict with one of its candidates or with a new value.
  case resolve(by: Int, conflict: Int, take: Int?, clock: Int)
  case delete(by: Int, clock: Int)
  case restore(by: Int, clock: Int)
  /// Imports one of three lines for the plan; this creates the plan if it does not exist.
  case importLine(by: Int, line: Int, clock: Int)
  case removeItem(by: Int, list: ExactString, item: ExactString, clock: Int)
  /// Writes a unique value into the file, without pmgit.
  case writeByHand(by: Int, ElementPath, HandWriting)
  /// Restores by hand the value that a path has in an older commit. docs/merge.md promises nothing
  /// for such values.
  case putBack(by: Int, ElementPath, commit: Int)
  /// Raises the format of the file, like a newer version of pmgit.
  case raiseFormat(by: Int, to: Int)
  case pull(by: Int, from: Int)
  /// Pulls an older commit of another replica, as after a fetch some time ago.
  case pullOld(by: Int, from: Int, tipsAgo: Int)
  /// Two replicas pull from each other at the same time.
  case cross(Int, Int)
}

/// What happens to stamps and conflicts of a path when its value is edited by hand.
enum HandWriting: CaseIterable {
  /// The stamps and conflicts are removed with the old value.
  case alone
  /// The stamps of the old value are kept.
  case underOldStamps
  /// The conflicts are kept.
  case besideConflicts
}

extension MergeStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .edit(let replica, let edits, let clock):
      "r\(replica) at \(clock): " + edits.map(Self.words).joined(separator: ", ")
    case .derive(let replica, let edits, let clock):
      "r\(replica) at \(clock): derives " + edits.map(Self.words).joined(separator: ", ")
    case .deriveAlike(let replica, let edits):
      "r\(replica) derives alike " + edits.map(Self.words).joined(separator: ", ")
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
