import PlanModel

extension Digest {
  /// The digest as Markdown, for comments, chats and releases: a section with a heading for each
  /// reason, and an item for each plan.
  package var markdown: String {
    sections.map { section in
      let lines = DigestLines(section)
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
  package func html(title: String) -> String {
    func escaped(_ text: String) -> String { text.markup }
    let sections = sections.map { section in
      let lines = DigestLines(section)
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
    /// The column and the due day, separated by a comma; nil for the settings.
    package let details: String?
    /// Who changed what and when, one line for each change.
    package let changes: [StyledText]
  }

  package let items: [Item]
  /// The number of plans that are left out, in words; nil if none is.
  package let more: String?

  /// The most plans of a section that are shown.
  private static let mostItems = 50
  /// The smallest number of plans that are grouped if one commit changed them in the same way.
  private static let fewestTogether = 5
  /// The most changes of a plan that are shown.
  private static let mostChanges = 8

  package init(_ section: Digest.Section) {
    let (alone, together) = Self.parted(section.items)
    items = together.map(Self.item(of:)) + alone.prefix(Self.mostItems).map(Self.item)
    let rest = alone.count - min(alone.count, Self.mostItems)
    more = rest > 0 ? "and \(CountWords.words(rest, "more plan"))" : nil
  }

  /// Returns the commit and the changes of a plan that only one commit changed; nil for another
  /// plan. Plans with an equal change are shown together.
  private static func onlyChange(of item: Digest.Item) -> [String]? {
    guard item.reasons == [.changed], item.entries.count == 1, let row = item.rows.first else {
      return nil
    }
    return [item.entries[0].commit.hex] + row.changes.map(\.string)
  }

  /// Splits the items into single ones and groups that one commit changed in the same way, for
  /// example by renaming a label. Both stay in their order.
  private static func parted(
    _ items: [Digest.Item]
  ) -> (alone: [Digest.Item], together: [[Digest.Item]]) {
    let groups = Dictionary(grouping: items, by: onlyChange)
      .filter { $0.key != nil && $0.value.count >= fewestTogether }
    let alone = items.filter { groups[onlyChange(of: $0)] == nil }
    let together = groups.values.sorted { left, right in
      (left[0].entries[0].at?.milliseconds ?? 0, left[0].plan?.text ?? "")
        > (right[0].entries[0].at?.milliseconds ?? 0, right[0].plan?.text ?? "")
    }
    return (alone, together)
  }

  private static func item(of group: [Digest.Item]) -> Item {
    Item(
      shortID: nil, title: CountWords.words(group.count, "plan"), details: nil,
      changes: changes(of: group[0]))
  }

  private static func item(_ item: Digest.Item) -> Item {
    let due = item.dueWords.map { item.reasons.contains(.overdue) ? $0 : "due \($0)" }
    let details = [item.column, due].compactMap(\.self)
    return Item(
      shortID: item.shortID, title: item.title.isEmpty ? "(no title)" : item.title,
      details: details.isEmpty ? nil : details.joined(separator: ", "),
      changes: changes(of: item))
  }

  private static func changes(of item: Digest.Item) -> [StyledText] {
    let lines = item.rows.flatMap { row in
      row.changes.map { change -> StyledText in
        let who = row.author.isEmpty ? StyledText() : "\(row.author, .person), "
        return who + "\(row.timeWords, .muted)\(":", .muted) " + change
      }
    }
    let rest = lines.count - mostChanges
    guard rest > 0 else { return lines }
    let more = CountWords.words(rest, "more change")
    return lines.prefix(mostChanges) + [StyledText("and \(more)", .muted)]
  }
}
