import PlanModel
package import PlanView

/// A digest as text: for people sections with plans and their changes.
///
/// Columns for programs, with one line per changed field: reason, plan, title, commit, time,
/// author, field, old value, new value. A plan that is in the digest only because of its state,
/// such as a due day, has one line without a commit.
package struct DigestText: TextForm {
  private let digest: Digest

  package init(_ digest: Digest) { self.digest = digest }

  package func lines(widthInCells width: Int) -> [StyledText] {
    digest.sections.enumerated().flatMap { place, section -> [StyledText] in
      let lines = DigestLines(section)
      let heading = StyledText(section.reason.heading, .heading)
      let items = lines.items.flatMap { Self.lines(of: $0, toCells: width) }
      let more = lines.more.map { [StyledText("  \($0)", .muted)] } ?? []
      return (place == 0 ? [] : [StyledText()]) + [heading] + items + more
    }
  }

  private static let indent = 4

  private static func lines(of item: DigestLines.Item, toCells width: Int) -> [StyledText] {
    let details = item.details.map { StyledText("  \($0)", .muted) } ?? StyledText()
    let room = max(1, width - indent)
    let changes = item.changes.flatMap { $0.wrapped(toCells: room, indent: 2, limit: 3) }
    let id = item.shortID.map { StyledText("  \($0)  ", .id) } ?? "  "
    return (id + StyledText(item.title, .title) + details).wrapped(toCells: width, indent: indent)
      + Flow.indented(changes, by: indent)
  }

  package var records: [PlainRecord] {
    digest.sections.flatMap { section in
      section.items.flatMap { item -> [PlainRecord] in
        let head = [section.reason.rawValue, item.plan?.text, item.title]
        let changes = item.entries.flatMap { entry in
          entry.changes.map { change in
            PlainRecord(
              head + [
                entry.commit.abbreviated, entry.at?.description, entry.author,
                change.path.fieldName, ValueWords.plain(change.old), ValueWords.plain(change.new),
              ])
          }
        }
        return changes.isEmpty
          ? [PlainRecord(head + Array(repeating: nil, count: 6))] : changes
      }
    }
  }
}
