/// A normalized alias: two aliases are the same if their keys are equal. The rules are those of the
/// tool that made the name.
///
/// GitHub finds `ACME/App` as `acme/app`, and Backlog.md finds `TASK-1` as `task-1`. Trello gives
/// `aBc` and `abC` to two cards. So `github:ACME/App#1` has the key `github:acme/app#1`, and the
/// key of `trello:aBc` is the alias itself.
package struct AliasKey: Hashable, Comparable, Sendable {
  /// The alias, in lower or upper case where its source ignores the case.
  package let text: ExactString

  /// How a tool compares the names of its plans.
  package enum Letters: Sendable {
    /// Upper and lower case are different.
    case exact
    /// A repository and a number: `owner/repo#12`. Other names, such as those of drafts in a
    /// project, are random ids in which case matters.
    case repository
    /// A key and a number, after a host or a workspace: `host/APP-12`.
    case key
    /// A key and a number, after a name that a person has chosen: `App#TASK-12`. Case matters in
    /// the chosen name.
    case keyInProject
    /// A name of hexadecimal digits, in any case.
    case digits
  }

  /// The rules by the name of the source, which is before the colon. Aliases of other sources are
  /// compared exactly.
  package static let letters: [String: Letters] = [
    "github": .repository, "gitlab": .repository, "gitea": .repository, "forgejo": .repository,
    "jira": .key, "linear": .key, "plane": .key, "vibe-kanban": .key, "backlog": .keyInProject,
    "dstask": .digits, "task": .digits, "git-bug": .digits,
    // Beads, tk, tbd and Org compare ids by their bytes, and the ids of Trello and Focalboard are
    // random letters. The others are numbers, texts from files, or hashes of such texts.
    "trello": .exact, "focalboard": .exact, "beads": .exact, "tk": .exact, "tbd": .exact,
    "org": .exact, "kanban-md": .exact, "kanboard": .exact, "vikunja": .exact, "csv": .exact,
    "markdown": .exact, "todo-txt": .exact,
  ]

  package init(_ alias: String) {
    guard let colon = alias.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      text = ExactString(alias)
      return
    }
    let source = Self.lowercased(alias[..<colon])
    guard let letters = Self.letters[source] else {
      text = ExactString(alias)
      return
    }
    let name = alias[alias.utf8.index(after: colon)...]
    text = ExactString("\(source):\(Self.usual(name, letters))")
  }

  private static func usual(_ name: Substring, _ letters: Letters) -> String {
    switch letters {
    case .exact: String(name)
    case .repository: name.utf8.contains(UInt8(ascii: "#")) ? lowercased(name) : String(name)
    case .digits: lowercased(name)
    case .key: parts(name, at: UInt8(ascii: "/")) { lowercased($0) + uppercased($1) }
    case .keyInProject: parts(name, at: UInt8(ascii: "#")) { String($0) + uppercased($1) }
    }
  }

  /// Splits a name after its last separator, and joins both parts with `join`.
  private static func parts(
    _ name: Substring, at separator: UInt8, _ join: (Substring, Substring) -> String
  ) -> String {
    let end = name.utf8.lastIndex(of: separator).map { name.utf8.index(after: $0) }
    let start = end ?? name.startIndex
    return join(name[..<start], name[start...])
  }

  // Only ASCII letters are mapped. So a key is as long as its alias, and does not depend on the
  // version of Unicode. Ids of plans are hashes of keys, and must not change.

  private static func lowercased(_ text: Substring) -> String {
    mapped(text) { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func uppercased(_ text: Substring) -> String {
    mapped(text) { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
  }

  private static func mapped(_ text: Substring, _ byte: (UInt8) -> UInt8) -> String {
    String(decoding: text.utf8.map(byte), as: UTF8.self)
  }

  package static func < (left: AliasKey, right: AliasKey) -> Bool { left.text < right.text }
}
