package import PlanModel

/// The values that were written apart and wait for a decision: what `pmgit conflicts` shows.
package struct ConflictList: Sendable {
  package struct Value: Sendable {
    /// What `resolve --take` takes; 1 is the shown value.
    package let number: Int
    /// When it was written; nil for the value from the plan's creation.
    package let at: Timestamp?
    /// How long ago it was written, in words.
    package let timeWords: String
    /// Who wrote it, `Name <email>`; nil where that is not known.
    package let author: String?
    package let value: JSONValue
    /// The value in words, as people know the field.
    package let words: StyledText

    package var isShown: Bool { number == 1 }
    /// The author's name without the address, or nothing.
    package var authorName: String { author.map { Person($0).fullName } ?? "" }
  }

  package struct Field: Sendable {
    package let path: ElementPath
    /// The field as `resolve` takes it: `title`, or `checklist/c3f8z/text`.
    package let name: String
    /// At least two, the shown one first.
    package let values: [Value]
  }

  /// A plan, or the board's own settings, with the fields that wait.
  package struct Entry: Sendable {
    /// The plan's id, or `board`.
    package let id: String
    package let shortID: String
    package let title: StyledText
    package let fields: [Field]
  }

  /// The board's settings first, then the plans in the order that was given.
  package let entries: [Entry]

  /// Tells who wrote a value of a plan, or, for nil, of the board's settings.
  package typealias Authors = (PlanID?, ElementPath, Conflict.Candidate) -> String?

  /// - Parameter plans: Any plans; those without conflicts are left out.
  package init(
    _ plans: some Sequence<Plan>, board: Board, viewpoint: Viewpoint,
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
}

extension ConflictList.Field {
  init(
    _ conflict: Conflict, board: Board, viewpoint: Viewpoint,
    author: (Conflict.Candidate) -> String?
  ) {
    path = conflict.path
    name = conflict.field
    let difference = Self.firstDifferentLine(conflict.values.map(\.value))
    values = conflict.values.enumerated().map { index, candidate in
      ConflictList.Value(
        number: index + 1, at: candidate.at,
        timeWords: candidate.at.map { RelativeTime.words(for: $0, now: viewpoint.now) }
          ?? "at creation",
        author: author(candidate),
        value: candidate.value,
        words: difference.map { Self.words(for: candidate.value, line: $0) }
          ?? ValueWords.words(for: candidate.value, at: conflict.path, board: board))
    }
  }

  /// The index of the first line in which texts of several lines differ, if their first lines are
  /// the same: showing those would tell nothing.
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
