/// A request to rename labels or people on every plan.
package struct MemberRenaming: Sendable {
  /// Labels as plans have them, or people as they are typed; see `Workspace.findPerson`.
  package let old: [String]
  package let new: String
  /// Whether a notice reports plans that had the new member before.
  let saysMerged: Bool

  package init(_ old: [String], to new: String, saysMerged: Bool = false) {
    (self.old, self.new, self.saysMerged) = (old, new, saysMerged)
  }

  /// Returns the notice of plans that had the new member before; empty if it is not requested.
  func notices(
    mergedWith new: String, _ words: String, of count: Int, isRehearsal: Bool
  ) -> [Notice] {
    guard saysMerged, count > 0 else { return [] }
    return [Notice("\(isRehearsal ? "would merge" : "merged") with '\(new)', \(words)")]
  }
}
