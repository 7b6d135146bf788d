/// A link to another plan or to a commit, stored as `kind:target`: `blocked-by:k7m2q9x4t1ab`.
package struct Link: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of links between plans; links of other kinds are kept.
  package static let knownKinds = [blockedByKind, parentKind, relatesKind]
  /// The kind of a link to a plan that must be done first.
  package static let blockedByKind = "blocked-by"
  /// The kind of a link to the parent plan.
  package static let parentKind = "parent"
  package static let relatesKind = "relates"
  /// The kind of a link to a code commit, by its full id; hooks write it.
  package static let commitKind = "commit"

  package let kind: String
  /// A plan's id, an alias that no plan on this board has, or a commit's id.
  package let target: String

  package init(kind: String, target: String) { (self.kind, self.target) = (kind, target) }

  /// Parses `kind:target`; nil if a part is empty.
  package init?(_ text: String) {
    // The search is by bytes: a combining mark after the colon would form another `Character`.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex
    else { return nil }
    let target = text[text.utf8.index(after: colon)...]
    guard !target.isEmpty else { return nil }
    self.init(kind: String(text[..<colon]), target: String(target))
  }

  package var description: String { "\(kind):\(target)" }
}
