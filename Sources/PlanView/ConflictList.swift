package import PlanModel

/// The conflicts of a board, as `pmgit resolve --list` shows them.
package struct ConflictList: Sendable {
  package struct Value: Sendable {
    /// The number that `resolve --take` accepts; 1 is the value shown on the board.
    package let number: Int
    /// The time at which the value was written; nil if the plan was created with it.
    package let at: Timestamp?
    /// The age of the value, in words; `at creation` if `at` is nil.
    package let timeWords: String
    /// The author, `Name <email>`; nil if unknown.
    package let author: String?
    package let value: JSONValue
    /// The value in words.
    package let words: StyledText

    package var isShown: Bool { number == 1 }
    /// The author's name without the address; empty if unknown.
    package var authorName: String { author.map { Person($0).fullName } ?? "" }
  }

  package struct Field: Sendable {
    package let path: ElementPath
    /// The field's name for `resolve`: `title`, or `checklist/c3f8z/text`.
    package let name: String
    /// At least two values; the first is the one shown on the board.
    package let values: [Value]
  }

  /// A plan with its conflicted fields, or the board's own settings with theirs.
  package struct Entry: Sendable {
    /// The plan's id, or `board`.
    package let id: String
    package let shortID: String
    package let title: StyledText
    package let fields: [Field]
  }

  /// The board's settings first, then the plans in the given order.
  package let entries: [Entry]

  /// Returns the author of a value in a plan, or in the board's settings if the plan is nil.
  /// Returns nil if the author is unknown.
  package typealias Authors = (PlanID?, ElementPath, StampedValue) -> String?

  /// Finds the conflicts of a board.
  ///
  /// - Parameter plans: The plans to search for conflicts. Plans without conflicts are left out.
  package init(
    _ plans: [Plan], board: Board, viewpoint: Viewpoint,
    authors: Authors = { _, _, _ in nil }
  ) {
    func fields(_ conflicts: [Conflict], _ plan: PlanID?) -> [Field] {
      conflicts.map { conflict in
        Field(conflict, board: board, viewpoint: viewpoint) { authors(plan, conflict.path, $0) }
      }
    }
    var entries: [Entry] = []
    if !board.conflicts.isEmpty {
      entries.append(
        Entry(
          id: "board", shortID: "board", title: StyledText("settings of the board", .title),
          fields: fields(board.conflicts, nil)))
    }
    for plan in plans where !plan.conflicts.isEmpty {
      let summary = PlanSummary(plan, board: board, viewpoint: viewpoint)
      entries.append(
        Entry(
          id: plan.id.text, shortID: summary.shortID, title: summary.title,
          fields: fields(plan.conflicts, plan.id)))
    }
    self.entries = entries
  }

  private init(entries: [Entry]) { self.entries = entries }

  /// Returns the list with only one field of one entry.
  ///
  /// - Parameter id: The id of the field's plan, or `board`.
  package func only(_ path: ElementPath, of id: String) -> ConflictList {
    ConflictList(
      entries: entries.filter { $0.id == id }.map { entry in
        Entry(
          id: entry.id, shortID: entry.shortID, title: entry.title,
          fields: entry.fields.filter { $0.path == path })
      })
  }
}

extension ConflictList.Field {
  init(
    _ conflict: Conflict, board: Board, viewpoint: Viewpoint,
    author: (StampedValue) -> String?
  ) {
    path = conflict.path
    name = conflict.field
    let difference = Self.firstDifferentLine(conflict.values.map(\.value))
    values = conflict.values.enumerated().map { index, candidate in
      ConflictList.Value(
        number: index + 1, at: candidate.stamp.time,
        timeWords: candidate.stamp.time.map { $0.relativeWords(now: viewpoint.now) }
          ?? "at creation",
        author: author(candidate),
        value: candidate.value,
        words: difference.map { Self.words(for: candidate.value, line: $0) }
          ?? ValueWords.words(for: candidate.value, at: conflict.path, board: board))
    }
  }

  /// Returns the index of the first line in which the texts differ. Returns nil if that is the
  /// first line, because `ValueWords` shows it anyway. Also returns nil if no line differs, or if a
  /// value has no lines.
  private static func firstDifferentLine(_ values: [JSONValue]) -> Int? {
    let texts = values.compactMap { $0.lines?.map { ExactString($0) } }
    guard texts.count == values.count, let longest = texts.map(\.count).max() else { return nil }
    let index = (0..<longest).first { index in
      Set(texts.map { $0.indices.contains(index) ? $0[index] : nil }).count > 1
    }
    return index == 0 ? nil : index
  }

  private static func words(for value: JSONValue, line index: Int) -> StyledText {
    let lines = value.lines ?? []
    let place: StyledText = "\("line \(index + 1): ", .muted)"
    return place
      + (lines.indices.contains(index) ? StyledText(lines[index]) : "\("(none)", .muted)")
  }
}
