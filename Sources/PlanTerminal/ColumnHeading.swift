import PlanView

/// The heading of a lane: its title, its count and a horizontal line.
struct ColumnHeading {
  let lane: BoardModel.Lane
  /// Whether the counts include the number of plans that the query found.
  let isPartial: Bool
  let width: Int

  /// Two lines, for a lane beside others.
  var lines: [StyledText] {
    let rule = StyledText(String(repeating: "─", count: width), ruleRole)
    return [title, rule]
  }

  /// One line, for a lane of the full width.
  var line: StyledText {
    let room = width - title.widthInCells - 1
    guard room > 0 else { return title }
    return title + " " + StyledText(String(repeating: "─", count: room), ruleRole)
  }

  /// Two lines, for a folded lane, which shows only its count.
  var foldedLines: [StyledText] {
    [name.truncated(toCells: width).styled(.heading), count]
  }

  private var ruleRole: Role { lane.isOverLimit ? .limitExceeded : .muted }
  private var count: StyledText { ColumnCountText.words(of: lane, isPartial: isPartial) }
  private var name: StyledText {
    lane.title.isEmpty ? StyledText("(no state)", .muted) : StyledText(lane.title)
  }

  /// `Todo 12`, `In review 2 of 4/3 !`, or `backlog 2 (unknown)`. The count is never truncated.
  private var title: StyledText {
    // An unknown lane has at least ` ?` after its count.
    let mark: StyledText = lane.isKnown ? "" : StyledText(" ?", .conflict)
    let room = max(1, width - count.widthInCells - mark.widthInCells - 1)
    let heading = name.truncated(toCells: room).styled(.heading) + " " + count
    guard !lane.isKnown else { return heading }
    let note = heading + StyledText(" (unknown)", .conflict)
    return note.widthInCells <= width ? note : heading + mark
  }
}

/// The number of plans in a column, in words.
enum ColumnCountText {
  /// Returns `12`, or `4/3 !` if the count is over the limit.
  static func words(count: Int, limit: Int?, isOverLimit: Bool) -> StyledText {
    guard let limit else { return StyledText(String(count), .muted) }
    return isOverLimit
      ? StyledText("\(count)/\(limit) !", .limitExceeded)
      : StyledText("\(count)/\(limit)", .muted)
  }

  /// Returns the count of a lane, such as `2 of 12` if a query found two of its plans.
  static func words(of lane: BoardModel.Lane, isPartial: Bool) -> StyledText {
    let all = words(count: lane.count, limit: lane.limit, isOverLimit: lane.isOverLimit)
    return isPartial ? StyledText("\(lane.matchCount) of ") + all : all
  }
}
