import PlanModel

extension Digest {
  /// The digest as Markdown, for comments, chats and releases: a section with a heading for each
  /// reason, and an item for each plan.
  ///
  /// - Parameter isWhole: As for `DigestLines`.
  package func markdown(isWhole: Bool = false) -> String {
    sections.map { section in
      let lines = DigestLines(section, isWhole: isWhole)
      let items = lines.items.map { item in
        let words = [item.shortID, item.details].compactMap(\.self).joined(separator: ", ")
        let details = words.isEmpty ? "" : " (\(MarkdownText.escaped(words)))"
        let changes = item.changes.map { "  - \(MarkdownText.escaped($0.string))\n" }
        return "- \(MarkdownText.escaped(item.title))\(details)\n" + changes.joined()
      }
      let more = lines.more.map { "- \($0)\n" } ?? ""
      return "## \(section.reason.heading)\n\n" + items.joined() + more
    }.joined(separator: "\n")
  }

  /// Returns the digest as a page of HTML without scripts, styles or links, for mail.
  ///
  /// - Parameter isWhole: As for `DigestLines`.
  package func html(title: String, isWhole: Bool = false) -> String {
    func escaped(_ text: String) -> String { text.markup }
    let sections = sections.map { section in
      let lines = DigestLines(section, isWhole: isWhole)
      let items = lines.items.map { item in
        let words = [item.shortID, item.details].compactMap(\.self).joined(separator: ", ")
        let details = words.isEmpty ? "" : " <small>\(escaped(words))</small>"
        let changes = item.changes.map { "<li>\(escaped($0.string))</li>" }
        let list = changes.isEmpty ? "" : "<ul>\(changes.joined())</ul>"
        return "<li><strong>\(escaped(item.title))</strong>\(details)\(list)</li>\n"
      }
      let more = lines.more.map { "<li>\(escaped($0))</li>\n" } ?? ""
      return "<h2>\(escaped(section.reason.heading))</h2>\n<ul>\n\(items.joined())\(more)</ul>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>\(escaped(title))</title></head>
      <body>
      <h1>\(escaped(title))</h1>
      \(sections.joined())</body>
      </html>

      """
  }
}

/// The lines of a section of a digest, as texts, mails and comments show them.
package struct DigestLines {
  package struct Item {
    package let shortID: String?
    package let title: String
    /// The column, the fields in conflict and the due day, separated by commas; nil for the
    /// settings.
    package let details: String?
    /// Who changed what and when, one line for each change.
    package let changes: [StyledText]
  }

  package let items: [Item]
  /// The number of plans that are left out, in words; nil if none is.
  package let more: String?

  /// The most plans of a section that are shown.
  private static let mostItems = 50
  /// The most changes of a plan that are shown.
  private static let mostChanges = 8

  /// - Parameter isWhole: Whether every plan and every change has a line.
  package init(_ section: Digest.Section, isWhole: Bool = false) {
    let (alone, together) = isWhole ? (section.items, []) : Self.parted(section.items)
    let shown = alone.prefix(isWhole ? .max : Self.mostItems)
    items =
      together.map(Self.item(of:))
      + shown.map { Self.item($0, mostChanges: isWhole ? .max : Self.mostChanges) }
    let rest = alone.count - shown.count
    more = rest > 0 ? "and \(CountWords.words(rest, "more plan"))" : nil
  }

  /// What plans that are shown as one have in common: the only commit that changed them, and what
  /// it did, unless it added them.
  private struct Common: Hashable {
    let commit: CommitID
    let changes: [StyledText]
  }

  /// Returns what a plan must have in common with others; nil if it is shown alone, as every plan
  /// that was deleted or has a new comment.
  private static func common(of item: Digest.Item) -> Common? {
    guard item.column != nil, item.entries.count == 1, let row = item.rows.first else { return nil }
    switch item.reasons {
    case [.added]: return Common(commit: row.entry.commit, changes: [])
    case [.changed] where !row.entry.changes.contains(where: \.path.isOfComment):
      return Common(commit: row.entry.commit, changes: row.changes)
    default: return nil
    }
  }

  /// Splits the items into single ones and groups, for example of the renaming of a label or of an
  /// import. Both stay in their order.
  private static func parted(
    _ items: [Digest.Item]
  ) -> (alone: [Digest.Item], together: [[Digest.Item]]) {
    let groups = Dictionary(grouping: items, by: common)
      .filter { $0.key != nil && $0.value.count > Timeline.mostPlansInShort }
    let alone = items.filter { groups[common(of: $0)] == nil }
    let together = groups.values.sorted { left, right in
      (left[0].entries[0].at?.milliseconds ?? 0, left[0].plan?.text ?? "")
        > (right[0].entries[0].at?.milliseconds ?? 0, right[0].plan?.text ?? "")
    }
    return (alone, together)
  }

  private static func item(of group: [Digest.Item]) -> Item {
    let rows = group.flatMap(\.rows)
    return Item(
      shortID: nil, title: CountWords.words(group.count, "plan"), details: nil,
      changes: rows.prefix(1).map { lead(of: $0) + rows.commonWords })
  }

  /// Returns who made a change and when, as the beginning of its line.
  private static func lead(of row: Timeline.Row) -> StyledText {
    let who = row.author.isEmpty ? StyledText() : "\(row.author, .person), "
    return who + "\(row.timeWords, .muted)\(":", .muted) "
  }

  private static func item(_ item: Digest.Item, mostChanges: Int) -> Item {
    let due = item.dueWords.map { item.reasons.contains(.overdue) ? $0 : "due \($0)" }
    let conflict =
      item.reasons.contains(.conflict)
      ? "conflict on \(item.conflicts.joined(separator: " and "))" : nil
    let details = [item.column, conflict, due].compactMap(\.self)
    return Item(
      shortID: item.shortID, title: item.title.isEmpty ? "(no title)" : item.title,
      details: details.isEmpty ? nil : details.joined(separator: ", "),
      changes: changes(of: item, most: mostChanges))
  }

  private static func changes(of item: Digest.Item, most: Int) -> [StyledText] {
    let lines = item.rows.flatMap { row in
      row.changes.map { lead(of: row) + $0 }
    }
    let rest = lines.count - min(lines.count, most)
    guard rest > 0 else { return lines }
    let more = CountWords.words(rest, "more change")
    return lines.prefix(most) + [StyledText("and \(more)", .muted)]
  }
}

extension ElementPath {
  /// Whether the path is of a comment.
  fileprivate var isOfComment: Bool {
    if case .item("comments", _, _) = self { true } else { false }
  }
}
