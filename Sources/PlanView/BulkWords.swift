import PlanModel

extension Timeline {
  /// The largest number of plans that are all shown for one commit. A commit with more plans, such
  /// as an import, has one line with their number. More than this need not be read; see
  /// `TimelineEntry.others`.
  package static let mostPlansOfCommit = 10

  /// The same for a list with few lines for each plan: a history of one line each, and a digest.
  package static let mostPlansInShort = 4
}

/// What one commit did to many plans, in one line. The rows are of plans, not of the settings.
extension Collection<Timeline.Row> {
  /// Returns the number of plans and what happened to them: `84 plans: -label bug, +label defect`.
  ///
  /// - Parameter count: The number of plans, of which some may have no row.
  package func words(forAll count: Int) -> StyledText {
    StyledText(CountWords.words(count, "plan"), .title) + ": " + commonWords
  }

  /// The changes that all plans have, with an ellipsis if some have more; the first titles if there
  /// are no such changes, or if not all plans were read.
  package var commonWords: StyledText {
    let isComplete = allSatisfy { $0.entry.others == 0 }
    let common = commonChanges
    guard isComplete, !common.isEmpty else {
      let titles = prefix(3).map { StyledText($0.entry.planTitle) }
      let isUndo = first?.entry.isUndo ?? false
      return (isUndo ? "undo, " : "") + titles.joined(by: ", ")
        + (isComplete && count == titles.count ? "" : " …")
    }
    let hasMore = contains { $0.changes.count > common.count }
    return common.joined(by: ", ") + (hasMore ? ", …" : "")
  }

  /// The changes that all rows have, in the order of the first row.
  private var commonChanges: [StyledText] {
    dropFirst().reduce(first?.changes ?? []) { common, row in
      common.filter(Set(row.changes).contains)
    }
  }
}
