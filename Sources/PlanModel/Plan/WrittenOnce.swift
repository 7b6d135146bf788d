/// The values of a plan that must not change once they are written: its creator and time of
/// creation, and the author, time and text of comments.
///
/// The merge and all commands leave them unchanged, so only other tools change them.
package enum WrittenOnce {
  package static func includes(_ path: ElementPath) -> Bool {
    switch path {
    case .field("created"): true
    case .item("comments", _, let member): ["at", "by", "text"].contains(member)
    default: false
    }
  }

  /// A path at which a version differs from an older one.
  package struct Change: Hashable, Sendable {
    package let path: ElementPath
    /// The values that the older version does not have, shown or in a conflict; none if the path
    /// has no value any more.
    package let values: Set<JSONValue>

    package init(_ path: ElementPath, values: Set<JSONValue>) {
      (self.path, self.values) = (path, values)
    }
  }

  /// Returns the changes from an older version, by path: new values, or no value any more. A choice
  /// among the older values is allowed.
  package static func changes(from old: PlanDocument, to new: PlanDocument) -> [Change] {
    old.elements.keys.filter(includes).sorted().compactMap { path in
      let known = Set(old[path].map(\.value))
      let values = Set(new[path].map(\.value))
      let added = values.subtracting(known)
      return added.isEmpty && !values.isEmpty ? nil : Change(path, values: added)
    }
  }
}
