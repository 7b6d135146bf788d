/// A link to another plan or to a commit, stored as `kind:target`: `blocked-by:k7m2q9x4t1ab`.
package struct Link: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of links between plans.
  package static let knownKinds = [blockedByKind, parentKind, relatesKind]
  /// The kind of a link to a plan that must be done first.
  package static let blockedByKind = "blocked-by"
  /// The kind of a link to the parent plan.
  package static let parentKind = "parent"
  package static let relatesKind = "relates"
  /// The kind of a link to a commit of the code; the target is the full id of the commit.
  package static let commitKind = "commit"

  package let kind: String
  /// A plan's id, a plan's alias, or a commit's id.
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

// MARK: - Typed links

/// The kind of a link as people type it: `blocked-by`, `depends-on`, `blocks`, `child`.
///
/// Only words on a fixed list are accepted, so that a typo does not create a link without effect.
/// Files may contain links of other kinds, from other tools; these are kept.
package struct LinkWord: Hashable, Sendable {
  /// The stored kind.
  package let kind: String
  /// Whether the link is stored on the target: "A `blocks` B" is stored on B as `blocked-by` A.
  package let isReverse: Bool

  private static let byName: [String: LinkWord] = {
    let words: [(kind: String, isReverse: Bool, names: [String])] = [
      (
        Link.blockedByKind, false,
        [
          "blocked-by", "blocked", "blockedby", "is-blocked-by", "depends-on", "depends",
          "dependson", "depend", "needs", "requires", "waits-for", "waiting-for", "after",
        ]
      ),
      (
        Link.blockedByKind, true,
        ["blocks", "block", "blocking", "blocker-of", "needed-by", "required-by", "before"]
      ),
      (
        Link.parentKind, false,
        ["parent", "child-of", "childof", "subtask-of", "part-of", "belongs-to", "epic"]
      ),
      (
        Link.parentKind, true,
        ["child", "children", "parent-of", "parentof", "subtask", "sub-task", "has-child"]
      ),
      (
        Link.relatesKind, false,
        [
          "relates", "relates-to", "related", "related-to", "relatesto", "relation", "see",
          "see-also",
        ]
      ),
      (Link.commitKind, false, ["commit", "commits"]),
    ]
    var byName: [String: LinkWord] = [:]
    for (kind, isReverse, names) in words {
      for name in names { byName[name] = LinkWord(kind: kind, isReverse: isReverse) }
    }
    return byName
  }()

  private init(kind: String, isReverse: Bool) { (self.kind, self.isReverse) = (kind, isReverse) }

  /// Parses a word, ignoring case; `_` and spaces count as hyphens. Returns nil for unknown words.
  package init?(_ text: String) {
    let name = String(text.lowercased().map { "_ ".contains($0) ? "-" : $0 })
    guard let word = Self.byName[name] else { return nil }
    self = word
  }

  /// The words for completion, one for each kind and direction between plans.
  package static let preferred = ["blocked-by", "blocks", "parent", "child", "relates"]

  /// The words in help texts, each with the word for the other direction, if there is one.
  package static let listed = "blocked-by or blocks, parent or child, relates, and commit"

  /// Returns the known word that is most similar to a text; nil if no word is similar enough.
  static func nearest(to text: String) -> String? {
    Suggestion.nearest(to: text, in: byName.keys.sorted())
  }
}

/// A link as people type it: `blocks:k7m2`.
package struct TypedLink: Hashable, Sendable {
  package let word: LinkWord
  /// The beginning of an id, an alias, or a commit.
  package let target: String

  /// Parses a link that a person typed.
  ///
  /// - Throws: `InvalidValue` if the text is not `kind:target` on one line, or if the kind is
  ///   unknown. The hint then contains the most similar kind.
  package init(_ text: String) throws(InvalidValue) {
    let text = try Validation.line(text, field: "link")
    guard let link = Link(text) else {
      throw InvalidValue(
        field: "link", value: text, reason: "is not KIND:ID",
        hint: "write it like blocked-by:k7m2; kinds are \(LinkWord.listed)")
    }
    guard let word = LinkWord(link.kind) else {
      let near =
        LinkWord.nearest(to: link.kind).map { "did you mean '\($0):\(link.target)'? " } ?? ""
      // A very long target would make the hint useless.
      throw InvalidValue(
        field: "link", value: text, reason: "is of no kind that pmgit knows",
        hint: "\(near.utf8.count > 120 ? "" : near)kinds are \(LinkWord.listed)")
    }
    (self.word, target) = (word, link.target)
  }
}
