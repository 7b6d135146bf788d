/// The number of plans in a column, in words.
package enum ColumnCountText {
  /// Returns `12` without a limit, `2/3` within the limit, and `4/3 !` over the limit.
  package static func words(count: Int, limit: Int?, isOverLimit: Bool) -> StyledText {
    guard let limit else { return StyledText(String(count), .muted) }
    return isOverLimit
      ? StyledText("\(count)/\(limit) !", .limitExceeded)
      : StyledText("\(count)/\(limit)", .muted)
  }

  /// Returns the count of a lane, such as `2 of 12` if a query found two of its plans, or
  /// `2 of 12 + 1 deleted`.
  package static func words(of lane: BoardModel.Lane, isPartial: Bool) -> StyledText {
    let deleted = StyledText("\(lane.deletedCount) deleted", .muted)
    if lane.deletedCount > 0, lane.presentMatchCount == 0 { return deleted }
    let all = words(count: lane.count, limit: lane.limit, isOverLimit: lane.isOverLimit)
    let found = isPartial ? StyledText("\(lane.presentMatchCount) of ") + all : all
    return lane.deletedCount > 0 ? found + " + " + deleted : found
  }
}
