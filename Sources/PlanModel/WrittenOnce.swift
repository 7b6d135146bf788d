/// The values of a plan that nobody may change once they are written: who made it and when, and what
/// was said in comments.
///
/// The merge and every command leave them alone, so a change of one is made by other tools.
package enum WrittenOnce {
  package static func includes(_ path: ElementPath) -> Bool {
    switch path {
    case .field("created"): true
    case .item("comments", _, let member): ["at", "by", "text"].contains(member)
    default: false
    }
  }

  /// The paths at which a version says something else than every value of an older one, or nothing
  /// any more, in their order.
  package static func changed(from old: PlanDocument, to new: PlanDocument) -> [ElementPath] {
    old.elements.keys.filter { path in
      guard includes(path) else { return false }
      guard let shown = new.value(at: path) else { return true }
      return !old[path].contains { $0.value == shown }
    }.sorted()
  }
}
