import PlanModel
package import PlanView

/// A digest as text: for people sections with plans and their changes.
///
/// Columns for programs, with one line per changed field: reason, plan, title, commit, time,
/// author, field, old value, new value. Positions in columns are left out. A plan that has no other
/// changes, and is in the digest because of a due day for example, has one line without a commit.
package struct DigestText: TextForm {
  private let digest: Digest
  private let mostLines: Int?
  private let isWhole: Bool

  /// - Parameters:
  ///   - mostLines: The largest number of lines, to which a longer digest is shortened; nil for no
  ///     limit.
  ///   - isWhole: As for `DigestLines`.
  package init(_ digest: Digest, mostLines: Int? = nil, isWhole: Bool = false) {
    (self.digest, self.mostLines, self.isWhole) = (digest, mostLines, isWhole)
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let all = allLines(toCells: width)
    guard let mostLines, all.count > mostLines else { return all }
    return shortLines(toCells: width, mostLines)
  }

  /// Whether the digest is shortened because it has too many lines.
  package func isShortened(toCells width: Int) -> Bool {
    mostLines.map { allLines(toCells: width).count > $0 } ?? false
  }

  /// Returns a line for each section with its number of plans, below it one line for each plan, and
  /// below that the newest changes, as many as fit. Each section gets the same number of plans, and
  /// each plan the same number of changes, as far as they have as many.
  private func shortLines(toCells width: Int, _ mostLines: Int) -> [StyledText] {
    let items = digest.sections.map { DigestLines($0, isWhole: isWhole).items }
    var left = max(0, mostLines - items.count)
    let shown = zip(items, Self.shares(of: items.map(\.count), in: left)).map { $0.prefix($1) }
    left -= shown.joined().count
    let needs = shown.joined().map { Self.changes(below: $0).count }
    var shares = Self.shares(of: needs, in: left)[...]
    let lines = zip(digest.sections, shown).flatMap { section, items -> [StyledText] in
      [Self.heading(of: section)]
        + items.flatMap { item -> [StyledText] in
          let changes = Self.changes(below: item).prefix(shares.popFirst() ?? 0)
          return [Self.line(of: item)] + Flow.indented(Array(changes), by: Self.indent)
        }
    }
    return lines.prefix(mostLines).map { $0.truncated(toCells: width) }
  }

  /// Divides lines: all get the same number, as far as they need as many, and the first ones get
  /// what is left.
  private static func shares(of needs: [Int], in total: Int) -> [Int] {
    let sum = { (most: Int) in needs.reduce(0) { $0 + min(most, $1) } }
    let most = (0...(needs.max() ?? 0)).last { sum($0) <= total } ?? 0
    var left = total - sum(most)
    return needs.map { need in
      let extra = min(left, need > most ? 1 : 0)
      left -= extra
      return min(most, need) + extra
    }
  }

  private static func heading(of section: Digest.Section) -> StyledText {
    let heading = StyledText(section.reason.heading, .heading)
    if section.reason == .settings { return heading }
    return "\(heading) \("(\(section.items.count))", .muted)"
  }

  /// Returns the line of a plan; for several plans of one commit, and for the board's settings,
  /// with the first change.
  private static func line(of item: DigestLines.Item) -> StyledText {
    guard let id = item.shortID else {
      return ["  " + StyledText(item.title, .title), item.changes.first ?? StyledText()]
        .joined(by: "  ")
    }
    return "  \(id, .id)  \(item.title, .title)"
      + (item.details.map { StyledText("  \($0)", .muted) } ?? StyledText())
  }

  /// Returns the changes that are not in the line of an item.
  private static func changes(below item: DigestLines.Item) -> ArraySlice<StyledText> {
    item.changes.dropFirst(item.shortID == nil ? 1 : 0)
  }

  private func allLines(toCells width: Int) -> [StyledText] {
    digest.sections.enumerated().flatMap { place, section -> [StyledText] in
      let lines = DigestLines(section, isWhole: isWhole)
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
          // A rank means nothing outside the program; --json has it.
          entry.changes.filter { $0.path != .field("rank") }.map { change in
            PlainRecord(
              head + [
                entry.commit.abbreviated, entry.at?.description, entry.author,
                change.path.fieldName, ValueWords.plain(change.old), ValueWords.plain(change.new),
              ])
          }
        }
        // An item without entries is there for a reason of its own, such as its due day.
        return item.entries.isEmpty
          ? [PlainRecord(head + Array(repeating: nil, count: 6))] : changes
      }
    }
  }
}
