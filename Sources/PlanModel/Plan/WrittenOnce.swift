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

  /// A path at which a version says something else than an older one.
  package struct Change: Hashable, Sendable {
    package let path: ElementPath
    /// The values that the older version does not have, shown or beside the shown one, where they
    /// wait to be taken; none if nothing is left.
    package let values: Set<JSONValue>

    package init(_ path: ElementPath, values: Set<JSONValue>) {
      (self.path, self.values) = (path, values)
    }
  }

  /// What a version changes of an older one, by path: it has values that are new there, or none any
  /// more. A choice among those that were there is free.
  package static func changes(from old: PlanDocument, to new: PlanDocument) -> [Change] {
    old.elements.keys.filter(includes).sorted().compactMap { path in
      let known = Set(old[path].map(\.value))
      let values = Set(new[path].map(\.value))
      let added = values.subtracting(known)
      return added.isEmpty && !values.isEmpty ? nil : Change(path, values: added)
    }
  }
}
