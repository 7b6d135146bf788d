extension StyledText {
  /// Creates the number of plans in a column: `12` without a limit, `2/3` within the limit, and
  /// `4/3 !` over the limit.
  package init(count: Int, limit: Int?, isOverLimit: Bool) {
    guard let limit else {
      self.init(String(count), .muted)
      return
    }
    self =
      isOverLimit
      ? StyledText("\(count)/\(limit) !", .limitExceeded)
      : StyledText("\(count)/\(limit)", .muted)
  }
}

extension BoardModel.Lane {
  /// Returns the number of plans, such as `2 of 12` if a query found two of its plans, or
  /// `2 of 12 + 1 deleted`.
  package func countWords(isPartial: Bool) -> StyledText {
    let deleted = StyledText("\(deletedCount) deleted", .muted)
    if deletedCount > 0, presentMatchCount == 0 { return deleted }
    let all = StyledText(count: count, limit: limit, isOverLimit: isOverLimit)
    let found = isPartial ? StyledText("\(presentMatchCount) of ") + all : all
    return deletedCount > 0 ? found + " + " + deleted : found
  }
}
