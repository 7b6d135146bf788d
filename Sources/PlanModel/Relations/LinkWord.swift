/// What a person means by the kind of a link: `blocked-by`, `depends-on`, `blocks`, `child`.
///
/// The words are a closed list, so that a typo is no link without effect. Files may have links of
/// other kinds, from other tools; they are kept.
package struct LinkWord: Hashable, Sendable {
  /// The stored kind.
  package let kind: String
  /// Whether the link is stored on the plan that the text names: A `blocks` B if B is `blocked-by`
  /// A.
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

  /// Reads a word in any case; `_` and spaces stand for hyphens.
  package init?(_ text: String) {
    let name = String(text.lowercased().map { "_ ".contains($0) ? "-" : $0 })
    guard let word = Self.byName[name] else { return nil }
    self = word
  }

  /// The words that are offered, one for each kind and direction between plans.
  package static let preferred = ["blocked-by", "blocks", "parent", "child", "relates"]

  /// The words that help names, each with its reverse.
  package static let listed = "blocked-by or blocks, parent or child, relates, and commit"

  /// Returns the word that was probably meant.
  static func nearest(to text: String) -> String? {
    Suggestion.nearest(to: text, in: byName.keys.sorted())
  }
}

/// A link as a person types it: `blocks:k7m2`.
package struct TypedLink: Hashable, Sendable {
  package let word: LinkWord
  /// The beginning of an id, an alias, or a commit.
  package let target: String

  /// - Throws: `InvalidValue` for a kind that is not on the list; it names the nearest one.
  package init(_ text: String) throws(InvalidValue) {
    let text = try Validation.line(text, field: "link")
    guard let link = Link(text) else {
      throw InvalidValue(
        field: "link", value: text, reason: "is not KIND:ID",
        hint: "write it like blocked-by:k7m2; kinds are \(LinkWord.listed)")
    }
    guard let word = LinkWord(link.kind) else {
      let near = LinkWord.nearest(to: link.kind).map { "did you mean '\($0):\(link.target)'? " }
      throw InvalidValue(
        field: "link", value: text, reason: "is of no kind that pmgit knows",
        hint: "\(near?.excerptOfHint ?? "")kinds are \(LinkWord.listed)")
    }
    (self.word, target) = (word, link.target)
  }
}

extension String {
  /// The text as a hint quotes it; nothing of a text that is too long to be read.
  fileprivate var excerptOfHint: String { utf8.count > 120 ? "" : self }
}
