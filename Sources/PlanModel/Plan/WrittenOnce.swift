/// The values of a plan that must not change after they are written. These are the creator and
/// creation time, and the author, time and text of comments.
///
/// Merges and all commands keep them, so only other tools change them.
package enum WrittenOnce {
  package static func includes(_ path: ElementPath) -> Bool {
    switch path {
    case .field("created"): true
    case .item("comments", _, let member): ["at", "by", "text"].contains(member)
    default: false
    }
  }

  /// A forbidden change at a path.
  package struct Change: Hashable, Sendable {
    package let path: ElementPath
    /// The values that the older version lacks, shown or in a conflict; empty if the path lost its
    /// value.
    package let values: Set<JSONValue>

    package init(_ path: ElementPath, values: Set<JSONValue>) {
      (self.path, self.values) = (path, values)
    }
  }

  /// Returns the forbidden changes since an older version, sorted by path.
  ///
  /// New values and removed values are forbidden. Choosing one of the older values is allowed.
  package static func changes(from old: PlanDocument, to new: PlanDocument) -> [Change] {
    old.elements.keys.filter(includes).sorted().compactMap { path in
      let known = Set(old[path].map(\.value))
      let values = Set(new[path].map(\.value))
      let added = values.subtracting(known)
      return added.isEmpty && !values.isEmpty ? nil : Change(path, values: added)
    }
  }
}
