/// A request to replace members of plans, labels or people, by another one on every plan.
package struct MemberRenaming: Sendable {
  /// Labels as they are written on plans; people as they are typed, see `Workspace.findPerson`.
  package let old: [String]
  package let new: String
  /// Whether a notice says that plans had the new member before.
  let saysMerged: Bool

  package init(_ old: [String], to new: String, saysMerged: Bool = false) {
    (self.old, self.new, self.saysMerged) = (old, new, saysMerged)
  }

  /// The notice that plans had the new member before; none if it is not wanted.
  func notices(
    mergedWith new: String, _ words: String, of count: Int, isRehearsal: Bool
  ) -> [Notice] {
    guard saysMerged, count > 0 else { return [] }
    return [Notice("\(isRehearsal ? "would merge" : "merged") with '\(new)', \(words)")]
  }
}
